// Structured ops that pass tiles on become one function; equal ones share it.

// RUN: layout-opt %s --layout-outline-kernels -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=4
// RUN: layout-opt %s --layout-outline-kernels=merge=false -o %t.single.mlir
// RUN: FileCheck %s --input-file=%t.single.mlir --check-prefix=SINGLE
// RUN: layout-check %s %t.single.mlir --entry=main --dims=4

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>

// A skipped op is not generalized.
// CHECK-LABEL: func.func @skipped(
// CHECK-NEXT: linalg.matmul {layout.skip} ins(
// CHECK-NEXT: return
func.func @skipped(%a: memref<4x5xf32>, %b: memref<5x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul {layout.skip} ins(%a, %b : memref<4x5xf32>, memref<5x6xf32>) outs(%c : memref<4x6xf32>)
  return
}

// A matmul, the zeros it begins with, and what follows are a kernel. Both of
// these are the same one, although they write to different places.
//
// CHECK-LABEL: func.func private @twice(
// CHECK-SAME: %[[A:.*]]: memref<6x8xf32>, %[[B:.*]]: memref<8x4xf32>, %[[C:.*]]: memref<4xf32>)
// CHECK-NOT: linalg
// CHECK: call @[[MATMUL:kernel.*]](%[[A]], %[[B]], %[[C]], %{{.*}}) : (memref<6x8xf32>, memref<8x4xf32>, memref<4xf32>, memref<6x4xf32, strided<[8, 1], offset: ?>>)
// CHECK-NEXT: memref.cast
// CHECK-NEXT: call @[[MATMUL]](
// CHECK-NEXT: return
//
// SINGLE-LABEL: func.func private @twice(
// SINGLE-COUNT-6: call @kernel
// SINGLE-NEXT: return
func.func private @twice(%a: memref<6x8xf32>, %b: memref<8x4xf32>, %c: memref<4xf32>) -> memref<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<6x8xf32>
  %left = memref.subview %r[0, 0] [6, 4] [1, 1] : memref<6x8xf32> to memref<6x4xf32, strided<[8, 1]>>
  %right = memref.subview %r[0, 4] [6, 4] [1, 1] : memref<6x8xf32> to memref<6x4xf32, strided<[8, 1], offset: 4>>
  %s = memref.alloc() : memref<6x4xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<6x4xf32>)
  linalg.matmul ins(%a, %b : memref<6x8xf32>, memref<8x4xf32>) outs(%s : memref<6x4xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %c : memref<6x4xf32>, memref<4xf32>) outs(%left : memref<6x4xf32, strided<[8, 1]>>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  %t = memref.alloc() : memref<6x4xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<6x4xf32>)
  linalg.matmul ins(%a, %b : memref<6x8xf32>, memref<8x4xf32>) outs(%t : memref<6x4xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %c : memref<6x4xf32>, memref<4xf32>) outs(%right : memref<6x4xf32, strided<[8, 1], offset: 4>>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return %r : memref<6x8xf32>
}

// The sum is read again, so that it is a buffer, which the exponential cannot
// take tile by tile.
//
// CHECK-LABEL: func.func private @read_again(
// CHECK: %[[SUM:.*]] = memref.alloc()
// CHECK: call @{{.*}}(%[[SUM]],
// CHECK: call @{{.*}}(%[[SUM]],
// CHECK: return %[[SUM]]
func.func private @read_again(%a: memref<6x8xf32>, %b: memref<8x4xf32>) -> (memref<6x4xf32>, memref<6x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<6x4xf32>
  %e = memref.alloc() : memref<6x4xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<6x4xf32>)
  linalg.matmul ins(%a, %b : memref<6x8xf32>, memref<8x4xf32>) outs(%s : memref<6x4xf32>)
  linalg.exp ins(%s : memref<6x4xf32>) outs(%e : memref<6x4xf32>)
  return %s, %e : memref<6x4xf32>, memref<6x4xf32>
}

// The matmul reads %a, which is overwritten before its consumer: it stays in
// front of that.
//
// CHECK-LABEL: func.func private @overwritten(
// CHECK-SAME: %[[X:.*]]: memref<6x8xf32>, %[[B:.*]]: memref<8x4xf32>)
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[S:.*]] = memref.alloc()
// CHECK: call @{{.*}}(%[[S]], %[[A]], %[[B]])
// CHECK-NEXT: call @{{.*}}(%[[X]], %[[A]])
// CHECK-NEXT: call @{{.*}}(%[[S]],
func.func private @overwritten(%x: memref<6x8xf32>, %b: memref<8x4xf32>) -> (memref<6x4xf32>, memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<6x8xf32>
  linalg.abs ins(%x : memref<6x8xf32>) outs(%a : memref<6x8xf32>)
  %s = memref.alloc() : memref<6x4xf32>
  %e = memref.alloc() : memref<6x4xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<6x4xf32>)
  linalg.matmul ins(%a, %b : memref<6x8xf32>, memref<8x4xf32>) outs(%s : memref<6x4xf32>)
  linalg.exp ins(%x : memref<6x8xf32>) outs(%a : memref<6x8xf32>)
  linalg.exp ins(%s : memref<6x4xf32>) outs(%e : memref<6x4xf32>)
  return %e, %a : memref<6x4xf32>, memref<6x8xf32>
}

// Arguments of a function that others call may be the same buffer, which their
// addresses tell.
//
// CHECK-LABEL: func.func private @same(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[Y:.*]]: memref<?x8xf32>)
// CHECK: %[[BEGIN_Y:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK: %[[ROW:.*]] = arith.constant 32 : index
// CHECK: %[[ROWS:.*]] = memref.dim %[[Y]]
// CHECK: %[[SIZE:.*]] = arith.muli %[[ROW]], %[[ROWS]]
// CHECK: %[[END_Y:.*]] = arith.addi %[[BEGIN_Y]], %[[SIZE]]
// CHECK: %[[BEGIN_X:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[END_X:.*]] = arith.addi %[[BEGIN_X]]
// CHECK-DAG: %[[BEHIND:.*]] = arith.cmpi ule, %[[END_Y]], %[[BEGIN_X]]
// CHECK-DAG: %[[BEFORE:.*]] = arith.cmpi ule, %[[END_X]], %[[BEGIN_Y]]
// CHECK: %[[DISJOINT:.*]] = arith.ori %[[BEHIND]], %[[BEFORE]]
// CHECK-NEXT: scf.if %[[DISJOINT]] {
// CHECK-NEXT: call @[[DIFFERENT:kernel.*]](%[[X]], %[[Y]])
// CHECK-NEXT: } else {
// CHECK-NEXT: call @[[SAME:kernel.*]](%[[X]], %[[Y]])
func.func private @same(%x: memref<?x8xf32>, %y: memref<?x8xf32>) {
  linalg.exp ins(%x : memref<?x8xf32>) outs(%y : memref<?x8xf32>)
  return
}

// Views of one buffer may overlap in any case, and a constant is not written.
//
// CHECK-LABEL: func.func private @views(
// CHECK-NOT: scf.if
// CHECK: call @[[VIEWS:kernel.*]](%
// CHECK: call @[[CONSTANT:kernel.*]](%
// CHECK-NEXT: return
memref.global "private" constant @weights : memref<8x8xf32> = dense<2.0>
func.func private @views(%x: memref<9x8xf32>, %i: index) {
  %from = memref.subview %x[%i, 0] [8, 8] [1, 1] : memref<9x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
  %to = memref.subview %x[0, 0] [8, 8] [1, 1] : memref<9x8xf32> to memref<8x8xf32, strided<[8, 1]>>
  linalg.exp ins(%from : memref<8x8xf32, strided<[8, 1], offset: ?>>) outs(%to : memref<8x8xf32, strided<[8, 1]>>)
  %w = memref.get_global @weights : memref<8x8xf32>
  linalg.abs ins(%w : memref<8x8xf32>) outs(%to : memref<8x8xf32, strided<[8, 1]>>)
  return
}

// The caller states that nothing else refers to the memory of an argument.
//
// CHECK-LABEL: func.func private @unshared(
// CHECK: call @[[UNSHARED:kernel.*]](%{{.*}}, %{{.*}})
func.func private @unshared(%x: memref<5x8xf32>, %y: memref<5x8xf32> {llvm.noalias}) {
  linalg.exp ins(%x : memref<5x8xf32>) outs(%y : memref<5x8xf32>)
  return
}

// A transposed operand is no vector: the transposition is a kernel of its own.
//
// CHECK-LABEL: func.func private @transposed(
// CHECK-COUNT-2: call @kernel
// CHECK-NEXT: return
func.func private @transposed(%a: memref<6x8xf32>, %b: memref<8x4xf32>) -> memref<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<6x4xf32>
  %e = memref.alloc() : memref<4x6xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<6x4xf32>)
  linalg.matmul ins(%a, %b : memref<6x8xf32>, memref<8x4xf32>) outs(%s : memref<6x4xf32>)
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<6x4xf32>) outs(%e : memref<4x6xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  }
  return %e : memref<4x6xf32>
}

// What is written does not overlap what is read, unless both may be the same.
//
// CHECK: func.func private @[[MATMUL]](%{{.*}}: memref<6x8xf32>, %{{.*}}: memref<8x4xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<6x4xf32, strided<[8, 1], offset: ?>> {llvm.noalias}) attributes {layout.kernel
// CHECK-COUNT-3: linalg.generic
// CHECK: func.func private @[[DIFFERENT]](%{{.*}}: memref<?x8xf32>, %{{.*}}: memref<?x8xf32> {llvm.noalias}) attributes
// CHECK: func.func private @[[SAME]](%{{.*}}: memref<?x8xf32>, %{{.*}}: memref<?x8xf32>) attributes
// CHECK: func.func private @[[UNSHARED]](%{{.*}}: memref<5x8xf32>, %{{.*}}: memref<5x8xf32> {llvm.noalias}) attributes

func.func @main(%a: memref<6x8xf32>, %b: memref<8x4xf32>, %c: memref<4xf32>, %x: memref<?x8xf32>, %y: memref<?x8xf32>)
    -> (memref<6x8xf32>, memref<6x4xf32>, memref<6x4xf32>, memref<6x4xf32>, memref<6x8xf32>, memref<4x6xf32>) {
  %0 = call @twice(%a, %b, %c) : (memref<6x8xf32>, memref<8x4xf32>, memref<4xf32>) -> memref<6x8xf32>
  %1:2 = call @read_again(%a, %b) : (memref<6x8xf32>, memref<8x4xf32>) -> (memref<6x4xf32>, memref<6x4xf32>)
  %2:2 = call @overwritten(%a, %b) : (memref<6x8xf32>, memref<8x4xf32>) -> (memref<6x4xf32>, memref<6x8xf32>)
  call @same(%x, %y) : (memref<?x8xf32>, memref<?x8xf32>) -> ()
  %z = memref.alloc() : memref<5x8xf32>
  %p = memref.alloc() : memref<5x8xf32>
  call @unshared(%z, %p) : (memref<5x8xf32>, memref<5x8xf32>) -> ()
  %3 = call @transposed(%a, %b) : (memref<6x8xf32>, memref<8x4xf32>) -> memref<4x6xf32>
  return %0, %1#0, %1#1, %2#0, %2#1, %3 : memref<6x8xf32>, memref<6x4xf32>, memref<6x4xf32>, memref<6x4xf32>, memref<6x8xf32>, memref<4x6xf32>
}
