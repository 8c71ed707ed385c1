// Slices take the layout of the tensor from which they are extracted or into
// which they are inserted: whole blocks, strided images, dropped unit dims.
//
// Covers: R1, R19, R24

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the slices of @cut_first and @unknown_place are rewritten.
// COUNT: {"rewrites":2,"bytes":1536,

!nchw = tensor<1x8x6x6xf32>
!nchw4c = tensor<1x2x6x6x4xf32>

// The second block of channels and every other column.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x6x6x4xf32>
// CHECK-NEXT: %[[R:.*]] = tensor.extract_slice %[[X]][0, 1, 1, 0, 0] [1, 1, 4, 3, 4] [1, 1, 1, 2, 1] : {{.*}} to tensor<1x1x4x3x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @blocks(%x: !nchw4c) -> tensor<1x1x4x3x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = tensor.extract_slice %0[0, 4, 1, 0] [1, 4, 4, 3] [1, 1, 1, 2] : !nchw to tensor<1x4x4x3xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x4x4x3xf32> to tensor<1x1x4x3x4xf32>
  return %2 : tensor<1x1x4x3x4xf32>
}

// A run-time offset is allowed in a dim that is not split.
// CHECK-LABEL: func.func @run_time(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x6x6x4xf32>, %[[I:[^:]*]]: index
// CHECK-NEXT: %[[R:.*]] = tensor.extract_slice %[[X]][0, 0, %[[I]], 0, 0] [1, 2, 2, 6, 4] [1, 1, 1, 1, 1]
// CHECK-NEXT: return %[[R]]
func.func @run_time(%x: !nchw4c, %i: index) -> tensor<1x2x2x6x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = tensor.extract_slice %0[0, 0, %i, 0] [1, 8, 2, 6] [1, 1, 1, 1] : !nchw to tensor<1x8x2x6xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x8x2x6xf32> to tensor<1x2x2x6x4xf32>
  return %2 : tensor<1x2x2x6x4xf32>
}

// Blocks of 2 are required and the tensor has NHWC: only the slice is
// rewritten.
// CHECK-LABEL: func.func @cut_first(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x6x6x8xf32>
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[X]][0, 0, 0, 2] [1, 6, 6, 4] [1, 1, 1, 1]
// CHECK-NEXT: %[[R:.*]] = layout.layout_transform %[[S]] by <(d0, d1, d2, d3) -> (d0, d3 floordiv 2, d1, d2, d3 mod 2)> : tensor<1x6x6x4xf32> to tensor<1x2x6x6x2xf32>
// CHECK-NEXT: return %[[R]]
func.func @cut_first(%x: tensor<1x6x6x8xf32>) -> tensor<1x2x6x6x2xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x6x6x8xf32> to !nchw
  %1 = tensor.extract_slice %0[0, 2, 0, 0] [1, 4, 6, 6] [1, 1, 1, 1] : !nchw to tensor<1x4x6x6xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 2, h, w, c mod 2)> : tensor<1x4x6x6xf32> to tensor<1x2x6x6x2xf32>
  return %2 : tensor<1x2x6x6x2xf32>
}

// A slice of one row drops its unit dim, which costs nothing.
// CHECK-LABEL: func.func @dropped_dim(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x6x6x8xf32>
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[X]][0, 3, 0, 0] [1, 1, 6, 8] [1, 1, 1, 1]
// CHECK-NEXT: %[[R:.*]] = layout.layout_transform %[[S]] by <(d0, d1, d2, d3) -> (d0, d2, d3)> : tensor<1x1x6x8xf32> to tensor<1x6x8xf32>
// CHECK-NEXT: return %[[R]]
func.func @dropped_dim(%x: tensor<1x6x6x8xf32>) -> tensor<1x6x8xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x6x6x8xf32> to !nchw
  %1 = tensor.extract_slice %0[0, 0, 3, 0] [1, 8, 1, 6] [1, 1, 1, 1] : !nchw to tensor<1x8x6xf32>
  %2 = layout.layout_transform %1 by <(n, c, w) -> (n, w, c)> : tensor<1x8x6xf32> to tensor<1x6x8xf32>
  return %2 : tensor<1x6x8xf32>
}

// A row is inserted into a tensor that the program uses afterwards.
// CHECK-LABEL: func.func @insert(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x6x6x4xf32>, %[[R:[^:]*]]: tensor<1x2x1x6x4xf32>
// CHECK-NEXT: %[[I:.*]] = tensor.insert_slice %[[R]] into %[[X]][0, 0, 5, 0, 0] [1, 2, 1, 6, 4] [1, 1, 1, 1, 1]
// CHECK-NEXT: return %[[I]]
func.func @insert(%x: !nchw4c, %row: tensor<1x2x1x6x4xf32>) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %row by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x2x1x6x4xf32> to tensor<1x8x1x6xf32>
  %2 = tensor.insert_slice %1 into %0[0, 0, 5, 0] [1, 8, 1, 6] [1, 1, 1, 1] : tensor<1x8x1x6xf32> into !nchw
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %3 : !nchw4c
}

// One index of a dim that is dropped is one index of each of its parts.
// CHECK-LABEL: func.func @dropped_place(
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 0, 1] [1, 6, 1] [1, 1, 1] : tensor<2x6x4xf32> to tensor<1x6x1xf32>
// CHECK: layout.layout_transform %[[S]] {{.*}} : tensor<1x6x1xf32> to tensor<6xf32>
func.func @dropped_place(%x: tensor<2x6x4xf32>) -> tensor<6xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x6x4xf32> to tensor<8x6xf32>
  %1 = tensor.extract_slice %0[5, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}

// An index that is only known at run time is no piece of a block.
// CHECK-LABEL: func.func @unknown_place(
// CHECK: %[[WHOLE:.*]] = layout.layout_transform %{{.*}} : tensor<2x6x4xf32> to tensor<8x6xf32>
// CHECK: tensor.extract_slice %[[WHOLE]][%arg1, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
func.func @unknown_place(%x: tensor<2x6x4xf32>, %at: index) -> tensor<6xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x6x4xf32> to tensor<8x6xf32>
  %1 = tensor.extract_slice %0[%at, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}
