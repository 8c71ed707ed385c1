// Upstream's mlir-opt lowers planned programs to LLVM, with blocks, pads, crops
// and run-time sizes.
// Covers: R43
// DEFINE: %{options} =
// DEFINE: %{lower} = layout-opt %s --layout-pipeline="%{options}" -o %t.planned.mlir && \
// DEFINE:   FileCheck %s --input-file=%t.planned.mlir && \
// DEFINE:   mlir-opt %t.planned.mlir --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops \
// DEFINE:     --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-to-llvm \
// DEFINE:     --reconcile-unrealized-casts -o %t.llvm.mlir && \
// DEFINE:   FileCheck %s --check-prefix=LOWERED --input-file=%t.llvm.mlir && \
// DEFINE:   layout-check %s %t.planned.mlir --entry=convolutions && \
// DEFINE:   layout-check %s %t.planned.mlir --entry=matmuls --dims=19
// REDEFINE: %{options} = target=nhwc
// RUN: %{lower}
// REDEFINE: %{options} = target=nchw16c
// RUN: %{lower}
// REDEFINE: %{options} = target=nchw16c-mm16 indivisible=pad
// RUN: %{lower}

// CHECK-NOT: layout.
// CHECK: func.func @matmuls
// CHECK-NOT: layout.

// LOWERED-NOT: linalg.
// LOWERED-NOT: tensor<
// LOWERED-NOT: memref<
// LOWERED-LABEL: llvm.func @convolutions
// LOWERED-NOT: linalg.
// LOWERED-NOT: tensor<
// LOWERED-NOT: memref<
// LOWERED-LABEL: llvm.func @matmuls
// LOWERED-NOT: linalg.
// LOWERED-NOT: tensor<
// LOWERED-NOT: memref<
func.func @convolutions(%x: tensor<2x3x9x9xf32>, %f: tensor<20x3x3x3xf32>, %g: tensor<16x20x3x3xf32>) -> tensor<2x16x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x20x7x7xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x20x7x7xf32>) -> tensor<2x20x7x7xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<2x3x9x9xf32>, tensor<20x3x3x3xf32>) outs(%i0 : tensor<2x20x7x7xf32>) -> tensor<2x20x7x7xf32>
  %1 = linalg.exp ins(%0 : tensor<2x20x7x7xf32>) outs(%e0 : tensor<2x20x7x7xf32>) -> tensor<2x20x7x7xf32>
  %e1 = tensor.empty() : tensor<2x16x5x5xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %g : tensor<2x20x7x7xf32>, tensor<16x20x3x3xf32>) outs(%i1 : tensor<2x16x5x5xf32>) -> tensor<2x16x5x5xf32>
  return %2 : tensor<2x16x5x5xf32>
}

func.func @matmuls(%a: tensor<?x37xf32>, %b: tensor<37x40xf32>, %c: tensor<40x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x37xf32>
  %e0 = tensor.empty(%m) : tensor<?x40xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x40xf32>) -> tensor<?x40xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x37xf32>, tensor<37x40xf32>) outs(%i0 : tensor<?x40xf32>) -> tensor<?x40xf32>
  %e1 = tensor.empty(%m) : tensor<?x5xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<?x40xf32>, tensor<40x5xf32>) outs(%i1 : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
