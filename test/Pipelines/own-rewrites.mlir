// A function without a convolution or matmul is planned if it has rewrites of its
// own: its transposes and packs meet as those of any other. The report claims a
// plan for it, and does not for a function without any.
// Covers: R47, G22, G24
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=-" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" | diff %t.mlir -
// RUN: layout-check %s %t.mlir --entry=around_exp
// RUN: layout-check %s %t.mlir --entry=packed
// RUN: layout-check %s %t.mlir --entry=weights
// RUN: layout-check %s %t.mlir --entry=needed
// REPORT: Layouts for target nhwc, strategy optimal: 1 rewrite at run time, 48 B
// REPORT-NEXT: no plan is cheaper

// CHECK-LABEL: func.func @around_exp
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: return
func.func @around_exp(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 0]
  %1 = linalg.exp ins(%0 : tensor<5x4xf32>) outs(%e : tensor<5x4xf32>) -> tensor<5x4xf32>
  %f = tensor.empty() : tensor<4x5xf32>
  %2 = linalg.transpose ins(%1 : tensor<5x4xf32>) outs(%f : tensor<4x5xf32>) permutation = [1, 0]
  return %2 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @packed
// CHECK-NOT: linalg.{{(un)?}}pack
// CHECK: arith.negf
// CHECK-NEXT: tensor.collapse_shape
// CHECK-NEXT: return
func.func @packed(%x: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<8x3xf32> -> tensor<2x3x4xf32>
  %1 = arith.negf %0 : tensor<2x3x4xf32>
  %f = tensor.empty() : tensor<8x3xf32>
  %2 = linalg.unpack %1 inner_dims_pos = [0] inner_tiles = [4] into %f : tensor<2x3x4xf32> -> tensor<8x3xf32>
  return %2 : tensor<8x3xf32>
}

// CHECK-LABEL: func.func @weights
// CHECK: arith.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]>
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @weights(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.transpose ins(%w : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  %1 = arith.addf %x, %0 : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @needed
// CHECK-COUNT-1: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @needed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @no_rewrites
// CHECK-NEXT: arith.constant
// CHECK-NEXT: return
func.func @no_rewrites(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %unused = arith.constant 1 : index
  return %x : tensor<4x4xf32>
}
