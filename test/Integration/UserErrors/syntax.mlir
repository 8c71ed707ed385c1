// A syntax error in the program is reported where it stands.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: syntax.mlir:[[#@LINE+4]]:12: error:

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected ':'}}
  return %x tensor<4xf32>
}
