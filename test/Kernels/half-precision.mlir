// RUN: layout-opt %s --split-input-file --layout-to-kernels="cpu=x86-64-v4" \
// RUN:   | FileCheck %s
// RUN: layout-check %s %s --split-input-file --code=kernels
// RUN: layout-check %s %s --split-input-file --code=kernels -O0

// Kernels compute half precision in f32. Nine elements fill no vector: LLVM has
// no arithmetic of bf16 on them.

// CHECK-LABEL: func.func private @kernel(
// CHECK: arith.bitcast %{{.*}} : vector<9xbf16> to vector<9xi16>
// CHECK: math.fma %{{.*}} : vector<9xf32>
// CHECK: arith.addf %{{.*}} : vector<9xf32>
// CHECK: arith.bitcast %{{.*}} : vector<9xi16> to vector<9xbf16>
#id = affine_map<(a, b, c) -> (a, b, c)>
func.func @bf16(%x: tensor<2x32x9xf32>, %y: tensor<2x32x9xbf16>)
    -> tensor<2x32x9xbf16> {
  %empty = tensor.empty() : tensor<2x32x9xbf16>
  %sum = linalg.generic {
      indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<2x32x9xf32>, tensor<2x32x9xbf16>)
      outs(%empty : tensor<2x32x9xbf16>) {
  ^bb0(%a: f32, %b: bf16, %out: bf16):
    %0 = arith.truncf %a : f32 to bf16
    %1 = math.exp %b : bf16
    %2 = arith.addf %0, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<2x32x9xbf16>
  return %sum : tensor<2x32x9xbf16>
}

// -----

// CHECK-LABEL: func.func private @kernel(
// CHECK: arith.extf %{{.*}} : vector<9xf16> to vector<9xf32>
// CHECK: arith.mulf %{{.*}} : vector<9xf32>
#id = affine_map<(a, b) -> (a, b)>
func.func @f16(%x: tensor<7x9xf16>, %y: tensor<7x9xf16>) -> tensor<7x9xf16> {
  %empty = tensor.empty() : tensor<7x9xf16>
  %product = linalg.generic {
      indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<7x9xf16>, tensor<7x9xf16>)
      outs(%empty : tensor<7x9xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %0 = arith.mulf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<7x9xf16>
  return %product : tensor<7x9xf16>
}
