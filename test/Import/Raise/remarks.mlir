// Every op that is raised, or looks like a rewrite and is not, emits a remark.
// RUN: layout-opt %s --layout-raise --remarks-filter=layout-raise -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// CHECK: [[@LINE+3]]:{{.*}} remark: [Passed] raise | Category:layout-raise | Function=transpose | Remark="linalg.transpose became layout.layout_transform"
func.func @transpose(%arg0: tensor<3x8xf32>) -> tensor<8x3xf32> {
  %0 = tensor.empty() : tensor<8x3xf32>
  %1 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0]
  return %1 : tensor<8x3xf32>
}

// CHECK: remark: [Missed] raise | Category:layout-raise | Function=unproved_split | Reason="requires the split of a dynamic dim to be proved to divide", Remark="tensor.expand_shape stays as it is"
func.func @unproved_split(%arg0: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %arg0 [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK: remark: [Missed] raise | {{.*}} Reason="requires an index map, found a dynamic inner extent or radices that do not nest", Remark="tensor.expand_shape stays as it is"
func.func @dynamic_inner(%arg0: tensor<?xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.expand_shape %arg0 [[0, 1]] output_shape [4, %n] : tensor<?xf32> into tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK: Reason="requires an index map, found a dynamic inner extent{{.*}}, Remark="tensor.collapse_shape stays as it is"
func.func @dynamic_merge(%arg0: tensor<4x?xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: remark: [Passed] raise | {{.*}} Function=clash | Remark="tensor.reshape became layout.layout_transform"
func.func @clash(%arg0: tensor<2x3xf32>, %shape: tensor<2xindex>) -> tensor<3x2xf32> {
  %0 = tensor.reshape %arg0(%shape) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK: Reason="requires a shape of constants and of the source's sizes", Remark="tensor.reshape stays as it is"
func.func @dynamic_reshape(%arg0: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x2xf32> {
  %0 = tensor.reshape %arg0(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK: Reason="requires a padding value where a tile is not proved to divide", Remark="linalg.pack stays as it is"
// CHECK: Reason="requires a constant padding value", Remark="linalg.pack stays as it is"
// CHECK: Reason="requires static tiles", Remark="linalg.pack stays as it is"
func.func @packs(%arg0: tensor<?xf32>, %n: index, %value: f32) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x?xf32>) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<?xf32> -> tensor<?x4xf32>
  %2 = linalg.pack %arg0 padding_value(%value : f32) inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<?xf32> -> tensor<?x4xf32>
  %3 = tensor.empty(%n, %n) : tensor<?x?xf32>
  %4 = linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [%n] into %3 : tensor<?xf32> -> tensor<?x?xf32>
  return %1, %2, %4 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x?xf32>
}

// CHECK: Reason="requires every element of the source to be read exactly once", Remark="linalg.generic stays as it is"
// CHECK: Reason="requires loops that are known to run over the whole result", Remark="linalg.generic stays as it is"
// CHECK: Reason="requires a read map whose inverse is known", Remark="linalg.generic stays as it is"
// CHECK: Remark="linalg.generic became layout.layout_transform"
func.func @generics(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>, %arg2: tensor<3x?xf32>, %arg3: tensor<2x6x3xf32>) -> (tensor<7xf32>, tensor<?xf32>, tensor<6x6xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<7xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<7xf32>
  // It is not known that the result has 3 times as many elements.
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i * 3 + j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg2 : tensor<3x?xf32>) outs(%arg1 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?xf32>
  // Bijective, but with remainders modulo numbers that are not coprime.
  %3 = tensor.empty() : tensor<6x6xf32>
  %4 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i mod 2, (i + j * 3) mod 6, j floordiv 2)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg3 : tensor<2x6x3xf32>) outs(%3 : tensor<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<6x6xf32>
  %5 = tensor.empty() : tensor<8xf32>
  %6 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (7 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%5 : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %1, %2, %4, %6 : tensor<7xf32>, tensor<?xf32>, tensor<6x6xf32>, tensor<8xf32>
}
