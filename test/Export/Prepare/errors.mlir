// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-prepare-constants --allow-unregistered-dialect
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=4 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=x 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=3-2 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layout-opt %S/Inputs/constant-args.mlir '--layout-legalize=constant-args=0,' 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=0-1 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=0- | FileCheck %s --check-prefix=SCALAR
// SCALAR: func.func @main(%{{.*}}: tensor<4xf32> {layout.constant}, %{{.*}}: index)
// NUMBER: error: 'func.func' op requires an argument 4, which is said to be constant, found 2 arguments
// RANGE: error: requires constant-args to list numbers and ranges, such as 1, 3-5 or 2-, found '
// TYPE: error: 'func.func' op requires argument 1, which is said to be constant, to be a ranked tensor, found 'index'

// expected-error @below {{requires a public function for 'layout.constant', found a private one, whose callers are known}}
func.func private @private(%x: tensor<4xf32> {layout.constant}) {
  return
}

// -----

// expected-error @below {{requires a ranked tensor or a buffer for 'layout.constant', found 'index'}}
func.func @scalar(%x: index {layout.constant}) {
  return
}

// -----

// expected-error @below {{requires 'layout.constant' to be a unit attribute, found 1 : i64}}
func.func @value(%x: tensor<4xf32> {layout.constant = 1}) {
  return
}

// -----

// expected-error @below {{requires 'layout.prepares' to list increasing argument numbers, found array<i64: 1, 0>}}
func.func @main.prepare(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {layout.prepares = array<i64: 1, 0>} {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-note @below {{conflicting symbol defined here}}
func.func @main.prepare(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// expected-error @below {{requires @main.prepare to be marked 'layout.prepares' and to return its 1 constant arguments, found a function of type '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func @main(%x: tensor<4x2xf32> {layout.constant}) -> tensor<2x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x2xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// expected-note @below {{conflicting symbol defined here}}
ml_program.global private @main.prepare(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

// expected-error @below {{requires @main.prepare to be marked 'layout.prepares' and to return its 1 constant arguments, found 'ml_program.global'}}
func.func @main(%x: tensor<4x2xf32> {layout.constant}) -> tensor<2x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x2xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// expected-error @below {{requires a global that never changes for 'layout.constant', found one that other modules may store to}}
ml_program.global public mutable @visible(dense<1.0> : tensor<4xf32>) : tensor<4xf32> {layout.constant}

// -----

// expected-error @below {{requires a global that never changes for 'layout.constant', found one that is stored to, or passed on}}
ml_program.global private mutable @state(dense<1.0> : tensor<4xf32>) : tensor<4xf32> {layout.constant}
func.func @store(%x: tensor<4xf32>) {
  // expected-note @below {{used here}}
  ml_program.global_store @state = %x : tensor<4xf32>
  return
}

// -----

// expected-error @below {{requires a global that never changes for 'layout.constant', found one that is stored to, or passed on}}
memref.global "private" @buffer : memref<4xf32> = uninitialized {layout.constant}
func.func @write(%x: memref<4xf32>) {
  // expected-note @below {{used here}}
  %0 = memref.get_global @buffer : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error @below {{requires 'layout.constant' to be a unit attribute, found 2 : i64}}
memref.global constant @value : memref<4xf32> {layout.constant = 2}

// -----

// Nothing stores to a private global.
ml_program.global private mutable @fixed(dense<1.0> : tensor<4xf32>) : tensor<4xf32> {layout.constant}
memref.global "private" @unwritten : memref<4xf32> = uninitialized {layout.constant}
func.func @loads(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = ml_program.global_load @fixed : tensor<4xf32>
  %1 = memref.get_global @unwritten : memref<4xf32>
  %2 = bufferization.to_tensor %1 restrict : memref<4xf32> to tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @below {{requires a global that never changes for 'layout.constant', found one that unknown operations may store to}}
ml_program.global private mutable @unknown(dense<1.0> : tensor<4xf32>) : tensor<4xf32> {layout.constant}
"test.module"() ({
  "test.op"() : () -> ()
}) : () -> ()
