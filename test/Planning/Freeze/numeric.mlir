// Frozen ops compute the same values: every kind and layout, sizes that blocks
// divide or do not, unit and dynamic dims.
//
// Covers: R2, R10
//
// RUN: layout-opt %s --layout-freeze="target=nchw prefer=matmul=[MK,KN],batch_matmul=[BMK,BKN]" --layout-materialize -o %t.nchw.mlir
// RUN: layout-check %s %t.nchw.mlir --entry=static
// RUN: layout-check %s %t.nchw.mlir --entry=dynamic --dims=2,64,10,9,2,8,7,19,19
// RUN: layout-opt %s --layout-freeze="target=nhwc prefer=matmul=[MK,KN],batch_matmul=[BMK,BKN]" --layout-materialize -o %t.nhwc.mlir
// RUN: layout-check %s %t.nhwc.mlir --entry=static
// RUN: layout-check %s %t.nhwc.mlir --entry=dynamic --dims=2,64,10,9,2,8,7,19,19
// RUN: layout-opt %s --layout-freeze="target=nhwc-packed16 prefer=batch_matmul=[BMK,BNK16n]" --layout-materialize -o %t.packed.mlir
// RUN: layout-check %s %t.packed.mlir --entry=static
// RUN: layout-check %s %t.packed.mlir --entry=dynamic --dims=2,64,10,9,2,8,7,19,19
// RUN: layout-opt %s --layout-freeze="target=nhwc-packed16 prefer=batch_matmul=[BMK,BNK16n] indivisible=pad" --layout-materialize -o %t.padded.mlir
// RUN: layout-check %s %t.padded.mlir --entry=static
// RUN: layout-opt %s --layout-freeze="target=nchw4c prefer=matmul=[MK,KN],batch_matmul=[BMK,BKN]" --layout-materialize -o %t.nchw4c.mlir
// RUN: layout-check %s %t.nchw4c.mlir --entry=static
// RUN: layout-opt %s --layout-freeze=target=nchw16c-mm16 --layout-materialize -o %t.nchw16c.mlir
// RUN: layout-check %s %t.nchw16c.mlir --entry=static
// RUN: layout-check %s %t.nchw16c.mlir --entry=dynamic --dims=2,64,10,9,2,8,7,19,19
// RUN: layout-opt %s --layout-freeze="target=nchw16c-mm16 indivisible=pad" --layout-materialize -o %t.pad.mlir
// RUN: layout-check %s %t.pad.mlir --entry=static
// RUN: layout-check %s %t.pad.mlir --entry=dynamic --dims=2,64,10,9,2,8,7,19,19

func.func @static(
    %x1: tensor<2x16x7xf32>, %w1: tensor<32x16x3xf32>, %o1: tensor<2x32x5xf32>,
    %x2: tensor<1x3x9x9xf32>, %w2: tensor<24x3x3x2xf32>, %o2: tensor<1x24x4x8xf32>,
    %w3: tensor<32x24x1x1xf32>, %o3: tensor<1x32x4x8xf32>,
    %x4: tensor<1x5x6x7x16xf32>, %w4: tensor<2x3x3x16x16xf32>, %o4: tensor<1x4x4x5x16xf32>,
    %x5: tensor<1x2x32x6x6xf32>, %w5: tensor<2x16x32x3x3xf32>, %o5: tensor<1x2x16x4x4xf32>,
    %x6: tensor<1x8x8x32xf32>, %w6: tensor<3x3x32x2xf32>, %o6: tensor<1x6x6x32x2xf32>,
    %x7: tensor<1x24x8x8xf32>, %w7: tensor<24x3x3xf32>, %o7: tensor<1x24x6x6xf32>,
    %x8: tensor<1x16x1x1xf32>, %w8: tensor<48x16x1x1xf32>, %o8: tensor<1x48x1x1xf32>,
    %a: tensor<32x48xf32>, %b: tensor<48x16xf32>, %c: tensor<32x16xf32>,
    %d: tensor<16x1xf32>, %e: tensor<32x1xf32>,
    %f: tensor<16x3x32xf32>, %g: tensor<16x16x3xf32>, %h: tensor<16x3x32xf32>)
    -> (tensor<2x32x5xf32>, tensor<1x32x4x8xf32>, tensor<1x4x4x5x16xf32>, tensor<1x2x16x4x4xf32>, tensor<1x6x6x32x2xf32>,
        tensor<1x24x6x6xf32>, tensor<1x48x1x1xf32>, tensor<32x1xf32>, tensor<16x3x32xf32>) {
  %0 = linalg.conv_1d_ncw_fcw ins(%x1, %w1 : tensor<2x16x7xf32>, tensor<32x16x3xf32>) outs(%o1 : tensor<2x32x5xf32>) -> tensor<2x32x5xf32>

  // With 3 input channels no block divides; with 24 one side divides.
  %1 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x2, %w2 : tensor<1x3x9x9xf32>, tensor<24x3x3x2xf32>) outs(%o2 : tensor<1x24x4x8xf32>) -> tensor<1x24x4x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w3 : tensor<1x24x4x8xf32>, tensor<32x24x1x1xf32>) outs(%o3 : tensor<1x32x4x8xf32>) -> tensor<1x32x4x8xf32>

  %3 = linalg.conv_3d_ndhwc_dhwcf ins(%x4, %w4 : tensor<1x5x6x7x16xf32>, tensor<2x3x3x16x16xf32>) outs(%o4 : tensor<1x4x4x5x16xf32>) -> tensor<1x4x4x5x16xf32>
  %4 = linalg.conv_2d_ngchw_gfchw ins(%x5, %w5 : tensor<1x2x32x6x6xf32>, tensor<2x16x32x3x3xf32>) outs(%o5 : tensor<1x2x16x4x4xf32>) -> tensor<1x2x16x4x4xf32>
  %5 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x6, %w6 : tensor<1x8x8x32xf32>, tensor<3x3x32x2xf32>) outs(%o6 : tensor<1x6x6x32x2xf32>) -> tensor<1x6x6x32x2xf32>
  %6 = linalg.depthwise_conv_2d_nchw_chw ins(%x7, %w7 : tensor<1x24x8x8xf32>, tensor<24x3x3xf32>) outs(%o7 : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  %7 = linalg.conv_2d_nchw_fchw ins(%x8, %w8 : tensor<1x16x1x1xf32>, tensor<48x16x1x1xf32>) outs(%o8 : tensor<1x48x1x1xf32>) -> tensor<1x48x1x1xf32>

  // One column is packed only with padding.
  %8 = linalg.matmul ins(%a, %b : tensor<32x48xf32>, tensor<48x16xf32>) outs(%c : tensor<32x16xf32>) -> tensor<32x16xf32>
  %9 = linalg.matmul ins(%8, %d : tensor<32x16xf32>, tensor<16x1xf32>) outs(%e : tensor<32x1xf32>) -> tensor<32x1xf32>

  %10 = linalg.generic {
      indexing_maps = [affine_map<(b, i, j, k) -> (k, b, i)>, affine_map<(b, i, j, k) -> (j, k, b)>, affine_map<(b, i, j, k) -> (j, b, i)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%f, %g : tensor<16x3x32xf32>, tensor<16x16x3xf32>) outs(%h : tensor<16x3x32xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  } -> tensor<16x3x32xf32>
  return %0, %2, %3, %4, %5, %6, %7, %9, %10 : tensor<2x32x5xf32>, tensor<1x32x4x8xf32>, tensor<1x4x4x5x16xf32>, tensor<1x2x16x4x4xf32>,
      tensor<1x6x6x32x2xf32>, tensor<1x24x6x6xf32>, tensor<1x48x1x1xf32>, tensor<32x1xf32>, tensor<16x3x32xf32>
}

func.func @dynamic(%x: tensor<?x?x?x?xf32>, %w: tensor<32x64x3x3xf32>, %o: tensor<?x32x?x?xf32>,
                   %a: tensor<?x32xf32>, %b: tensor<32x16xf32>, %c: tensor<?x16xf32>) -> (tensor<?x32x?x?xf32>, tensor<?x16xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x?x?x?xf32>, tensor<32x64x3x3xf32>) outs(%o : tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<?x32xf32>, tensor<32x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0, %1 : tensor<?x32x?x?xf32>, tensor<?x16xf32>
}
