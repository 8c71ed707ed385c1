// Small programs, which test_spellings.py plans in several spellings. They are
// written as torch-mlir, JAX and ONNX exporters write them; extents fill no
// blocks in some.

// A residual block as torch-mlir writes it: biases are the first sums, and the
// pooling begins with a constant.
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @residual(%x: tensor<1x16x9x7xf32>) -> tensor<1x16x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %w0 = arith.constant dense<0.1> : tensor<32x16x3x3xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x32x1x1xf32>
  %b0 = arith.constant dense<0.3> : tensor<32xf32>
  %b1 = arith.constant dense<0.4> : tensor<16xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x9x7xf32> to tensor<1x16x11x9xf32>
  %e0 = tensor.empty() : tensor<1x32x9x7xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<32xf32>) outs(%e0 : tensor<1x32x9x7xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw
      ins(%p, %w0 : tensor<1x16x11x9xf32>, tensor<32x16x3x3xf32>)
      outs(%i0 : tensor<1x32x9x7xf32>) -> tensor<1x32x9x7xf32>
  %1 = linalg.generic {indexing_maps = [#nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x32x9x7xf32>) outs(%e0 : tensor<1x32x9x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x32x9x7xf32>
  %e1 = tensor.empty() : tensor<1x16x9x7xf32>
  %i1 = linalg.generic {indexing_maps = [#channel, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b1 : tensor<16xf32>) outs(%e1 : tensor<1x16x9x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x16x9x7xf32>
  %2 = linalg.conv_2d_nchw_fchw
      ins(%1, %w1 : tensor<1x32x9x7xf32>, tensor<16x32x1x1xf32>)
      outs(%i1 : tensor<1x16x9x7xf32>) -> tensor<1x16x9x7xf32>
  %3 = linalg.add ins(%2, %x : tensor<1x16x9x7xf32>, tensor<1x16x9x7xf32>)
      outs(%e1 : tensor<1x16x9x7xf32>) -> tensor<1x16x9x7xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<1x16x4x3xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %4 = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%3, %window : tensor<1x16x9x7xf32>, tensor<3x3xf32>)
      outs(%lowest : tensor<1x16x4x3xf32>) -> tensor<1x16x4x3xf32>
  return %4 : tensor<1x16x4x3xf32>
}

// -----

// A batch norm that is not folded, with a bias and a scale behind a convolution.
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @batch_norm(%x: tensor<2x10x6x5xf32>) -> tensor<2x12x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<12x10x3x3xf32>
  %scale = arith.constant dense<0.2> : tensor<12xf32>
  %bias = arith.constant dense<0.3> : tensor<12xf32>
  %e = tensor.empty() : tensor<2x12x4x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x12x4x3xf32>) -> tensor<2x12x4x3xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<2x10x6x5xf32>, tensor<12x10x3x3xf32>)
      outs(%z : tensor<2x12x4x3xf32>) -> tensor<2x12x4x3xf32>
  %1 = linalg.generic {indexing_maps = [#nchw, #channel, #channel, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %scale, %bias : tensor<2x12x4x3xf32>, tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<2x12x4x3xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %s : f32
    %r = arith.addf %m, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x12x4x3xf32>
  return %1 : tensor<2x12x4x3xf32>
}

// -----

// Results that are concatenated, as in DenseNet and Inception, with a bias
// behind, as JAX writes it.
func.func @dense(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %zeros = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x16x8x8xf32>
  %zero = linalg.fill ins(%zeros : f32) outs(%empty : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %w0 = arith.constant dense<0.1> : tensor<16x16x1x1xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x32x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w0 : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>)
      outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %b = arith.constant dense<0.3> : tensor<16xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %all = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<1x16x8x8xf32>) dimensions = [0, 2, 3]
  %biased = linalg.add ins(%0, %all : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
      outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = tensor.concat dim(1) %x, %biased : (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) -> tensor<1x32x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw
      ins(%1, %w1 : tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>)
      outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %2 : tensor<1x16x8x8xf32>
}

// -----

// Attention with one head, over pixels of an image, as diffusion networks have.
func.func @attention(%x: tensor<1x32x4x5xf32>) -> tensor<20x32xf32> {
  %zero = arith.constant 0.0 : f32
  %w0 = arith.constant dense<0.1> : tensor<32x32xf32>
  %w1 = arith.constant dense<0.2> : tensor<32x32xf32>
  %joined = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<1x32x4x5xf32> into tensor<32x20xf32>
  %e0 = tensor.empty() : tensor<20x32xf32>
  %rows = linalg.transpose ins(%joined : tensor<32x20xf32>) outs(%e0 : tensor<20x32xf32>) permutation = [1, 0]
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<20x32xf32>) -> tensor<20x32xf32>
  %q = linalg.matmul ins(%rows, %w0 : tensor<20x32xf32>, tensor<32x32xf32>)
      outs(%z0 : tensor<20x32xf32>) -> tensor<20x32xf32>
  %k = linalg.matmul ins(%rows, %w1 : tensor<20x32xf32>, tensor<32x32xf32>)
      outs(%z0 : tensor<20x32xf32>) -> tensor<20x32xf32>
  %e1 = tensor.empty() : tensor<32x20xf32>
  %t = linalg.transpose ins(%k : tensor<20x32xf32>) outs(%e1 : tensor<32x20xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<20x20xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<20x20xf32>) -> tensor<20x20xf32>
  %s = linalg.matmul ins(%q, %t : tensor<20x32xf32>, tensor<32x20xf32>)
      outs(%z2 : tensor<20x20xf32>) -> tensor<20x20xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<20x20xf32>) outs(%e2 : tensor<20x20xf32>) -> tensor<20x20xf32>
  %r = linalg.matmul ins(%p, %rows : tensor<20x20xf32>, tensor<20x32xf32>)
      outs(%z0 : tensor<20x32xf32>) -> tensor<20x32xf32>
  return %r : tensor<20x32xf32>
}

// -----

// No activation stands between two convolutions, the first of which has a bias.
func.func @linear(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %zeros = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x16x8x8xf32>
  %zero = linalg.fill ins(%zeros : f32) outs(%empty : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %w0 = arith.constant dense<0.1> : tensor<10x16x1x1xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x10x1x1xf32>
  %b = arith.constant dense<0.3> : tensor<10xf32>
  %e = tensor.empty() : tensor<1x10x8x8xf32>
  %i = linalg.broadcast ins(%b : tensor<10xf32>) outs(%e : tensor<1x10x8x8xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w0 : tensor<1x16x8x8xf32>, tensor<10x16x1x1xf32>)
      outs(%i : tensor<1x10x8x8xf32>) -> tensor<1x10x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw
      ins(%0, %w1 : tensor<1x10x8x8xf32>, tensor<16x10x1x1xf32>)
      outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// A layer norm as torch-mlir writes it, but for its sums without the dim that
// they reduce, and a matmul of what it returns, transposed.
#rows = affine_map<(b, t, c) -> (b, t, c)>
#sums = affine_map<(b, t, c) -> (b, t)>
#scales = affine_map<(b, t, c) -> (c)>
#id = affine_map<(t, c) -> (t, c)>
#turned = affine_map<(t, c) -> (c, t)>
func.func @norm(%x: tensor<1x20x32xf32>) -> (tensor<20x16xf32>, tensor<32x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %size = arith.constant 32.0 : f32
  %gamma = arith.constant dense<0.1> : tensor<32xf32>
  %beta = arith.constant dense<0.2> : tensor<32xf32>
  %w = arith.constant dense<0.3> : tensor<32x16xf32>
  %e = tensor.empty() : tensor<1x20xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x20xf32>) -> tensor<1x20xf32>
  %sum = linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x20x32xf32>) outs(%z : tensor<1x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x20xf32>
  %f = tensor.empty() : tensor<1x20x32xf32>
  %centred = linalg.generic {indexing_maps = [#rows, #sums, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<1x20x32xf32>, tensor<1x20xf32>) outs(%f : tensor<1x20x32xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %size : f32
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<1x20x32xf32>
  %squares = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred : tensor<1x20x32xf32>) outs(%f : tensor<1x20x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x20x32xf32>
  %variance = linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%squares : tensor<1x20x32xf32>) outs(%z : tensor<1x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x20xf32>
  %normed = linalg.generic {indexing_maps = [#rows, #sums, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%centred, %variance : tensor<1x20x32xf32>, tensor<1x20xf32>) outs(%f : tensor<1x20x32xf32>) {
  ^bb0(%a: f32, %v: f32, %o: f32):
    %m = arith.divf %v, %size : f32
    %s = arith.addf %m, %epsilon : f32
    %r = math.rsqrt %s : f32
    %p = arith.mulf %a, %r : f32
    linalg.yield %p : f32
  } -> tensor<1x20x32xf32>
  %scaled = linalg.generic {indexing_maps = [#rows, #scales, #scales, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%normed, %gamma, %beta : tensor<1x20x32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%f : tensor<1x20x32xf32>) {
  ^bb0(%a: f32, %g: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %g : f32
    %s = arith.addf %p, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x20x32xf32>
  %flat = tensor.collapse_shape %scaled [[0, 1], [2]] : tensor<1x20x32xf32> into tensor<20x32xf32>
  %g = tensor.empty() : tensor<20x16xf32>
  %y = linalg.fill ins(%zero : f32) outs(%g : tensor<20x16xf32>) -> tensor<20x16xf32>
  %product = linalg.matmul ins(%flat, %w : tensor<20x32xf32>, tensor<32x16xf32>)
      outs(%y : tensor<20x16xf32>) -> tensor<20x16xf32>
  %h = tensor.empty() : tensor<32x20xf32>
  %turned = linalg.generic {indexing_maps = [#id, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<20x32xf32>) outs(%h : tensor<32x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x20xf32>
  %absolute = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%turned : tensor<32x20xf32>) outs(%h : tensor<32x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.absf %a : f32
    linalg.yield %s : f32
  } -> tensor<32x20xf32>
  return %product, %absolute : tensor<20x16xf32>, tensor<32x20xf32>
}

// -----

// An inverted residual, whose channels fill no blocks.
func.func @depthwise(%x: tensor<1x12x9x7xf32>) -> tensor<1x12x9x7xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant dense<6.0> : tensor<1x40x9x7xf32>
  %none = arith.constant dense<0.0> : tensor<1x40x9x7xf32>
  %w0 = arith.constant dense<0.1> : tensor<40x12x1x1xf32>
  %w1 = arith.constant dense<0.2> : tensor<40x3x3xf32>
  %w2 = arith.constant dense<0.3> : tensor<12x40x1x1xf32>
  %e0 = tensor.empty() : tensor<1x40x9x7xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x40x9x7xf32>) -> tensor<1x40x9x7xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<1x12x9x7xf32>, tensor<40x12x1x1xf32>) outs(%z0 : tensor<1x40x9x7xf32>) -> tensor<1x40x9x7xf32>
  %1 = linalg.max ins(%0, %none : tensor<1x40x9x7xf32>, tensor<1x40x9x7xf32>) outs(%e0 : tensor<1x40x9x7xf32>) -> tensor<1x40x9x7xf32>
  %2 = linalg.min ins(%1, %six : tensor<1x40x9x7xf32>, tensor<1x40x9x7xf32>) outs(%e0 : tensor<1x40x9x7xf32>) -> tensor<1x40x9x7xf32>
  %p = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x40x9x7xf32> to tensor<1x40x11x9xf32>
  %3 = linalg.depthwise_conv_2d_nchw_chw ins(%p, %w1 : tensor<1x40x11x9xf32>, tensor<40x3x3xf32>) outs(%z0 : tensor<1x40x9x7xf32>) -> tensor<1x40x9x7xf32>
  %e1 = tensor.empty() : tensor<1x12x9x7xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x12x9x7xf32>) -> tensor<1x12x9x7xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w2 : tensor<1x40x9x7xf32>, tensor<12x40x1x1xf32>) outs(%z1 : tensor<1x12x9x7xf32>) -> tensor<1x12x9x7xf32>
  %5 = linalg.add ins(%4, %x : tensor<1x12x9x7xf32>, tensor<1x12x9x7xf32>) outs(%e1 : tensor<1x12x9x7xf32>) -> tensor<1x12x9x7xf32>
  return %5 : tensor<1x12x9x7xf32>
}

// -----

// A transposed convolution, with zeros between the elements of what it reads.
func.func @transposed(%x: tensor<1x16x4x5xf32>) -> tensor<1x32x8x12xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x24x4x5xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x24x4x5xf32>) -> tensor<1x24x4x5xf32>
  %w0 = arith.constant dense<0.1> : tensor<24x16x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w0 : tensor<1x16x4x5xf32>, tensor<24x16x1x1xf32>)
      outs(%z0 : tensor<1x24x4x5xf32>) -> tensor<1x24x4x5xf32>
  %1 = linalg.exp ins(%0 : tensor<1x24x4x5xf32>) outs(%e0 : tensor<1x24x4x5xf32>) -> tensor<1x24x4x5xf32>
  %e1 = tensor.empty() : tensor<1x24x10x14xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x24x10x14xf32>) -> tensor<1x24x10x14xf32>
  %2 = tensor.insert_slice %1 into %z1[0, 0, 1, 0] [1, 24, 4, 5] [1, 1, 2, 3]
      : tensor<1x24x4x5xf32> into tensor<1x24x10x14xf32>
  %w1 = arith.constant dense<0.2> : tensor<32x24x3x3xf32>
  %e2 = tensor.empty() : tensor<1x32x8x12xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x32x8x12xf32>) -> tensor<1x32x8x12xf32>
  %3 = linalg.conv_2d_nchw_fchw
      ins(%2, %w1 : tensor<1x24x10x14xf32>, tensor<32x24x3x3xf32>)
      outs(%z2 : tensor<1x32x8x12xf32>) -> tensor<1x32x8x12xf32>
  return %3 : tensor<1x32x8x12xf32>
}

// -----

// Three results that are concatenated, of which the first two fill a block of
// 16 channels together, and of which then a part is taken.
func.func @branches(%x: tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x8x6x5xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %e1 = tensor.empty() : tensor<1x16x6x5xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32>
  %w0 = arith.constant dense<0.1> : tensor<8x16x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w0 : tensor<1x16x6x5xf32>, tensor<8x16x1x1xf32>)
      outs(%z0 : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %1 = linalg.exp ins(%0 : tensor<1x8x6x5xf32>) outs(%e0 : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x16x1x1xf32>
  %2 = linalg.conv_2d_nchw_fchw
      ins(%x, %w1 : tensor<1x16x6x5xf32>, tensor<16x16x1x1xf32>)
      outs(%z1 : tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32>
  %3 = tensor.concat dim(1) %0, %1, %2
      : (tensor<1x8x6x5xf32>, tensor<1x8x6x5xf32>, tensor<1x16x6x5xf32>) -> tensor<1x32x6x5xf32>
  %w2 = arith.constant dense<0.3> : tensor<48x32x1x1xf32>
  %e3 = tensor.empty() : tensor<1x48x6x5xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x48x6x5xf32>) -> tensor<1x48x6x5xf32>
  %4 = linalg.conv_2d_nchw_fchw
      ins(%3, %w2 : tensor<1x32x6x5xf32>, tensor<48x32x1x1xf32>)
      outs(%z3 : tensor<1x48x6x5xf32>) -> tensor<1x48x6x5xf32>
  %5 = tensor.extract_slice %4[0, 16, 0, 0] [1, 16, 6, 5] [1, 1, 1, 1]
      : tensor<1x48x6x5xf32> to tensor<1x16x6x5xf32>
  %6 = linalg.tanh ins(%5 : tensor<1x16x6x5xf32>) outs(%e1 : tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32>
  %w3 = arith.constant dense<0.4> : tensor<16x16x1x1xf32>
  %7 = linalg.conv_2d_nchw_fchw
      ins(%6, %w3 : tensor<1x16x6x5xf32>, tensor<16x16x1x1xf32>)
      outs(%z1 : tensor<1x16x6x5xf32>) -> tensor<1x16x6x5xf32>
  return %7 : tensor<1x16x6x5xf32>
}

// -----

// Pixels that are repeated, two times and three times.
func.func @upsampled(%x: tensor<1x16x4x5xf32>) -> tensor<1x16x8x15xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x32x4x5xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x4x5xf32>) -> tensor<1x32x4x5xf32>
  %w0 = arith.constant dense<0.1> : tensor<32x16x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w0 : tensor<1x16x4x5xf32>, tensor<32x16x1x1xf32>)
      outs(%z0 : tensor<1x32x4x5xf32>) -> tensor<1x32x4x5xf32>
  %e1 = tensor.empty() : tensor<1x32x4x2x5x3xf32>
  %1 = linalg.broadcast ins(%0 : tensor<1x32x4x5xf32>) outs(%e1 : tensor<1x32x4x2x5x3xf32>) dimensions = [3, 5]
  %2 = tensor.collapse_shape %1 [[0], [1], [2, 3], [4, 5]] : tensor<1x32x4x2x5x3xf32> into tensor<1x32x8x15xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x32x1x1xf32>
  %e2 = tensor.empty() : tensor<1x16x8x15xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x8x15xf32>) -> tensor<1x16x8x15xf32>
  %3 = linalg.conv_2d_nchw_fchw
      ins(%2, %w1 : tensor<1x32x8x15xf32>, tensor<16x32x1x1xf32>)
      outs(%z2 : tensor<1x16x8x15xf32>) -> tensor<1x16x8x15xf32>
  return %3 : tensor<1x16x8x15xf32>
}
