// An op may read what a crop leaves of a tile in the order of the tile, also
// where it cannot read the padded tile.
//
// Covers: R14, R49
//
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=tiles32 indivisible=pad" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-pipeline="target=tiles32 indivisible=pad" -o %t.again.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.again.mlir --split-input-file --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir --split-input-file | FileCheck %s --check-prefix=EQUAL
// EQUAL-COUNT-2: {{^}}equal{{$}}

// The heads are padded in two orders, both of which are rewrites of the 5 rows
// of 12 columns. They were of the transposed heads before, of which each element
// was moved once more: 480 bytes.
//
// CHECK-LABEL: func.func @heads(
// CHECK: %[[CROP:.*]] = tensor.extract_slice %{{.*}}[0, 0] [5, 12] [1, 1] : tensor<32x32xf32> to tensor<5x12xf32>
// CHECK: %[[HEADS:.*]] = tensor.expand_shape %[[CROP]] {{\[\[}}0], [1, 2]] output_shape [5, 3, 4]
// CHECK-NOT: linalg.transpose
// CHECK: tensor.extract %[[HEADS]]
// CHECK: tensor.extract %[[HEADS]]
// CHECK: return
// COUNT: {"rewrites":4,"bytes":33792,"moves":{"n":2,"bytes":1080}
func.func @heads(%x: tensor<5x8xf32>, %w: tensor<8x12xf32>) -> tensor<3x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<5x12xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<5x12xf32>) -> tensor<5x12xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x8xf32>, tensor<8x12xf32>) outs(%z0 : tensor<5x12xf32>) -> tensor<5x12xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [5, 3, 4] : tensor<5x12xf32> into tensor<5x3x4xf32>
  %e2 = tensor.empty() : tensor<3x5x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<5x3x4xf32>) outs(%e2 : tensor<3x5x4xf32>) permutation = [1, 0, 2]
  %e3 = tensor.empty() : tensor<3x4x5xf32>
  %3 = linalg.transpose ins(%1 : tensor<5x3x4xf32>) outs(%e3 : tensor<3x4x5xf32>) permutation = [1, 2, 0]
  %e4 = tensor.empty() : tensor<3x5x5xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
  %4 = linalg.batch_matmul ins(%2, %3 : tensor<3x5x4xf32>, tensor<3x4x5xf32>) outs(%z4 : tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
  return %4 : tensor<3x5x5xf32>
}

// -----

// The exp computes on 5 rows of 8 columns, as the crop leaves them, not on their
// transposed ones, and not on the tile.
//
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[CROP:.*]] = tensor.extract_slice %{{.*}}[0, 0] [5, 8] [1, 1] : tensor<32x32xf32> to tensor<5x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: %[[EXP:.*]] = linalg.exp ins(%[[CROP]] : tensor<5x8xf32>)
// CHECK: tensor.pad %[[EXP]]
// CHECK: return
// COUNT: {"rewrites":4,"bytes":18176,"moves":{"n":2,"bytes":800}
func.func @transposed(%x: tensor<5x24xf32>, %w: tensor<24x8xf32>, %v: tensor<8x12xf32>) -> tensor<5x12xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<5x8xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<5x8xf32>) -> tensor<5x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x24xf32>, tensor<24x8xf32>) outs(%z0 : tensor<5x8xf32>) -> tensor<5x8xf32>
  %e1 = tensor.empty() : tensor<8x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<5x8xf32>) outs(%e1 : tensor<8x5xf32>) permutation = [1, 0]
  %2 = linalg.exp ins(%1 : tensor<8x5xf32>) outs(%e1 : tensor<8x5xf32>) -> tensor<8x5xf32>
  %3 = linalg.transpose ins(%2 : tensor<8x5xf32>) outs(%e0 : tensor<5x8xf32>) permutation = [1, 0]
  %e4 = tensor.empty() : tensor<5x12xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<5x12xf32>) -> tensor<5x12xf32>
  %4 = linalg.matmul ins(%3, %v : tensor<5x8xf32>, tensor<8x12xf32>) outs(%z4 : tensor<5x12xf32>) -> tensor<5x12xf32>
  return %4 : tensor<5x12xf32>
}
