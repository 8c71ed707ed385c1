// A dim of one element is padded in front of a broadcast, as others are: the one
// channel of the bias becomes 8, which are broadcast in the layout that the
// convolution reads. So are the one row and the one column of the bias of a matmul.
// Covers: R35
//
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad strict=true" -o %t.conv.mlir
// RUN: FileCheck %s --check-prefix=CONV --input-file=%t.conv.mlir
// RUN: layout-opt %t.conv.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check -O0 %s %t.conv.mlir --entry=head | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %s %t.conv.mlir --entry=dynamic --dims=3,7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad strict=true" -o %t.tiles.mlir
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t.tiles.mlir
// RUN: layout-check -O0 %s %t.tiles.mlir --entry=head | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %s %t.tiles.mlir --entry=row | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CONV-LABEL: func.func @head
// CONV: tensor.pad %{{.*}} low[0] high[7]
// CONV: linalg.broadcast ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<1x1x6x6x8xf32>) dimensions = [0, 1, 2, 3]
// CONV: outs(%broadcasted : tensor<1x1x6x6x8xf32>)
//
// 1152 * 2 bytes of the input, 256 + 32 of the weights and 32 + 4 of the bias; in
// the function behind it, where dynamic dims count as one, 192 * 2, 288 and 36.
// COUNT: {"rewrites":6,"bytes":3336,"moves":{"n":2,"bytes":336}
func.func @head(%x: tensor<1x8x6x6xf32>, %w: tensor<1x8x1x1xf32>, %b: tensor<1xf32>) -> tensor<1x1x6x6xf32> {
  %e = tensor.empty() : tensor<1x1x6x6xf32>
  %o = linalg.broadcast ins(%b : tensor<1xf32>) outs(%e : tensor<1x1x6x6xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<1x8x1x1xf32>) outs(%o : tensor<1x1x6x6xf32>) -> tensor<1x1x6x6xf32>
  return %0 : tensor<1x1x6x6xf32>
}

// CONV-LABEL: func.func @dynamic
// CONV: tensor.pad %{{.*}} low[0] high[7]
// CONV: linalg.broadcast ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<?x1x?x6x8xf32>)
func.func @dynamic(%x: tensor<?x8x?x6xf32>, %w: tensor<1x8x1x1xf32>, %b: tensor<1xf32>) -> tensor<?x1x?x6xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x8x?x6xf32>
  %h = tensor.dim %x, %c2 : tensor<?x8x?x6xf32>
  %e = tensor.empty(%n, %h) : tensor<?x1x?x6xf32>
  %o = linalg.broadcast ins(%b : tensor<1xf32>) outs(%e : tensor<?x1x?x6xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x8x?x6xf32>, tensor<1x8x1x1xf32>) outs(%o : tensor<?x1x?x6xf32>) -> tensor<?x1x?x6xf32>
  return %0 : tensor<?x1x?x6xf32>
}

// TILES-LABEL: func.func @row
// TILES: %[[B:.*]] = tensor.expand_shape %{{.*}} : tensor<1xf32> into tensor<1x1xf32>
// TILES: tensor.pad %[[B]] nofold low[0, 0] high[31, 31]
func.func @row(%x: tensor<1x40xf32>, %w: tensor<40x1xf32>, %b: tensor<1xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %o = linalg.broadcast ins(%b : tensor<1xf32>) outs(%e : tensor<1x1xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<1x40xf32>, tensor<40x1xf32>) outs(%o : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
