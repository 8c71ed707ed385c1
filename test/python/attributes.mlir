// One program for each op whose numbers passes read (test_attributes.py).

// pack
func.func @main(%x: tensor<7x16xf32>, %d: tensor<2x7x8xf32>) -> tensor<2x7x8xf32> {
  %p = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x16xf32> -> tensor<2x7x8xf32>
  return %p : tensor<2x7x8xf32>
}
// -----
// pack, padded
func.func @main(%x: tensor<7x19xf32>, %d: tensor<4x3x8x2xf32>) -> tensor<4x3x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = linalg.pack %x padding_value(%z : f32) inner_dims_pos = [1, 0] inner_tiles = [8, 2] into %d : tensor<7x19xf32> -> tensor<4x3x8x2xf32>
  return %p : tensor<4x3x8x2xf32>
}
// -----
// pack, dynamic
func.func @main(%x: tensor<7x16xf32>, %d: tensor<7x?x?xf32>) -> tensor<7x?x?xf32> {
  %t = arith.constant 4 : index
  %p = linalg.pack %x inner_dims_pos = [1] inner_tiles = [%t] into %d : tensor<7x16xf32> -> tensor<7x?x?xf32>
  return %p : tensor<7x?x?xf32>
}
// -----
// pack, dynamic and padded
func.func @main(%x: tensor<?x?xf32>, %d: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %t = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %p = linalg.pack %x padding_value(%z : f32) inner_dims_pos = [1] inner_tiles = [%t] into %d : tensor<?x?xf32> -> tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}
// -----
// unpack
func.func @main(%x: tensor<2x7x8xf32>, %d: tensor<7x16xf32>) -> tensor<7x16xf32> {
  %p = linalg.unpack %x outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<2x7x8xf32> -> tensor<7x16xf32>
  return %p : tensor<7x16xf32>
}
// -----
// unpack, cropped
func.func @main(%x: tensor<7x3x8xf32>, %d: tensor<7x19xf32>) -> tensor<7x19xf32> {
  %p = linalg.unpack %x inner_dims_pos = [1] inner_tiles = [8] into %d : tensor<7x3x8xf32> -> tensor<7x19xf32>
  return %p : tensor<7x19xf32>
}
// -----
// unpack, dynamic
func.func @main(%x: tensor<7x?x?xf32>, %d: tensor<7x16xf32>) -> tensor<7x16xf32> {
  %t = arith.constant 4 : index
  %p = linalg.unpack %x inner_dims_pos = [1] inner_tiles = [%t] into %d : tensor<7x?x?xf32> -> tensor<7x16xf32>
  return %p : tensor<7x16xf32>
}
// -----
// conv
func.func @main(%x: tensor<1x6x11x13xf32>, %w: tensor<5x6x3x2xf32>, %o: tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x6x11x13xf32>, tensor<5x6x3x2xf32>) outs(%o : tensor<1x5x5x4xf32>) -> tensor<1x5x5x4xf32>
  return %0 : tensor<1x5x5x4xf32>
}
// -----
// conv, dynamic
func.func @main(%x: tensor<?x16x?x?xf32>, %w: tensor<16x16x3x3xf32>, %o: tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<?x16x?x?xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<?x16x?x?xf32>) -> tensor<?x16x?x?xf32>
  return %0 : tensor<?x16x?x?xf32>
}
// -----
// depthwise
func.func @main(%x: tensor<1x6x11x13xf32>, %w: tensor<6x3x2xf32>, %o: tensor<1x6x5x4xf32>) -> tensor<1x6x5x4xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x6x11x13xf32>, tensor<6x3x2xf32>) outs(%o : tensor<1x6x5x4xf32>) -> tensor<1x6x5x4xf32>
  return %0 : tensor<1x6x5x4xf32>
}
// -----
// pooling behind a convolution
func.func @main(%x: tensor<1x16x11x13xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x11x13xf32>, %r: tensor<1x16x5x4xf32>) -> tensor<1x16x5x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x16x11x13xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x11x13xf32>) -> tensor<1x16x11x13xf32>
  %k = tensor.empty() : tensor<3x2xf32>
  %1 = linalg.pooling_nchw_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%0, %k : tensor<1x16x11x13xf32>, tensor<3x2xf32>) outs(%r : tensor<1x16x5x4xf32>) -> tensor<1x16x5x4xf32>
  return %1 : tensor<1x16x5x4xf32>
}
// -----
// pad in front of a convolution
func.func @main(%x: tensor<1x16x9x10xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x12x15xf32>) -> tensor<1x16x12x15xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 2] high[0, 0, 2, 3] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x16x9x10xf32> to tensor<1x16x12x15xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x16x12x15xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x12x15xf32>) -> tensor<1x16x12x15xf32>
  return %0 : tensor<1x16x12x15xf32>
}
// -----
// pad, dynamic, between transposes
func.func @main(%x: tensor<4x6xf32>) -> tensor<?x?xf32> {
  %l = arith.constant 2 : index
  %h = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %p = tensor.pad %t low[%l, 0] high[1, %h] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x4xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
// -----
// pad, nofold, and transform
func.func @main(%x: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x nofold low[0, 0] high[2, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x5xf32> to tensor<8x5xf32>
  %0 = layout.layout_transform %p by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}
// -----
// slice between transposes
func.func @main(%x: tensor<14x6xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<6x14xf32>
  %t = linalg.transpose ins(%x : tensor<14x6xf32>) outs(%e : tensor<6x14xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %t[1, 2] [3, 5] [2, 2] : tensor<6x14xf32> to tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}
// -----
// slice, dynamic
func.func @main(%x: tensor<14x6xf32>) -> tensor<?x?xf32> {
  %o = arith.constant 1 : index
  %n = arith.constant 3 : index
  %st = arith.constant 2 : index
  %e = tensor.empty() : tensor<6x14xf32>
  %t = linalg.transpose ins(%x : tensor<14x6xf32>) outs(%e : tensor<6x14xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %t[%o, 2] [3, %n] [%st, 2] : tensor<6x14xf32> to tensor<3x?xf32>
  %c = tensor.cast %s : tensor<3x?xf32> to tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
// -----
// rank-reducing slice behind a convolution
func.func @main(%x: tensor<1x32x9x10xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x9x10xf32>) -> tensor<16x9x10xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x9x10xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x9x10xf32>) -> tensor<1x32x9x10xf32>
  %s = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 9, 10] [1, 1, 1, 1] : tensor<1x32x9x10xf32> to tensor<16x9x10xf32>
  return %s : tensor<16x9x10xf32>
}
// -----
// insert_slice
func.func @main(%x: tensor<1x16x9x10xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x9x10xf32>, %y: tensor<1x32x12x15xf32>) -> tensor<1x32x12x15xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x10xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x9x10xf32>) -> tensor<1x16x9x10xf32>
  %s = tensor.insert_slice %0 into %y[0, 16, 1, 2] [1, 16, 9, 10] [1, 1, 1, 1] : tensor<1x16x9x10xf32> into tensor<1x32x12x15xf32>
  return %s : tensor<1x32x12x15xf32>
}
// -----
// insert_slice, dynamic
func.func @main(%x: tensor<4x6xf32>, %y: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %o = arith.constant 1 : index
  %n = arith.constant 4 : index
  %st = arith.constant 2 : index
  %c = tensor.cast %x : tensor<4x6xf32> to tensor<?x6xf32>
  %e = tensor.empty() : tensor<32x16xf32>
  %s = tensor.insert_slice %c into %y[%o, 2] [%n, 6] [%st, 3] : tensor<?x6xf32> into tensor<16x32xf32>
  %t = linalg.transpose ins(%s : tensor<16x32xf32>) outs(%e : tensor<32x16xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<16x32xf32>
  %t2 = linalg.transpose ins(%t : tensor<32x16xf32>) outs(%e2 : tensor<16x32xf32>) permutation = [1, 0]
  return %t2 : tensor<16x32xf32>
}
// -----
// parallel_insert_slice
func.func @main(%x: tensor<4x32xf32>, %y: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %r = scf.forall (%i) = (0) to (4) step (1) shared_outs(%o = %y) -> (tensor<4x32xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<4x32xf32> to tensor<32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<4x32xf32>
    }
  }
  %e = tensor.empty() : tensor<32x4xf32>
  %t = linalg.transpose ins(%r : tensor<4x32xf32>) outs(%e : tensor<32x4xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<4x32xf32>
  %t2 = linalg.transpose ins(%t : tensor<32x4xf32>) outs(%e2 : tensor<4x32xf32>) permutation = [1, 0]
  return %t2 : tensor<4x32xf32>
}
// -----
// forall, dynamic
func.func @main(%x: tensor<4x32xf32>, %y: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %lb = arith.constant 0 : index
  %ub = arith.constant 4 : index
  %st = arith.constant 1 : index
  %r = scf.forall (%i) = (%lb) to (%ub) step (%st) shared_outs(%o = %y) -> (tensor<4x32xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<4x32xf32> to tensor<1x32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 32] [1, 1] : tensor<1x32xf32> into tensor<4x32xf32>
    }
  }
  return %r : tensor<4x32xf32>
}
// -----
// concat
func.func @main(%x: tensor<1x16x9x10xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x9x10xf32>, %y: tensor<1x32x9x10xf32>) -> tensor<1x48x9x10xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x10xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x9x10xf32>) -> tensor<1x16x9x10xf32>
  %c = tensor.concat dim(1) %0, %y : (tensor<1x16x9x10xf32>, tensor<1x32x9x10xf32>) -> tensor<1x48x9x10xf32>
  return %c : tensor<1x48x9x10xf32>
}
// -----
// gather
func.func @main(%x: tensor<4x6x9xf32>, %i: tensor<7x2xindex>) -> tensor<7x9xf32> {
  %e = tensor.empty() : tensor<9x6x4xf32>
  %g = tensor.gather %x[%i] gather_dims([0, 1]) : (tensor<4x6x9xf32>, tensor<7x2xindex>) -> tensor<7x9xf32>
  %e2 = tensor.empty() : tensor<9x7xf32>
  %t = linalg.transpose ins(%g : tensor<7x9xf32>) outs(%e2 : tensor<9x7xf32>) permutation = [1, 0]
  %e3 = tensor.empty() : tensor<7x9xf32>
  %t2 = linalg.transpose ins(%t : tensor<9x7xf32>) outs(%e3 : tensor<7x9xf32>) permutation = [1, 0]
  return %t2 : tensor<7x9xf32>
}
// -----
// scatter
func.func @main(%x: tensor<7x9xf32>, %i: tensor<7x2xindex>, %d: tensor<4x6x9xf32>) -> tensor<4x6x9xf32> {
  %g = tensor.scatter %x into %d[%i] scatter_dims([0, 1]) unique : (tensor<7x9xf32>, tensor<4x6x9xf32>, tensor<7x2xindex>) -> tensor<4x6x9xf32>
  return %g : tensor<4x6x9xf32>
}
// -----
// expand and collapse
func.func @main(%x: tensor<12x35xf32>) -> tensor<35x12xf32> {
  %a = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [3, 4, 5, 7] : tensor<12x35xf32> into tensor<3x4x5x7xf32>
  %e = tensor.empty() : tensor<5x7x3x4xf32>
  %t = linalg.transpose ins(%a : tensor<3x4x5x7xf32>) outs(%e : tensor<5x7x3x4xf32>) permutation = [2, 3, 0, 1]
  %c = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<5x7x3x4xf32> into tensor<35x12xf32>
  return %c : tensor<35x12xf32>
}
// -----
// expand, dynamic
func.func @main(%x: tensor<?x35xf32>) -> tensor<?x4x35xf32> {
  %n = arith.constant 3 : index
  %a = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 4, 35] : tensor<?x35xf32> into tensor<?x4x35xf32>
  return %a : tensor<?x4x35xf32>
}
// -----
// reshape
func.func @main(%x: tensor<12x35xf32>) -> tensor<20x21xf32> {
  %s = arith.constant dense<[20, 21]> : tensor<2xindex>
  %a = tensor.reshape %x(%s) : (tensor<12x35xf32>, tensor<2xindex>) -> tensor<20x21xf32>
  return %a : tensor<20x21xf32>
}
// -----
// broadcast, reduce, map
func.func @main(%x: tensor<4x6xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<4x5x6xf32>
  %b = linalg.broadcast ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x5x6xf32>) dimensions = [1]
  %z = arith.constant dense<0.0> : tensor<6xf32>
  %r = linalg.reduce ins(%b : tensor<4x5x6xf32>) outs(%z : tensor<6xf32>) dimensions = [0, 1] (%i: f32, %o: f32) {
    %s = arith.addf %i, %o : f32
    linalg.yield %s : f32
  }
  return %r : tensor<6xf32>
}
// -----
// softmax behind a matmul
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x48xf32>, %o: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x48xf32>) outs(%o : tensor<32x48xf32>) -> tensor<32x48xf32>
  %e = tensor.empty() : tensor<32x48xf32>
  %s = linalg.softmax dimension(1) ins(%0 : tensor<32x48xf32>) outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %s : tensor<32x48xf32>
}
// -----
// generic with maps and linalg.index
#in = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<3x5x4xf32>, %o: tensor<12x5xf32>) -> tensor<12x5xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x5x4xf32>) outs(%o : tensor<12x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}
// -----
// window as generic, with ceildiv
#w = affine_map<(d0, d1, d2) -> (d0, d1 * 2 + d2 * 3 + 1)>
#c = affine_map<(d0, d1, d2) -> (d2)>
#o = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @main(%x: tensor<6x17xf32>, %k: tensor<3xf32>, %o: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %0 = linalg.generic {indexing_maps = [#w, #c, #o], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %k : tensor<6x17xf32>, tensor<3xf32>) outs(%o : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %i = linalg.index 1 : index
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %m : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
// -----
// gather in a body
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<4x24xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<6x4xf32>) {
  ^bb0(%b: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %q = arith.divui %i, %c4 : index
    %r = arith.remui %i, %c4 : index
    %k = arith.muli %r, %c7 : index
    %l = arith.addi %k, %q : index
    %v = tensor.extract %x[%j, %l] : tensor<4x24xf32>
    linalg.yield %v : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
// -----
// affine.apply, min
func.func @main(%x: tensor<14x6xf32>, %n: index) -> tensor<?x6xf32> {
  %e = tensor.empty() : tensor<6x14xf32>
  %t = linalg.transpose ins(%x : tensor<14x6xf32>) outs(%e : tensor<6x14xf32>) permutation = [1, 0]
  %a = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 mod 5 + 1)>(%n)
  %b = affine.min affine_map<(d0) -> (d0 ceildiv 2, 7)>(%a)
  %s = tensor.extract_slice %t[0, %a] [6, %b] [1, 1] : tensor<6x14xf32> to tensor<6x?xf32>
  %e2 = tensor.empty(%b) : tensor<?x6xf32>
  %t2 = linalg.transpose ins(%s : tensor<6x?xf32>) outs(%e2 : tensor<?x6xf32>) permutation = [1, 0]
  return %t2 : tensor<?x6xf32>
}
// -----
// scf.for
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x1x1xf32>, %o: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %lb = arith.constant 0 : index
  %ub = arith.constant 10 : index
  %st = arith.constant 2 : index
  %r = scf.for %i = %lb to %ub step %st iter_args(%a = %x) -> (tensor<1x16x8x8xf32>) {
    %v = linalg.conv_2d_nchw_fchw ins(%a, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    scf.yield %v : tensor<1x16x8x8xf32>
  }
  return %r : tensor<1x16x8x8xf32>
}
// -----
// affine.for
func.func @main(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %e2 = tensor.empty() : tensor<16x8xf32>
  %r = affine.for %i = 1 to 9 step 2 iter_args(%a = %x) -> (tensor<16x8xf32>) {
    %t = linalg.transpose ins(%a : tensor<16x8xf32>) outs(%e : tensor<8x16xf32>) permutation = [1, 0]
    %u = linalg.exp ins(%t : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
    %t2 = linalg.transpose ins(%u : tensor<8x16xf32>) outs(%e2 : tensor<16x8xf32>) permutation = [1, 0]
    affine.yield %t2 : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
// -----
// loop of scalars that transposes
func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<6x4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> (tensor<6x4xf32>) {
    %q = scf.for %j = %c0 to %c6 step %c1 iter_args(%b = %a) -> (tensor<6x4xf32>) {
      %v = tensor.extract %x[%i, %j] : tensor<4x6xf32>
      %w = tensor.insert %v into %b[%j, %i] : tensor<6x4xf32>
      scf.yield %w : tensor<6x4xf32>
    }
    scf.yield %q : tensor<6x4xf32>
  }
  return %r : tensor<6x4xf32>
}
// -----
// generate, splat, empty
func.func @main(%s: f32) -> tensor<?x8xf32> {
  %n = arith.constant 6 : index
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %f = arith.sitofp %l : i32 to f32
    tensor.yield %f : f32
  } : tensor<?x8xf32>
  %sp = tensor.splat %s[%n] : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %a = linalg.add ins(%g, %sp : tensor<?x8xf32>, tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %a : tensor<?x8xf32>
}
// -----
// dim
func.func @main(%x: tensor<?x8xf32>) -> tensor<8x?xf32> {
  %c = arith.constant 0 : index
  %n = tensor.dim %x, %c : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<8x?xf32>
  %t = linalg.transpose ins(%x : tensor<?x8xf32>) outs(%e : tensor<8x?xf32>) permutation = [1, 0]
  return %t : tensor<8x?xf32>
}
// -----
// extract and insert
func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = tensor.extract %x[%c1, %c2] : tensor<4x6xf32>
  %w = tensor.insert %v into %x[%c2, %c1] : tensor<4x6xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %t : tensor<6x4xf32>
}
// -----
// own pad and crop
func.func @main(%x: tensor<6x5xf32>, %n: index) -> tensor<5x?xf32> {
  %h = arith.constant 2 : index
  %s = arith.constant 4 : index
  %p = layout.pad %x low [1, 0] high [2, %h] value(0.0 : f32) : tensor<6x5xf32> to tensor<9x?xf32>
  %c = layout.crop %p offsets [1, 0] sizes [5, %s] cropped(0.0 : f32) : tensor<9x?xf32> to tensor<5x?xf32>
  return %c : tensor<5x?xf32>
}
// -----
// own transforms
func.func @main(%x: tensor<1x64x5x5xf32>) -> tensor<1x8x5x5x8xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> : tensor<1x64x5x5xf32> to tensor<1x4x5x5x16xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w, b) -> (n, c * 2 + b floordiv 8, h, w, b mod 8)> : tensor<1x4x5x5x16xf32> to tensor<1x8x5x5x8xf32>
  return %1 : tensor<1x8x5x5x8xf32>
}
// -----
// options on an op
func.func @main(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (m, k floordiv 4, k mod 4)> pad [0, 2], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [2, 0], _], results = [_], cost = 7>, #layout.op_layout<operands = [_, _, _], results = [_], cost = 9>]} ins(%a, %b : tensor<8x6xf32>, tensor<6x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// layouts of values
func.func @main(%x: tensor<1x16x4x4xf32> {layout.tensor_layout = "NCHW -> NCHW8c"}) -> (tensor<1x16x4x4xf32> {layout.tensor_layout = "NCHW -> NCHW[a=4]"}) {
  %e = tensor.empty() : tensor<1x16x4x4xf32>
  %0 = linalg.exp ins(%x : tensor<1x16x4x4xf32>) outs(%e : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}
// -----
// buffers
func.func @main(%v: f32, %i: index) -> f32 {
  %m = memref.alloc() {alignment = 64 : i64, layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<8x6xf32>
  %c1 = arith.constant 1 : index
  memref.store %v, %m[%c1, %i] : memref<8x6xf32>
  %s = memref.subview %m[4, 1] [4, 3] [1, 2] : memref<8x6xf32> to memref<4x3xf32, strided<[6, 2], offset: 25>>
  %r = memref.load %m[%i, %c1] : memref<8x6xf32>
  memref.dealloc %m : memref<8x6xf32>
  return %r : f32
}
// -----
// buffers with separators
func.func @main(%x: memref<4x6x8xf32> {layout.axis_separators = array<i64: 1>, layout.pad_value = 2.0 : f32}) -> f32 {
  %c1 = arith.constant 1 : index
  %e = memref.expand_shape %x [[0, 1], [2], [3]] output_shape [2, 2, 6, 8] : memref<4x6x8xf32> into memref<2x2x6x8xf32>
  %r = memref.load %e[%c1, %c1, %c1, %c1] : memref<2x2x6x8xf32>
  return %r : f32
}
// -----
// reinterpreted buffers
func.func @main(%x: memref<48xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %e = memref.reinterpret_cast %x to offset: [2], sizes: [4, 5], strides: [8, 1] : memref<48xf32> to memref<4x5xf32, strided<[8, 1], offset: 2>>
  %t = memref.transpose %e (i, j) -> (j, i) : memref<4x5xf32, strided<[8, 1], offset: 2>> to memref<5x4xf32, strided<[1, 8], offset: 2>>
  %r = memref.load %t[%c1, %c1] : memref<5x4xf32, strided<[1, 8], offset: 2>>
  return %r : f32
}
// -----
// mmt4d
func.func @main(%x: tensor<2x3x4x5xf32>, %w: tensor<6x3x7x5xf32>, %o: tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32> {
  %0 = linalg.mmt4d ins(%x, %w : tensor<2x3x4x5xf32>, tensor<6x3x7x5xf32>) outs(%o : tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32>
  return %0 : tensor<2x6x4x7xf32>
}
// -----
// quantized matmul
func.func @main(%x: tensor<4x8xi8>, %w: tensor<8x6xi8>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %zx = arith.constant 3 : i32
  %zw = arith.constant 5 : i32
  %0 = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<4x8xi8>, tensor<8x6xi8>, i32, i32) outs(%o : tensor<4x6xi32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
// -----
// bitcasts and constants
func.func @main() -> tensor<4x2xi32> {
  %c = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %d = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 9]]> : tensor<4x2xi32>
  %q = arith.divsi %c, %d : tensor<4x2xi32>
  %r = arith.remui %q, %c : tensor<4x2xi32>
  %s = arith.shli %r, %d : tensor<4x2xi32>
  return %s : tensor<4x2xi32>
}
// -----
// transform ops
module attributes {transform.with_named_sequence} {
  func.func @main(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<8x6xf32>, tensor<6x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// for with loop-carried crop
func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8x6xf32>
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %e) -> (tensor<8x6xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
    %es = tensor.empty() : tensor<4x6xf32>
    %f = linalg.exp ins(%s : tensor<4x6xf32>) outs(%es : tensor<4x6xf32>) -> tensor<4x6xf32>
    %q = tensor.insert_slice %f into %a[%i, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<8x6xf32>
    scf.yield %q : tensor<8x6xf32>
  }
  return %r : tensor<8x6xf32>
}
// -----
// vector transfers
func.func @main(%m: memref<8x6xf32>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %v = vector.transfer_read %m[%i, %c1], %z {in_bounds = [true]} : memref<8x6xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
// -----
// rule on linalg
func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul {layout.rule = #layout.rule<factors = [4, 6, 8 reduced], operands = [[f0, f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6], results = [[f0, f1] : 4x6]>} ins(%x, %y : tensor<4x8xf32>, tensor<8x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
// -----
// floordiv by a symbol
func.func @main(%x: tensor<14x6xf32>, %n: index) -> tensor<?x6xf32> {
  %c = arith.constant 3 : index
  %a = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0 + d0 mod s0)>(%n)[%c]
  %s = tensor.extract_slice %x[0, 0] [%a, 6] [1, 1] : tensor<14x6xf32> to tensor<?x6xf32>
  %e = tensor.empty(%a) : tensor<?x6xf32>
  %t = linalg.copy ins(%s : tensor<?x6xf32>) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %t : tensor<?x6xf32>
}
// -----
// branch on a set
#set = affine_set<(d0) : (d0 mod 4 == 0, d0 floordiv 2 - 1 >= 0)>
func.func @main(%x: tensor<14x6xf32>, %n: index) -> tensor<6x14xf32> {
  %e = tensor.empty() : tensor<6x14xf32>
  %r = affine.if #set(%n) -> tensor<6x14xf32> {
    %t = linalg.transpose ins(%x : tensor<14x6xf32>) outs(%e : tensor<6x14xf32>) permutation = [1, 0]
    affine.yield %t : tensor<6x14xf32>
  } else {
    affine.yield %e : tensor<6x14xf32>
  }
  return %r : tensor<6x14xf32>
}
// -----
// one-dimensional convolution and pooling
func.func @main(%x: tensor<1x16x11xf32>, %w: tensor<16x16x3xf32>, %o: tensor<1x16x5xf32>, %r: tensor<1x16x3xf32>) -> tensor<1x16x3xf32> {
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%x, %w : tensor<1x16x11xf32>, tensor<16x16x3xf32>) outs(%o : tensor<1x16x5xf32>) -> tensor<1x16x5xf32>
  %k = tensor.empty() : tensor<3xf32>
  %1 = linalg.pooling_ncw_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%0, %k : tensor<1x16x5xf32>, tensor<3xf32>) outs(%r : tensor<1x16x3xf32>) -> tensor<1x16x3xf32>
  return %1 : tensor<1x16x3xf32>
}
// -----
// parallel loop and while loop
func.func @main(%x: tensor<4x6xf32>, %m: memref<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = tensor.extract %x[%i, %c0] : tensor<4x6xf32>
    memref.store %v, %m[%i, %c1] : memref<4x6xf32>
    scf.reduce
  }
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<4x6xf32>
  %t2 = linalg.transpose ins(%t : tensor<6x4xf32>) outs(%e2 : tensor<4x6xf32>) permutation = [1, 0]
  return %t2 : tensor<4x6xf32>
}
