// The value of a pad must have the element type of its source.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error @below {{requires a value of type 'f32' or poison, found 0 : i32}}
  %0 = layout.pad %x low [0] high [2] value(0 : i32) : tensor<4xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}
