// Ops of arith and math on tensors, selections, conversions and casts of sizes are
// data-parallel: they take any layout, as their linalg forms do.
// Covers: G16
// RUN: layout-opt %s --layout-pipeline="target=nchw4c" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check -O0 %s %t.mlir --entry=select
// RUN: layout-check -O0 %s %t.mlir --entry=convert
// RUN: layout-check -O0 %s %t.mlir --entry=cast
// RUN: layout-check -O0 %s %t.mlir --entry=castdyn --dims=8
// RUN: layout-check -O0 %s %t.mlir --entry=consts
// RUN: layout-check -O0 %s %t.mlir --entry=consts --code=kernels
// RUN: layout-check -O0 %s %t.mlir --entry=unit
// RUN: layout-check -O0 %s %t.mlir --entry=blocked
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// COUNT: "rewrites":4,

// CHECK-LABEL: func.func @select(
// CHECK-NOT: linalg.transpose
// CHECK: arith.select {{.*}} : tensor<4x6xi1>, tensor<4x6xf32>
// CHECK-NEXT: arith.select %{{.*}} : tensor<4x6xf32>
// CHECK-NEXT: return
func.func @select(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %c: tensor<4x6xi1>, %s: i1) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %ei = tensor.empty() : tensor<6x4xi1>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %1 = linalg.transpose ins(%y : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %2 = linalg.transpose ins(%c : tensor<4x6xi1>) outs(%ei : tensor<6x4xi1>) permutation = [1, 0]
  %3 = arith.select %2, %0, %1 : tensor<6x4xi1>, tensor<6x4xf32>
  %4 = arith.select %s, %3, %0 : tensor<6x4xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %5 = linalg.transpose ins(%4 : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) permutation = [1, 0]
  return %5 : tensor<4x6xf32>
}
// CHECK-LABEL: func.func @convert(
// CHECK-NEXT: arith.extf %{{.*}} : tensor<4x6xf32> to tensor<4x6xf64>
// CHECK-NEXT: arith.cmpf ogt
// CHECK-NEXT: arith.uitofp
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @convert(%x: tensor<4x6xf32>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %1 = arith.extf %0 : tensor<6x4xf32> to tensor<6x4xf64>
  %c = arith.cmpf ogt, %1, %1 : tensor<6x4xf64>
  %k = arith.uitofp %c : tensor<6x4xi1> to tensor<6x4xf64>
  %b = arith.addf %k, %1 : tensor<6x4xf64>
  %f = tensor.empty() : tensor<4x6xf64>
  %5 = linalg.transpose ins(%b : tensor<6x4xf64>) outs(%f : tensor<4x6xf64>) permutation = [1, 0]
  return %5 : tensor<4x6xf64>
}
// CHECK-LABEL: func.func @cast(
// CHECK-NEXT: tensor.cast %{{.*}} : tensor<4x6xf32> to tensor<4x?xf32>
// CHECK-NEXT: arith.negf
// CHECK-NEXT: tensor.cast %{{.*}} : tensor<4x?xf32> to tensor<4x6xf32>
// CHECK-NEXT: return
func.func @cast(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %d = tensor.cast %0 : tensor<6x4xf32> to tensor<?x4xf32>
  %n = arith.negf %d : tensor<?x4xf32>
  %s = tensor.cast %n : tensor<?x4xf32> to tensor<6x4xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %5 = linalg.transpose ins(%s : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) permutation = [1, 0]
  return %5 : tensor<4x6xf32>
}
// CHECK-LABEL: func.func @castdyn(
// CHECK-NEXT: math.exp %{{.*}} : tensor<4x?xf32>
// CHECK-NEXT: tensor.cast
// CHECK-NEXT: return
func.func @castdyn(%x: tensor<4x?xf32>) -> tensor<4x8xf32> {
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %x, %c1 : tensor<4x?xf32>
  %e = tensor.empty(%d1) : tensor<?x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x?xf32>) outs(%e : tensor<?x4xf32>) permutation = [1, 0]
  %1 = math.exp %0 : tensor<?x4xf32>
  %s = tensor.cast %1 : tensor<?x4xf32> to tensor<8x4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %5 = linalg.transpose ins(%s : tensor<8x4xf32>) outs(%f : tensor<4x8xf32>) permutation = [1, 0]
  return %5 : tensor<4x8xf32>
}
// CHECK-LABEL: func.func @consts(
// CHECK-NOT: linalg.transpose
// CHECK: math.fma
// CHECK-NEXT: math.fpowi
// CHECK-NEXT: return
func.func @consts(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %k = arith.constant dense<2.0> : tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %i = arith.constant dense<3> : tensor<6x4xi32>
  %d = math.fma %0, %k, %k : tensor<6x4xf32>
  %q = math.fpowi %d, %i : tensor<6x4xf32>, tensor<6x4xi32>
  %f = tensor.empty() : tensor<4x6xf32>
  %5 = linalg.transpose ins(%q : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) permutation = [1, 0]
  return %5 : tensor<4x6xf32>
}
// A unit dim that becomes dynamic.
// CHECK-LABEL: func.func @unit(
// CHECK-NOT: linalg.transpose
// CHECK: tensor.cast %{{.*}} : tensor<1x4x5xf32> to tensor<?x4x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @unit(%x: tensor<4x1x5xf32>) -> tensor<4x1x5xf32> {
  %e = tensor.empty() : tensor<1x5x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x1x5xf32>) outs(%e : tensor<1x5x4xf32>) permutation = [1, 2, 0]
  %d = tensor.cast %0 : tensor<1x5x4xf32> to tensor<?x5x4xf32>
  %n = arith.negf %d : tensor<?x5x4xf32>
  %s = tensor.cast %n : tensor<?x5x4xf32> to tensor<1x5x4xf32>
  %f = tensor.empty() : tensor<4x1x5xf32>
  %1 = linalg.transpose ins(%s : tensor<1x5x4xf32>) outs(%f : tensor<4x1x5xf32>) permutation = [2, 0, 1]
  return %1 : tensor<4x1x5xf32>
}

// Blocks pass a cast of another dim, but not one of the dim that they split.
// CHECK-LABEL: func.func @blocked(
// CHECK: linalg.generic
// CHECK-NOT: linalg.transpose
// CHECK: tensor.cast %{{.*}} : tensor<1x2x6x?x4xf32> to tensor<1x2x6x7x4xf32>
// CHECK: linalg.transpose
// CHECK: tensor.cast %{{.*}} : tensor<1x8x6x7xf32> to tensor<1x?x6x7xf32>
func.func @blocked(%x: tensor<1x8x6x7xf32>, %w: tensor<8x8x1x1xf32>, %o: tensor<1x8x6x7xf32>) -> (tensor<1x8x6x7xf32>, tensor<1x?x6x7xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x7xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x7xf32>) -> tensor<1x8x6x7xf32>
  %d = tensor.cast %0 : tensor<1x8x6x7xf32> to tensor<1x8x6x?xf32>
  %n = arith.negf %d : tensor<1x8x6x?xf32>
  %s = tensor.cast %n : tensor<1x8x6x?xf32> to tensor<1x8x6x7xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%s, %w : tensor<1x8x6x7xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x7xf32>) -> tensor<1x8x6x7xf32>
  %c = tensor.cast %1 : tensor<1x8x6x7xf32> to tensor<1x?x6x7xf32>
  return %1, %c : tensor<1x8x6x7xf32>, tensor<1x?x6x7xf32>
}
