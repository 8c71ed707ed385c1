// The pass loads the dialects of the ops that it creates to find sensitive ops:
// this program holds nothing of the layout dialect, whose reshape drops the first
// dim of a slice.
//
// Covers: R1

// RUN: layout-opt %s --layout-print-rules | FileCheck %s

// CHECK: tensor.extract_slice at {{.*}}: sensitive, becomes layout.layout_transform
// CHECK-NEXT: factors: f0 = 4, f1 = ?, f2 = ?
// CHECK: result 0: [f1 + 0, f2 + 0]
func.func @slice(%x: tensor<4x?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %x[2, 0, 0] [1, %n, %m] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
