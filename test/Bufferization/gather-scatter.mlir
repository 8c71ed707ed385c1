// Upstream's bufferization has no models of tensor.gather and tensor.scatter. Here
// they become loops, with slices of as many dims or of fewer, with dynamic dims,
// and with indices of any type; a scatter keeps its destination if that is read
// later.
// RUN: split-file %s %t
// RUN: layout-opt %t/ops.mlir --layout-bufferize | FileCheck %s
// RUN: layout-check %t/ops.mlir %t/loops.mlir --entry=gather --int-range=0,4 --dims=4,3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/loops.mlir %t/ops.mlir --entry=gather --int-range=0,4 --dims=4,3 --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/ops.mlir %t/loops.mlir --entry=scatter | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/loops.mlir %t/ops.mlir --entry=scatter --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-run %t/ops.mlir --entry=scatter --runs=1 --output=%t/out.npy
// EQUAL: {{^}}equal

//--- ops.mlir
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:[^:]*]]: memref<?x5x3xf32>, %[[I:[^:]*]]: memref<?x1xi32>
// CHECK: %[[OUT:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?x3xf32>
// CHECK: %[[K:.*]] = memref.load %[[I]][%[[B:.*]], %{{.*}}] : memref<?x1xi32>
// CHECK: %[[J:.*]] = arith.index_cast %[[K]] : i32 to index
// CHECK: memref.load %[[X]][%[[D:.*]], %[[J]], %[[E:.*]]] : memref<?x5x3xf32>
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[B]], %[[D]], %[[E]]] : memref<?x?x3xf32>
func.func @gather(%x: tensor<?x5x3xf32>, %i: tensor<?x1xi32>) -> tensor<?x?x3xf32> {
  %0 = tensor.gather %x[%i] gather_dims([1]) : (tensor<?x5x3xf32>, tensor<?x1xi32>) -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[DEST:[^:]*]]: memref<5x7x3xf32>
// CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<5x7x3xf32>
// CHECK: memref.copy %[[DEST]], %[[COPY]]
// CHECK: memref.store %{{.*}}, %[[COPY]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x7x3xf32>
func.func @scatter(%dest: tensor<5x7x3xf32>, %s: tensor<4x1x7x1xf32>) -> (tensor<5x7x3xf32>, tensor<4x1x7x1xf32>) {
  %i = arith.constant dense<[[0, 1], [2, 0], [4, 2], [1, 1]]> : tensor<4x2xindex>
  %0 = tensor.scatter %s into %dest[%i] scatter_dims([0, 2]) unique
      : (tensor<4x1x7x1xf32>, tensor<5x7x3xf32>, tensor<4x2xindex>) -> tensor<5x7x3xf32>
  %1 = tensor.gather %dest[%i] gather_dims([0, 2]) : (tensor<5x7x3xf32>, tensor<4x2xindex>) -> tensor<4x1x7x1xf32>
  return %0, %1 : tensor<5x7x3xf32>, tensor<4x1x7x1xf32>
}

//--- loops.mlir
func.func @gather(%x: tensor<?x5x3xf32>, %i: tensor<?x1xi32>) -> tensor<?x?x3xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %i, %c0 : tensor<?x1xi32>
  %n = tensor.dim %x, %c0 : tensor<?x5x3xf32>
  %0 = tensor.generate %m, %n {
  ^bb0(%b: index, %d: index, %e: index):
    %k = tensor.extract %i[%b, %c0] : tensor<?x1xi32>
    %j = arith.index_cast %k : i32 to index
    %y = tensor.extract %x[%d, %j, %e] : tensor<?x5x3xf32>
    tensor.yield %y : f32
  } : tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

func.func @scatter(%dest: tensor<5x7x3xf32>, %s: tensor<4x1x7x1xf32>) -> (tensor<5x7x3xf32>, tensor<4x1x7x1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %i = arith.constant dense<[[0, 1], [2, 0], [4, 2], [1, 1]]> : tensor<4x2xindex>
  %0 = scf.for %b = %c0 to %c4 step %c1 iter_args(%t = %dest) -> (tensor<5x7x3xf32>) {
    %j = tensor.extract %i[%b, %c0] : tensor<4x2xindex>
    %k = tensor.extract %i[%b, %c1] : tensor<4x2xindex>
    %slice = tensor.extract_slice %s[%b, 0, 0, 0] [1, 1, 7, 1] [1, 1, 1, 1] : tensor<4x1x7x1xf32> to tensor<7xf32>
    %u = tensor.insert_slice %slice into %t[%j, 0, %k] [1, 7, 1] [1, 1, 1] : tensor<7xf32> into tensor<5x7x3xf32>
    scf.yield %u : tensor<5x7x3xf32>
  }
  %1 = tensor.generate {
  ^bb0(%b: index, %u: index, %d: index, %v: index):
    %j = tensor.extract %i[%b, %c0] : tensor<4x2xindex>
    %k = tensor.extract %i[%b, %c1] : tensor<4x2xindex>
    %y = tensor.extract %dest[%j, %d, %k] : tensor<5x7x3xf32>
    tensor.yield %y : f32
  } : tensor<4x1x7x1xf32>
  return %0, %1 : tensor<5x7x3xf32>, tensor<4x1x7x1xf32>
}
