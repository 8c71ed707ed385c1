// Transforms that are no orders of parts of dims (skews, rolls, reversals) are
// undone behind elementwise ops; the ops run in front of them.
//
// Covers: R12, R19
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=skew | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_operands | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=one_operand | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=read_between | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=constants | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @skew(
// CHECK-SAME: %[[X:.*]]: tensor<4x4xf32>
// CHECK-NEXT: %[[R:.*]] = math.exp %[[X]]
// CHECK-NEXT: return %[[R]]
func.func @skew(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  %1 = math.exp %0 : tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> ((i - j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A constant is skewed back at compile time.
//
// CHECK-LABEL: func.func @constants(
// CHECK: arith.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [3.000000e+00, 6.000000e+00], [5.000000e+00, 8.000000e+00], [7.000000e+00, 2.000000e+00]]>
// CHECK: %[[S:.*]] = arith.addf %arg0, %{{.*}} : tensor<4x2xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[S]], %{{.*}} : tensor<4x2xf32>
// CHECK-NEXT: return %[[M]]
func.func @constants(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %k = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %s = arith.constant dense<3.0> : tensor<4x2xf32>
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j) mod 4, j)> : tensor<4x2xf32> to tensor<4x2xf32>
  %1 = arith.addf %0, %k : tensor<4x2xf32>
  %2 = arith.mulf %1, %s : tensor<4x2xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> ((i - j) mod 4, j)> : tensor<4x2xf32> to tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// Two ops and two operands, rolled beside a unit dim.
//
// CHECK-LABEL: func.func @two_operands(
// CHECK-NOT: tensor.extract
// CHECK-NOT: linalg.transpose
// CHECK: linalg.add
// CHECK: linalg.exp
// CHECK-NEXT: return
func.func @two_operands(%x: tensor<7x1x5xf32>, %y: tensor<7x1x5xf32>) -> tensor<7x1x5xf32> {
  %0 = layout.layout_transform %x by <(i, u, j) -> ((i + 2) mod 7, u, (j + 1) mod 5)> : tensor<7x1x5xf32> to tensor<7x1x5xf32>
  %1 = layout.layout_transform %y by <(i, u, j) -> ((i + 2) mod 7, u, (j + 1) mod 5)> : tensor<7x1x5xf32> to tensor<7x1x5xf32>
  %e = tensor.empty() : tensor<7x1x5xf32>
  %2 = linalg.add ins(%0, %1 : tensor<7x1x5xf32>, tensor<7x1x5xf32>) outs(%e : tensor<7x1x5xf32>) -> tensor<7x1x5xf32>
  %3 = linalg.exp ins(%2 : tensor<7x1x5xf32>) outs(%e : tensor<7x1x5xf32>) -> tensor<7x1x5xf32>
  %4 = layout.layout_transform %3 by <(i, u, j) -> ((i + 5) mod 7, u, (j + 4) mod 5)> : tensor<7x1x5xf32> to tensor<7x1x5xf32>
  return %4 : tensor<7x1x5xf32>
}

// The other operand is not skewed, so that both rewrites stay.
//
// CHECK-LABEL: func.func @one_operand(
// CHECK-COUNT-2: {{linalg.generic|linalg.add}}
func.func @one_operand(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.add ins(%0, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> ((i - j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// The skewed result is returned as well.
//
// CHECK-LABEL: func.func @read_between(
// CHECK: linalg.generic
func.func @read_between(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  %1 = math.exp %0 : tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> ((i - j) mod 4, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
