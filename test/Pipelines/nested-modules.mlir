// Functions of modules in a module are planned with those around them; names are
// those of their own module. A nested module that describes a target system of
// its own is planned if passes run on it.
// Covers: R28, R33, R36, G12
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/nested.mlir --layout-pipeline="target=nhwc report=%t/report.json" -o %t/planned.mlir --remark-format=emitRemark --remarks-filter-failed=none 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: FileCheck %s --input-file=%t/planned.mlir --check-prefix=ALL
// RUN: FileCheck %s --input-file=%t/report.json --check-prefix=REPORT
// RUN: layout-opt %t/planned.mlir --layout-pipeline="target=nhwc" 2>/dev/null | diff %t/planned.mlir -
// QUIET-NOT: warning
//
// The functions of the module @inner alone can be run.
// RUN: sed -e "1,/module @inner/d" -e "/^  } .. inner/,$d" %t/nested.mlir > %t/nested.inner.mlir
// RUN: mlir-opt %t/nested.inner.mlir -o /dev/null
// RUN: sed -e "1,/module @inner/d" -e "/^  module @unplanned/,$d" %t/planned.mlir | sed -e '$d' > %t/planned.inner.mlir
// RUN: layout-check %t/nested.inner.mlir %t/planned.inner.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/nested.inner.mlir %t/planned.inner.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
//
// RUN: layout-opt %t/own.mlir --layout-pipeline -o %t/kept.mlir -verify-diagnostics
// RUN: layout-opt %t/own.mlir --pass-pipeline="builtin.module(builtin.module(layout-pipeline))" -o %t/own.planned.mlir
// RUN: FileCheck %t/own.mlir --input-file=%t/own.planned.mlir
// EQUAL: {{^equal$}}

// Each calls the @middle of its own module, whose signature changes.
// ALL: func.func @main(
// ALL: linalg.conv_2d_nhwc_hwcf
// ALL: call @middle({{.*}}) : (tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
// ALL: linalg.conv_2d_nhwc_hwcf
// ALL: func.func private @middle(%{{.*}}: tensor<1x4x6x5xf32>)
// ALL: module @inner
// ALL: func.func @main(
// ALL: linalg.conv_2d_nhwc_hwcf
// ALL: call @middle({{.*}}) : (tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
// ALL: linalg.conv_2d_nhwc_hwcf
// ALL: func.func private @middle(%{{.*}}: tensor<1x4x6x5xf32>)
// ALL: func.func @dynamic(
// ALL: linalg.conv_2d_nhwc_hwcf
// ALL: module @unplanned

// Each rewrite counts once: four convolutions of 2 * 960 bytes and, in each
// module, the 200 bytes of the weights; 1152 bytes of @dynamic.
// REPORT: "frozen": {
// REPORT-NEXT: "bytes": 9232,
// REPORT: "critical": [
// REPORT: "of": 5
// REPORT: "unplanned": [
// REPORT: "function": "unplanned::main",
// REPORT-NEXT: "reason": "holds no convolution or matmul, no op of which the target states layouts, and no rewrite"

//--- nested.mlir
module {
  func.func @main(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
    %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    %1 = func.call @middle(%0) : (tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
    return %2 : tensor<1x5x4x6xf32>
  }
  func.func private @middle(%x: tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32> {
    %0 = math.exp %x : tensor<1x5x4x6xf32>
    return %0 : tensor<1x5x4x6xf32>
  }
  module @inner {
    func.func @main(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
      %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
      %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      %1 = func.call @middle(%0) : (tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      return %2 : tensor<1x5x4x6xf32>
    }
    func.func private @middle(%x: tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32> {
      %0 = math.tanh %x : tensor<1x5x4x6xf32>
      return %0 : tensor<1x5x4x6xf32>
    }
    func.func @dynamic(%x: tensor<?x1x4x6xf32>, %w: tensor<3x1x1x1xf32>) -> tensor<?x3x4x6xf32> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x1x4x6xf32>
      %e = tensor.empty(%n) : tensor<?x3x4x6xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x4x6xf32>) -> tensor<?x3x4x6xf32>
      %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x1x4x6xf32>, tensor<3x1x1x1xf32>) outs(%f : tensor<?x3x4x6xf32>) -> tensor<?x3x4x6xf32>
      return %0 : tensor<?x3x4x6xf32>
    }
  } // inner
  module @unplanned {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
}

//--- own.mlir
// expected-warning @below {{nothing is planned: the module holds no function with a body}}
module {
  // expected-warning @below {{the module keeps its layouts: it describes a target system of its own, for which passes plan it if they run on it, as in 'builtin.module(builtin.module(layout-pipeline))'}}
  module @inner attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
    // CHECK-LABEL: func.func @main(
    // CHECK: linalg.conv_2d_nhwc_hwcf
    // CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
    func.func @main(%x: tensor<1x5x4x6xf32>, %w: tensor<5x5x1x1xf32>) -> tensor<1x5x4x6xf32> {
      %zeros = arith.constant dense<0.0> : tensor<1x5x4x6xf32>
      %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x5x4x6xf32>, tensor<5x5x1x1xf32>) outs(%zeros : tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
      return %1 : tensor<1x5x4x6xf32>
    }
  }
  // Nothing is to be planned here.
  module @nothing {
    func.func private @external(tensor<4xf32>)
  }
}
