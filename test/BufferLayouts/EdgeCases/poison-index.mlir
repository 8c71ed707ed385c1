// An index that is poison stays one: it has no number that a map could fold.
// RUN: layout-opt %s --layout-flatten=functions=all | FileCheck %s

// CHECK: #[[ROW:.*]] = affine_map<()[s0] -> (s0 * 6 + 2)>
// CHECK-LABEL: func.func @load(
// CHECK-SAME: %[[X:.*]]: memref<24xf32>
// CHECK: %[[P:.*]] = ub.poison : index
// CHECK: %[[I:.*]] = affine.apply #[[ROW]]()[%[[P]]]
// CHECK: memref.load %[[X]][%[[I]]] : memref<24xf32>
func.func @load(%x: memref<4x6xf32>) -> f32 {
  %poison = ub.poison : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %x[%poison, %c2] : memref<4x6xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @view(
// CHECK-SAME: %[[X:[^:]*]]: memref<24xf32>, %[[O:.*]]: index
// CHECK: %[[P:.*]] = ub.poison : index
// CHECK: affine.apply {{.*}}[%[[O]], %[[P]]]
func.func @view(%x: memref<4x6xf32>, %o: index) -> f32 {
  %poison = ub.poison : index
  %c1 = arith.constant 1 : index
  %v = memref.subview %x[%o, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1], offset: ?>>
  %0 = memref.load %v[%poison, %c1] : memref<2x6xf32, strided<[6, 1], offset: ?>>
  return %0 : f32
}
