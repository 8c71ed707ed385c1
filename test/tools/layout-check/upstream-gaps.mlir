// Programs that upstream's lowerings reject or crash on: linalg ops in a module in
// the module, subviews that drop dims and have steps, masked vectors, reshapes to
// several dynamic dims, atomic updates of floats.
// RUN: split-file %s %t
// RUN: layout-check %t/nested.mlir %t/nested.mlir | FileCheck %s
// RUN: layout-check %t/steps.mlir %t/steps-expected.mlir | FileCheck %s
// RUN: layout-check %t/steps-memref.mlir %t/steps-memref-expected.mlir | FileCheck %s
// RUN: layout-check %t/mask.mlir %t/mask-expected.mlir | FileCheck %s
// RUN: layout-check --dims=6 %t/generate.mlir %t/expand.mlir %t/reshape.mlir | FileCheck %s
// RUN: layout-check %t/update.mlir %t/update-expected.mlir | FileCheck %s
// CHECK: {{^equal$}}

//--- nested.mlir
module @inner {
  func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    return
  }
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

//--- steps.mlir
func.func @main(%x: tensor<3x1x5x1x2xf32>) -> tensor<3x1x5x1x2xf32> {
  %0 = tensor.extract_slice %x[0, 0, 0, 0, 0] [2, 1, 1, 1, 1] [2, 1, 1, 2, 2]
      : tensor<3x1x5x1x2xf32> to tensor<2x1x1xf32>
  %1 = tensor.insert_slice %0 into %x[0, 0, 3, 0, 1] [2, 1, 1, 1, 1] [1, 1, 2, 1, 1]
      : tensor<2x1x1xf32> into tensor<3x1x5x1x2xf32>
  return %1 : tensor<3x1x5x1x2xf32>
}

//--- steps-expected.mlir
func.func @main(%x: tensor<3x1x5x1x2xf32>) -> tensor<3x1x5x1x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tensor.extract %x[%c0, %c0, %c0, %c0, %c0] : tensor<3x1x5x1x2xf32>
  %b = tensor.extract %x[%c2, %c0, %c0, %c0, %c0] : tensor<3x1x5x1x2xf32>
  %0 = tensor.insert %a into %x[%c0, %c0, %c3, %c0, %c1] : tensor<3x1x5x1x2xf32>
  %1 = tensor.insert %b into %0[%c1, %c0, %c3, %c0, %c1] : tensor<3x1x5x1x2xf32>
  return %1 : tensor<3x1x5x1x2xf32>
}

//--- steps-memref.mlir
func.func @main(%x: memref<1x4x4xf32>, %y: memref<2xf32>, %i: index) {
  %s = memref.subview %x[0, 1, %i] [1, 2, 1] [1, 2, 2]
      : memref<1x4x4xf32> to memref<2xf32, strided<[8], offset: ?>>
  memref.copy %s, %y : memref<2xf32, strided<[8], offset: ?>> to memref<2xf32>
  return
}

//--- steps-memref-expected.mlir
func.func @main(%x: memref<1x4x4xf32>, %y: memref<2xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.load %x[%c0, %c1, %i] : memref<1x4x4xf32>
  %b = memref.load %x[%c0, %c3, %i] : memref<1x4x4xf32>
  memref.store %a, %y[%c0] : memref<2xf32>
  memref.store %b, %y[%c1] : memref<2xf32>
  return
}

//--- mask.mlir
func.func @main(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %mask = vector.create_mask %n, %n : vector<4x8xi1>
  %v = vector.mask %mask { vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  %sum = vector.mask %mask { vector.multi_reduction <add>, %v, %zeros [1] : vector<4x8xf32> to vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- mask-expected.mlir
func.func @main(%x: tensor<4x8xf32>, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %part = tensor.extract_slice %x[0, 0] [%n, %n] [1, 1] : tensor<4x8xf32> to tensor<?x?xf32>
  %init = tensor.extract_slice %zeros[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%part : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  %r = tensor.insert_slice %sum into %zeros[0] [%n] [1] : tensor<?xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- generate.mlir
func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.generate %c2, %c3 {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c3 : index
    %k = arith.addi %row, %j : index
    %v = tensor.extract %x[%k] : tensor<?xf32>
    tensor.yield %v : f32
  } : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- expand.mlir
func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %half = arith.divui %n, %c2 : index
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%c2, %half] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- reshape.mlir
func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %half = arith.divui %n, %c2 : index
  %shape = tensor.from_elements %c2, %half : tensor<2xindex>
  %0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- update.mlir
func.func @main(%x: memref<8xf32>, %y: f32, %z: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.generic_atomic_rmw %x[%c3] : memref<8xf32> {
  ^bb0(%v: f32):
    %s = arith.addf %v, %y : f32
    memref.atomic_yield %s : f32
  }
  %1 = memref.generic_atomic_rmw %x[%c1] : memref<8xf32> {
  ^bb0(%v: f32):
    memref.atomic_yield %v : f32
  }
  memref.store %0, %z[%c0] : memref<2xf32>
  memref.store %1, %z[%c1] : memref<2xf32>
  return
}

//--- update-expected.mlir
func.func @main(%x: memref<8xf32>, %y: f32, %z: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %x[%c3] : memref<8xf32>
  %s = arith.addf %v, %y : f32
  memref.store %s, %x[%c3] : memref<8xf32>
  memref.store %s, %z[%c0] : memref<2xf32>
  %w = memref.load %x[%c1] : memref<8xf32>
  memref.store %w, %z[%c1] : memref<2xf32>
  return
}
