// RUN: rm -rf %t && split-file %s %t
// RUN: not acme-compile %t/number.mlir 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not acme-compile %t/size.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not acme-compile %t/twice.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not acme-compile %t/types.mlir 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not acme-compile %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: cannot open input file

//--- number.mlir
// NUMBER: number.mlir:3:8: error: 'acme.scale_shift' op requires a dim of the source for each of 1 dims of the scale, found 2
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = acme.scale_shift %x by %s, %s along [0, 1] : tensor<2x3xf32>, tensor<3xf32>
  return %0 : tensor<2x3xf32>
}
//--- size.mlir
// SIZE: error: 'acme.scale_shift' op requires dim 0 of the source to have the size of the scale, found 2 and 3
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = acme.scale_shift %x by %s, %s along [0] : tensor<2x3xf32>, tensor<3xf32>
  return %0 : tensor<2x3xf32>
}
//--- twice.mlir
// TWICE: error: 'acme.scale_shift' op requires distinct dims of the source, found 1
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3x3xf32>) -> tensor<2x3xf32> {
  %0 = acme.scale_shift %x by %s, %s along [1, 1] : tensor<2x3xf32>, tensor<3x3xf32>
  return %0 : tensor<2x3xf32>
}
//--- types.mlir
// TYPES: error: 'acme.scale_shift' op requires one element type, found 'f32' and 'f64'
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf64>) -> tensor<2x3xf32> {
  %0 = acme.scale_shift %x by %s, %s along [1] : tensor<2x3xf32>, tensor<3xf64>
  return %0 : tensor<2x3xf32>
}
