module {
  func.func @layouts0(%arg0: tensor<1x1x9x9x16xf64>, %arg1: tensor<2x1x3x3x16x16xf64>) -> tensor<1x2x4x4x16xf64> {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = tensor.empty() : tensor<1x2x4x4x16xf64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<1x2x4x4x16xf64>) -> tensor<1x2x4x4x16xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d5, d2 * 2 + d7, d3 * 2 + d8, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d1, d5, d7, d8, d6, d4)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%arg0, %arg1 : tensor<1x1x9x9x16xf64>, tensor<2x1x3x3x16x16xf64>) outs(%1 : tensor<1x2x4x4x16xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %3 = arith.mulf %in, %in_0 : f64
      %4 = arith.addf %out, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<1x2x4x4x16xf64>
    return %2 : tensor<1x2x4x4x16xf64>
  }
  func.func @layouts1(%arg0: tensor<1x9x9x16xf64>, %arg1: tensor<3x3x16x32xf64>) -> tensor<1x32x4x4xf64> {
    %0 = tensor.empty() : tensor<1x32x4x4xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<1x32x4x4xf64>) -> tensor<1x32x4x4xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 * 2 + d5, d3 * 2 + d6, d4)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d4, d1)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%arg0, %arg1 : tensor<1x9x9x16xf64>, tensor<3x3x16x32xf64>) outs(%1 : tensor<1x32x4x4xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %3 = arith.mulf %in, %in_0 : f64
      %4 = arith.addf %out, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<1x32x4x4xf64>
    return %2 : tensor<1x32x4x4xf64>
  }
}