// Conversions between padded layouts, and back to layouts that nothing reads as
// they are.
//
// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=split | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The channels are cropped as a whole and split by a reshape, which is free.
// CHECK-LABEL: func.func @split
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK: layout.crop {{.*}} sizes [1, 10, 4, 3]
// CHECK: tensor<1x2x5x4x3xf32>
func.func @split(%x: tensor<1x4x3x16xf32>) -> (tensor<1x2x5x4x3xf32>, tensor<1x10x4x3xf32>) {
  %t = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x4x3x16xf32> to tensor<1x16x4x3xf32>
  %c = layout.crop %t offsets [0, 0, 0, 0] sizes [1, 10, 4, 3] : tensor<1x16x4x3xf32> to tensor<1x10x4x3xf32>
  %s = tensor.expand_shape %c [[0], [1, 2], [3], [4]] output_shape [1, 2, 5, 4, 3] : tensor<1x10x4x3xf32> into tensor<1x2x5x4x3xf32>
  %e = tensor.empty() : tensor<1x2x5x4x3xf32>
  %y = linalg.exp ins(%s : tensor<1x2x5x4x3xf32>) outs(%e : tensor<1x2x5x4x3xf32>) -> tensor<1x2x5x4x3xf32>
  return %y, %c : tensor<1x2x5x4x3xf32>, tensor<1x10x4x3xf32>
}
