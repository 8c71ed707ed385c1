// An op of a user's dialect that computes on padding lies between two blocked
// convolutions without a rewrite. It cannot select what its padding holds, so
// that is overwritten.
// Covers: R13, R49
// RUN: example-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: example-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// COUNT: {"rewrites":2,"bytes":15360,"moves":{"n":1,"bytes":1024},

// CHECK-LABEL: func.func @main(
// CHECK: example.swish %{{.*}} : tensor<1x2x8x8x8xf32>
// CHECK: tensor.insert_slice {{.*}}[0, 1, 0, 0, 6] [1, 1, 8, 8, 2]
// CHECK: return
func.func @main(%x: tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32> {
  %w = arith.constant dense<0.5> : tensor<14x14x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x14x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  %1 = example.swish %0 : tensor<1x14x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x14x8x8xf32>, tensor<14x14x1x1xf32>) outs(%z : tensor<1x14x8x8xf32>) -> tensor<1x14x8x8xf32>
  return %2 : tensor<1x14x8x8xf32>
}
