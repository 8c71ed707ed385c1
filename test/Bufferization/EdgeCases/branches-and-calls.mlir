// Branches become conditions, whose buffers upstream's analysis knows: a
// function writes its argument, and a caller that reads it later passes a copy.
// RUN: layout-opt %s --layout-bufferize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -o %t.upstream.mlir
// RUN: layout-check %t.upstream.mlir %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=scalar | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[X:.*]]: memref<6xf32>
// CHECK-NOT: memref.alloc
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[X]]
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[Y:.*]]: memref<6xf32>
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[Y]], %[[COPY]]
// CHECK: call @callee(%[[COPY]],
// CHECK: memref.load %[[Y]]
func.func private @callee(%x: tensor<6xf32>, %c: i1) -> tensor<6xf32> {
  %c2 = arith.constant 2 : index
  %v = arith.constant 3.0 : f32
  cf.cond_br %c, ^then, ^else
^then:
  %0 = tensor.insert %v into %x[%c2] : tensor<6xf32>
  return %0 : tensor<6xf32>
^else:
  return %x : tensor<6xf32>
}

// The argument of the call is read after it.
func.func @main(%x: tensor<6xf32>, %c: i1) -> (tensor<6xf32>, f32) {
  %c2 = arith.constant 2 : index
  %0 = call @callee(%x, %c) : (tensor<6xf32>, i1) -> tensor<6xf32>
  %1 = tensor.extract %x[%c2] : tensor<6xf32>
  return %0, %1 : tensor<6xf32>, f32
}

func.func @scalar(%a: f32, %c: i1) -> f32 {
  %c2 = arith.constant 2 : index
  %x = tensor.splat %a : tensor<6xf32>
  %0 = call @callee(%x, %c) : (tensor<6xf32>, i1) -> tensor<6xf32>
  %1 = tensor.extract %x[%c2] : tensor<6xf32>
  %2 = tensor.extract %0[%c2] : tensor<6xf32>
  %4 = arith.divf %2, %1 : f32
  return %4 : f32
}
