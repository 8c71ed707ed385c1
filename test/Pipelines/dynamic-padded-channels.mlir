// Channels that blocks do not divide are padded once and stay padded up to the
// last convolution, also if height and width are known only at run time, and if
// they are joined in between: what the first convolution leaves out keeps all
// of them.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-randomize-splats="seed=5" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw4c indivisible=pad" -o %t.pad.mlir
// RUN: layout-opt %t.pad.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s < %t.pad.mlir
// RUN: layout-check %t.mlir %t.pad.mlir --entry=image --dims=2,3,5
// RUN: layout-check %t.mlir %t.pad.mlir --entry=image --dims=1,1,1
// RUN: layout-check %t.mlir %t.pad.mlir --entry=joined --dims=2,3,5
// RUN: layout-check %t.mlir %t.pad.mlir --entry=joined --dims=1,4,1

// Two rewrites of each function, of its argument and its result.
// COUNT: {"rewrites":4,{{.*}}"moves":{"n":0,

// CHECK-LABEL: func.func @image(
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x2x?x?x4xf32>)
// CHECK: math.tanh
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @image(%x: tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<0.25> : tensor<6x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x6x1x1xf32>
  %n = tensor.dim %x, %c0 : tensor<?x4x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<?x4x?x?xf32>
  %e8 = tensor.empty(%n, %h, %iw) : tensor<?x6x?x?xf32>
  %z8 = linalg.fill ins(%f0 : f32) outs(%e8 : tensor<?x6x?x?xf32>) -> tensor<?x6x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x?x?xf32>, tensor<6x4x1x1xf32>) outs(%z8 : tensor<?x6x?x?xf32>) -> tensor<?x6x?x?xf32>
  %3 = linalg.tanh ins(%0 : tensor<?x6x?x?xf32>) outs(%e8 : tensor<?x6x?x?xf32>) -> tensor<?x6x?x?xf32>
  %e4 = tensor.empty(%n, %h, %iw) : tensor<?x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%3, %v : tensor<?x6x?x?xf32>, tensor<4x6x1x1xf32>) outs(%z4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  return %5 : tensor<?x4x?x?xf32>
}

// CHECK-LABEL: func.func @joined(
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x2x?x4xf32>)
// CHECK: math.tanh
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @joined(%x: tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<0.25> : tensor<6x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x6x1x1xf32>
  %n = tensor.dim %x, %c0 : tensor<?x4x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<?x4x?x?xf32>
  %hw = arith.muli %h, %iw : index
  %e8 = tensor.empty(%n, %h, %iw) : tensor<?x6x?x?xf32>
  %z8 = linalg.fill ins(%f0 : f32) outs(%e8 : tensor<?x6x?x?xf32>) -> tensor<?x6x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x?x?xf32>, tensor<6x4x1x1xf32>) outs(%z8 : tensor<?x6x?x?xf32>) -> tensor<?x6x?x?xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : tensor<?x6x?x?xf32> into tensor<?x6x?xf32>
  %e = tensor.empty(%n, %hw) : tensor<?x6x?xf32>
  %3 = linalg.tanh ins(%1 : tensor<?x6x?xf32>) outs(%e : tensor<?x6x?xf32>) -> tensor<?x6x?xf32>
  %4 = tensor.expand_shape %3 [[0], [1], [2, 3]] output_shape [%n, 6, %h, %iw] : tensor<?x6x?xf32> into tensor<?x6x?x?xf32>
  %e4 = tensor.empty(%n, %h, %iw) : tensor<?x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %v : tensor<?x6x?x?xf32>, tensor<4x6x1x1xf32>) outs(%z4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  return %5 : tensor<?x4x?x?xf32>
}
