// Attention with two heads of 32, as torch-mlir lowers it: weights are
// transposed, heads are batches, and the scale is on the scores' left factor.
#rows = affine_map<(t, c) -> (t, c)>
#channels = affine_map<(t, c) -> (c)>
#scores = affine_map<(h, t, s) -> (h, t, s)>
#kept = affine_map<(h, t, s) -> (h, t, 0)>
func.func @attention(%x: tensor<1x32x64xf32>) -> tensor<1x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %wq = arith.constant dense<0.1> : tensor<64x64xf32>
  %wk = arith.constant dense<0.2> : tensor<64x64xf32>
  %wv = arith.constant dense<0.3> : tensor<64x64xf32>
  %wo = arith.constant dense<0.4> : tensor<64x64xf32>
  %b = arith.constant dense<0.5> : tensor<64xf32>
  %x2 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
  %ew = tensor.empty() : tensor<64x64xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %eh = tensor.empty() : tensor<1x2x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %qt = linalg.transpose ins(%wq : tensor<64x64xf32>) outs(%ew : tensor<64x64xf32>) permutation = [1, 0]
  %q0 = linalg.matmul ins(%x2, %qt : tensor<32x64xf32>, tensor<64x64xf32>) outs(%z : tensor<32x64xf32>) -> tensor<32x64xf32>
  %q1 = linalg.generic {indexing_maps = [#rows, #channels, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%q0, %b : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %q2 = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%q1 : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %o: f32):
    %s = arith.mulf %l, %scale : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %q3 = tensor.expand_shape %q2 [[0, 1], [2, 3]] output_shape [1, 32, 2, 32] : tensor<32x64xf32> into tensor<1x32x2x32xf32>
  %q4 = linalg.transpose ins(%q3 : tensor<1x32x2x32xf32>) outs(%eh : tensor<1x2x32x32xf32>) permutation = [0, 2, 1, 3]
  %q = tensor.collapse_shape %q4 [[0, 1], [2], [3]] : tensor<1x2x32x32xf32> into tensor<2x32x32xf32>
  %kt = linalg.transpose ins(%wk : tensor<64x64xf32>) outs(%ew : tensor<64x64xf32>) permutation = [1, 0]
  %k0 = linalg.matmul ins(%x2, %kt : tensor<32x64xf32>, tensor<64x64xf32>) outs(%z : tensor<32x64xf32>) -> tensor<32x64xf32>
  %k1 = linalg.generic {indexing_maps = [#rows, #channels, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%k0, %b : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %k3 = tensor.expand_shape %k1 [[0, 1], [2, 3]] output_shape [1, 32, 2, 32] : tensor<32x64xf32> into tensor<1x32x2x32xf32>
  %k4 = linalg.transpose ins(%k3 : tensor<1x32x2x32xf32>) outs(%eh : tensor<1x2x32x32xf32>) permutation = [0, 2, 1, 3]
  %k = tensor.collapse_shape %k4 [[0, 1], [2], [3]] : tensor<1x2x32x32xf32> into tensor<2x32x32xf32>
  %vt = linalg.transpose ins(%wv : tensor<64x64xf32>) outs(%ew : tensor<64x64xf32>) permutation = [1, 0]
  %v0 = linalg.matmul ins(%x2, %vt : tensor<32x64xf32>, tensor<64x64xf32>) outs(%z : tensor<32x64xf32>) -> tensor<32x64xf32>
  %v1 = linalg.generic {indexing_maps = [#rows, #channels, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%v0, %b : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %v3 = tensor.expand_shape %v1 [[0, 1], [2, 3]] output_shape [1, 32, 2, 32] : tensor<32x64xf32> into tensor<1x32x2x32xf32>
  %v4 = linalg.transpose ins(%v3 : tensor<1x32x2x32xf32>) outs(%eh : tensor<1x2x32x32xf32>) permutation = [0, 2, 1, 3]
  %v = tensor.collapse_shape %v4 [[0, 1], [2], [3]] : tensor<1x2x32x32xf32> into tensor<2x32x32xf32>
  %ek = tensor.empty() : tensor<2x32x32xf32>
  %turned = linalg.transpose ins(%k : tensor<2x32x32xf32>) outs(%ek : tensor<2x32x32xf32>) permutation = [0, 2, 1]
  %es = tensor.empty() : tensor<2x32x32xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %s0 = linalg.batch_matmul ins(%q, %turned : tensor<2x32x32xf32>, tensor<2x32x32xf32>) outs(%zs : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %er = tensor.empty() : tensor<2x32x1xf32>
  %im = linalg.fill ins(%lowest : f32) outs(%er : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %max = linalg.generic {indexing_maps = [#scores, #kept], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s0 : tensor<2x32x32xf32>) outs(%im : tensor<2x32x1xf32>) {
  ^bb0(%l: f32, %o: f32):
    %y = arith.maximumf %l, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x32x1xf32>
  %d = linalg.generic {indexing_maps = [#scores, #kept, #scores], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s0, %max : tensor<2x32x32xf32>, tensor<2x32x1xf32>) outs(%es : tensor<2x32x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %y = arith.subf %l, %r : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  %exp = linalg.generic {indexing_maps = [#scores, #scores], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d : tensor<2x32x32xf32>) outs(%es : tensor<2x32x32xf32>) {
  ^bb0(%l: f32, %o: f32):
    %y = math.exp %l : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  %is = linalg.fill ins(%zero : f32) outs(%er : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %sum = linalg.generic {indexing_maps = [#scores, #kept], iterator_types = ["parallel", "parallel", "reduction"]} ins(%exp : tensor<2x32x32xf32>) outs(%is : tensor<2x32x1xf32>) {
  ^bb0(%l: f32, %o: f32):
    %y = arith.addf %l, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x32x1xf32>
  %p = linalg.generic {indexing_maps = [#scores, #kept, #scores], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %sum : tensor<2x32x32xf32>, tensor<2x32x1xf32>) outs(%es : tensor<2x32x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %y = arith.divf %l, %r : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  %eo = tensor.empty() : tensor<2x32x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %o0 = linalg.batch_matmul ins(%p, %v : tensor<2x32x32xf32>, tensor<2x32x32xf32>) outs(%zo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %o1 = tensor.expand_shape %o0 [[0, 1], [2], [3]] output_shape [1, 2, 32, 32] : tensor<2x32x32xf32> into tensor<1x2x32x32xf32>
  %ej = tensor.empty() : tensor<1x32x2x32xf32>
  %o2 = linalg.transpose ins(%o1 : tensor<1x2x32x32xf32>) outs(%ej : tensor<1x32x2x32xf32>) permutation = [0, 2, 1, 3]
  %o3 = tensor.collapse_shape %o2 [[0, 1], [2, 3]] : tensor<1x32x2x32xf32> into tensor<32x64xf32>
  %yt = linalg.transpose ins(%wo : tensor<64x64xf32>) outs(%ew : tensor<64x64xf32>) permutation = [1, 0]
  %y0 = linalg.matmul ins(%o3, %yt : tensor<32x64xf32>, tensor<64x64xf32>) outs(%z : tensor<32x64xf32>) -> tensor<32x64xf32>
  %y1 = linalg.generic {indexing_maps = [#rows, #channels, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%y0, %b : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %y2 = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%y1, %x2 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %y = tensor.expand_shape %y2 [[0, 1], [2]] output_shape [1, 32, 64] : tensor<32x64xf32> into tensor<1x32x64xf32>
  return %y : tensor<1x32x64xf32>
}
