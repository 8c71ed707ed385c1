// tensor.pad takes any layout that does not split a padded dim, or splits it
// into blocks that divide the padding. The same holds for layout.pad and
// layout.crop.
//
// Covers: R1, R19, R24

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Rewrites remain in @indivisible and @by_index. The pad and the crop in @ours
// are moves, like tensor.pad, because they also change the low end of a dim.
// COUNT: {"rewrites":4,"bytes":2784,"moves":{"n":6,

!nchw = tensor<1x8x4x4xf32>
!nchw4c = tensor<1x2x4x4x4xf32>

// The image is padded, and the channels are split.
// CHECK-LABEL: func.func @image(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x4x4x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[P:.*]] = tensor.pad %[[X]] low[0, 0, 1, 2, 0] high[0, 0, 3, 4, 0]
// CHECK: tensor<1x2x4x4x4xf32> to tensor<1x2x8x10x4xf32>
// CHECK-NEXT: return %[[P]]
func.func @image(%x: !nchw4c) -> tensor<1x2x8x10x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 0, 1, 2] high[0, 0, 3, 4] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !nchw to tensor<1x8x8x10xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x8x8x10xf32> to tensor<1x2x8x10x4xf32>
  return %2 : tensor<1x2x8x10x4xf32>
}

// Whole blocks of channels are added in front and behind: 4 and 8 channels are
// 1 and 2 blocks.
// CHECK-LABEL: func.func @whole_blocks(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x4x4x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[P:.*]] = tensor.pad %[[X]] low[0, 1, 0, 0, 0] high[0, 2, 0, 0, 0]
// CHECK: tensor<1x2x4x4x4xf32> to tensor<1x5x4x4x4xf32>
// CHECK-NEXT: return %[[P]]
func.func @whole_blocks(%x: !nchw4c) -> tensor<1x5x4x4x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 4, 0, 0] high[0, 8, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !nchw to tensor<1x20x4x4xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x20x4x4xf32> to tensor<1x5x4x4x4xf32>
  return %2 : tensor<1x5x4x4x4xf32>
}

// Two channels in front do not fill a block, so the pad keeps NCHW.
// CHECK-LABEL: func.func @indivisible(
// CHECK: layout.layout_transform {{.*}} : tensor<1x2x4x4x4xf32> to tensor<1x8x4x4xf32>
// CHECK: tensor.pad {{.*}} low[0, 2, 0, 0] high[0, 2, 0, 0]
// CHECK: layout.layout_transform {{.*}} : tensor<1x12x4x4xf32> to tensor<1x3x4x4x4xf32>
func.func @indivisible(%x: !nchw4c) -> tensor<1x3x4x4x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 2, 0, 0] high[0, 2, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !nchw to tensor<1x12x4x4xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x12x4x4xf32> to tensor<1x3x4x4x4xf32>
  return %2 : tensor<1x3x4x4x4xf32>
}

// The padding value depends on the index, which would have to be computed from
// digits.
// CHECK-LABEL: func.func @by_index(
// CHECK: layout.layout_transform {{.*}} : tensor<3x4xf32> to tensor<4x3xf32>
// CHECK: tensor.pad {{.*}} low[0, 1] high[0, 0]
// CHECK: layout.layout_transform {{.*}} : tensor<4x4xf32> to tensor<4x4xf32>
func.func @by_index(%x: tensor<3x4xf32>) -> tensor<4x4xf32> {
  %0 = layout.layout_transform %x by <(j, i) -> (i, j)> : tensor<3x4xf32> to tensor<4x3xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %v = arith.index_cast %i : index to i32
    %f = arith.sitofp %v : i32 to f32
    tensor.yield %f : f32
  } : tensor<4x3xf32> to tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// layout.pad and layout.crop with an op between them are rewritten alike.
// CHECK-LABEL: func.func @ours(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x4x4x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[P:.*]] = layout.pad %[[X]] low [0, 0, 1, 0] high [0, 2, 0, 0] value(0.000000e+00 : f32) : tensor<1x4x4x8xf32> to tensor<1x6x5x8xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%[[P]] : tensor<1x6x5x8xf32>)
// CHECK: %[[C:.*]] = layout.crop %[[E]] offsets [0, 1, 1, 4] sizes [1, 5, 4, 4] : tensor<1x6x5x8xf32> to tensor<1x5x4x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[C]]
func.func @ours(%x: tensor<1x4x4x8xf32>) -> tensor<1x5x4x4xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x4x4x8xf32> to !nchw
  %1 = layout.pad %0 low [0, 0, 0, 1] high [0, 0, 2, 0] value(0.0 : f32) : !nchw to tensor<1x8x6x5xf32>
  %e = tensor.empty() : tensor<1x8x6x5xf32>
  %2 = linalg.exp ins(%1 : tensor<1x8x6x5xf32>) outs(%e : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %3 = layout.crop %2 offsets [0, 4, 1, 1] sizes [1, 4, 5, 4] : tensor<1x8x6x5xf32> to tensor<1x4x5x4xf32>
  %4 = layout.layout_transform %3 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x4x5x4xf32> to tensor<1x5x4x4xf32>
  return %4 : tensor<1x5x4x4xf32>
}
