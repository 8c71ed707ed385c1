// An op that nothing reads wants no layout of its operands: it is erased.
// RUN: layout-opt %s --layout-flow --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-materialize --split-input-file -o %t.mlir
// RUN: layout-check --split-input-file %s %t.mlir

// CHECK-LABEL: func.func @unread_convolution
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<1x4x5x8xf32>
// CHECK-NEXT: %[[EXP:.*]] = linalg.exp ins(%arg0 : tensor<1x4x5x8xf32>) outs(%[[EMPTY]]
// CHECK-NEXT: return %[[EXP]]
func.func @unread_convolution(%x: tensor<1x4x5x8xf32>, %w: tensor<3x8x1x1xf32>) -> tensor<1x4x5x8xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x4x5x8xf32> to tensor<1x8x4x5xf32>
  %1 = tensor.empty() : tensor<1x8x4x5xf32>
  %2 = linalg.exp ins(%0 : tensor<1x8x4x5xf32>) outs(%1 : tensor<1x8x4x5xf32>) -> tensor<1x8x4x5xf32>
  %3 = tensor.empty() : tensor<1x3x4x5xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x8x4x5xf32>, tensor<3x8x1x1xf32>) outs(%3 : tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32>
  %5 = linalg.exp ins(%4 : tensor<1x3x4x5xf32>) outs(%3 : tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32>
  %6 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x8x4x5xf32> to tensor<1x4x5x8xf32>
  return %6 : tensor<1x4x5x8xf32>
}

// -----

// One that is frozen stays as it is, as what it reads.

// CHECK-LABEL: func.func @unread_frozen
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}layout.frozen
func.func @unread_frozen(%x: tensor<1x4x5x8xf32>, %w: tensor<3x8x1x1xf32>) -> tensor<1x4x5x8xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x4x5x8xf32> to tensor<1x8x4x5xf32>
  %1 = tensor.empty() : tensor<1x3x4x5xf32>
  %2 = linalg.conv_2d_nchw_fchw {layout.frozen} ins(%0, %w : tensor<1x8x4x5xf32>, tensor<3x8x1x1xf32>) outs(%1 : tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32>
  return %x : tensor<1x4x5x8xf32>
}
