// Programs with ops that are marked as rewrites are compared, run and bufferized,
// also by upstream's passes.
// RUN: layout-check %s %s | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %s --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: layout-check %s %t.mlir --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-run %s --runs=1 --output=%t.npy | FileCheck %s --check-prefix=RAN
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-opt %s -one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=UPSTREAM
// RAN: rewrites left: 1
// EQUAL: {{^}}equal
// CHECK-NOT: layout.rewrite
// UPSTREAM: linalg.generic {{.*}} attrs = {layout.rewrite}

#rows = affine_map<(i, j) -> (i, j)>
#blocks = affine_map<(i, j) -> (j, i floordiv 4, i mod 4)>
func.func private @matmul(%x: tensor<8x16xf32>, %w: tensor<16x12xf32>) -> tensor<8x12xf32> attributes {layout.frozen} {
  %zero = arith.constant dense<0.0> : tensor<8x12xf32>
  %e = tensor.empty() : tensor<12x4x4xf32>
  %blocked = linalg.generic {indexing_maps = [#rows, #blocks], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<16x12xf32>) outs(%e : tensor<12x4x4xf32>) attrs = {layout.rewrite} {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<12x4x4xf32>
  %split = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 4, 4] : tensor<8x16xf32> into tensor<8x4x4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (j, k, l)>, affine_map<(i, j, k, l) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%split, %blocked : tensor<8x4x4xf32>, tensor<12x4x4xf32>) outs(%zero : tensor<8x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x12xf32>) -> tensor<8x12xf32> {
  %0 = call @matmul(%x, %w) : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
