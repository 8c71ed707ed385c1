// What `indivisible=priced` chooses: an image of three channels is read as it
// comes, and 24 channels between convolutions are padded to 32, or left out of
// blocks, whichever costs less.
//
// Covers: R10, R35
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/net.mlir --layout-randomize-splats="seed=1" -o %t/random.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/target.mlir indivisible=priced problem=%t/p.problem.json plan=%t/p.plan.json report=%t/priced.txt" -o %t/priced.mlir
// RUN: layout-check-plan %t/p-main.problem.json %t/p-main.plan.json | FileCheck %t/net.mlir --check-prefix=PROOF
// RUN: FileCheck %t/net.mlir --check-prefix=REPORT < %t/priced.txt
// RUN: FileCheck %t/net.mlir --check-prefix=PRICED < %t/priced.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/target.mlir indivisible=priced report=%t/priced.json" -o /dev/null
// RUN: layout-check %t/random.mlir %t/priced.mlir
//
// Padding has one price, whether a convolution pads its blocks or the ops between
// convolutions compute on it.
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/target.mlir indivisible=priced padding-price=0 report=%t/0.json" -o %t/0.mlir
// RUN: %print-json %t/0.json plan.cost plan.prices | FileCheck %t/net.mlir --check-prefix=FREE-PADDING
// RUN: %print-json %t/priced.json plan.cost plan.prices | FileCheck %t/net.mlir --check-prefix=PADDING
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/target.mlir indivisible=priced padding-price=2 report=%t/2.json" -o %t/2.mlir
// RUN: %print-json %t/2.json plan.cost plan.prices | FileCheck %t/net.mlir --check-prefix=DEAR-PADDING
// RUN: FileCheck %t/net.mlir --check-prefix=LEFT-OUT < %t/2.mlir
// RUN: layout-check %t/random.mlir %t/0.mlir
// RUN: layout-check %t/random.mlir %t/2.mlir
//
// Without a price, leaving out is free.
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=nchw16c indivisible=priced report=%t/free.txt" -o %t/free.mlir
// RUN: FileCheck %t/net.mlir --check-prefix=FREE < %t/free.txt
// RUN: layout-check %t/random.mlir %t/free.mlir
//
// A smaller block that the target lists divides 24.
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/smaller.mlir indivisible=priced report=%t/smaller.txt" -o %t/smaller.mlir.out
// RUN: FileCheck %t/net.mlir --check-prefix=SMALLER < %t/smaller.txt
// RUN: layout-check %t/random.mlir %t/smaller.mlir.out

//--- target.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<"prefers" = [
    #dlti.map<"kind" = ["conv", "depthwise_conv"], "data" = "NC*16c",
              "plain_price" = #dlti.map<"data" = 0.25 : f64, "result" = 2.0 : f64>>]>>>} {}

//--- smaller.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<"prefers" = [
    #dlti.map<"kind" = ["conv", "depthwise_conv"], "data" = "NC*16c",
              "plain_price" = #dlti.map<"data" = 2.0 : f64, "result" = 2.0 : f64>>,
    #dlti.map<"kind" = "conv", "data" = "NC*16c", "result" = "NC*8c", "price" = 0.01 : f64,
              "plain_price" = #dlti.map<"data" = 2.0 : f64, "result" = 2.0 : f64>>,
    #dlti.map<"kind" = "depthwise_conv", "data" = "NC*8c", "price" = 0.01 : f64>,
    #dlti.map<"kind" = "conv", "data" = "NC*8c", "result" = "NC*16c", "price" = 0.01 : f64>]>>>} {}

//--- net.mlir

// PROOF: holds: cost

// REPORT: no data is rewritten at run time
// REPORT: 2 of 3 conv2d: NCHW16c, OIHW16i16o -> NCHW16c
// REPORT-NEXT: 1 because a block requires output channels in a multiple of 16, found 24, padded by 8; first at
// REPORT-NEXT: 1 because the plan costs less than with NCHW16c, OIHW16i -> NCHW; first at
// REPORT: 1 of 3 conv2d: NCHW, OIHW16o -> NCHW16c
// REPORT-NEXT: 1 because a block requires input channels in a multiple of 16, found 3; the plan leaves it out instead of adding 13; first at
// REPORT-NEXT: 1 of 1 depthwise_conv2d: NCHW16c, CHW16c -> NCHW16c

// PRICED: ins(%arg0, %{{.*}} : tensor<1x3x8x8xf32>, tensor<2x3x1x1x16xf32>)
// PRICED: ins(%{{.*}}, %{{.*}} : tensor<1x2x8x8x16xf32>, tensor<2x3x3x16xf32>) outs(%{{.*}} : tensor<1x2x6x6x16xf32>)

// The image that is read as it comes costs 2,048 bytes.
// FREE-PADDING: plan.cost = 2048
// FREE-PADDING-NEXT: plan.prices = 2048
// PADDING: plan.cost = 20384
// PADDING-NEXT: plan.prices = 20384
// DEAR-PADDING: plan.cost = 23264
// DEAR-PADDING-NEXT: plan.prices = 23264
// LEFT-OUT: linalg.depthwise_conv_2d_nchw_chw {{.*}} -> tensor<1x24x6x6xf32>

// FREE: no data is rewritten at run time
// FREE: 1 of 1 depthwise_conv2d: NCHW, CHW -> NCHW

// SMALLER: depthwise_conv2d: NCHW8c
func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %w0 = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %w1 = arith.constant dense<0.2> : tensor<24x32x1x1xf32>
  %d = arith.constant dense<0.3> : tensor<24x3x3xf32>
  %w2 = arith.constant dense<0.4> : tensor<32x24x1x1xf32>
  %e0 = tensor.empty() : tensor<1x32x8x8xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<1x3x8x8xf32>, tensor<32x3x1x1xf32>) outs(%f0 : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = linalg.exp ins(%0 : tensor<1x32x8x8xf32>) outs(%e0 : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %e1 = tensor.empty() : tensor<1x24x8x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w1 : tensor<1x32x8x8xf32>, tensor<24x32x1x1xf32>) outs(%f1 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
  %3 = linalg.tanh ins(%2 : tensor<1x24x8x8xf32>) outs(%e1 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
  %e2 = tensor.empty() : tensor<1x24x6x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  %4 = linalg.depthwise_conv_2d_nchw_chw ins(%3, %d : tensor<1x24x8x8xf32>, tensor<24x3x3xf32>) outs(%f2 : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  %5 = linalg.tanh ins(%4 : tensor<1x24x6x6xf32>) outs(%e2 : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  %e3 = tensor.empty() : tensor<1x32x6x6xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %6 = linalg.conv_2d_nchw_fchw ins(%5, %w2 : tensor<1x24x6x6xf32>, tensor<32x24x1x1xf32>) outs(%f3 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %e4 = tensor.empty() : tensor<1x32xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x32xf32>) -> tensor<1x32xf32>
  %sum = linalg.reduce ins(%6 : tensor<1x32x6x6xf32>) outs(%f4 : tensor<1x32xf32>) dimensions = [2, 3]
    (%a: f32, %b: f32) { %s = arith.addf %a, %b : f32
      linalg.yield %s : f32 }
  return %sum : tensor<1x32xf32>
}
