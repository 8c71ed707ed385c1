// A crop suggests the orders in which its result is read to what it reads: the
// matmul computes 64 columns, of which 60 are read, transposed. It stores them by
// columns, and only the crop moves data. One rewrite that transposes and crops
// would read 64 columns.
//
// Covers: R26
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.
//
// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc-packed16 -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --input-file=%t.planned.mlir
// RUN: layout-check %t.mlir %t.planned.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.planned.mlir --entry=main --code=kernels
// EQUAL: {{^equal$}}
// COUNT: {"rewrites":0,"bytes":0,"moves":{"n":1,"bytes":23040},

// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x16x48xf32>)
// CHECK: tensor.collapse_shape {{.*}} into tensor<64x48xf32>
// CHECK: tensor.extract_slice {{.*}}[0, 0] [60, 48] [1, 1] : tensor<64x48xf32> to tensor<60x48xf32>
func.func @main(%x: tensor<130x48xf32>, %y: tensor<60x48xf32>) -> tensor<60x48xf32> {
  %w = arith.constant dense<0.5> : tensor<130x60xf32>
  %zero = arith.constant 0.0 : f32
  %xe = tensor.empty() : tensor<48x130xf32>
  %xt = linalg.transpose ins(%x : tensor<130x48xf32>) outs(%xe : tensor<48x130xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<48x60xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x60xf32>) -> tensor<48x60xf32>
  %r = linalg.matmul ins(%xt, %w : tensor<48x130xf32>, tensor<130x60xf32>) outs(%f : tensor<48x60xf32>) -> tensor<48x60xf32>
  %te = tensor.empty() : tensor<60x48xf32>
  %t = linalg.transpose ins(%r : tensor<48x60xf32>) outs(%te : tensor<60x48xf32>) permutation = [1, 0]
  %s = linalg.add ins(%t, %y : tensor<60x48xf32>, tensor<60x48xf32>) outs(%te : tensor<60x48xf32>) -> tensor<60x48xf32>
  return %s : tensor<60x48xf32>
}
