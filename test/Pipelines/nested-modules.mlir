// A nested module is planned if passes run on it. Its target may be that of the
// module around it, and so may the device.
// Covers: R28, R36, G12
// RUN: layout-opt %s --layout-pipeline -o /dev/null -verify-diagnostics
// RUN: layout-opt %s --pass-pipeline="builtin.module(builtin.module(layout-pipeline))" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
//
// The functions of the nested module alone can be run.
// RUN: mlir-opt %s | sed -e "/^module/d" -e "/^}/d" -e "/nothing/,+2d" > %t.before.mlir
// RUN: sed -e "/^module/d" -e "/^}/d" -e "/nothing/,+2d" %t.mlir > %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// expected-warning @below {{nothing is planned: the module holds no function with a body}}
module attributes {layout.device = "NPU", dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<"prefers" = [#dlti.map<"kind" = "conv", "data" = "NC*">]>>,
    "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
  // expected-warning @below {{the module keeps its layouts: the module around it is planned, and passes plan a nested module if they run on it, as in 'builtin.module(builtin.module(layout-pipeline))'}}
  module @inner {
    // CHECK-LABEL: func.func @main(
    // CHECK: linalg.conv_2d_nhwc_hwcf
    // CHECK-NEXT: call @exp({{.*}}) : (tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
    // CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
    func.func @main(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
      %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
      %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      %1 = func.call @exp(%0) : (tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      return %2 : tensor<1x5x4x6xf32>
    }
    func.func private @exp(%x: tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32> {
      %0 = math.exp %x : tensor<1x5x4x6xf32>
      return %0 : tensor<1x5x4x6xf32>
    }
  }
  // Nothing is to be planned here.
  module @nothing {
    func.func private @external(tensor<4xf32>)
  }
}
