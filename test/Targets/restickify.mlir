// A target may say that a rewrite which changes the innermost dim, the one that
// sticks belong to, costs more than others.
// Covers: P12
//
// The operand is 16,384 bytes, so that its transposition costs 32,768, less than
// the other choice. Twice as much is more.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/plain.mlir report=%t/plain.json" | FileCheck %s --check-prefix=PLAIN
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/double.mlir report=%t/double.json" -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=DOUBLE --input-file=%t/planned.mlir
// RUN: FileCheck %s --check-prefix=COST --input-file=%t/double.json
// RUN: layout-check %t/program.mlir %t/planned.mlir
// PLAIN: linalg.transpose
// DOUBLE-NOT: linalg.transpose
// COST: "unit": "bytes"
// COST: "cost": 49152
//
// A calibration of the command line or of the target has its unit.
// RUN: echo '{"version": 1, "unit": "ps", "per_byte": 2.0, "efficiency": []}' > %t/machine.json
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/double.mlir calibration=%t/machine.json report=%t/unit.json" | FileCheck %s --check-prefix=DOUBLE
// RUN: FileCheck %s --check-prefix=UNIT --input-file=%t/unit.json
// UNIT: "unit": "ps"
// UNIT: "cost": 98304
//
// RUN: not layout-opt %t/program.mlir --layout-flow=target=%t/negative.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: negative.mlir:1:1: error: NPU.layout.rewrites.restickify: requires a finite floating-point number of at least 0, found -1.000000e+00 : f64
// RUN: not layout-opt %t/program.mlir --layout-flow=target=%t/key.mlir 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: key.mlir:1:1: error: NPU.layout.rewrites: requires a key out of restickify, inside_offloaded, found 'restick'

//--- program.mlir
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
//--- plain.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "matmul", "data" = "KM", "kernel" = "KN", "result" = "MN">,
                 #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "KN", "price" = 3.0 : f64>]>>>} {}
//--- double.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "rewrites" = #dlti.map<"restickify" = 2.0 : f64>,
    "prefers" = [#dlti.map<"kind" = "matmul", "data" = "KM", "kernel" = "KN", "result" = "MN">,
                 #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "KN", "price" = 3.0 : f64>]>>>} {}
//--- negative.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"rewrites" = #dlti.map<"restickify" = -1.0 : f64>>>>} {}
//--- key.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"rewrites" = #dlti.map<"restick" = 2.0 : f64>>>>} {}
