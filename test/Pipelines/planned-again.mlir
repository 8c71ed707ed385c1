// A plan that is planned again is not cheaper: ops that no other op reads any more, such as borders whose convolution reads an
// aligned one, want no layouts.
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/calls.mlir --layout-pipeline=target=hexagon-f16 -o %t/calls.1.mlir
// RUN: layout-opt %t/calls.1.mlir --layout-pipeline=target=hexagon-f16 -o %t/calls.2.mlir
// RUN: layout-opt %t/calls.1.mlir --layout-count | FileCheck %s --check-prefix=CALLS
// RUN: layout-opt %t/calls.2.mlir --layout-count | FileCheck %s --check-prefix=CALLS
// RUN: layout-opt %t/steps.mlir --layout-pipeline=target=hexagon-f16 -o %t/steps.1.mlir
// RUN: layout-opt %t/steps.1.mlir --layout-pipeline=target=hexagon-f16 -o %t/steps.2.mlir
// RUN: layout-opt %t/steps.1.mlir --layout-count | FileCheck %s --check-prefix=STEPS
// RUN: layout-opt %t/steps.2.mlir --layout-count | FileCheck %s --check-prefix=STEPS
// RUN: layout-check -O0 %t/steps.mlir %t/steps.1.mlir
// RUN: layout-opt %t/slices.mlir --layout-randomize-splats -o %t/slices.0.mlir
// RUN: layout-opt %t/slices.0.mlir --layout-pipeline=target=nchw16c -o %t/slices.1.mlir
// RUN: layout-opt %t/slices.1.mlir --layout-pipeline=target=nchw16c -o %t/slices.2.mlir
// RUN: layout-opt %t/slices.1.mlir --layout-count | FileCheck %s --check-prefix=SLICES
// RUN: layout-opt %t/slices.2.mlir --layout-count | FileCheck %s --check-prefix=SLICES
// RUN: layout-check -O0 %t/slices.0.mlir %t/slices.1.mlir
// RUN: layout-opt %t/shuffle.mlir --layout-pipeline=target=nhwc-packed16 -o %t/shuffle.1.mlir
// RUN: layout-opt %t/shuffle.1.mlir --layout-pipeline=target=nhwc-packed16 -o %t/shuffle.2.mlir
// RUN: layout-opt %t/shuffle.1.mlir --layout-count | FileCheck %s --check-prefix=SHUFFLE
// RUN: layout-opt %t/shuffle.2.mlir --layout-count | FileCheck %s --check-prefix=SHUFFLE
// RUN: layout-check -O0 %t/shuffle.mlir %t/shuffle.1.mlir
// RUN: layout-opt %t/windows.mlir --layout-randomize-splats -o %t/windows.0.mlir
// RUN: layout-opt %t/windows.0.mlir --layout-pipeline=target=hexagon-f16 -o %t/windows.1.mlir
// RUN: layout-opt %t/windows.1.mlir --layout-pipeline=target=hexagon-f16 -o %t/windows.2.mlir
// RUN: layout-opt %t/windows.1.mlir --layout-count | FileCheck %s --check-prefix=WINDOWS
// RUN: layout-opt %t/windows.2.mlir --layout-count | FileCheck %s --check-prefix=WINDOWS
// RUN: layout-check -O0 %t/windows.0.mlir %t/windows.1.mlir
// RUN: layout-opt %t/channels.mlir --layout-pipeline="target=nchw16c report=%t/channels.json" -o %t/channels.1.mlir
// RUN: layout-opt %t/channels.1.mlir --layout-pipeline=target=nchw16c -o %t/channels.2.mlir
// RUN: layout-opt %t/channels.1.mlir --layout-count | FileCheck %s --check-prefix=CHANNELS
// RUN: layout-opt %t/channels.2.mlir --layout-count | FileCheck %s --check-prefix=CHANNELS
// RUN: FileCheck %s --check-prefix=CHANNELS-REPORT --input-file=%t/channels.json
// RUN: layout-check -O0 %t/channels.mlir %t/channels.1.mlir
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that is aligned.
//
// CALLS: {"rewrites":3,"bytes":36864,
// STEPS: {"rewrites":3,"bytes":110592,
// SLICES: {"rewrites":3,"bytes":20352,"moves":{"n":0,"bytes":0}
// SHUFFLE: {"rewrites":3,"bytes":2048,
// CHANNELS: {"rewrites":3,"bytes":20664,"moves":{"n":1,"bytes":6400}
// CHANNELS-REPORT: "rounds":{{ ?}}2
// WINDOWS: {"rewrites":2,"bytes":51104,

//--- calls.mlir
func.func private @block(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %t = linalg.tanh ins(%a : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %t, %x : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}
func.func @main(%x: tensor<1x16x8x8xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %w = arith.constant dense<0.25> : tensor<16x16x3x3xf32>
  %a:2 = func.call @block(%x, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  %b:2 = func.call @block(%a#0, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  %c:2 = func.call @block(%b#0, %w) : (tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>)
  return %c#0, %b#1, %x : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}

//--- steps.mlir
func.func @main(%x: tensor<4x16x8x8xf32>) -> (tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %v = arith.constant dense<0.25> : tensor<16x16x3x3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %all = tensor.empty() : tensor<4x16x8x8xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %all, %h = %f) -> (tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>) {
    %xi = tensor.extract_slice %x[%i, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : tensor<4x16x8x8xf32> to tensor<1x16x8x8xf32>
    %px = tensor.pad %xi low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
    %a = linalg.conv_2d_nchw_fchw ins(%px, %v : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %ph = tensor.pad %h low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
    %b = linalg.conv_2d_nchw_fchw ins(%ph, %v : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %s = linalg.add ins(%a, %b : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %t = linalg.tanh ins(%s : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %on = tensor.insert_slice %t into %o[%i, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : tensor<1x16x8x8xf32> into tensor<4x16x8x8xf32>
    scf.yield %on, %t : tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>
  }
  return %r#0, %r#1 : tensor<4x16x8x8xf32>, tensor<1x16x8x8xf32>
}

// A slice of channels that fill no block, one rewrite with that out of the blocks, and one of rows, which cuts no block.
//--- slices.mlir
func.func @main(%x: tensor<1x16x12x4xf32>) -> tensor<1x16x8x2xf32> {
  %v = arith.constant dense<0.01> : tensor<32x16x1x1xf32>
  %w = arith.constant dense<0.01> : tensor<16x30x3x3xf32>
  %s = arith.constant dense<0.0> : tensor<1x32x12x4xf32>
  %t = arith.constant dense<0.0> : tensor<1x16x10x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x16x12x4xf32>, tensor<32x16x1x1xf32>) outs(%s : tensor<1x32x12x4xf32>) -> tensor<1x32x12x4xf32>
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 30, 12, 4] [1, 1, 1, 1] : tensor<1x32x12x4xf32> to tensor<1x30x12x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x30x12x4xf32>, tensor<16x30x3x3xf32>) outs(%t : tensor<1x16x10x2xf32>) -> tensor<1x16x10x2xf32>
  %3 = tensor.extract_slice %2[0, 0, 0, 0] [1, 16, 8, 2] [1, 1, 1, 1] : tensor<1x16x10x2xf32> to tensor<1x16x8x2xf32>
  return %3 : tensor<1x16x8x2xf32>
}

// A channel shuffle behind a convolution in another layout is in the order of its weights.
//--- shuffle.mlir
func.func @main(%x: tensor<1x8x3x4xf32>, %w: tensor<8x8x1x1xf32>, %m: tensor<8x12xf32>) -> tensor<1x12x3x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x8x3x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<12x12xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x3x4xf32>, tensor<8x8x1x1xf32>) outs(%zero : tensor<1x8x3x4xf32>) -> tensor<1x8x3x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 4, 2, 3, 4] : tensor<1x8x3x4xf32> into tensor<1x4x2x3x4xf32>
  %e = tensor.empty() : tensor<1x3x4x2x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<1x4x2x3x4xf32>) outs(%e : tensor<1x3x4x2x4xf32>) permutation = [0, 3, 4, 2, 1]
  %3 = tensor.collapse_shape %2 [[0, 1, 2], [3, 4]] : tensor<1x3x4x2x4xf32> into tensor<12x8xf32>
  %4 = linalg.matmul ins(%3, %m : tensor<12x8xf32>, tensor<8x12xf32>) outs(%zeros : tensor<12x12xf32>) -> tensor<12x12xf32>
  %5 = tensor.expand_shape %4 [[0, 1, 2], [3]] output_shape [1, 3, 4, 12] : tensor<12x12xf32> into tensor<1x3x4x12xf32>
  %f = tensor.empty() : tensor<1x12x3x4xf32>
  %6 = linalg.transpose ins(%5 : tensor<1x3x4x12xf32>) outs(%f : tensor<1x12x3x4xf32>) permutation = [0, 3, 1, 2]
  return %6 : tensor<1x12x3x4xf32>
}

// Convolutions whose windows slide over blocks of the image, and one with a window of one element, are convolutions still.
// The windows of the pooling end in front of the last block of columns, which its loops could not skip.
//--- windows.mlir
func.func @main(%x: tensor<1x20x9x12xf32>) -> tensor<1x20x3x5xf32> {
  %v = arith.constant dense<0.1> : tensor<20x20x1x1xf32>
  %w = arith.constant dense<0.1> : tensor<20x3x3xf32>
  %u = arith.constant dense<0.1> : tensor<20x1x1xf32>
  %s = arith.constant dense<0.0> : tensor<1x20x9x12xf32>
  %t = arith.constant dense<0.0> : tensor<1x20x7x10xf32>
  %p = arith.constant dense<0.0> : tensor<1x20x3x5xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x20x9x12xf32>, tensor<20x20x1x1xf32>) outs(%s : tensor<1x20x9x12xf32>) -> tensor<1x20x9x12xf32>
  %1 = linalg.depthwise_conv_2d_nchw_chw ins(%0, %w : tensor<1x20x9x12xf32>, tensor<20x3x3xf32>) outs(%t : tensor<1x20x7x10xf32>) -> tensor<1x20x7x10xf32>
  %2 = linalg.depthwise_conv_2d_nchw_chw ins(%1, %u : tensor<1x20x7x10xf32>, tensor<20x1x1xf32>) outs(%t : tensor<1x20x7x10xf32>) -> tensor<1x20x7x10xf32>
  %3 = linalg.pooling_nchw_sum {strides = dense<2> : vector<2xi64>} ins(%2, %window : tensor<1x20x7x10xf32>, tensor<2x2xf32>) outs(%p : tensor<1x20x3x5xf32>) -> tensor<1x20x3x5xf32>
  return %3 : tensor<1x20x3x5xf32>
}

//--- channels.mlir
// 30 of 32 channels fill no blocks, but all blocks and a crop are part of a
// rewrite once the convolution is in blocks.
func.func @main(%x: tensor<1x16x9x9xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<1x30x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x9x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x9xf32>, tensor<32x16x1x1xf32>) outs(%f : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %z = tensor.extract_slice %y[0, 0, 0, 1] [1, 30, 5, 5] [1, 1, 1, 1] : tensor<1x32x9x9xf32> to tensor<1x30x5x5xf32>
  return %z : tensor<1x30x5x5xf32>
}
