// A schedule asks for the layout of one buffer, and gets the buffer, the loops
// that go over it, and the groups of its dims. All names of the buffer change,
// and no other buffer.
//
// Covers: R31, B1, B6, B17, B18, B19, B21, B23, B25

// RUN: layout-opt %s --transform-interpreter -o %t.scheduled.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.scheduled.mlir
// RUN: FileCheck %s --check-prefix=GROUPS < %t.remarks
// RUN: sed '/^  transform.named_sequence/,$d' %s > %t.in.mlir
// RUN: echo '}' >> %t.in.mlir
// RUN: sed '/^  transform.named_sequence/,$d' %t.scheduled.mlir > %t.out.mlir
// RUN: echo '}' >> %t.out.mlir
// RUN: layout-opt %t.in.mlir --layout-apply-buffer-layouts -o %t.before.mlir
// RUN: layout-opt %t.out.mlir --layout-apply-buffer-layouts --layout-drop-groups -o %t.after.mlir
// RUN: layout-opt %t.out.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir %t.flat.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.before.mlir %t.after.mlir %t.flat.mlir --entry=dynamic --dims=7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.before.mlir %t.after.mlir %t.flat.mlir --entry=global | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.before.mlir %t.after.mlir %t.flat.mlir --entry=pending | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// GROUPS: remark: groups of main array<i64: 0, 1>, array<i64: 2>
// GROUPS: remark: groups of dynamic array<i64: 0, 1, 2>

module attributes {transform.with_named_sequence} {
  // CHECK: memref.global "private" constant @table : memref<3x2xf32> = dense<{{\[}}[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]>
  memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>

  // Tiles of 4 do not divide the 5 columns: the padding is filled. A row is
  // viewed, the whole is passed on, and another buffer keeps its request.
  // CHECK-LABEL: func.func @main(
  // CHECK: %[[B:.*]] = memref.alloc() {chosen} : memref<2x7x4xf32, #layout.index_map<(d0, d1, d2) -> (d0, d1 | d2)>>
  // CHECK: linalg.fill {{.*}} outs(%[[B]] :
  // CHECK: memref.alloc() {layout.buffer_transforms = [#layout.index_map<(d0, d1) -> (d1, d0)>]} : memref<7x5xf32>
  // CHECK: affine.store %{{.*}}, %[[B]][%{{.*}} floordiv 4, %{{.*}}, %{{.*}} mod 4]
  // CHECK-NOT: memref.subview
  // CHECK: call @scale(%[[B]])
  // CHECK: memref.dealloc %[[B]]
  func.func @main(%x: memref<7x5xf32>, %y: memref<7x5xf32>, %z: memref<7x5xf32>) {
    %b = memref.alloc() {chosen} : memref<7x5xf32>
    %c = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<7x5xf32>
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 5 {
        %0 = affine.load %x[%i, %j] : memref<7x5xf32>
        affine.store %0, %b[%i, %j] : memref<7x5xf32>
      }
    }
    %row = memref.subview %b[3, 1] [1, 4] [1, 1] : memref<7x5xf32> to memref<4xf32, strided<[1], offset: 16>>
    %c2 = arith.constant 2 : index
    %v = memref.load %row[%c2] : memref<4xf32, strided<[1], offset: 16>>
    memref.store %v, %b[%c2, %c2] : memref<7x5xf32>
    func.call @scale(%b) : (memref<7x5xf32>) -> ()
    linalg.exp ins(%b : memref<7x5xf32>) outs(%c : memref<7x5xf32>)
    memref.copy %b, %y : memref<7x5xf32> to memref<7x5xf32>
    memref.copy %c, %z : memref<7x5xf32> to memref<7x5xf32>
    memref.dealloc %b : memref<7x5xf32>
    memref.dealloc %c : memref<7x5xf32>
    return
  }

  // CHECK-LABEL: func.func private @scale(
  // CHECK-SAME: memref<2x7x4xf32, #layout.index_map<(d0, d1, d2) -> (d0, d1 | d2)>>
  func.func private @scale(%b: memref<7x5xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    scf.for %j = %c0 to %c5 step %c1 {
      %0 = memref.load %b[%c1, %j] : memref<7x5xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %b[%c1, %j] : memref<7x5xf32>
    }
    return
  }

  // A dim that is known at run time only, and one of size 1. Loops follow the
  // physical dims.
  // CHECK-LABEL: func.func @dynamic(
  // CHECK: memref.alloc(%{{.*}}) {chosen_too} : memref<1x5x?xf32>
  // CHECK: affine.for %[[J:.*]] = 0 to 1 {
  // CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5 {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to
  // CHECK: affine.store %{{.*}}, %{{.*}}[%[[J]], %[[K]], %[[I]]]
  // CHECK: } {over}
  func.func @dynamic(%x: memref<?x1x5xf32>, %y: memref<?x1x5xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?x1x5xf32>
    %b = memref.alloc(%n) {chosen_too} : memref<?x1x5xf32>
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 1 {
        affine.for %k = 0 to 5 {
          %0 = affine.load %x[%i, %j, %k] : memref<?x1x5xf32>
          affine.store %0, %b[%i, %j, %k] : memref<?x1x5xf32>
        }
      }
    }
    memref.copy %b, %y : memref<?x1x5xf32> to memref<?x1x5xf32>
    memref.dealloc %b : memref<?x1x5xf32>
    return
  }

  // CHECK-LABEL: func.func @global(
  // CHECK: memref.get_global @table : memref<3x2xf32>
  func.func @global(%y: memref<2x3xf32>) {
    %t = memref.get_global @table : memref<2x3xf32>
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        %0 = affine.load %t[%i, %j] : memref<2x3xf32>
        %1 = affine.load %y[%i, %j] : memref<2x3xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %y[%i, %j] : memref<2x3xf32>
      }
    }
    return
  }

  // What was requested before comes first.
  // CHECK-LABEL: func.func @pending(
  // CHECK: memref.alloc() {pending} : memref<2x5x4xf32>
  func.func @pending(%x: memref<6x5xf32>, %y: memref<6x5xf32>) {
    %b = memref.alloc() {pending, layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<6x5xf32>
    memref.copy %x, %b : memref<6x5xf32> to memref<6x5xf32>
    linalg.exp ins(%b : memref<6x5xf32>) outs(%y : memref<6x5xf32>)
    memref.dealloc %b : memref<6x5xf32>
    return
  }

  // With all_functions, signatures of public functions change.
  // CHECK-LABEL: func.func @all(
  // CHECK-SAME: %{{.*}}: memref<5x6xf32>, %{{.*}}: memref<6x5xf32>)
  func.func @all(%x: memref<6x5xf32>, %y: memref<6x5xf32>) {
    linalg.abs ins(%x : memref<6x5xf32>) outs(%y : memref<6x5xf32>)
    return
  }

  // Another memory of the kernel keeps its request.
  // CHECK-LABEL: gpu.func @memory(
  // CHECK-SAME: workgroup(%{{.*}} : memref<8x6xf32, 3> {layout.buffer_transforms = [{{.*}}]}, %[[W:.*]] : memref<5x2xf32, 3>)
  // CHECK-SAME: private(%{{.*}} : memref<8x4xf32, 5> {layout.buffer_transforms = [{{.*}}]})
  // CHECK: memref.load %[[W]]
  gpu.module @kernels {
    gpu.func @memory(%i: index, %v: f32)
        workgroup(%a: memref<8x6xf32, 3> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]},
                  %w: memref<2x5xf32, 3> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]})
        private(%p: memref<8x4xf32, 5> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) kernel {
      %0 = memref.load %w[%i, %i] {kernel} : memref<2x5xf32, 3>
      memref.store %0, %a[%i, %i] : memref<8x6xf32, 3>
      memref.store %0, %p[%i, %i] : memref<8x4xf32, 5>
      gpu.return
    }
  }

  // A user takes the buffer itself: nothing is changed, and the schedule goes
  // on.
  // CHECK-LABEL: func.func @taken(
  // CHECK: memref.alloc() {taken} : memref<6x5xf32>
  // CHECK: memref.store %{{.*}} : memref<6x5xf32>
  // CHECK: call @take(%{{.*}}) : (memref<6x5xf32>) -> ()
  func.func private @take(memref<6x5xf32>)
  func.func @taken(%v: f32, %i: index) {
    %b = memref.alloc() {taken} : memref<6x5xf32>
    memref.store %v, %b[%i, %i] : memref<6x5xf32>
    func.call @take(%b) : (memref<6x5xf32>) -> ()
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.sequence %module : !transform.any_op failures(suppress) {
    ^bb0(%inner: !transform.any_op):
      %alloc0 = transform.structured.match attributes {taken} in %inner : (!transform.any_op) -> !transform.any_op
      %b0 = transform.get_result %alloc0[0] : (!transform.any_op) -> !transform.any_value
      %p0, %loops0, %groups0 = transform.layout.relayout_buffer %b0 by <(i, j) -> (j, i)>
          : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    }

    %alloc = transform.structured.match attributes {chosen} in %module : (!transform.any_op) -> !transform.any_op
    %b = transform.get_result %alloc[0] : (!transform.any_op) -> !transform.any_value
    %p, %loops, %groups = transform.layout.relayout_buffer %b by <(i, j) -> (j floordiv 4, i | j mod 4)> pad_value 0.0 : f32
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.debug.emit_param_as_remark %groups, "groups of main" : !transform.any_param
    // Other handles stay valid.
    %again = transform.get_defining_op %p : (!transform.any_value) -> !transform.any_op
    transform.annotate %again "chosen" : !transform.any_op

    %alloc2 = transform.structured.match attributes {chosen_too} in %module : (!transform.any_op) -> !transform.any_op
    %b2 = transform.get_result %alloc2[0] : (!transform.any_op) -> !transform.any_value
    %p2, %loops2, %groups2 = transform.layout.relayout_buffer %b2 by <(i, j, k) -> (j, k, i)> physical_order
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.annotate %loops2 "over" : !transform.any_op
    transform.debug.emit_param_as_remark %groups2, "groups of dynamic" : !transform.any_param

    %get = transform.structured.match ops{["memref.get_global"]} in %module : (!transform.any_op) -> !transform.any_op
    %t = transform.get_result %get[0] : (!transform.any_op) -> !transform.any_value
    %p3, %loops3, %groups3 = transform.layout.relayout_buffer %t by <(i, j) -> (j, i)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)

    %alloc4 = transform.structured.match attributes {pending} in %module : (!transform.any_op) -> !transform.any_op
    %b4 = transform.get_result %alloc4[0] : (!transform.any_op) -> !transform.any_value
    %p4, %loops4, %groups4 = transform.layout.relayout_buffer %b4 by <(i, j) -> (j floordiv 4, i, j mod 4)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)

    %abs = transform.structured.match ops{["linalg.abs"]} in %module : (!transform.any_op) -> !transform.any_op
    %x = transform.get_operand %abs[0] : (!transform.any_op) -> !transform.any_value
    %p5, %loops5, %groups5 = transform.layout.relayout_buffer %x by <(i, j) -> (j, i)> all_functions
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)

    %load = transform.structured.match attributes {kernel} in %module : (!transform.any_op) -> !transform.any_op
    %w = transform.get_operand %load[0] : (!transform.any_op) -> !transform.any_value
    %p6, %loops6, %groups6 = transform.layout.relayout_buffer %w by <(i, j) -> (i, j)>
        : (!transform.any_value) -> (!transform.any_value, !transform.any_op, !transform.any_param)
    transform.yield
  }
}
