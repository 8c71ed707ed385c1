// Tiles of kernels that run long enough are shared by threads, by OpenMP. The
// results are the same, to the last bit.
//
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 threads=2" | FileCheck %s
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4 threads=3" | FileCheck %s --check-prefix=MORE
// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" | FileCheck %s --check-prefix=ONE --implicit-check-not=scf.parallel --implicit-check-not=tile_loop
// RUN: layout-opt %s --layout-to-llvm="cpu=x86-64-v4 threads=3" | FileCheck %s --check-prefix=OPENMP
// RUN: layout-run %s --runs=1 --entry=main --output=%t.1.npy
// RUN: layout-run %s --runs=2 --threads=2 --entry=main --output=%t.2.npy
// RUN: layout-run %s --runs=1 --threads=3 --entry=main --output=%t.3.npy
// RUN: cmp %t.1.npy %t.2.npy
// RUN: cmp %t.1.npy %t.3.npy
// RUN: %expect-exit 1 layout-run %s --threads=0 2>&1 | FileCheck %s --check-prefix=NONE
// REQUIRES: x86

// NONE: layout-run: --threads takes a number above 0

// The last rows, and the last columns of each tile, have loops of their own.
//
// CHECK: func.func private @kernel(
// CHECK: scf.parallel ({{%[^,]+}}) = (%c0) to (%c126) step (%c14) {
// CHECK-NEXT: scf.for {{.*}} = %c0 to %c128 step %c32 {
// CHECK-NOT: tile_loop
// CHECK: scf.parallel ({{%[^,]+}}) = (%c0) to (%c128) step (%c32) {
//
// Kernels that end before threads have started stay as they are.
//
// CHECK: func.func private @kernel_0(
// CHECK-NOT: scf.parallel
// CHECK: return
//
// Loops that nest perfectly are shared as one, so that threads have equally many
// tiles.
//
// CHECK: func.func private @kernel_1(
// CHECK: scf.parallel ({{%[^,]+}}, {{%[^,]+}}) = (%c0, %c0) to (%c112, %c128) step (%c14, %c32) {
//
// The more threads there are, the longer a kernel has to run.
//
// CHECK: func.func private @kernel_2(
// CHECK: scf.parallel ({{%[^,]+}}, {{%[^,]+}}) = (%c0, %c0) to (
// MORE: func.func private @kernel_1(
// MORE: scf.parallel
// MORE: func.func private @kernel_2(
// MORE-NOT: scf.parallel
// MORE: return
//
// ONE: func.func private @kernel(
//
// OPENMP: llvm.func @kernel
// OPENMP: omp.parallel num_threads(%{{.*}} : i32)
// OPENMP: omp.wsloop
func.func @main(%a: tensor<135x150xf32>, %b: tensor<150x130xf32>) -> tensor<130xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<135x130xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<135x130xf32>) -> tensor<135x130xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<135x150xf32>, tensor<150x130xf32>) outs(%f : tensor<135x130xf32>) -> tensor<135x130xf32>
  %s = tensor.empty() : tensor<130xf32>
  %g = linalg.fill ins(%zero : f32) outs(%s : tensor<130xf32>) -> tensor<130xf32>
  %1 = linalg.reduce ins(%0 : tensor<135x130xf32>) outs(%g : tensor<130xf32>) dimensions = [0]
      (%in: f32, %sum: f32) {
        %2 = arith.addf %sum, %in : f32
        linalg.yield %2 : f32
      }
  return %1 : tensor<130xf32>
}

func.func @even(%a: tensor<112x150xf32>, %b: tensor<150x128xf32>) -> tensor<112x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<112x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<112x128xf32>) -> tensor<112x128xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<112x150xf32>, tensor<150x128xf32>) outs(%f : tensor<112x128xf32>) -> tensor<112x128xf32>
  return %0 : tensor<112x128xf32>
}

func.func @small(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
