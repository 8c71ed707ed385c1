// A planned program computes in C what layout-run prints, bit by bit.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --entry=input --output=%t/x.npy --runs=1
// RUN: layout-run %s --entry=net --input=%t/x.npy --output=%t/y.npy --runs=1 --layout-pipeline=target=nchw16c
// RUN: layout-run %s --entry=net --emit=obj -o %t/net.o --emit-header=%t/net.h --layout-pipeline=target=nchw16c
// RUN: clang -I %t %S/Inputs/net.c %t/net.o -lm -o %t/program
// RUN: %t/program %t/x.npy %t/y.npy | FileCheck %s
// The first pixel is at a corner: 2 * 2 pixels of 16 channels, and the bias.
// CHECK: first: 39{{$}}
// CHECK-NEXT: different: 0 of 1024

// The same plan by layout-opt.
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t/planned.mlir
// RUN: layout-run %t/planned.mlir --entry=net --emit=obj -o %t/planned.o
// RUN: clang -I %t %S/Inputs/net.c %t/planned.o -lm -o %t/planned
// RUN: %t/planned %t/x.npy %t/y.npy | FileCheck %s

func.func @input(%unused: i1) -> tensor<1x16x8x8xf32> {
  %0 = tensor.generate {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    %1 = arith.addi %h, %w : index
    %2 = arith.addi %1, %c : index
    %c3 = arith.constant 3 : index
    %3 = arith.remui %2, %c3 : index
    %4 = arith.index_cast %3 : index to i32
    %5 = arith.sitofp %4 : i32 to f32
    tensor.yield %5 : f32
  } : tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}
func.func @net(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<16x16x3x3xf32>
  %bias = arith.constant dense<7.0> : tensor<16xf32>
  %empty = tensor.empty() : tensor<1x16x8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %i: index):
    tensor.yield %zero : f32
  } : tensor<1x16x8x8xf32> to tensor<1x16x10x10xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%padded, %w : tensor<1x16x10x10xf32>, tensor<16x16x3x3xf32>) outs(%zeros : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %1 = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%empty : tensor<1x16x8x8xf32>) dimensions = [0, 2, 3]
  %2 = linalg.add ins(%0, %1 : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) outs(%empty : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %2 : tensor<1x16x8x8xf32>
}
