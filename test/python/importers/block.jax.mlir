// An inverted residual of MobileNetV2, as StableHLO is lowered to linalg.
#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
#scalar = affine_map<(n, h, w, c) -> ()>
func.func @block(%x: tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : tensor<f32>
  %high = arith.constant dense<6.0> : tensor<f32>
  %w0 = arith.constant dense<0.1> : tensor<1x1x24x80xf32>
  %b0 = arith.constant dense<0.2> : tensor<80xf32>
  %w1 = arith.constant dense<0.3> : tensor<3x3x1x80xf32>
  %b1 = arith.constant dense<0.4> : tensor<80xf32>
  %w2 = arith.constant dense<0.5> : tensor<1x1x80x24xf32>
  %b2 = arith.constant dense<0.6> : tensor<24xf32>
  %e = tensor.empty() : tensor<1x9x7x80xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x9x7x80xf32>) -> tensor<1x9x7x80xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w0 : tensor<1x9x7x24xf32>, tensor<1x1x24x80xf32>) outs(%z : tensor<1x9x7x80xf32>) -> tensor<1x9x7x80xf32>
  %1 = linalg.broadcast ins(%b0 : tensor<80xf32>) outs(%e : tensor<1x9x7x80xf32>) dimensions = [0, 1, 2]
  %2 = linalg.map {arith.addf} ins(%0, %1 : tensor<1x9x7x80xf32>, tensor<1x9x7x80xf32>) outs(%e : tensor<1x9x7x80xf32>)
  %3 = linalg.generic {indexing_maps = [#scalar, #image, #scalar, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%low, %2, %high : tensor<f32>, tensor<1x9x7x80xf32>, tensor<f32>) outs(%e : tensor<1x9x7x80xf32>) {
  ^bb0(%l: f32, %a: f32, %h: f32, %o: f32):
    %m = arith.maximumf %a, %l : f32
    %r = arith.minimumf %m, %h : f32
    linalg.yield %r : f32
  } -> tensor<1x9x7x80xf32>
  %p = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x9x7x80xf32> to tensor<1x11x9x80xf32>
  %k1 = tensor.collapse_shape %w1 [[0], [1], [2, 3]] : tensor<3x3x1x80xf32> into tensor<3x3x80xf32>
  %4 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%p, %k1 : tensor<1x11x9x80xf32>, tensor<3x3x80xf32>) outs(%z : tensor<1x9x7x80xf32>) -> tensor<1x9x7x80xf32>
  %5 = linalg.broadcast ins(%b1 : tensor<80xf32>) outs(%e : tensor<1x9x7x80xf32>) dimensions = [0, 1, 2]
  %6 = linalg.map {arith.addf} ins(%4, %5 : tensor<1x9x7x80xf32>, tensor<1x9x7x80xf32>) outs(%e : tensor<1x9x7x80xf32>)
  %7 = linalg.generic {indexing_maps = [#scalar, #image, #scalar, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%low, %6, %high : tensor<f32>, tensor<1x9x7x80xf32>, tensor<f32>) outs(%e : tensor<1x9x7x80xf32>) {
  ^bb0(%l: f32, %a: f32, %h: f32, %o: f32):
    %m = arith.maximumf %a, %l : f32
    %r = arith.minimumf %m, %h : f32
    linalg.yield %r : f32
  } -> tensor<1x9x7x80xf32>
  %e2 = tensor.empty() : tensor<1x9x7x24xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32>
  %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%7, %w2 : tensor<1x9x7x80xf32>, tensor<1x1x80x24xf32>) outs(%z2 : tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32>
  %9 = linalg.broadcast ins(%b2 : tensor<24xf32>) outs(%e2 : tensor<1x9x7x24xf32>) dimensions = [0, 1, 2]
  %10 = linalg.map {arith.addf} ins(%8, %9 : tensor<1x9x7x24xf32>, tensor<1x9x7x24xf32>) outs(%e2 : tensor<1x9x7x24xf32>)
  %11 = linalg.map {arith.addf} ins(%10, %x : tensor<1x9x7x24xf32>, tensor<1x9x7x24xf32>) outs(%e2 : tensor<1x9x7x24xf32>)
  return %11 : tensor<1x9x7x24xf32>
}
