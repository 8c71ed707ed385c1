// Attention with two heads of 32, as flax writes it and StableHLO is lowered:
// einsums over heads that are dims of the weights.
#heads = affine_map<(b, t, h, d) -> (b, t, h, d)>
#bias = affine_map<(b, t, h, d) -> (h, d)>
#scores = affine_map<(b, h, t, s) -> (b, h, t, s)>
#rows = affine_map<(b, h, t, s) -> (b, h, t)>
#tokens = affine_map<(b, t, c) -> (b, t, c)>
#channels = affine_map<(b, t, c) -> (c)>
func.func @attention(%x: tensor<1x32x64xf32>) -> tensor<1x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %wq = arith.constant dense<0.1> : tensor<64x2x32xf32>
  %wk = arith.constant dense<0.2> : tensor<64x2x32xf32>
  %wv = arith.constant dense<0.3> : tensor<64x2x32xf32>
  %wo = arith.constant dense<0.4> : tensor<2x32x64xf32>
  %b = arith.constant dense<0.5> : tensor<2x32xf32>
  %bo = arith.constant dense<0.5> : tensor<64xf32>
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x32x2x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x2x32xf32>) -> tensor<1x32x2x32xf32>
  %q0 = linalg.generic {indexing_maps = [affine_map<(b, t, h, d, c) -> (b, t, c)>, affine_map<(b, t, h, d, c) -> (c, h, d)>, affine_map<(b, t, h, d, c) -> (b, t, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %wq : tensor<1x32x64xf32>, tensor<64x2x32xf32>) outs(%z : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %q1 = linalg.generic {indexing_maps = [#heads, #bias, #heads], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q0, %b : tensor<1x32x2x32xf32>, tensor<2x32xf32>) outs(%e : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %q2 = linalg.generic {indexing_maps = [#heads, #heads], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q1 : tensor<1x32x2x32xf32>) outs(%e : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %o: f32):
    %s = arith.mulf %l, %scale : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %k0 = linalg.generic {indexing_maps = [affine_map<(b, t, h, d, c) -> (b, t, c)>, affine_map<(b, t, h, d, c) -> (c, h, d)>, affine_map<(b, t, h, d, c) -> (b, t, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %wk : tensor<1x32x64xf32>, tensor<64x2x32xf32>) outs(%z : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %k1 = linalg.generic {indexing_maps = [#heads, #bias, #heads], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%k0, %b : tensor<1x32x2x32xf32>, tensor<2x32xf32>) outs(%e : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %v0 = linalg.generic {indexing_maps = [affine_map<(b, t, h, d, c) -> (b, t, c)>, affine_map<(b, t, h, d, c) -> (c, h, d)>, affine_map<(b, t, h, d, c) -> (b, t, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %wv : tensor<1x32x64xf32>, tensor<64x2x32xf32>) outs(%z : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %v1 = linalg.generic {indexing_maps = [#heads, #bias, #heads], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v0, %b : tensor<1x32x2x32xf32>, tensor<2x32xf32>) outs(%e : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %es = tensor.empty() : tensor<1x2x32x32xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<1x2x32x32xf32>) -> tensor<1x2x32x32xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (b, t, h, d)>, affine_map<(b, h, t, s, d) -> (b, s, h, d)>, affine_map<(b, h, t, s, d) -> (b, h, t, s)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q2, %k1 : tensor<1x32x2x32xf32>, tensor<1x32x2x32xf32>) outs(%zs : tensor<1x2x32x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x2x32x32xf32>
  %er = tensor.empty() : tensor<1x2x32xf32>
  %im = linalg.fill ins(%lowest : f32) outs(%er : tensor<1x2x32xf32>) -> tensor<1x2x32xf32>
  %max = linalg.reduce {arith.maximumf} ins(%s0 : tensor<1x2x32x32xf32>) outs(%im : tensor<1x2x32xf32>) dimensions = [3]
  %exp = linalg.generic {indexing_maps = [#scores, #rows, #scores], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %max : tensor<1x2x32x32xf32>, tensor<1x2x32xf32>) outs(%es : tensor<1x2x32x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %d = arith.subf %l, %r : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<1x2x32x32xf32>
  %is = linalg.fill ins(%zero : f32) outs(%er : tensor<1x2x32xf32>) -> tensor<1x2x32xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<1x2x32x32xf32>) outs(%is : tensor<1x2x32xf32>) dimensions = [3]
  %p = linalg.generic {indexing_maps = [#scores, #rows, #scores], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<1x2x32x32xf32>, tensor<1x2x32xf32>) outs(%es : tensor<1x2x32x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %y = arith.divf %l, %r : f32
    linalg.yield %y : f32
  } -> tensor<1x2x32x32xf32>
  %o0 = linalg.generic {indexing_maps = [affine_map<(b, t, h, d, s) -> (b, h, t, s)>, affine_map<(b, t, h, d, s) -> (b, s, h, d)>, affine_map<(b, t, h, d, s) -> (b, t, h, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v1 : tensor<1x2x32x32xf32>, tensor<1x32x2x32xf32>) outs(%z : tensor<1x32x2x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x2x32xf32>
  %ey = tensor.empty() : tensor<1x32x64xf32>
  %zy = linalg.fill ins(%zero : f32) outs(%ey : tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %y0 = linalg.generic {indexing_maps = [affine_map<(b, t, c, h, d) -> (b, t, h, d)>, affine_map<(b, t, c, h, d) -> (h, d, c)>, affine_map<(b, t, c, h, d) -> (b, t, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%o0, %wo : tensor<1x32x2x32xf32>, tensor<2x32x64xf32>) outs(%zy : tensor<1x32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x32x64xf32>
  %y1 = linalg.generic {indexing_maps = [#tokens, #channels, #tokens, #tokens], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y0, %bo, %x : tensor<1x32x64xf32>, tensor<64xf32>, tensor<1x32x64xf32>) outs(%ey : tensor<1x32x64xf32>) {
  ^bb0(%l: f32, %r: f32, %i: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    %y = arith.addf %s, %i : f32
    linalg.yield %y : f32
  } -> tensor<1x32x64xf32>
  return %y1 : tensor<1x32x64xf32>
}
