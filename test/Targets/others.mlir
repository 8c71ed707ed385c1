// Convolutions and matmuls for which a target states nothing have the layouts of
// their neighbours, unless it keeps them.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-randomize-splats -o %t/random.mlir
// RUN: layout-opt %t/between.mlir --layout-randomize-splats -o %t/between-random.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/conv.mlir report=%t/free.txt" -o %t/free.mlir
// RUN: FileCheck %s < %t/free.mlir
// RUN: FileCheck %s --check-prefix=FREE < %t/free.txt
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/conv.mlir" -o %t/random-free.mlir
// RUN: layout-check %t/random.mlir %t/random-free.mlir
// RUN: layout-opt %t/free.mlir --layout-verify=target=%t/conv.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/conv.mlir --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
//
// RUN: sed 's/"requires"/"others" = "keep", "requires"/' %t/conv.mlir > %t/keep.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/keep.mlir report=%t/keep.txt" -o %t/kept.mlir
// RUN: FileCheck %s --check-prefix=KEEP < %t/keep.txt
// RUN: layout-opt %t/random.mlir --layout-pipeline="target=%t/keep.mlir" -o %t/random-kept.mlir
// RUN: layout-check %t/random.mlir %t/random-kept.mlir
//
// With blocks around it, a convolution is computed in blocks of all its channels.
// RUN: layout-opt %t/between.mlir --layout-pipeline="target=%t/depthwise.mlir" -o %t/between-free.mlir
// RUN: FileCheck %s --check-prefix=BETWEEN < %t/between-free.mlir
// RUN: layout-opt %t/between-random.mlir --layout-pipeline="target=%t/depthwise.mlir" -o %t/between-random-free.mlir
// RUN: layout-check %t/between-random.mlir %t/between-random-free.mlir --dims=9
//
// An op in blocks keeps them.
// RUN: layout-opt %t/blocked.mlir --layout-pipeline="target=%t/conv.mlir" | FileCheck %s --check-prefix=BLOCKED
//
// RUN: sed 's/"requires"/"others" = "pin", "requires"/' %t/conv.mlir > %t/wrong.mlir
// RUN: not layout-opt %t/program.mlir --layout-pipeline="target=%t/wrong.mlir" 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: DSP.layout.others: requires keep or agree, found 'pin'

// What the caller passes and gets is rewritten, and nothing in between.
// CHECK-COUNT-1: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// FREE: 2 of 2 conv2d: NHWC, HWIO -> NHWC
// FREE-NEXT: 1 of 1 depthwise_conv2d: as its neighbours
// REMARK: has the layouts of its neighbours: the target states none for it
// KEEP: 2 of 2 conv2d: NHWC, HWIO -> NHWC
// KEEP-NEXT: 1 of 1 depthwise_conv2d: as it came
// KEEP-NEXT: because there is no preference for it
// BETWEEN: arith.constant dense<2.500000e-01> : tensor<3x2x3x3x4x4xf32>
// BETWEEN-COUNT-2: linalg.transpose
// BETWEEN-NOT: linalg.transpose
// BLOCKED: linalg.mmt4d

//--- conv.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC">]>>>} {}

//--- depthwise.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "requires" = [#dlti.map<"kind" = "depthwise_conv2d", "data" = "NCHW4c">]>>>} {}

//--- program.mlir
func.func @main(%x: tensor<1x6x7x9xf32>) -> tensor<1x5x5x7xf32> {
  %w = arith.constant dense<0.25> : tensor<6x6x1x1xf32>
  %d = arith.constant dense<0.5> : tensor<6x3x3xf32>
  %v = arith.constant dense<0.125> : tensor<5x6x1x1xf32>
  %0 = arith.constant dense<0.0> : tensor<1x6x7x9xf32>
  %1 = arith.constant dense<0.0> : tensor<1x6x5x7xf32>
  %2 = arith.constant dense<0.0> : tensor<1x5x5x7xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x6x7x9xf32>, tensor<6x6x1x1xf32>) outs(%0 : tensor<1x6x7x9xf32>) -> tensor<1x6x7x9xf32>
  %b = linalg.depthwise_conv_2d_nchw_chw ins(%a, %d : tensor<1x6x7x9xf32>, tensor<6x3x3xf32>) outs(%1 : tensor<1x6x5x7xf32>) -> tensor<1x6x5x7xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%b, %v : tensor<1x6x5x7xf32>, tensor<5x6x1x1xf32>) outs(%2 : tensor<1x5x5x7xf32>) -> tensor<1x5x5x7xf32>
  return %c : tensor<1x5x5x7xf32>
}

//--- between.mlir
func.func @main(%x: tensor<1x8x?x9xf32>) -> tensor<1x12x?x3xf32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %d = arith.constant dense<0.5> : tensor<8x3x3xf32>
  %w = arith.constant dense<0.25> : tensor<12x8x3x3xf32>
  %v = arith.constant dense<0.125> : tensor<12x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c2 : tensor<1x8x?x9xf32>
  %h2 = arith.subi %h, %c2 : index
  %h4 = arith.subi %h, %c4 : index
  %h6 = arith.subi %h, %c6 : index
  %e0 = tensor.empty(%h2) : tensor<1x8x?x7xf32>
  %e1 = tensor.empty(%h4) : tensor<1x12x?x5xf32>
  %e2 = tensor.empty(%h6) : tensor<1x12x?x3xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x8x?x7xf32>) -> tensor<1x8x?x7xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x12x?x5xf32>) -> tensor<1x12x?x5xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x12x?x3xf32>) -> tensor<1x12x?x3xf32>
  %a = linalg.depthwise_conv_2d_nchw_chw ins(%x, %d : tensor<1x8x?x9xf32>, tensor<8x3x3xf32>) outs(%0 : tensor<1x8x?x7xf32>) -> tensor<1x8x?x7xf32>
  %b = linalg.conv_2d_nchw_fchw ins(%a, %w : tensor<1x8x?x7xf32>, tensor<12x8x3x3xf32>) outs(%1 : tensor<1x12x?x5xf32>) -> tensor<1x12x?x5xf32>
  %c = linalg.depthwise_conv_2d_nchw_chw ins(%b, %v : tensor<1x12x?x5xf32>, tensor<12x3x3xf32>) outs(%2 : tensor<1x12x?x3xf32>) -> tensor<1x12x?x3xf32>
  return %c : tensor<1x12x?x3xf32>
}

//--- blocked.mlir
func.func @main(%x: tensor<2x3x4x5xf32>, %w: tensor<6x3x7x5xf32>, %o: tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32> {
  %0 = linalg.mmt4d ins(%x, %w : tensor<2x3x4x5xf32>, tensor<6x3x7x5xf32>) outs(%o : tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32>
  return %0 : tensor<2x6x4x7xf32>
}
