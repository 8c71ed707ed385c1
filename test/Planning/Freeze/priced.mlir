// With `indivisible=priced` an op whose channels a block does not divide has the
// block left out and padded as options, for each channel on its own. What is
// left out costs the `plain_price` of the target; what is padded states how many
// bytes of padding it reads and writes, the result twice.
//
// Covers: R10
//
// RUN: split-file %s %t
// RUN: layout-opt %t/ops.mlir --layout-freeze="target=nchw16c-mm16 indivisible=priced" | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-freeze="target=%t/prices.mlir indivisible=priced" | FileCheck %t/ops.mlir --check-prefix=PRICES
// RUN: layout-opt %t/ops.mlir --layout-freeze="target=%t/required.mlir indivisible=priced" | FileCheck %t/ops.mlir --check-prefix=REQUIRED
// RUN: layout-opt %t/ops.mlir --layout-freeze="target=nchw16c indivisible=priced" --remarks-filter-missed=layout-freeze --remark-format=emitRemark -o %t/out.mlir 2>&1 | FileCheck %t/ops.mlir --check-prefix=REMARK

//--- prices.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<"prefers" = [
    #dlti.map<"kind" = "conv", "data" = "NC*16c", "price" = 0.5 : f64,
              "plain_price" = #dlti.map<"data" = 0.25 : f64, "result" = 1.0 : f64>>,
    #dlti.map<"kind" = "matmul", "data" = "MK16m16k", "kernel" = "NK16n16k", "result" = "MN16m16n",
              "plain_price" = #dlti.map<"data" = 0.25 : f64, "result" = 1.0 : f64>>]>>>} {}

//--- required.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<"requires" = [#dlti.map<"kind" = "conv", "data" = "NC*16c">]>>>} {}

//--- ops.mlir

// The result has 24 * 64 * 4 = 6144 bytes. Neither channel is a multiple of 16,
// so there are four options: nothing padded, the channels of the result, those
// of the image, both.
// CHECK-LABEL: func.func @both(
//       CHECK: linalg.conv_2d_nchw_fchw {layout.decision = 0 : i64, layout.op_layout = [
//  CHECK-SAME: #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
//  CHECK-SAME: #layout.op_layout<operands = [_, {{.*}} pad [8, 0, 0, 0], {{.*}} pad [0, 8, 0, 0]], results = [{{.*}} pad [0, 8, 0, 0]], cost = 0, padding = 4192>,
//  CHECK-SAME: #layout.op_layout<operands = [{{.*}} pad [0, 13, 0, 0], {{.*}} pad [0, 13, 0, 0], _], results = [_], cost = 0, padding = 4576>,
//  CHECK-SAME: #layout.op_layout<operands = [{{.*}} pad [0, 13, 0, 0], {{.*}} pad [8, 13, 0, 0], {{.*}} pad [0, 8, 0, 0]], results = [{{.*}} pad [0, 8, 0, 0]], cost = 0, padding = 9184>]}
// PRICES-LABEL: func.func @both(
//      PRICES: cost = 10752>
// PRICES-SAME: cost = 4608, padding = 4192>
// PRICES-SAME: cost = 9216, padding = 4576>
// PRICES-SAME: cost = 3072, padding = 9184>
// REQUIRED-LABEL: func.func @both(
//       REQUIRED: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x8x8x16xf32>, tensor<2x1x1x1x16x16xf32>) outs({{.*}} : tensor<1x2x8x8x16xf32>)
// REMARK: conv2d may become NCHW, OIHW -> NCHW: a block requires output channels in a multiple of 16, found 24; the plan leaves it out instead of adding 8
func.func @both(%x: tensor<1x3x8x8xf32>, %w: tensor<24x3x1x1xf32>, %o: tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<24x3x1x1xf32>) outs(%o : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
  return %0 : tensor<1x24x8x8xf32>
}

// There is nothing to choose where the block divides.
// CHECK-LABEL: func.func @divides(
//   CHECK-NOT: op_layout
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x1x8x8x16xf32>, tensor<2x1x1x1x16x16xf32>)
func.func @divides(%x: tensor<1x16x8x8xf32>, %w: tensor<32x16x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<32x16x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// A matmul is packed in all its dims or in none.
// CHECK-LABEL: func.func @matmul(
//       CHECK: linalg.matmul {layout.decision = {{[0-9]+}} : i64, layout.op_layout = [
//  CHECK-SAME: #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
//  CHECK-SAME: #layout.op_layout<operands = [{{.*}} pad [4, 8], {{.*}} pad [8, 11], {{.*}} pad [4, 11]], results = [{{.*}} pad [4, 11]], cost = 0, padding = 3072>]}
// PRICES-LABEL: func.func @matmul(
//      PRICES: cost = 300>
// PRICES-SAME: cost = 0, padding = 3072>
func.func @matmul(%a: tensor<12x8xf32>, %b: tensor<8x5xf32>, %o: tensor<12x5xf32>) -> tensor<12x5xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<12x8xf32>, tensor<8x5xf32>) outs(%o : tensor<12x5xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}
