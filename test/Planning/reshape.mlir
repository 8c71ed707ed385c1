// A rewrite crosses a reshape only if the reshape is an index map of whole
// digits: reshape(transpose(x)) differs from reshape(x).
//
// Covers: G17, R1, R24

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the rewrite of @not_for_free remains.
// COUNT: {"rewrites":1,"bytes":192,

// The block of channels crosses the reshape of the image, which still joins 3x4
// points to 12 without moving data.
// CHECK-LABEL: func.func @image_collapsed(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x4x4xf32>
// CHECK-NEXT: %[[XX:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2, d3) -> (d0, d1 * 4 + d2, d3)> : tensor<2x3x4x4xf32> to tensor<2x12x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.exp ins(%[[XX]] : tensor<2x12x4xf32>)
// CHECK-NEXT: return %[[R]]
func.func @image_collapsed(%x: tensor<2x3x4x4xf32>) -> tensor<2x12x4xf32> {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : tensor<2x3x4x4xf32> to tensor<8x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<8x3x4xf32> into tensor<8x12xf32>
  %e = tensor.empty() : tensor<8x12xf32>
  %2 = linalg.exp ins(%1 : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<8x12xf32> to tensor<2x12x4xf32>
  return %3 : tensor<2x12x4xf32>
}

// The reshape expands the dim into the blocks.
// CHECK-LABEL: func.func @block_expanded(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[X]] : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @block_expanded(%x: tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 5] : tensor<8x5xf32> into tensor<2x4x5xf32>
  %e = tensor.empty() : tensor<2x4x5xf32>
  %2 = linalg.exp ins(%1 : tensor<2x4x5xf32>) outs(%e : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %3 = layout.layout_transform %2 by <(c, b, i) -> (c, i, b)> : tensor<2x4x5xf32> to tensor<2x5x4xf32>
  return %3 : tensor<2x5x4xf32>
}

// Flattening after a transpose gives another order than flattening before it,
// so the rewrite remains.
// CHECK-LABEL: func.func @not_for_free(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x4xf32>
// CHECK-NEXT: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2) -> (d2, d0, d1)> : tensor<2x3x4xf32> to tensor<4x2x3xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.exp ins(%[[T]] : tensor<4x2x3xf32>)
// CHECK: tensor.collapse_shape %[[R]]
func.func @not_for_free(%x: tensor<2x3x4xf32>) -> tensor<24xf32> {
  %0 = layout.layout_transform %x by <(i, j, k) -> (k, i, j)> : tensor<2x3x4xf32> to tensor<4x2x3xf32>
  %e = tensor.empty() : tensor<4x2x3xf32>
  %1 = linalg.exp ins(%0 : tensor<4x2x3xf32>) outs(%e : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<4x2x3xf32> into tensor<24xf32>
  return %2 : tensor<24xf32>
}

// Heads of an attention are split, moved, moved back and joined. Only the split
// and the join remain, which move no data.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x8xf32>
// CHECK-NEXT: %[[XX:.*]] = layout.layout_transform %[[X]] by <(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.exp ins(%[[XX]] : tensor<5x2x4xf32>)
// CHECK-NEXT: %[[RR:.*]] = layout.layout_transform %[[R]] by <(d0, d1, d2) -> (d0, d1 * 4 + d2)>
// CHECK-NEXT: return %[[RR]]
func.func @heads(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 2, 4] : tensor<5x8xf32> into tensor<5x2x4xf32>
  %1 = layout.layout_transform %0 by <(s, h, d) -> (h, s, d)> : tensor<5x2x4xf32> to tensor<2x5x4xf32>
  %e = tensor.empty() : tensor<2x5x4xf32>
  %2 = linalg.exp ins(%1 : tensor<2x5x4xf32>) outs(%e : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %3 = layout.layout_transform %2 by <(h, s, d) -> (s, h, d)> : tensor<2x5x4xf32> to tensor<5x2x4xf32>
  %4 = tensor.collapse_shape %3 [[0], [1, 2]] : tensor<5x2x4xf32> into tensor<5x8xf32>
  return %4 : tensor<5x8xf32>
}
