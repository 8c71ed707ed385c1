// An inverted residual of MobileNetV2, as torch-mlir lowers it, between
// permutations to and from the order of the other importers.
#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @block(%nhwc: tensor<1x9x7x24xf32>) -> tensor<1x9x7x24xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %w0 = arith.constant dense<0.1> : tensor<80x24x1x1xf32>
  %b0 = arith.constant dense<0.2> : tensor<80xf32>
  %w1 = arith.constant dense<0.3> : tensor<80x1x3x3xf32>
  %b1 = arith.constant dense<0.4> : tensor<80xf32>
  %w2 = arith.constant dense<0.5> : tensor<24x80x1x1xf32>
  %b2 = arith.constant dense<0.6> : tensor<24xf32>
  %t = tensor.empty() : tensor<1x24x9x7xf32>
  %x = linalg.transpose ins(%nhwc : tensor<1x9x7x24xf32>) outs(%t : tensor<1x24x9x7xf32>) permutation = [0, 3, 1, 2]
  %e = tensor.empty() : tensor<1x80x9x7xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<80xf32>) outs(%e : tensor<1x80x9x7xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w0 : tensor<1x24x9x7xf32>, tensor<80x24x1x1xf32>) outs(%i0 : tensor<1x80x9x7xf32>) -> tensor<1x80x9x7xf32>
  %1 = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x80x9x7xf32>) outs(%e : tensor<1x80x9x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %below = arith.cmpf ult, %a, %zero : f32
    %m = arith.select %below, %zero, %a : f32
    %above = arith.cmpf ugt, %m, %six : f32
    %r = arith.select %above, %six, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x80x9x7xf32>
  %p = tensor.pad %1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x80x9x7xf32> to tensor<1x80x11x9xf32>
  %k1 = tensor.collapse_shape %w1 [[0, 1], [2], [3]] : tensor<80x1x3x3xf32> into tensor<80x3x3xf32>
  %i1 = linalg.broadcast ins(%b1 : tensor<80xf32>) outs(%e : tensor<1x80x9x7xf32>) dimensions = [0, 2, 3]
  %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %k1 : tensor<1x80x11x9xf32>, tensor<80x3x3xf32>) outs(%i1 : tensor<1x80x9x7xf32>) -> tensor<1x80x9x7xf32>
  %3 = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<1x80x9x7xf32>) outs(%e : tensor<1x80x9x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %below = arith.cmpf ult, %a, %zero : f32
    %m = arith.select %below, %zero, %a : f32
    %above = arith.cmpf ugt, %m, %six : f32
    %r = arith.select %above, %six, %m : f32
    linalg.yield %r : f32
  } -> tensor<1x80x9x7xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<24xf32>) outs(%t : tensor<1x24x9x7xf32>) dimensions = [0, 2, 3]
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%3, %w2 : tensor<1x80x9x7xf32>, tensor<24x80x1x1xf32>) outs(%i2 : tensor<1x24x9x7xf32>) -> tensor<1x24x9x7xf32>
  %5 = linalg.generic {indexing_maps = [#image, #image, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%4, %x : tensor<1x24x9x7xf32>, tensor<1x24x9x7xf32>) outs(%t : tensor<1x24x9x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x24x9x7xf32>
  %n = tensor.empty() : tensor<1x9x7x24xf32>
  %6 = linalg.transpose ins(%5 : tensor<1x24x9x7xf32>) outs(%n : tensor<1x9x7x24xf32>) permutation = [0, 2, 3, 1]
  return %6 : tensor<1x9x7x24xf32>
}
