// A softmax over channels between two convolutions is planned as the same
// softmax written as reductions and elementwise ops: only what goes in and
// comes out is rewritten, whether blocks divide the channels, are padded to, or
// do not fit. The numbers are equal, also for unit dims and dims of run-time
// size.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-randomize-splats="seed=3" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw4c" -o %t.blocks.mlir
// RUN: layout-opt %t.blocks.mlir --layout-count | FileCheck %s --check-prefix=BLOCKS
// RUN: FileCheck %s < %t.blocks.mlir
// RUN: layout-check %t.mlir %t.blocks.mlir --entry=divisible
// RUN: layout-check %t.mlir %t.blocks.mlir --entry=dynamic --dims=2,5
// RUN: layout-check %t.mlir %t.blocks.mlir --entry=dynamic --dims=1,1
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw4c indivisible=pad" -o %t.pad.mlir
// RUN: layout-opt %t.pad.mlir --layout-count | FileCheck %s --check-prefix=PAD
// RUN: FileCheck %s --check-prefix=MASK < %t.pad.mlir
// RUN: layout-check %t.mlir %t.pad.mlir --entry=divisible
// RUN: layout-check %t.mlir %t.pad.mlir --entry=indivisible
// RUN: layout-check %t.mlir %t.pad.mlir --entry=dynamic --dims=2,5
// RUN: layout-check %t.mlir %t.pad.mlir --entry=rows

// Two rewrites of each function, of its argument and its result.
// BLOCKS: {"rewrites":8,
// PAD: {"rewrites":8,

// CHECK-LABEL: func.func @divisible(
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK-NOT: arith.select
func.func @divisible(%x: tensor<2x4x5x3xf32>) -> tensor<2x4x5x3xf32> {
  %w = arith.constant dense<0.25> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x8x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<2x8x5x3xf32>
  %last = arith.constant dense<0.0> : tensor<2x4x5x3xf32>
  %e = tensor.empty() : tensor<2x8x5x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x4x5x3xf32>, tensor<8x4x1x1xf32>) outs(%zero : tensor<2x8x5x3xf32>) -> tensor<2x8x5x3xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<2x8x5x3xf32>) outs(%e : tensor<2x8x5x3xf32>) -> tensor<2x8x5x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<2x8x5x3xf32>, tensor<4x8x1x1xf32>) outs(%last : tensor<2x4x5x3xf32>) -> tensor<2x4x5x3xf32>
  return %2 : tensor<2x4x5x3xf32>
}

// Six channels in blocks of four: the last two places of the second block do
// not count for the maximum, and their results are 0.
// MASK-LABEL: func.func @indivisible(
// MASK-NOT: linalg.softmax
// MASK: %[[X:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// MASK-NEXT: arith.maxnumf %[[X]]
// MASK: %[[EXP:.*]] = math.exp
// MASK: arith.select %{{.*}}, %[[EXP]]
// MASK: %[[DIV:.*]] = arith.divf
// MASK: arith.select %{{.*}}, %[[DIV]]
// MASK: return
func.func @indivisible(%x: tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32> {
  %w = arith.constant dense<0.25> : tensor<6x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x6x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x6x5x3xf32>
  %last = arith.constant dense<0.0> : tensor<1x4x5x3xf32>
  %e = tensor.empty() : tensor<1x6x5x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x5x3xf32>, tensor<6x4x1x1xf32>) outs(%zero : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<1x6x5x3xf32>) outs(%e : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x6x5x3xf32>, tensor<4x6x1x1xf32>) outs(%last : tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
  return %2 : tensor<1x4x5x3xf32>
}

func.func @dynamic(%x: tensor<?x4x?x3xf32>) -> tensor<?x4x?x3xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f0 = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4x?x3xf32>
  %h = tensor.dim %x, %c2 : tensor<?x4x?x3xf32>
  %w = arith.constant dense<0.25> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x8x1x1xf32>
  %e = tensor.empty(%n, %h) : tensor<?x8x?x3xf32>
  %zero = linalg.fill ins(%f0 : f32) outs(%e : tensor<?x8x?x3xf32>) -> tensor<?x8x?x3xf32>
  %e4 = tensor.empty(%n, %h) : tensor<?x4x?x3xf32>
  %last = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<?x4x?x3xf32>) -> tensor<?x4x?x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x?x3xf32>, tensor<8x4x1x1xf32>) outs(%zero : tensor<?x8x?x3xf32>) -> tensor<?x8x?x3xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<?x8x?x3xf32>) outs(%e : tensor<?x8x?x3xf32>) -> tensor<?x8x?x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<?x8x?x3xf32>, tensor<4x8x1x1xf32>) outs(%last : tensor<?x4x?x3xf32>) -> tensor<?x4x?x3xf32>
  return %2 : tensor<?x4x?x3xf32>
}

// The softmax of a dim that stays whole stays.
// CHECK-LABEL: func.func @rows(
// CHECK: linalg.softmax dimension(
func.func @rows(%x: tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32> {
  %w = arith.constant dense<0.25> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x8x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x8x5x3xf32>
  %last = arith.constant dense<0.0> : tensor<1x4x5x3xf32>
  %e = tensor.empty() : tensor<1x8x5x3xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x5x3xf32>, tensor<8x4x1x1xf32>) outs(%zero : tensor<1x8x5x3xf32>) -> tensor<1x8x5x3xf32>
  %1 = linalg.softmax dimension(2) ins(%0 : tensor<1x8x5x3xf32>) outs(%e : tensor<1x8x5x3xf32>) -> tensor<1x8x5x3xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x8x5x3xf32>, tensor<4x8x1x1xf32>) outs(%last : tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
  return %2 : tensor<1x4x5x3xf32>
}
