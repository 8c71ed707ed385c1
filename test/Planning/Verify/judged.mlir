// layout-verify reads an op as the kind that the pipeline writes it as, so that
// every spelling of a computation is verified alike.
// Covers: G11, G13, G15
// RUN: rm -rf %t && split-file %s %t
//
// A convolution with one group is a convolution, one whose groups have one
// channel is depthwise, and an einsum of pixels is a convolution by 1x1, whose
// kernel may come first.
// RUN: not layout-opt %t/group.mlir --layout-verify=target=%t/npu.mlir 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: error: 'linalg.conv_2d_ngchw_gfchw' op requires operand 0 in layout NHWC by target 'npu', found NCHW; operand 1 in layout HWIO by target 'npu', found OIHW; operand 2 in layout NHWC by target 'npu', found NCHW; result 0
// RUN: not layout-opt %t/channel.mlir --layout-verify=target=%t/npu.mlir 2>&1 | FileCheck %s --check-prefix=CHANNEL
// CHANNEL: error: 'linalg.conv_2d_ngchw_gfchw' op requires operand 0 in layout NHWC by target 'npu', found NCHW; operand 1 in layout HWC by target 'npu', found CHW;
// RUN: not layout-opt %t/einsum.mlir --layout-verify=target=%t/npu.mlir 2>&1 | FileCheck %s --check-prefix=EINSUM
// EINSUM: error: 'linalg.generic' op requires operand 0 in layout NHWC by target 'npu', found NCHW; operand 1 in layout IO by target 'npu', found OI; operand 2 in layout NHWC
// EINSUM: error: 'linalg.generic' op requires operand 0 in layout IO by target 'npu', found OI; operand 1 in layout NHWC by target 'npu', found NCHW;
//
// What only prefers the convolution requires nothing of the einsum; without
// either, it is a matmul.
// RUN: layout-opt %t/einsum.mlir --layout-verify=target=%t/prefers.mlir -o /dev/null 2>&1 | count 0
// RUN: not layout-opt %t/einsum.mlir --layout-verify=target=%t/matmul.mlir 2>&1 | FileCheck %s --check-prefix=MATMUL
// MATMUL: error: 'linalg.generic' op requires operand 0 in layout MK by target 'npu', found MK16m;
//
// Rows in several dims are rows.
// RUN: layout-opt %t/rows.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | count 0
//
// What is planned passes, in every form.
// RUN: layout-opt %t/group.mlir --layout-pipeline=target=%t/npu.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | count 0
// RUN: layout-opt %t/channel.mlir --layout-pipeline=target=%t/npu.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | count 0
// RUN: layout-opt %t/einsum.mlir --layout-pipeline=target=%t/npu.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | count 0
// RUN: layout-opt %t/einsum.mlir --layout-pipeline=target=%t/matmul.mlir --layout-verify=target=%t/matmul.mlir -o /dev/null 2>&1 | count 0
//
// An op that has the dims of the program is not in blocks. Whether its dims are
// permuted is not known, which is said.
// RUN: not layout-opt %t/softmax.mlir --layout-verify=target=%t/blocks.mlir 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: 'linalg.softmax' op requires operand 0 in layout Ab4a by target 'npu', found (d0, d1) -> (d0, d1); operand 1
// RUN: layout-opt %t/softmax.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD: softmax.mlir:2:8: warning: 3 layouts of operands and results are not verified, first of 'linalg.softmax': they are stated of the dims in the program, which only an op with 'layout.chosen' tells
// RUN: layout-opt %t/softmax.mlir --layout-verify=target=%t/operands.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPERAND
// OPERAND: softmax.mlir:2:8: warning: 1 layout of an operand or result is not verified, of 'linalg.softmax': it is stated

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "requires" = [
    #dlti.map<"kind" = "conv2d", "data" = "NHWC">,
    #dlti.map<"kind" = "depthwise_conv2d", "data" = "NHWC">,
    #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK">,
    #dlti.map<"kind" = "softmax", "operands" = "ba", "results" = "ba">]>>>} {}

//--- matmul.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "requires" = [
    #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK">]>>>} {}

//--- prefers.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu",
    "prefers" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC">],
    "requires" = [#dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK">]>>>} {}

//--- blocks.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "requires" = [
    #dlti.map<"kind" = "softmax", "operands" = "Ab4a", "results" = "Ab4a">]>>>} {}

//--- operands.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "requires" = [
    #dlti.map<"kind" = "softmax", "operands" = "ba", "results" = "_">]>>>} {}

//--- group.mlir
func.func @main(%x: tensor<1x1x8x4x4xf32>, %w: tensor<1x6x8x1x1xf32>, %z: tensor<1x1x6x4x4xf32>) -> tensor<1x1x6x4x4xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x1x8x4x4xf32>, tensor<1x6x8x1x1xf32>) outs(%z : tensor<1x1x6x4x4xf32>) -> tensor<1x1x6x4x4xf32>
  return %0 : tensor<1x1x6x4x4xf32>
}

//--- channel.mlir
func.func @main(%x: tensor<1x8x1x4x4xf32>, %w: tensor<8x1x1x3x3xf32>, %z: tensor<1x8x1x2x2xf32>) -> tensor<1x8x1x2x2xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x8x1x4x4xf32>, tensor<8x1x1x3x3xf32>) outs(%z : tensor<1x8x1x2x2xf32>) -> tensor<1x8x1x2x2xf32>
  return %0 : tensor<1x8x1x2x2xf32>
}

//--- einsum.mlir
func.func @main(%x: tensor<1x8x4x4xf32>, %w: tensor<6x8xf32>, %z: tensor<1x6x4x4xf32>) -> (tensor<1x6x4x4xf32>, tensor<1x6x4x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, o, h, w, c) -> (n, c, h, w)>, affine_map<(n, o, h, w, c) -> (o, c)>, affine_map<(n, o, h, w, c) -> (n, o, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<1x8x4x4xf32>, tensor<6x8xf32>) outs(%z : tensor<1x6x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x6x4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, o, h, w, c) -> (o, c)>, affine_map<(n, o, h, w, c) -> (n, c, h, w)>, affine_map<(n, o, h, w, c) -> (n, o, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%w, %x : tensor<6x8xf32>, tensor<1x8x4x4xf32>) outs(%z : tensor<1x6x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x6x4x4xf32>
  return %0, %1 : tensor<1x6x4x4xf32>, tensor<1x6x4x4xf32>
}

//--- rows.mlir
func.func @main(%x: tensor<2x?x8xf32>, %w: tensor<6x8xf32>, %z: tensor<2x?x6xf32>) -> tensor<2x?x6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (n, k)>, affine_map<(a, b, n, k) -> (a, b, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x?x8xf32>, tensor<6x8xf32>) outs(%z : tensor<2x?x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x?x6xf32>
  return %0 : tensor<2x?x6xf32>
}

//--- softmax.mlir
func.func @main(%m: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
