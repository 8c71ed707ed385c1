// Bytecode states the version of the dialect. A tool without the dialect says so,
// where it would take the properties of ops for something else.

// RUN: layout-opt %s --emit-bytecode -o %t.mlirbc
// RUN: layout-opt %t.mlirbc | FileCheck %s
// CHECK: layout.crop %arg0 offsets [0, 0] sizes [4, 7]

// RUN: not mlir-opt --allow-unregistered-dialect %t.mlirbc 2>&1 | FileCheck %s --check-prefix=STOCK
// STOCK: error: dialect 'layout' does not implement the bytecode interface, but found a version entry

// A file of a later version is refused: here 126.0 stands for 0.1 and the like.
// RUN: env LC_ALL=C sed 's/\x07\x05\x01./\x07\x05\xfd\x01/' %t.mlirbc > %t.later.mlirbc
// RUN: not layout-opt %t.later.mlirbc 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: error: requires version {{[0-9.]+}} of the layout dialect or an earlier one, found 126.0

func.func @f(%x: tensor<4x8xf32>) -> tensor<4x7xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [4, 7] : tensor<4x8xf32> to tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
