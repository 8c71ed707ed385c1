// A gather of a matrix is done element by element, in row-major order.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s

// CHECK-LABEL: func.func @gather(
// CHECK: %[[M:.*]] = vector.extract %{{.*}}[1, 0] : i1 from vector<2x2xi1>
// CHECK: %[[A:.*]] = vector.extract %{{.*}}[1, 0] : index from vector<2x2xindex>
// CHECK: %[[J:.*]] = arith.addi %{{.*}}, %[[A]] : index
// CHECK: %[[V:.*]] = scf.if %[[M]] -> (f32) {
// CHECK: memref.load %{{.*}}[%[[J]], %{{.*}}] : memref<6x4xf32>
// CHECK: vector.from_elements %{{.*}}, %{{.*}}, %[[V]], %{{.*}} : vector<2x2xf32>
func.func @gather(%i: index, %at: vector<2x2xindex>, %mask: vector<2x2xi1>, %other: vector<2x2xf32>) -> vector<2x2xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  %0 = vector.gather %b[%i, %i] [%at], %mask, %other : memref<4x6xf32>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
