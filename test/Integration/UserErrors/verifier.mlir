// An error that upstream's verifier finds is reported as usual.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<5xf32>') in function @main}}
  return %x : tensor<4xf32>
}
