// A plan that is planned again is not cheaper: ops that no other op reads any more, such as borders whose convolution reads an
// aligned one, want no layouts.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/calls.mlir --layout-pipeline=target=hexagon-f16 -o %t/calls.1.mlir
// RUN: layout-opt %t/calls.1.mlir --layout-pipeline=target=hexagon-f16 -o %t/calls.2.mlir
// RUN: layout-opt %t/calls.1.mlir --layout-count | FileCheck %s --check-prefix=CALLS
// RUN: layout-opt %t/calls.2.mlir --layout-count | FileCheck %s --check-prefix=CALLS
// RUN: layout-opt %t/steps.mlir --layout-pipeline=target=hexagon-f16 -o %t/steps.1.mlir
// RUN: layout-opt %t/steps.1.mlir --layout-pipeline=target=hexagon-f16 -o %t/steps.2.mlir
// RUN: layout-opt %t/steps.1.mlir --layout-count | FileCheck %s --check-prefix=STEPS
// RUN: layout-opt %t/steps.2.mlir --layout-count | FileCheck %s --check-prefix=STEPS
// RUN: layout-check -O0 %t/steps.mlir %t/steps.1.mlir
// CALLS: {"rewrites":3,"bytes":36864,
// STEPS: {"rewrites":3,"bytes":110592,

//--- calls.mlir
func.func private @block(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %t = linalg.tanh ins(%a : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %t, %x : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}
func.func @main(%x: tensor<1x16x8x8xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %w = arith.constant dense<0.25> : tensor<16x16x3x3xf32>
  %a:2 = func.call @block(%x, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  %b:2 = func.call @block(%a#0, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  %c:2 = func.call @block(%b#0, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  return %c#0, %b#1, %x : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}

//--- steps.mlir
func.func @main(%x: tensor<4x16x8x8xf32>) -> (tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %v = arith.constant dense<0.25> : tensor<16x16x3x3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %all = tensor.empty() : tensor<4x16x8x8xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %all, %h = %f) -> (tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : tensor<4x16x8x8xf32> to tensor<1x16x8x8xf32>
    %px = tensor.pad %xi low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
    %a = linalg.conv_2d_nchw_fchw ins(%px, %v : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %ph = tensor.pad %h low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
    %b = linalg.conv_2d_nchw_fchw ins(%ph, %v : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %s = linalg.add ins(%a, %b : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %t = linalg.tanh ins(%s : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %on = tensor.insert_slice %t into %o[%i, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : tensor<1x16x8x8xf32> into tensor<4x16x8x8xf32>
    scf.yield %on, %t : tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>
  }
  return %r#0, %r#1 : tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>
}
