// Conversions between padded layouts, and back to layouts that nothing reads as
// they are.
//
// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=split | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=unit_dims_between | FileCheck %s --check-prefix=EQUAL
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

// Dims of size 1 between the parts of a padded dim do not keep it from being
// padded as a whole: 10 = 5 * 2 elements are padded to 15, of which 12 remain.
// CHECK-LABEL: func.func @unit_dims_between
// CHECK: layout.pad {{.*}} : tensor<2x5x1x1x2xf32> to tensor<2x5x1x1x3xf32>
// CHECK-NEXT: layout.layout_transform {{.*}} to tensor<2x15x1x1xf32>
// CHECK-NEXT: layout.crop {{.*}} to tensor<2x12x1x1xf32>
func.func @unit_dims_between(%x: tensor<2x1x1x5x2xf32>) -> (tensor<2x3x1x1x4xf32>, tensor<2x1x1x5x2xf32>) {
  %e0 = tensor.empty() : tensor<2x1x1x5x2xf32>
  %0 = linalg.exp ins(%x : tensor<2x1x1x5x2xf32>) outs(%e0 : tensor<2x1x1x5x2xf32>) -> tensor<2x1x1x5x2xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, i, j) -> (n, j * 5 + i, h, w)> : tensor<2x1x1x5x2xf32> to tensor<2x10x1x1xf32>
  %2 = layout.pad %1 low [0, 0, 0, 0] high [0, 2, 0, 0] value(0.0 : f32) : tensor<2x10x1x1xf32> to tensor<2x12x1x1xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x12x1x1xf32> to tensor<2x3x1x1x4xf32>
  %e = tensor.empty() : tensor<2x3x1x1x4xf32>
  %y = linalg.exp ins(%3 : tensor<2x3x1x1x4xf32>) outs(%e : tensor<2x3x1x1x4xf32>) -> tensor<2x3x1x1x4xf32>
  return %y, %0 : tensor<2x3x1x1x4xf32>, tensor<2x1x1x5x2xf32>
}
