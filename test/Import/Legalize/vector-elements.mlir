// Elements that have no zero are padded by poison.
//
// RUN: layout-opt %s --layout-legalize | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: layout.pad %arg0 low [0, 0] high [0, 1] value(poison) : tensor<4x3xvector<4xf32>> to tensor<4x4xvector<4xf32>>
func.func @main(%x: tensor<4x3xvector<4xf32>> {layout.require = "map:(i, j) -> (i, j floordiv 2, j mod 2)"}) -> tensor<4x3xvector<4xf32>> {
  return %x : tensor<4x3xvector<4xf32>>
}
