// A product whose rows lie in several dims has the layouts that are stated of it
// once it is planned, and is not written with its rows in one dim when it is
// planned again.
// RUN: layout-opt %s --layout-pipeline=target=spyre -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=spyre -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir
// RUN: layout-check -O0 %s %t.mlir
//
// One that is in other blocks is written without them.
// RUN: layout-opt %t.mlir --layout-pipeline="prefer=matmul=[MK,KN]" -o %t.whole.mlir
// RUN: FileCheck %s --check-prefix=WHOLE < %t.whole.mlir
// RUN: layout-check -O0 %s %t.whole.mlir

// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x3x20x32xf32>, tensor<2x64x32xf32>) outs(%{{.*}} : tensor<2x3x20x32xf32>)
// WHOLE: linalg.matmul ins(%{{.*}} : tensor<60x64xf32>, tensor<64x64xf32>)
#data = affine_map<(b, m, n, k) -> (b, m, k)>
#kernel = affine_map<(b, m, n, k) -> (n, k)>
#result = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @main(%x: tensor<3x20x36xf32>, %w: tensor<40x36xf32>) -> tensor<3x20x40xf32> {
  %z = arith.constant dense<0.5> : tensor<3x20x40xf32>
  %0 = linalg.contract indexing_maps = [#data, #kernel, #result]
      ins(%x, %w : tensor<3x20x36xf32>, tensor<40x36xf32>) outs(%z : tensor<3x20x40xf32>) -> tensor<3x20x40xf32>
  return %0 : tensor<3x20x40xf32>
}
