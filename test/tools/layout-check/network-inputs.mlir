// A deep network with its weights as arguments. Random weights are scaled such
// that values neither overflow nor vanish, and variances are positive.
// RUN: layout-check %s %s | FileCheck %s
// UNSUPPORTED: kernels

// CHECK: result 0 : tensor<8x64xf32>: equal; worst difference 0, allowed {{[0-9.]+(e-0[45])?}}{{$}}
// CHECK: {{^equal$}}
func.func @f(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %bias: tensor<64xf32>,
             %variance: tensor<64xf32>) -> tensor<8x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %depth = arith.constant 60 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %depth step %c1 iter_args(%t = %x) -> (tensor<8x64xf32>) {
    %e = tensor.empty() : tensor<8x64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
    %m = linalg.matmul ins(%t, %w : tensor<8x64xf32>, tensor<64x64xf32>)
        outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
    scf.yield %m : tensor<8x64xf32>
  }
  %e = tensor.empty() : tensor<8x64xf32>
  %n = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                     affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%r, %bias, %variance : tensor<8x64xf32>, tensor<64xf32>, tensor<64xf32>)
    outs(%e : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %v: f32, %o: f32):
    %s = math.rsqrt %v : f32
    %q = arith.mulf %a, %s : f32
    %y = arith.addf %q, %b : f32
    linalg.yield %y : f32
  } -> tensor<8x64xf32>
  return %n : tensor<8x64xf32>
}
