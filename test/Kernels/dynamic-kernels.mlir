// Kernels of dynamic shape have full tiles too. What remains at the end of a
// dynamic loop is computed element by element.

// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" -o %t.mlir --remarks-filter-missed=layout-schedule-kernels 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=linalg.generic
// RUN: layout-check %s %s --entry=matmul --code=kernels --dims=1
// RUN: layout-check %s %s --entry=matmul --code=kernels --dims=9
// RUN: layout-check %s %s --entry=matmul --code=kernels --dims=31
// RUN: layout-check %s %s --entry=columns --code=kernels --dims=5,1,1
// RUN: layout-check %s %s --entry=columns --code=kernels --dims=3,130,130
// RUN: layout-check %s %s --entry=columns --code=kernels --dims=2,207,207
// RUN: layout-check %s %s --entry=softmax --code=kernels --dims=3,2
// RUN: layout-check %s %s --entry=softmax --code=kernels --dims=2,64
// RUN: layout-check %s %s --entry=softmax --code=kernels --dims=5,150
// RUN: layout-check %s %s --entry=convolution --code=kernels --dims=1,9
// RUN: layout-check %s %s --entry=convolution --code=kernels --dims=3,64
// RUN: layout-check %s %s --entry=convolution --code=kernels --dims=2,3
// RUN: layout-run %s --entry=matmul --dims=1000 --runs=1 --output=%t.1.npy
// RUN: layout-run %s --entry=matmul --dims=1000 --runs=1 --threads=2 --output=%t.2.npy
// RUN: cmp %t.1.npy %t.2.npy
// REQUIRES: x86

// Tiles of nine rows and three vectors; the last rows have a loop over single
// ones.
//
// CHECK-LABEL: func.func private @kernel(
// CHECK: %[[FULL:.*]] = affine.apply #{{.*}}()[%[[ROWS:.*]]]
// CHECK: scf.for %{{.*}} = %c0 to %[[FULL]] step %c9
// CHECK: :27 = scf.for
// CHECK: scf.for %[[LAST:.*]] = %[[FULL]] to %[[ROWS]] step %c9
// CHECK: %[[REST:.*]] = affine.apply #{{.*}}(%[[LAST]])[%[[ROWS]]]
// CHECK: scf.for %{{.*}} = %c0 to %[[REST]] step %c1
// CHECK: :3 = scf.for
func.func @matmul(%x: tensor<?x40xf32>, %w: tensor<40x48xf32>) -> tensor<?x48xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x40xf32>
  %empty = tensor.empty(%rows) : tensor<?x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x48xf32>) -> tensor<?x48xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x40xf32>, tensor<40x48xf32>) outs(%zeros : tensor<?x48xf32>) -> tensor<?x48xf32>
  %1 = linalg.max ins(%0, %zeros : tensor<?x48xf32>, tensor<?x48xf32>) outs(%empty : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %1 : tensor<?x48xf32>
}

// Loops of vectors and of single elements.
//
// CHECK-LABEL: func.func private @kernel_0(
// CHECK: scf.for %{{.*}} step %c16
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: scf.for %{{.*}} step %c16
// CHECK: scf.for %{{.*}} step %c1 {
// CHECK: arith.addf {{.*}} : f32
func.func @columns(%x: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A maximum and a sum over a dynamic dim, in the lanes of four vectors and then
// element by element.
//
// CHECK-COUNT-4: arith.maxnumf {{.*}} : vector<16xf32>
// CHECK: vector.reduction <maxnumf>
// CHECK: arith.maxnumf {{.*}} : f32
// CHECK-COUNT-4: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.reduction <add>
// CHECK: arith.addf {{.*}} : f32
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A dynamic batch, and images of dynamic width.
//
// CHECK: vector<16xf32>
func.func @convolution(%x: tensor<?x7x?x16xf32>, %w: tensor<3x3x16x24xf32>) -> tensor<?x3x?x24xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x7x?x16xf32>
  %width = tensor.dim %x, %c2 : tensor<?x7x?x16xf32>
  %0 = affine.apply affine_map<(w) -> ((w - 3) floordiv 2 + 1)>(%width)
  %empty = tensor.empty(%n, %0) : tensor<?x3x?x24xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x3x?x24xf32>) -> tensor<?x3x?x24xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<?x7x?x16xf32>, tensor<3x3x16x24xf32>) outs(%zeros : tensor<?x3x?x24xf32>) -> tensor<?x3x?x24xf32>
  %2 = linalg.exp ins(%1 : tensor<?x3x?x24xf32>) outs(%empty : tensor<?x3x?x24xf32>) -> tensor<?x3x?x24xf32>
  return %2 : tensor<?x3x?x24xf32>
}
