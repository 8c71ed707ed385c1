// Padded results that are cropped, transposed and joined or split into what is
// padded again: heads of attention and pixels of channels that do not fill tiles.
// What the plan says is what the program moves.
// Covers: R14, R49
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad" -o %t.tiles.mlir
// RUN: layout-opt %t.tiles.mlir --layout-count | FileCheck %s --check-prefix=TILES
// RUN: layout-check %s %t.tiles.mlir --entry=heads | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.tiles.mlir --entry=pixels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad" -o %t.blocks.mlir
// RUN: layout-opt %t.blocks.mlir --layout-count | FileCheck %s --check-prefix=BLOCKS
// RUN: layout-check %s %t.blocks.mlir --entry=pixels | FileCheck %s --check-prefix=EQUAL

// TILES: "bytes":238952,"moves":{"n":3,"bytes":34688}
// BLOCKS: "bytes":22080,"moves":{"n":0,"bytes":0}
// EQUAL: {{^}}equal{{$}}

// A crop to 16 rows of each head, and one rewrite that pads to tiles of 32: a
// crop of the columns alone would move the padded rows twice.
func.func @heads(%a: tensor<6x16x16xf32>, %v: tensor<16x96xf32>, %w: tensor<96x96xf32>) -> tensor<16x96xf32> {
  %z = arith.constant dense<0.0> : tensor<16x96xf32>
  %zb = arith.constant dense<0.0> : tensor<6x16x16xf32>
  %e = tensor.empty() : tensor<6x16x16xf32>
  %h = tensor.expand_shape %v [[0], [1, 2]] output_shape [16, 6, 16] : tensor<16x96xf32> into tensor<16x6x16xf32>
  %t = linalg.transpose ins(%h : tensor<16x6x16xf32>) outs(%e : tensor<6x16x16xf32>) permutation = [1, 0, 2]
  %b = linalg.batch_matmul ins(%a, %t : tensor<6x16x16xf32>, tensor<6x16x16xf32>) outs(%zb : tensor<6x16x16xf32>) -> tensor<6x16x16xf32>
  %f = tensor.empty() : tensor<16x6x16xf32>
  %u = linalg.transpose ins(%b : tensor<6x16x16xf32>) outs(%f : tensor<16x6x16xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %u [[0], [1, 2]] : tensor<16x6x16xf32> into tensor<16x96xf32>
  %n = linalg.matmul ins(%c, %w : tensor<16x96xf32>, tensor<96x96xf32>) outs(%z : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %n : tensor<16x96xf32>
}

// A pixel shuffle of 24 channels in blocks of 16, joined to 140 rows: the blocks
// of 16 and the groups of 12 channels have only parts of 4 in common.
func.func @pixels(%x: tensor<1x24x5x7xf32>, %k: tensor<24x24x1x1xf32>, %y: tensor<2x3x7xf32>) -> tensor<2x140x7xf32> {
  %zc = arith.constant dense<0.0> : tensor<1x24x5x7xf32>
  %zm = arith.constant dense<0.0> : tensor<2x140x7xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x24x5x7xf32>, tensor<24x24x1x1xf32>) outs(%zc : tensor<1x24x5x7xf32>) -> tensor<1x24x5x7xf32>
  %s = tensor.expand_shape %c [[0], [1, 2, 3], [4], [5]] output_shape [1, 6, 2, 2, 5, 7] : tensor<1x24x5x7xf32> into tensor<1x6x2x2x5x7xf32>
  %es = tensor.empty() : tensor<1x6x5x2x7x2xf32>
  %t = linalg.transpose ins(%s : tensor<1x6x2x2x5x7xf32>) outs(%es : tensor<1x6x5x2x7x2xf32>) permutation = [0, 1, 4, 2, 5, 3]
  %i = tensor.collapse_shape %t [[0], [1], [2, 3], [4, 5]] : tensor<1x6x5x2x7x2xf32> into tensor<1x6x10x14xf32>
  %ei = tensor.empty() : tensor<1x10x14x6xf32>
  %p = linalg.transpose ins(%i : tensor<1x6x10x14xf32>) outs(%ei : tensor<1x10x14x6xf32>) permutation = [0, 2, 3, 1]
  %r = tensor.collapse_shape %p [[0, 1, 2], [3]] : tensor<1x10x14x6xf32> into tensor<140x6xf32>
  %g = tensor.expand_shape %r [[0], [1, 2]] output_shape [140, 2, 3] : tensor<140x6xf32> into tensor<140x2x3xf32>
  %eg = tensor.empty() : tensor<2x140x3xf32>
  %q = linalg.transpose ins(%g : tensor<140x2x3xf32>) outs(%eg : tensor<2x140x3xf32>) permutation = [1, 0, 2]
  %m = linalg.batch_matmul ins(%q, %y : tensor<2x140x3xf32>, tensor<2x3x7xf32>) outs(%zm : tensor<2x140x7xf32>) -> tensor<2x140x7xf32>
  return %m : tensor<2x140x7xf32>
}
