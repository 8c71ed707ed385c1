// Bytecode states the version of the dialect. A tool without the dialect says so,
// where it would take the properties of ops for something else.

// RUN: layout-opt %s --emit-bytecode -o %t.mlirbc
// RUN: layout-opt %t.mlirbc | FileCheck %s
// CHECK: layout.crop %arg0 offsets [0, 0] sizes [4, 7]

// RUN: not mlir-opt --allow-unregistered-dialect %t.mlirbc 2>&1 | FileCheck %s --check-prefix=STOCK
// STOCK: error: dialect 'layout' does not implement the bytecode interface, but found a version entry

func.func @f(%x: tensor<4x8xf32>) -> tensor<4x7xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [4, 7] : tensor<4x8xf32> to tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
