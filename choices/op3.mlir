module {
  func.func @layouts0(%arg0: tensor<4x5xf16>, %arg1: tensor<5x6xf16>) -> tensor<4x6xf64> {
    %0 = tensor.empty() : tensor<4x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<4x6xf64>) -> tensor<4x6xf64>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<4x5xf16>, tensor<5x6xf16>) outs(%1 : tensor<4x6xf64>) -> tensor<4x6xf64>
    return %2 : tensor<4x6xf64>
  }
  func.func @layouts1(%arg0: tensor<4x5xf16>, %arg1: tensor<6x5xf16>) -> tensor<4x6xf64> {
    %0 = tensor.empty() : tensor<4x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<4x6xf64>) -> tensor<4x6xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x5xf16>, tensor<6x5xf16>) outs(%1 : tensor<4x6xf64>) {
    ^bb0(%in: f16, %in_0: f16, %out: f64):
      %3 = arith.extf %in : f16 to f64
      %4 = arith.extf %in_0 : f16 to f64
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %out, %5 : f64
      linalg.yield %6 : f64
    } -> tensor<4x6xf64>
    return %2 : tensor<4x6xf64>
  }
}