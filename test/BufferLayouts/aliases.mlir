// Aliases of a buffer in callers and callees, loops, branches and globals change
// together.
//
// Covers: B19, B23, B24, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-apply-buffer-layouts | diff %t.mlir -
// EQUAL: {{^equal$}}

#nchw4c = #layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
!x = memref<1x8x3x5xf32>

// The initial value is permuted.
// CHECK: memref.global "private" constant @table : memref<3x2xi32> = dense<{{\[\[}}1, 4], [2, 5], [3, 6]]>
memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}
// CHECK: memref.global "private" @state : memref<1x2x3x5x4xf32> = uninitialized
memref.global "private" @state : !x = uninitialized {layout.buffer_transforms = [#nchw4c]}

// CHECK-LABEL: func.func private @scale(
// CHECK-SAME: %[[A:.*]]: memref<1x2x3x5x4xf32>) -> memref<1x2x3x5x4xf32>
// CHECK: memref.load %[[A]]
// CHECK: return %[[A]]
func.func private @scale(%a: !x {layout.buffer_transforms = [#nchw4c]}) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %c = %c0 to %c8 step %c1 {
    scf.for %h = %c0 to %c3 step %c1 {
      scf.for %w = %c0 to %c5 step %c1 {
        %0 = memref.load %a[%c0, %c, %h, %w] : !x
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %a[%c0, %c, %h, %w] : !x
      }
    }
  }
  return %a : !x
}

// The layout is requested for the argument of @scale. It extends to the buffer
// that is passed, and to the values that the loop carries. Copies between plain
// and blocked buffers are loops.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[^:]*]]: memref<1x8x3x5xf32>, %[[Y:[^:]*]]: memref<1x8x3x5xf32>
// CHECK: %[[B:.*]] = memref.alloc() : memref<1x2x3x5x4xf32>
// CHECK: %[[S:.*]] = memref.get_global @state : memref<1x2x3x5x4xf32>
// CHECK-NOT: memref.copy
// CHECK: memref.load %[[X]]
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: %[[R:.*]] = scf.for {{.*}} -> (memref<1x2x3x5x4xf32>)
// CHECK: func.call @scale({{.*}}) : (memref<1x2x3x5x4xf32>) -> memref<1x2x3x5x4xf32>
// CHECK: %[[Q:.*]] = scf.if {{.*}} -> (memref<1x2x3x5x4xf32>)
// CHECK: memref.copy %[[Q]], %[[S]] : memref<1x2x3x5x4xf32> to memref<1x2x3x5x4xf32>
// CHECK: memref.load %[[S]]
// CHECK: memref.store %{{.*}}, %[[Y]]
func.func @main(%x: !x, %y: !x, %t: memref<2x3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() : !x
  %s = memref.get_global @state : !x
  memref.copy %x, %b : !x to !x
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %b) -> !x {
    %0 = func.call @scale(%p) : (!x) -> !x
    scf.yield %0 : !x
  }
  %first = memref.load %x[%c0, %c0, %c0, %c0] : !x
  %go = arith.cmpf ogt, %first, %zero : f32
  %q = scf.if %go -> !x {
    %0 = func.call @scale(%r) : (!x) -> !x
    scf.yield %0 : !x
  } else {
    scf.yield %r : !x
  }
  memref.copy %q, %s : !x to !x
  memref.copy %s, %y : !x to !x
  memref.dealloc %b : !x
  %table = memref.get_global @table : memref<2x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %0 = memref.load %table[%i, %j] : memref<2x3xi32>
      %1 = memref.load %t[%i, %j] : memref<2x3xi32>
      %2 = arith.muli %0, %1 : i32
      memref.store %2, %t[%i, %j] : memref<2x3xi32>
    }
  }
  return
}
