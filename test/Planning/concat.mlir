// Concatenations along a dim that is not split, along a split dim whose pieces
// are whole blocks, and as a chain of tensor.insert_slice.
//
// Covers: R1, R19, R24

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the result of @half_block is rewritten.
// COUNT: {"rewrites":1,"bytes":864,

!nchw = tensor<1x8x3x3xf32>
!nchw4c = tensor<1x2x3x3x4xf32>

// CHECK-LABEL: func.func @image(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>, %[[Y:[^:]*]]: tensor<1x2x3x3x4xf32>
// CHECK-NEXT: %[[R:.*]] = tensor.concat dim(2) %[[X]], %[[Y]] : {{.*}} -> tensor<1x2x6x3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @image(%x: !nchw4c, %y: !nchw4c) -> tensor<1x2x6x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %2 = tensor.concat dim(2) %0, %1 : (!nchw, !nchw) -> tensor<1x8x6x3xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x8x6x3xf32> to tensor<1x2x6x3x4xf32>
  return %3 : tensor<1x2x6x3x4xf32>
}

// The pieces of 8 and 4 channels are 2 and 1 blocks.
// CHECK-LABEL: func.func @channels(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>, %[[Y:[^:]*]]: tensor<1x1x3x3x4xf32>
// CHECK-NEXT: %[[R:.*]] = tensor.concat dim(1) %[[X]], %[[Y]] : {{.*}} -> tensor<1x3x3x3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @channels(%x: !nchw4c, %y: tensor<1x1x3x3x4xf32>) -> tensor<1x3x3x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x1x3x3x4xf32> to tensor<1x4x3x3xf32>
  %2 = tensor.concat dim(1) %0, %1 : (!nchw, tensor<1x4x3x3xf32>) -> tensor<1x12x3x3xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x12x3x3xf32> to tensor<1x3x3x3x4xf32>
  return %3 : tensor<1x3x3x3x4xf32>
}

// 6 channels are no whole number of blocks of 4. The pieces are concatenated in
// their own layout, and the result is rewritten once.
// CHECK-LABEL: func.func @half_block(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x3x3x3x2xf32>, %[[Y:[^:]*]]: tensor<1x3x3x3x2xf32>
// CHECK-NEXT: %[[C:.*]] = tensor.concat dim(1) %[[X]], %[[Y]] : {{.*}} -> tensor<1x6x3x3x2xf32>
// CHECK-NEXT: %[[R:.*]] = layout.layout_transform %[[C]] by <(d0, d1, d2, d3, d4) -> (d0, d1 floordiv 2, d2, d3, (d1 mod 2) * 2 + d4)> : {{.*}} to tensor<1x3x3x3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @half_block(%x: tensor<1x3x3x3x2xf32>, %y: tensor<1x3x3x3x2xf32>) -> tensor<1x3x3x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 2 + b, h, w)> : tensor<1x3x3x3x2xf32> to tensor<1x6x3x3xf32>
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 2 + b, h, w)> : tensor<1x3x3x3x2xf32> to tensor<1x6x3x3xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<1x6x3x3xf32>, tensor<1x6x3x3xf32>) -> tensor<1x12x3x3xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x12x3x3xf32> to tensor<1x3x3x3x4xf32>
  return %3 : tensor<1x3x3x3x4xf32>
}

// With channels last, three pieces are concatenated along the last dim.
// CHECK-LABEL: func.func @channels_last(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x3x3x8xf32>, %[[Y:[^:]*]]: tensor<1x3x3x1xf32>
// CHECK-NEXT: %[[R:.*]] = tensor.concat dim(3) %[[Y]], %[[X]], %[[Y]] : {{.*}} -> tensor<1x3x3x10xf32>
// CHECK-NEXT: return %[[R]]
func.func @channels_last(%x: tensor<1x3x3x8xf32>, %y: tensor<1x3x3x1xf32>) -> tensor<1x3x3x10xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x3x3x8xf32> to !nchw
  %1 = layout.layout_transform %y by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x3x3x1xf32> to tensor<1x1x3x3xf32>
  %2 = tensor.concat dim(1) %1, %0, %1 : (tensor<1x1x3x3xf32>, !nchw, tensor<1x1x3x3xf32>) -> tensor<1x10x3x3xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x10x3x3xf32> to tensor<1x3x3x10xf32>
  return %3 : tensor<1x3x3x10xf32>
}

// A concatenation as torch-mlir writes it.
// CHECK-LABEL: func.func @insert_slices(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x3x3x4xf32>, %[[Y:[^:]*]]: tensor<1x1x3x3x4xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<1x3x3x3x4xf32>
// CHECK-NEXT: %[[A:.*]] = tensor.insert_slice %[[X]] into %[[E]][0, 0, 0, 0, 0] [1, 2, 3, 3, 4] [1, 1, 1, 1, 1]
// CHECK-NEXT: %[[B:.*]] = tensor.insert_slice %[[Y]] into %[[A]][0, 2, 0, 0, 0] [1, 1, 3, 3, 4] [1, 1, 1, 1, 1]
// CHECK-NEXT: return %[[B]]
func.func @insert_slices(%x: !nchw4c, %y: tensor<1x1x3x3x4xf32>) -> tensor<1x3x3x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x1x3x3x4xf32> to tensor<1x4x3x3xf32>
  %e = tensor.empty() : tensor<1x12x3x3xf32>
  %2 = tensor.insert_slice %0 into %e[0, 0, 0, 0] [1, 8, 3, 3] [1, 1, 1, 1] : !nchw into tensor<1x12x3x3xf32>
  %3 = tensor.insert_slice %1 into %2[0, 8, 0, 0] [1, 4, 3, 3] [1, 1, 1, 1] : tensor<1x4x3x3xf32> into tensor<1x12x3x3xf32>
  %4 = layout.layout_transform %3 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x12x3x3xf32> to tensor<1x3x3x3x4xf32>
  return %4 : tensor<1x3x3x3x4xf32>
}
