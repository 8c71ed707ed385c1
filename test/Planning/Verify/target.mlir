// layout-verify checks that each op has the layouts that a target requires, also
// in a lowered program, and says what it cannot read.
// Covers: G11, G13, G15
// RUN: rm -rf %t && split-file %s %t
//
// Before planning, an op is in another layout.
// RUN: not layout-opt %t/program.mlir --layout-verify="target=%t/npu.mlir" 2>&1 | FileCheck %s --check-prefix=BEFORE
// One error says all of an op, and the op is not printed.
// BEFORE-NOT: see current operation
// BEFORE: program.mlir:5:8: error: 'linalg.conv_2d_nchw_fchw' op requires operand 0 in layout NHWC[a=8] by target 'npu', found NCHW; operand 1 in layout HWIO by target 'npu', found OIHW; operand 2 in layout NHWC[a=8] by target 'npu', found NCHW; result 0 in layout NHWC[a=8] by target 'npu', found NCHW
// BEFORE: program.mlir:3:8: note: the layout of operand 0 is decided here
// BEFORE: note: the layout of operand 1 is that of argument 1
// BEFORE: note: the layout of operand 2 is that of argument 2
// BEFORE-NOT: error: 'linalg.conv_2d_nchw_fchw'
// BEFORE-NOT: see current operation
//
// A frozen op is verified too, and the pipeline warns that it keeps its layouts.
// RUN: sed 's/conv_2d_nchw_fchw ins/conv_2d_nchw_fchw {layout.frozen} ins/' %t/program.mlir > %t/frozen.mlir
// RUN: not layout-opt %t/frozen.mlir --layout-verify="target=%t/npu.mlir" 2>&1 | FileCheck %s --check-prefix=FROZEN
// RUN: layout-opt %t/frozen.mlir --layout-pipeline="target=%t/blocks.mlir" -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/blocks.mlir" -o /dev/null 2>&1 | count 0
// FROZEN: error: 'linalg.conv_2d_nchw_fchw' op requires operand 0 in layout NHWC[a=8] by target 'npu', found NCHW; operand 1
// KEEPS: frozen.mlir:5:8: warning: 'linalg.conv_2d_nchw_fchw' op is marked 'layout.frozen' and keeps layouts that are not those which are required: operand 0 in layout NCHW8c by target 'npu', found NCHW;
//
// A target that requires nothing has nothing to verify, which is said.
// RUN: layout-opt %t/program.mlir --layout-verify=target=nhwc -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: warning: nothing of target 'nhwc' is verified: it prefers layouts, and requires none
//
// Without a target, nothing is required.
// RUN: layout-opt %t/program.mlir --layout-verify -o /dev/null
//
// Planned, and lowered, it is met; what has no letters is not read any more.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir materialize=false" -o %t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-verify="target=%t/npu.mlir" -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/lowered.mlir
// RUN: layout-opt %t/lowered.mlir --layout-verify="target=%t/npu.mlir" --remarks-filter=layout-verify --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD: operand 0 is not verified: its layout cannot be read off linalg.softmax any more
//
// Blocked generic ops are read back.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=nchw8c" -o %t/blocked.mlir
// RUN: layout-opt %t/blocked.mlir --layout-verify="target=%t/blocks.mlir" -o /dev/null
// RUN: not layout-opt %t/blocked.mlir --layout-verify="target=%t/npu.mlir" 2>&1 | FileCheck %s --check-prefix=BLOCKED
// BLOCKED: error: 'linalg.generic' op requires operand 0 in layout NHWC[a=8] by target 'npu', found NCHW8c
//
// A stage that breaks the layouts is found: by the option behind each pass, and
// by the key of the target.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir" --layout-verify-each=%t/npu.mlir -o /dev/null
// RUN: not layout-opt %t/wrong.mlir --layout-fold --layout-verify-each=%t/npu.mlir -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=EACH
// EACH-NOT: error: 'linalg
// EACH: error: requires layouts of a target, not found behind the pass 'layout-fold'
// EACH: error: 'linalg.softmax' op requires operand 0 in layout ba by target 'npu', found (d0, d1) -> (d0, d1); operand 1
// RUN: not ls %t/none.mlir
// RUN: not layout-opt %t/wrong.mlir --layout-verify="target=%t/npu.mlir requirements=asked" 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED: error: 'linalg.softmax' op requires operand 0 in layout ba
// RUN: sed 's/"verify" = true, //' %t/npu.mlir > %t/silent.mlir
// RUN: layout-opt %t/wrong.mlir --layout-verify="target=%t/silent.mlir requirements=asked" -o /dev/null

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "verify" = true, "requires" = [
    #dlti.map<"kind" = "conv2d", "data" = "NHWC[a=8]">,
    #dlti.map<"kind" = "pooling2d", "data" = "NHWC">,
    #dlti.map<"kind" = "softmax", "operands" = "ba", "results" = "ba">]>>>} {}

//--- blocks.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "requires" = [
    #dlti.map<"kind" = "conv2d", "data" = "NCHW8c">]>>>} {}

//--- program.mlir
func.func @main(%y: tensor<1x8x9x9xf32>, %w: tensor<16x8x1x1xf32>, %o: tensor<1x16x9x9xf32>, %z: tensor<1x16x4x4xf32>, %s: tensor<5x7xf32>) -> (tensor<1x16x4x4xf32>, tensor<5x7xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %x = linalg.exp ins(%y : tensor<1x8x9x9xf32>) outs(%y : tensor<1x8x9x9xf32>) -> tensor<1x8x9x9xf32>

  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x9x9xf32>, tensor<16x8x1x1xf32>) outs(%o : tensor<1x16x9x9xf32>) -> tensor<1x16x9x9xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%0, %e : tensor<1x16x9x9xf32>, tensor<2x2xf32>) outs(%z : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %2 = linalg.softmax dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %1, %2 : tensor<1x16x4x4xf32>, tensor<5x7xf32>
}

//--- wrong.mlir
func.func @main(%s: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %2 = linalg.softmax {layout.chosen = #layout.op_layout<operands = [_, _], results = [_], cost = 0>} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %2 : tensor<5x7xf32>
}
