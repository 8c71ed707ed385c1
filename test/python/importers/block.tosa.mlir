// An inverted residual of MobileNetV2, as TFLite models are read.
func.func @block(%x: tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %w0 = "tosa.const"() {values = dense<0.1> : tensor<80x1x1x24xf32>} : () -> tensor<80x1x1x24xf32>
  %b0 = "tosa.const"() {values = dense<0.2> : tensor<80xf32>} : () -> tensor<80xf32>
  %w1 = "tosa.const"() {values = dense<0.3> : tensor<3x3x80x1xf32>} : () -> tensor<3x3x80x1xf32>
  %b1 = "tosa.const"() {values = dense<0.4> : tensor<80xf32>} : () -> tensor<80xf32>
  %w2 = "tosa.const"() {values = dense<0.5> : tensor<24x1x1x80xf32>} : () -> tensor<24x1x1x80xf32>
  %b2 = "tosa.const"() {values = dense<0.6> : tensor<24xf32>} : () -> tensor<24xf32>
  %0 = tosa.conv2d %x, %w0, %b0, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x9x7x24xf32>, tensor<80x1x1x24xf32>, tensor<80xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x7x80xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x9x7x80xf32>) -> tensor<1x9x7x80xf32>
  %2 = tosa.depthwise_conv2d %1, %w1, %b1, %zero, %zero {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x9x7x80xf32>, tensor<3x3x80x1xf32>, tensor<80xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x7x80xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x9x7x80xf32>) -> tensor<1x9x7x80xf32>
  %4 = tosa.conv2d %3, %w2, %b2, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x9x7x80xf32>, tensor<24x1x1x80xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x7x24xf32>
  %5 = tosa.add %4, %x : (tensor<1x9x7x24xf32>, tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32>
  return %5 : tensor<1x9x7x24xf32>
}
