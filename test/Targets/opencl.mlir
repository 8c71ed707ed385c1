// A backend that has convolutions in NCHW only: one in NHWC becomes a transpose
// to NCHW, that convolution, and a transpose back. The program holds what the
// backend requires, and not what the canonical form of the front end is: that is
// NHWC inside as well.
// Covers: S0-b
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/opencl.mlir" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: layout-check %t/program.mlir %t/planned.mlir
// CHECK: %[[IN:.*]] = linalg.transpose ins(%arg0 : tensor<2x9x7x3xf32>) outs({{.*}} : tensor<2x3x9x7xf32>) permutation = [0, 3, 1, 2]
// CHECK: %[[R:.*]] = linalg.conv_2d_nchw_fchw {{.*}}ins(%[[IN]], {{.*}}) outs({{.*}} : tensor<2x5x4x3xf32>)
// CHECK: %[[OUT:.*]] = linalg.transpose ins(%[[R]] : tensor<2x5x4x3xf32>) outs({{.*}} : tensor<2x4x3x5xf32>) permutation = [0, 2, 3, 1]
// CHECK: return %[[OUT]]
//
// RUN: layout-opt %t/planned.mlir --layout-verify="target=%t/opencl.mlir" -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-verify="target=%t/canonical.mlir" -o /dev/null
// RUN: not layout-opt %t/program.mlir --layout-verify="target=%t/opencl.mlir" 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: error: 'linalg.conv_2d_nhwc_hwcf' op requires operand 0 in layout NCHW by target 'opencl', found NHWC
// RUN: not layout-opt %t/planned.mlir --layout-verify="target=%t/canonical.mlir" 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: error: 'linalg.conv_2d_nchw_fchw' op requires operand 0 in layout NHWC by target 'canonical', found NCHW

//--- opencl.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "opencl",
    "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NCHW", "kernel" = "OIHW">]>>>} {}
//--- canonical.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "canonical",
    "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC", "kernel" = "HWIO">]>>>} {}
//--- program.mlir
func.func @main(%x: tensor<2x9x7x3xf32>) -> tensor<2x4x3x5xf32> {
  %w = arith.constant dense<0.25> : tensor<3x3x3x5xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x4x3x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x9x7x3xf32>, tensor<3x3x3x5xf32>) outs(%zeros : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}
