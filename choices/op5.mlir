module {
  func.func @layouts0(%arg0: tensor<7x5xf64>, %arg1: tensor<5x6xf64>) -> tensor<7x6xf64> {
    %0 = tensor.empty() : tensor<7x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<7x6xf64>) -> tensor<7x6xf64>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<7x5xf64>, tensor<5x6xf64>) outs(%1 : tensor<7x6xf64>) -> tensor<7x6xf64>
    return %2 : tensor<7x6xf64>
  }
  func.func @layouts1(%arg0: tensor<7x1x8xf64>, %arg1: tensor<1x6x8xf64>) -> tensor<7x6xf64> {
    %0 = tensor.empty() : tensor<7x6xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<7x6xf64>) -> tensor<7x6xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%arg0, %arg1 : tensor<7x1x8xf64>, tensor<1x6x8xf64>) outs(%1 : tensor<7x6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %3 = arith.mulf %in, %in_0 : f64
      %4 = arith.addf %out, %3 : f64
      linalg.yield %4 : f64
    } -> tensor<7x6xf64>
    return %2 : tensor<7x6xf64>
  }
}