// A constant that no shape around an elementwise op can read keeps the op in its
// own shape: 16 columns are not those of rows of 8.
//
// RUN: layout-opt %s --layout-cancel-reshapes -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK: layout.layout_transform %arg0
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x16xf32>)
// CHECK: layout.layout_transform %{{.*}} : tensor<3x16xf32> to tensor<6x8xf32>
#bias = affine_map<(d0, d1) -> (d1)>
#whole = affine_map<(d0, d1) -> (d0, d1)>
func.func @constant_bias(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %b = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]> : tensor<16xf32>
  %0 = layout.layout_transform %x by <(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 8 + d1)> : tensor<6x8xf32> to tensor<3x16xf32>
  %e = tensor.empty() : tensor<3x16xf32>
  %1 = linalg.generic {indexing_maps = [#whole, #bias, #whole], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<3x16xf32>, tensor<16xf32>) outs(%e : tensor<3x16xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %s = arith.addf %in, %c : f32
    linalg.yield %s : f32
  } -> tensor<3x16xf32>
  %2 = layout.layout_transform %1 by <(d0, d1) -> (d0 * 2 + d1 floordiv 8, d1 mod 8)> : tensor<3x16xf32> to tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}
