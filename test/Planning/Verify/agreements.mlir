// An op that may have any layout has one that is right, whatever it is, and
// however many operands the entry lists.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/agree.mlir --layout-verify-each=%t/agree.mlir -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: layout-check %t/program.mlir %t/planned.mlir
// CHECK: linalg.pooling_nhwc_max
//
// The order of alternatives does not matter.
// RUN: sed 's/"agree", "results" = "agree"/["agree", "_"], "results" = "_"/' %t/agree.mlir > %t/any.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/any.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/choice.mlir -o /dev/null
//
// A list that no op of the kind can have is an error with the reason, where ops
// get their layouts and where these are verified.
// RUN: not layout-opt %t/program.mlir --layout-pipeline=target=%t/short.mlir 2>&1 | FileCheck %s --check-prefix=FREEZE
// FREEZE: error: 'linalg.pooling_nchw_max' op cannot take the layouts that target 'DSP' requires
// FREEZE: note: linalg.pooling_nchw_max cannot be acdb -> acdb: it requires layouts of 2 operands, found 1
// RUN: not layout-opt %t/program.mlir --layout-verify=target=%t/short.mlir 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: 'linalg.pooling_nchw_max' op requires operand 0 in layout acdb -> acdb by target 'DSP', found none: it requires layouts of 2 operands, found 1

//--- agree.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true,
    "requires" = [
      #dlti.map<"kind" = "conv", "data" = "N*C">,
      #dlti.map<"kind" = "linalg.pooling_nchw_max", "operands" = "agree", "results" = "agree">]>>>} {}

//--- choice.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true,
    "requires" = [
      #dlti.map<"kind" = "conv", "data" = "N*C">,
      #dlti.map<"kind" = "linalg.pooling_nchw_max", "operands" = ["abcd", "ab"], "results" = "abcd">,
      #dlti.map<"kind" = "linalg.pooling_nchw_max", "operands" = "agree", "results" = "agree">]>>>} {}

//--- short.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true,
    "requires" = [
      #dlti.map<"kind" = "linalg.pooling_nchw_max", "operands" = "acdb", "results" = "acdb">]>>>} {}

//--- program.mlir
func.func @main(%x: tensor<1x8x8x8xf32>, %w: tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32> {
  %z = arith.constant dense<0.0> : tensor<1x8x8x8xf32>
  %p = arith.constant dense<-1.0> : tensor<1x8x4x4xf32>
  %k = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%0, %k : tensor<1x8x8x8xf32>, tensor<2x2xf32>) outs(%p : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %1 : tensor<1x8x4x4xf32>
}
