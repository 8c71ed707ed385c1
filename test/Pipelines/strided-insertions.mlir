// A padded tensor that is inserted with strides into equal elements: offsets of the
// elements count strides, which upstream's pattern of such insertions ignores.
// RUN: layout-opt %s --layout-clean-up | FileCheck %s
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=two
// RUN: layout-check %s %t.mlir --entry=padded
// RUN: layout-check --code=kernels %s %t.mlir --entry=padded
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=5
// RUN: layout-run %s --entry=ones | FileCheck %s --check-prefix=ONES

// CHECK-LABEL: func.func @two
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[3] [5] [2] : tensor<5xf32> into tensor<17xf32>
func.func @two(%x: tensor<5xf32>) -> tensor<17xf32> {
  %c = arith.constant 1.5 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i = tensor.insert_slice %x into %f[1] [5] [1] : tensor<5xf32> into tensor<8xf32>
  %e2 = tensor.empty() : tensor<17xf32>
  %f2 = linalg.fill ins(%c : f32) outs(%e2 : tensor<17xf32>) -> tensor<17xf32>
  %j = tensor.insert_slice %i into %f2[1] [8] [2] : tensor<8xf32> into tensor<17xf32>
  return %j : tensor<17xf32>
}

// Another insertion stands between the fill and this one.
// CHECK-LABEL: func.func @padded
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 5] [2, 3] [1, 3]
func.func @padded(%x: tensor<2x3xf32>, %y: tensor<2x2xf32>) -> tensor<2x16xf32> {
  %c = arith.constant 2.0 : f32
  %p = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<2x5xf32>
  %e = tensor.empty() : tensor<2x16xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
  %0 = tensor.insert_slice %y into %f[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<2x16xf32>
  %1 = tensor.insert_slice %p into %0[0, 2] [2, 5] [1, 3] : tensor<2x5xf32> into tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

func.func @dynamic(%x: tensor<?xf32>) -> tensor<40xf32> {
  %c = arith.constant 1.5 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.addi %n, %c3 : index
  %e = tensor.empty() : tensor<40xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  %0 = tensor.insert_slice %p into %f[2] [%m] [3] : tensor<?xf32> into tensor<40xf32>
  return %0 : tensor<40xf32>
}

// The numbers themselves, as layout-run computes them.
// ONES: [0, 0, 0, 1, 0, 1, 0, 0, 0]
func.func @ones() -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<2xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %0 = tensor.insert_slice %p into %f[1] [4] [2] : tensor<4xf32> into tensor<9xf32>
  return %0 : tensor<9xf32>
}
