// The calls of a function are those in its own module, also where a module
// around it has a function of the same name.

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=main

// The functions of the module @inner alone can be run.
// RUN: sed -e "1,/^module @inner/d" -e "/^} .. inner/,$d" -e "s/ {layout.tensor_layout = .NHWC.}//" %s > %t.inner.mlir
// RUN: sed -e "1,/^  module @inner/d" -e "/^  }$/,$d" %t.mlir > %t.inner.planned.mlir
// RUN: layout-check %t.inner.mlir %t.inner.planned.mlir --entry=main
// RUN: layout-check %t.inner.mlir %t.inner.planned.mlir --entry=border

// CHECK: module @inner
module @inner {
  // CHECK: func.func @layer.prepare(
  // CHECK: func.func @layer(%{{.*}}: tensor<?x3x5x2xf32>, %{{.*}}: tensor<1x1x3x1xf32> {layout.constant})
  func.func @layer(%x: tensor<?x3x5x2xf32>, %w: tensor<1x3x1x1xf32> {layout.constant}) -> tensor<?x1x5x2xf32> {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %n = tensor.dim %x, %c0 : tensor<?x3x5x2xf32>
    %e = tensor.empty(%n) : tensor<?x1x5x2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x1x5x2xf32>) -> tensor<?x1x5x2xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x3x5x2xf32>, tensor<1x3x1x1xf32>) outs(%f : tensor<?x1x5x2xf32>) -> tensor<?x1x5x2xf32>
    return %0 : tensor<?x1x5x2xf32>
  }
  // CHECK: func.func @main(
  // CHECK: %[[P:.*]] = call @layer.prepare(
  // CHECK: call @layer(%{{.*}}, %[[P]])
  func.func @main(%x: tensor<4x3x5x2xf32>, %w: tensor<1x3x1x1xf32>) -> tensor<?x1x5x2xf32> {
    %y = tensor.cast %x : tensor<4x3x5x2xf32> to tensor<?x3x5x2xf32>
    %0 = func.call @layer(%y, %w) : (tensor<?x3x5x2xf32>, tensor<1x3x1x1xf32>) -> tensor<?x1x5x2xf32>
    return %0 : tensor<?x1x5x2xf32>
  }
  // A type at the boundary of a function changes in these calls, too.
  // CHECK: func.func @physical(%{{.*}}: tensor<2x5x2x3xf32> {
  func.func @physical(%x: tensor<2x3x5x2xf32> {layout.tensor_layout = "NHWC"}, %w: tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32> {
    %zero = arith.constant dense<0.0> : tensor<2x1x5x2xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x5x2xf32>, tensor<1x3x1x1xf32>) outs(%zero : tensor<2x1x5x2xf32>) -> tensor<2x1x5x2xf32>
    return %0 : tensor<2x1x5x2xf32>
  }
  // CHECK: func.func @border(
  // CHECK: call @physical({{.*}}) : (tensor<2x5x2x3xf32>,
  func.func @border(%x: tensor<2x3x5x2xf32>, %w: tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32> {
    %0 = func.call @physical(%x, %w) : (tensor<2x3x5x2xf32>, tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32>
    return %0 : tensor<2x1x5x2xf32>
  }
} // inner

// CHECK: func.func @layer.prepare(
// CHECK: func.func @layer(%{{.*}}: tensor<1x2x3x3xf32>, %{{.*}}: tensor<1x1x2x7xf32> {layout.constant})
func.func @layer(%x: tensor<1x2x3x3xf32>, %w: tensor<7x2x1x1xf32> {layout.constant}) -> tensor<1x7x3x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x7x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x3x3xf32>, tensor<7x2x1x1xf32>) outs(%zero : tensor<1x7x3x3xf32>) -> tensor<1x7x3x3xf32>
  return %0 : tensor<1x7x3x3xf32>
}
// CHECK: func.func @main(
// CHECK: %[[P:.*]] = call @layer.prepare(
// CHECK: call @layer(%{{.*}}, %[[P]])
func.func @main(%x: tensor<1x2x3x3xf32>, %w: tensor<7x2x1x1xf32>) -> tensor<1x7x3x3xf32> {
  %0 = func.call @layer(%x, %w) : (tensor<1x2x3x3xf32>, tensor<7x2x1x1xf32>) -> tensor<1x7x3x3xf32>
  return %0 : tensor<1x7x3x3xf32>
}

// Here a function of the module around has the name of one that takes a
// physical type.
func.func @physical(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  return %x : tensor<3x2xf32>
}
// CHECK: func.func @other(
// CHECK: call @physical({{.*}}) : (tensor<3x2xf32>)
func.func @other(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = func.call @physical(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
