// Pads, transforms and crops in one loop nest compute the same as one after the
// other: tiles that do not divide, unit dims, dynamic sizes, element types.
// Covers: R10, R11, R43, R44, R46
// RUN: layout-opt %s --layout-raise --layout-materialize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=tensor.pad --implicit-check-not=linalg.transpose
// RUN: layout-check %s %t.mlir --entry=pads | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=crops | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=both | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=types | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// Nothing is copied beyond what the rewrites read and write: 180 + 240, 12 + 64
// and 35 + 64 elements in @pads, 240 + 180, 64 + 48 and 64 + 35 in @crops.
// RUN: layout-check --count %t.mlir --entry=pads | FileCheck %s --check-prefix=PADS
// RUN: layout-check --count %t.mlir --entry=crops | FileCheck %s --check-prefix=CROPS
// RUN: layout-check --count %s --entry=pads | FileCheck %s --check-prefix=SEPARATE
// PADS: executed: rewrites 2380 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes, 0 of them by rewrites
// CROPS: executed: rewrites 2524 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes, 0 of them by rewrites
// SEPARATE: copies {{[1-9][0-9]*}} bytes, {{[1-9][0-9]*}} of them by rewrites

// CHECK-LABEL: func.func @pads(
// CHECK-COUNT-3: arith.select {{.*}} : f32
func.func @pads(%a: tensor<2x6x3x5xf32>, %b: tensor<1x1x4x3xf32>, %c: tensor<7x5xf32>)
    -> (tensor<2x2x3x5x4x1xf32>, tensor<1x1x4x4x4xf32>, tensor<2x2x4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %value = arith.constant 2.5 : f32
  // Two tiles of four, of which the last is filled in part.
  %0 = tensor.pad %a nofold low[0, 0, 0, 0] high[0, 2, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %value : f32
  } : tensor<2x6x3x5xf32> to tensor<2x8x3x5xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4, 5]] output_shape [2, 2, 4, 3, 5, 1] : tensor<2x8x3x5xf32> into tensor<2x2x4x3x5x1xf32>
  %2 = tensor.empty() : tensor<2x2x3x5x4x1xf32>
  %3 = linalg.transpose ins(%1 : tensor<2x2x4x3x5x1xf32>) outs(%2 : tensor<2x2x3x5x4x1xf32>) permutation = [0, 1, 3, 4, 2, 5]
  // A dim of size 1.
  %4 = tensor.pad %b nofold low[0, 0, 0, 0] high[0, 3, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x1x4x3xf32> to tensor<1x4x4x4xf32>
  %5 = tensor.expand_shape %4 [[0], [1, 2], [3], [4]] output_shape [1, 1, 4, 4, 4] : tensor<1x4x4x4xf32> into tensor<1x1x4x4x4xf32>
  %6 = tensor.empty() : tensor<1x1x4x4x4xf32>
  %7 = linalg.transpose ins(%5 : tensor<1x1x4x4x4xf32>) outs(%6 : tensor<1x1x4x4x4xf32>) permutation = [0, 1, 3, 4, 2]
  // Both dims of a matrix in blocks.
  %8 = tensor.empty() : tensor<2x2x4x4xf32>
  %9 = linalg.pack %c padding_value(%value : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %8 : tensor<7x5xf32> -> tensor<2x2x4x4xf32>
  return %3, %7, %9 : tensor<2x2x3x5x4x1xf32>, tensor<1x1x4x4x4xf32>, tensor<2x2x4x4xf32>
}

// CHECK-LABEL: func.func @crops(
// CHECK-NOT: arith.select
// CHECK-COUNT-3: tensor.extract %
func.func @crops(%a: tensor<2x2x3x5x4xf32>, %b: tensor<1x1x4x4x4xf32>, %c: tensor<2x2x4x4xf32>)
    -> (tensor<2x6x3x5xf32>, tensor<1x3x4x4xf32>, tensor<7x5xf32>) {
  %0 = tensor.empty() : tensor<2x2x4x3x5xf32>
  %1 = linalg.transpose ins(%a : tensor<2x2x3x5x4xf32>) outs(%0 : tensor<2x2x4x3x5xf32>) permutation = [0, 1, 4, 2, 3]
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x4x3x5xf32> into tensor<2x8x3x5xf32>
  %3 = tensor.extract_slice %2[0, 0, 0, 0] [2, 6, 3, 5] [1, 1, 1, 1] : tensor<2x8x3x5xf32> to tensor<2x6x3x5xf32>
  %4 = tensor.empty() : tensor<1x3x4x4xf32>
  %5 = linalg.unpack %b inner_dims_pos = [1] inner_tiles = [4] into %4 : tensor<1x1x4x4x4xf32> -> tensor<1x3x4x4xf32>
  %6 = tensor.empty() : tensor<7x5xf32>
  %7 = linalg.unpack %c inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %6 : tensor<2x2x4x4xf32> -> tensor<7x5xf32>
  return %3, %5, %7 : tensor<2x6x3x5xf32>, tensor<1x3x4x4xf32>, tensor<7x5xf32>
}

// From blocks of one dim to blocks of another.
// CHECK-LABEL: func.func @both(
// CHECK-COUNT-1: tensor.extract %
// CHECK-NOT: tensor.extract_slice
func.func @both(%a: tensor<2x5x4xf32>) -> tensor<3x7x2xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %a nofold low[0, 0, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x5x4xf32> to tensor<2x6x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3]] output_shape [2, 3, 2, 4] : tensor<2x6x4xf32> into tensor<2x3x2x4xf32>
  %2 = tensor.empty() : tensor<3x2x4x2xf32>
  %3 = linalg.transpose ins(%1 : tensor<2x3x2x4xf32>) outs(%2 : tensor<3x2x4x2xf32>) permutation = [1, 0, 3, 2]
  %4 = tensor.collapse_shape %3 [[0], [1, 2], [3]] : tensor<3x2x4x2xf32> into tensor<3x8x2xf32>
  %5 = tensor.extract_slice %4[0, 0, 0] [3, 7, 2] [1, 1, 1] : tensor<3x8x2xf32> to tensor<3x7x2xf32>
  return %5 : tensor<3x7x2xf32>
}

// CHECK-LABEL: func.func @types(
// CHECK: arith.select {{.*}} : i1
// CHECK: arith.select {{.*}} : f16
// CHECK: arith.select {{.*}} : complex<f32>
func.func @types(%a: tensor<3x2xi1>, %b: tensor<3x2xf16>, %c: tensor<3x2xcomplex<f32>>) -> (tensor<2x2x2xi1>, tensor<2x2x2xf16>, tensor<2x2x2xcomplex<f32>>) {
  %true = arith.constant true
  %half = arith.constant 0.5 : f16
  %complex = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %0 = tensor.empty() : tensor<2x2x2xi1>
  %1 = linalg.pack %a padding_value(%true : i1) inner_dims_pos = [0] inner_tiles = [2] into %0 : tensor<3x2xi1> -> tensor<2x2x2xi1>
  %2 = tensor.empty() : tensor<2x2x2xf16>
  %3 = linalg.pack %b padding_value(%half : f16) inner_dims_pos = [0] inner_tiles = [2] into %2 : tensor<3x2xf16> -> tensor<2x2x2xf16>
  %4 = tensor.empty() : tensor<2x2x2xcomplex<f32>>
  %5 = linalg.pack %c padding_value(%complex : complex<f32>) inner_dims_pos = [0] inner_tiles = [2] into %4 : tensor<3x2xcomplex<f32>> -> tensor<2x2x2xcomplex<f32>>
  return %1, %3, %5 : tensor<2x2x2xi1>, tensor<2x2x2xf16>, tensor<2x2x2xcomplex<f32>>
}

// The batch is dynamic, the channels do not divide.
// CHECK-LABEL: func.func @dynamic(
// CHECK: arith.select {{.*}} : f32
func.func @dynamic(%a: tensor<?x6x3xf32>) -> tensor<?x2x3x4xf32> {
  %value = arith.constant 2.5 : f32
  %c0 = arith.constant 0 : index
  %size = tensor.dim %a, %c0 : tensor<?x6x3xf32>
  %0 = tensor.pad %a nofold low[0, 0, 0] high[0, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %value : f32
  } : tensor<?x6x3xf32> to tensor<?x8x3xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3]] output_shape [%size, 2, 4, 3] : tensor<?x8x3xf32> into tensor<?x2x4x3xf32>
  %2 = tensor.empty(%size) : tensor<?x2x3x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<?x2x4x3xf32>) outs(%2 : tensor<?x2x3x4xf32>) permutation = [0, 1, 3, 2]
  return %3 : tensor<?x2x3x4xf32>
}
