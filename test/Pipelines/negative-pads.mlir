// A pad of a width below 0 cuts a border off: it is a slice and a pad. Upstream cannot
// bufferize it, so what runs is compared with a program of slices.
// Covers: R1
// RUN: split-file %s %t
// RUN: layout-opt %t/border.mlir --layout-clean-up | FileCheck %t/border.mlir
// RUN: layout-opt %t/border.mlir --layout-pipeline="target=nchw16c indivisible=pad" -o %t/planned.mlir
// RUN: layout-check %t/slices.mlir %t/planned.mlir
// RUN: layout-opt %t/border.mlir --layout-pipeline=target=tiles32 -o %t/planned.mlir
// RUN: layout-check %t/slices.mlir %t/planned.mlir
// RUN: layout-opt %t/stay.mlir --layout-clean-up | FileCheck %t/stay.mlir
// RUN: layout-opt %t/stay.mlir --layout-pipeline=target=tiles32 | FileCheck %t/stay.mlir

//--- border.mlir
// CHECK-LABEL: func.func @border(
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 1, 2] [1, 24, 7, 4] [1, 1, 1, 1]
// CHECK: tensor.pad %{{.*}} low[0, 0, 0, 0] high[0, 0, 2, 0]
func.func @border(%x: tensor<1x16x8x9xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<1x24x9x4xf32> {
  %zero = arith.constant 0.5 : f32
  %init = arith.constant dense<0.0> : tensor<1x24x8x9xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x9xf32>, tensor<24x16x1x1xf32>) outs(%init : tensor<1x24x8x9xf32>) -> tensor<1x24x8x9xf32>
  %1 = tensor.pad %0 low[0, 0, -1, -2] high[0, 0, 2, -3] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x24x8x9xf32> to tensor<1x24x9x4xf32>
  return %1 : tensor<1x24x9x4xf32>
}

//--- slices.mlir
func.func @border(%x: tensor<1x16x8x9xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<1x24x9x4xf32> {
  %zero = arith.constant 0.5 : f32
  %init = arith.constant dense<0.0> : tensor<1x24x8x9xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x9xf32>, tensor<24x16x1x1xf32>) outs(%init : tensor<1x24x8x9xf32>) -> tensor<1x24x8x9xf32>
  %1 = tensor.extract_slice %0[0, 0, 1, 2] [1, 24, 7, 4] [1, 1, 1, 1] : tensor<1x24x8x9xf32> to tensor<1x24x7x4xf32>
  %2 = tensor.pad %1 low[0, 0, 0, 0] high[0, 0, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x24x7x4xf32> to tensor<1x24x9x4xf32>
  return %2 : tensor<1x24x9x4xf32>
}

//--- stay.mlir
// Nothing but padding may be left, and sizes may be unknown: such a pad stays, and
// keeps its operand as it is.
// CHECK-LABEL: func.func @stay(
// CHECK: tensor.pad %{{.*}} low[-9, 0] high[4, 0]
// CHECK: tensor.pad %{{.*}} low[-1, 0] high[0, 0]
func.func @stay(%x: tensor<8x9xf32>, %y: tensor<?x9xf32>) -> (tensor<3x9xf32>, tensor<?x9xf32>) {
  %zero = arith.constant 0.5 : f32
  %0 = tensor.pad %x low[-9, 0] high[4, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x9xf32> to tensor<3x9xf32>
  %1 = tensor.pad %y low[-1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x9xf32> to tensor<?x9xf32>
  return %0, %1 : tensor<3x9xf32>, tensor<?x9xf32>
}
