// Weights that are arguments are folded away in graphs as constants are. One
// that is rewritten at run time stays in a picture that cannot be opened, so
// that its bytes are seen.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nchw report=plain.dot" -o /dev/null
// RUN: FileCheck %s --implicit-check-not="argument 1 of @nets" --implicit-check-not="argument 2 of @nets" < plain.dot
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=moved.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=MOVED --implicit-check-not="argument 2 of @nets" < moved.dot

// CHECK: label="argument 0 of @nets\n
// CHECK: label="conv_2d_nchw_fchw\n
// An image that a matmul reads by batches is data.
// CHECK: label="argument 0 of @batches\n
// CHECK: label="argument 1 of @batches\n

// The filter that is the same in each call is prepared apart from the program.
// MOVED-DAG: [[W:g0n[0-9]+]] [label="argument 1 of @nets\n64x64x1x1xf32
// MOVED-DAG: [[W]] -> {{g0n[0-9]+}} [color=red{{.*}}label="32,768 bytes
func.func @nets(%x: tensor<1x64x8x8xf32>, %w: tensor<64x64x1x1xf32>, %v: tensor<64x64x1x1xf32> {layout.constant}) -> tensor<1x64x8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x64x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x64x8x8xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x64x8x8xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
  return %1 : tensor<1x64x8x8xf32>
}

func.func @batches(%a: tensor<4x8x16xf32>, %b: tensor<4x16x8xf32>) -> tensor<4x8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x8x8xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%zero : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  return %0 : tensor<4x8x8xf32>
}
