// A crop must end within its source.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @below {{requires the box to end within 4 in dim 0, found an end of 5}}
  %0 = layout.crop %x offsets [2] sizes [3] : tensor<4xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
