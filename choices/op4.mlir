module {
  func.func @layouts0(%arg0: tensor<4x5xi8>, %arg1: tensor<5x6xi8>, %arg2: i32, %arg3: i32) -> tensor<4x6xi32> {
    %0 = tensor.empty() : tensor<4x6xi32>
    %c0_i32 = arith.constant 0 : i32
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<4x6xi32>) -> tensor<4x6xi32>
    %2 = linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x5xi8>, tensor<5x6xi8>, i32, i32) outs(%1 : tensor<4x6xi32>) -> tensor<4x6xi32>
    return %2 : tensor<4x6xi32>
  }
  func.func @layouts1(%arg0: tensor<4x5xi8>, %arg1: tensor<6x5xi8>, %arg2: i32, %arg3: i32) -> tensor<4x6xi32> {
    %0 = tensor.empty() : tensor<4x6xi32>
    %c0_i32 = arith.constant 0 : i32
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<4x6xi32>) -> tensor<4x6xi32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x5xi8>, tensor<6x5xi8>, i32, i32) outs(%1 : tensor<4x6xi32>) {
    ^bb0(%in: i8, %in_0: i8, %in_1: i32, %in_2: i32, %out: i32):
      %3 = arith.extsi %in : i8 to i32
      %4 = arith.subi %3, %in_1 : i32
      %5 = arith.extsi %in_0 : i8 to i32
      %6 = arith.subi %5, %in_2 : i32
      %7 = arith.muli %4, %6 : i32
      %8 = arith.addi %out, %7 : i32
      linalg.yield %8 : i32
    } -> tensor<4x6xi32>
    return %2 : tensor<4x6xi32>
  }
}