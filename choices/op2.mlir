module {
  func.func @layouts0(%arg0: tensor<2x3x4x5xf64>, %arg1: tensor<3x2x5x6xf64>) -> tensor<2x3x4x6xf64> {
    %0 = tensor.empty() : tensor<2x3x4x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<2x3x4x6xf64>) -> tensor<2x3x4x6xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3x4x5xf64>, tensor<3x2x5x6xf64>) outs(%1 : tensor<2x3x4x6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %3 = arith.mulf %in, %in_0 : f64
      %4 = arith.addf %out, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<2x3x4x6xf64>
    return %2 : tensor<2x3x4x6xf64>
  }
  func.func @layouts1(%arg0: tensor<2x3x4x5xf64>, %arg1: tensor<3x2x6x5xf64>) -> tensor<2x3x4x6xf64> {
    %0 = tensor.empty() : tensor<2x3x4x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<2x3x4x6xf64>) -> tensor<2x3x4x6xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3x4x5xf64>, tensor<3x2x6x5xf64>) outs(%1 : tensor<2x3x4x6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %3 = arith.mulf %in, %in_0 : f64
      %4 = arith.addf %out, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<2x3x4x6xf64>
    return %2 : tensor<2x3x4x6xf64>
  }
}