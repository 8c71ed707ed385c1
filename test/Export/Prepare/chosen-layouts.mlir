// An op whose layouts the plan chooses stays in the function, also if constant
// arguments alone determine its result: rewrites of the result are counted.
//
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=priced constant-args=0-1 report=%t.json" -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: layout-check %s %t.mlir --entry=convolution
// RUN: layout-check %s %t.mlir --entry=reordered
// RUN: layout-opt %s --layout-pipeline="target=x86-avx2 indivisible=priced constant-args=0-1" -o %t.avx2.mlir 2>&1 | count 0
// RUN: layout-check %s %t.avx2.mlir --entry=convolution
// RUN: layout-check %s %t.avx2.mlir --entry=reordered

// REPORT: "rewrites":

// CHECK-LABEL: func.func @convolution(
// CHECK: linalg.conv_2d
// CHECK: linalg.transpose
func.func @convolution(%x: tensor<1x19x5x5xf32>, %w: tensor<19x19x1x1xf32>) -> tensor<1x5x5x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x19x5x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x19x5x5xf32>) -> tensor<1x19x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x19x5x5xf32>, tensor<19x19x1x1xf32>) outs(%zeros : tensor<1x19x5x5xf32>) -> tensor<1x19x5x5xf32>
  %t = tensor.empty() : tensor<1x5x5x19xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x19x5x5xf32>) outs(%t : tensor<1x5x5x19xf32>) permutation = [0, 2, 3, 1]
  return %1 : tensor<1x5x5x19xf32>
}

// The result has dims in another order than the target wants.
// CHECK-LABEL: func.func @reordered(
// CHECK: linalg.conv_2d
// CHECK: linalg.transpose
func.func @reordered(%x: tensor<2x18x15x11xf32>, %w: tensor<3x20x18x3xf32>) -> tensor<7x2x20x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x2x20x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<7x2x20x5xf32>) -> tensor<7x2x20x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c, p, q) -> (n, c, h * 2 + p * 3, w + q * 2)>,
                                        affine_map<(n, f, h, w, c, p, q) -> (q, f, c, p)>,
                                        affine_map<(n, f, h, w, c, p, q) -> (w, n, f, h)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x18x15x11xf32>, tensor<3x20x18x3xf32>) outs(%zeros : tensor<7x2x20x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<7x2x20x5xf32>
  return %0 : tensor<7x2x20x5xf32>
}
