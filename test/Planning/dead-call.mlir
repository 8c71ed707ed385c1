// An argument and a result without users get their planned types as well.
// RUN: layout-opt %s --layout-freeze="target=nchw16c indivisible=pad" --layout-flow -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.materialized.mlir
// RUN: layout-check %s %t.materialized.mlir

// CHECK: func.func private @block(%{{.*}}: tensor<1x5x7x5xf32>, %{{.*}}: tensor<3x3x16x16xf32>)
// CHECK-NOT: unrealized_conversion_cast
// CHECK: call @block(%{{.*}}) : (tensor<1x5x7x5xf32>, tensor<3x3x16x16xf32>)
func.func private @block(%arg0: tensor<1x5x7x5xf32>, %arg1: tensor<5x5x3x3xf32>) -> tensor<1x5x7x5xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index):
    tensor.yield %cst : f32
  } : tensor<1x5x7x5xf32> to tensor<1x5x9x7xf32>
  %0 = tensor.empty() : tensor<1x5x7x5xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x5x7x5xf32>) -> tensor<1x5x7x5xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%padded, %arg1 : tensor<1x5x9x7xf32>, tensor<5x5x3x3xf32>) outs(%1 : tensor<1x5x7x5xf32>) -> tensor<1x5x7x5xf32>
  %3 = linalg.add ins(%1, %arg0 : tensor<1x5x7x5xf32>, tensor<1x5x7x5xf32>) outs(%0 : tensor<1x5x7x5xf32>) -> tensor<1x5x7x5xf32>
  return %3 : tensor<1x5x7x5xf32>
}
func.func @main(%arg0: tensor<1x5x7x5xf32>) -> tensor<1x5x7x5xf32> {
  %cst = arith.constant dense<2.500000e-01> : tensor<5x5x3x3xf32>
  %cst_0 = arith.constant dense<1.250000e-01> : tensor<5x5x3x3xf32>
  %0 = call @block(%arg0, %cst) : (tensor<1x5x7x5xf32>, tensor<5x5x3x3xf32>) -> tensor<1x5x7x5xf32>
  %1 = tensor.empty() : tensor<1x5x7x5xf32>
  %2 = linalg.exp ins(%0 : tensor<1x5x7x5xf32>) outs(%1 : tensor<1x5x7x5xf32>) -> tensor<1x5x7x5xf32>
  %3 = call @block(%2, %cst_0) : (tensor<1x5x7x5xf32>, tensor<5x5x3x3xf32>) -> tensor<1x5x7x5xf32>
  return %3 : tensor<1x5x7x5xf32>
}
