// Ops that are not bijective rewrites are not raised.
// Covers: R28, R33
// RUN: layout-opt %s --layout-raise | FileCheck %s --implicit-check-not=layout.

// CHECK-LABEL: func.func @broadcast(
// CHECK: linalg.broadcast
// CHECK: linalg.generic
func.func @broadcast(%arg0: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>) {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.broadcast ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<4x8xf32>) dimensions = [0]
  %2 = tensor.empty() : tensor<8x4xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%2 : tensor<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x4xf32>
  return %1, %3 : tensor<4x8xf32>, tensor<8x4xf32>
}

// CHECK-LABEL: func.func @computing(
// CHECK: linalg.generic
// CHECK: arith.extf
func.func @computing(%arg0: tensor<3x8xf16>) -> tensor<8x3xf32> {
  %0 = tensor.empty() : tensor<8x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0 : tensor<3x8xf16>) outs(%0 : tensor<8x3xf32>) {
  ^bb0(%in: f16, %out: f32):
    %2 = arith.extf %in : f16 to f32
    linalg.yield %2 : f32
  } -> tensor<8x3xf32>
  return %1 : tensor<8x3xf32>
}

// Only a part of the source is read, or only a part of the result is written.
// CHECK-LABEL: func.func @parts(
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @parts(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>, %arg2: tensor<9xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<9xf32>) {
  %0 = tensor.empty() : tensor<7xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<7xf32>
  // The dynamic source may be longer than the loop.
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%0 : tensor<7xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %in = tensor.extract %arg1[%i] : tensor<?xf32>
    linalg.yield %in : f32
  } -> tensor<7xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>], iterator_types = ["parallel"]}
      ins(%arg0 : tensor<8xf32>) outs(%arg2 : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<9xf32>
  return %1, %2, %3 : tensor<7xf32>, tensor<7xf32>, tensor<9xf32>
}

// An index that is loaded from a tensor, and one that reads elements twice.
// CHECK-LABEL: func.func @lookup(
// CHECK: tensor.extract
// CHECK: tensor.extract
func.func @lookup(%arg0: tensor<8xf32>, %arg1: tensor<8xindex>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%arg1 : tensor<8xindex>) outs(%0 : tensor<8xf32>) {
  ^bb0(%at: index, %out: f32):
    %in = tensor.extract %arg0[%at] : tensor<8xf32>
    linalg.yield %in : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%0 : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %half = arith.divui %i, %c2 : index
    %in = tensor.extract %arg0[%half] : tensor<8xf32>
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @moves(
// CHECK: tensor.pad
// CHECK: tensor.extract_slice
// CHECK: tensor.concat
// CHECK: tensor.insert_slice
func.func @moves(%arg0: tensor<8xf32>) -> tensor<32xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.pad %arg0 low[0] high[8] {
  ^bb0(%i: index):
    tensor.yield %cst : f32
  } : tensor<8xf32> to tensor<16xf32>
  %1 = tensor.extract_slice %0[4] [8] [1] : tensor<16xf32> to tensor<8xf32>
  %2 = tensor.concat dim(0) %1, %arg0, %0 : (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>) -> tensor<32xf32>
  %3 = tensor.insert_slice %arg0 into %2[8] [8] [1] : tensor<8xf32> into tensor<32xf32>
  return %3 : tensor<32xf32>
}

// CHECK-LABEL: func.func @memrefs(
// CHECK: linalg.transpose
// CHECK: memref.collapse_shape
func.func @memrefs(%arg0: memref<3x8xf32>, %arg1: memref<8x3xf32>) -> memref<24xf32> {
  linalg.transpose ins(%arg0 : memref<3x8xf32>) outs(%arg1 : memref<8x3xf32>) permutation = [1, 0]
  %0 = memref.collapse_shape %arg1 [[0, 1]] : memref<8x3xf32> into memref<24xf32>
  return %0 : memref<24xf32>
}

// CHECK-LABEL: func.func @sparse(
// CHECK: tensor.collapse_shape
#csr = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#vector = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @sparse(%arg0: tensor<3x8xf32, #csr>) -> tensor<24xf32, #vector> {
  %0 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<3x8xf32, #csr> into tensor<24xf32, #vector>
  return %0 : tensor<24xf32, #vector>
}

// CHECK-LABEL: func.func @no_elements(
// CHECK: linalg.transpose
func.func @no_elements(%arg0: tensor<0x8xf32>) -> tensor<8x0xf32> {
  %0 = tensor.empty() : tensor<8x0xf32>
  %1 = linalg.transpose ins(%arg0 : tensor<0x8xf32>) outs(%0 : tensor<8x0xf32>) permutation = [1, 0]
  return %1 : tensor<8x0xf32>
}
