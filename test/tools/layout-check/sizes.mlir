// Sizes that disagree as the program runs are an error at the op, with both, in
// place of whatever the program would do with them.
// RUN: layout-check %s %s --entry=add --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: %expect-exit 2 layout-check %s %s --entry=add --dims=5,7 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: %expect-exit 2 layout-check %s %s --entry=add --dims=5,7 --code=kernels 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: %expect-exit 1 layout-run %s --entry=add --dims=5,7 --verify-sizes 2>&1 | FileCheck %s --check-prefix=RAN
// RUN: layout-run %s --entry=add --dims=5 --verify-sizes --runs=1 --output=%t.npy
// RUN: %expect-exit 2 layout-check %s %s --entry=tensors --dims=5,7 2>&1 | FileCheck %s --check-prefix=TENSORS
// RUN: %expect-exit 2 layout-check %s %s --entry=window --dims=6,4 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: layout-check %s %s --entry=window --dims=7,5 | FileCheck %s --check-prefix=EQUAL
// RUN: %expect-exit 2 layout-check %s %s --entry=cast --dims=6 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: %expect-exit 2 layout-check %s %s --entry=expand --dims=6 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: layout-check %s %s --entry=expand --dims=8 | FileCheck %s --check-prefix=EQUAL
// RUN: %expect-exit 2 layout-check %s %s --entry=slice --dims=6 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: %expect-exit 2 layout-check %s %s --entry=insert --dims=6 2>&1 | FileCheck %s --check-prefix=INSERT
// RUN: %expect-exit 2 layout-check %s %s --entry=concat --dims=6,7 2>&1 | FileCheck %s --check-prefix=CONCAT
// RUN: %expect-exit 2 layout-check %s %s --entry=assert --dims=6,7 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %expect-exit 2 layout-check %s %s --entry=assert --dims=6,7 --verify-sizes=false 2>&1 | FileCheck %s --check-prefix=ABORT
// EQUAL: {{^}}equal

// ADD: sizes.mlir:[[#@LINE+9]]:8: error: 'linalg.add' op requires a size along dim 0 of operand 1 as along dim 0 of operand 0, 5, found 7
// ADD: could not compare: {{.*}}sizes.mlir stops: sizes disagree
// RAN: error: 'linalg.add' op requires a size along dim 0 of operand 1 as along dim 0 of operand 0, 5, found 7
// RAN: layout-run: {{.*}}sizes.mlir stops: sizes disagree
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>

  %0 = linalg.add ins(%x, %y : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// TENSORS: error: 'arith.addf' op requires a size along dim 0 of operand 1 as of the first one, 5, found 7
func.func @tensors(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// WINDOW: error: 'linalg.conv_1d' op requires a size along dim 0 of operand 0 of at least 7, found 6
func.func @window(%x: tensor<?xf32>, %w: tensor<3xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c5 = arith.constant 5 : index
  %s = tensor.empty(%c5) : tensor<?xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.conv_1d ins(%x, %w : tensor<?xf32>, tensor<3xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CAST: error: 'tensor.cast' op requires a size along dim 0 as in its result, 8, found 6
func.func @cast(%x: tensor<?xf32>) -> tensor<8xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// EXPAND: error: 'tensor.expand_shape' op requires a size along dim 0 that is the product of those it is split into, 4, found 6
func.func @expand(%x: tensor<?xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = arith.divui %d, %c4 : index
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// SLICE: error: 'tensor.extract_slice' op requires a size along dim 0 of what is sliced of at least 7, found 6
func.func @slice(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %x[0] [4] [2] : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// INSERT: error: 'tensor.insert_slice' op requires a size along dim 0 of the slice, 4, found 6
func.func @insert(%x: tensor<?xf32>) -> tensor<9xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant dense<0.0> : tensor<9xf32>
  %0 = tensor.insert_slice %x into %z[0] [%c4] [1] : tensor<?xf32> into tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CONCAT: error: 'tensor.concat' op requires a size along dim 1 of operand 1 as of the first one, 6, found 7
func.func @concat(%x: tensor<2x?xf32>, %y: tensor<2x?xf32>) -> tensor<4x?xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// ASSERT: error: sizes of an addition: requires equal numbers, 7, found 6
// ABORT: sizes of an addition
// ABORT: could not compare
func.func @assert(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %a, %b : index
  cf.assert %same, "sizes of an addition"
  %0 = arith.addf %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
