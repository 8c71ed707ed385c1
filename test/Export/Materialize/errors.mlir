// The precondition of the pass is verified before anything is rewritten.
// RUN: layout-opt %s --layout-materialize --split-input-file --verify-diagnostics

func.func @entries(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{'linalg.matmul' op requires its layouts to be chosen before it is materialized, found 2 to choose from}}
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_], cost = 0>]}
      ins(%arg0, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%arg0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @preference(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{'linalg.matmul' op requires its layouts to be chosen before it is materialized, found 1 to choose from}}
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0>]}
      ins(%arg0, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%arg0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// expected-note @+1 {{marked here}}
func.func @frozen(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> attributes {layout.frozen} {
  // expected-error @+1 {{'layout.layout_transform' op requires to be outside of frozen functions and skipped ops, found it inside one}}
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @left(%arg0: tensor<2x3xf32>) -> tensor<3x3xf32> {
  // expected-note @+1 {{marked here}}
  %0 = scf.execute_region -> tensor<3x3xf32> {
    // expected-error @+1 {{'layout.pad' op requires to be outside of frozen functions and skipped ops, found it inside one}}
    %1 = layout.pad %arg0 low [0, 0] high [1, 0] value(0.0 : f32) : tensor<2x3xf32> to tensor<3x3xf32>
    scf.yield %1 : tensor<3x3xf32>
  } {layout.skip}
  return %0 : tensor<3x3xf32>
}

// -----

func.func @adapt(%x: tensor<1x8x4x4xf32>) -> tensor<1x4x4x8xf32> {
  // expected-error @+1 {{'layout.adapt' op requires 'layout-legalize', which knows the names of dims, in front}}
  %0 = layout.adapt %x from "NCHW" as "NHWC" : tensor<1x8x4x4xf32> to tensor<1x4x4x8xf32>
  return %0 : tensor<1x4x4x8xf32>
}
