// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-prepare-constants
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=4 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=x 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=3-2 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not layout-opt %S/Inputs/constant-args.mlir --layout-legalize=constant-args=0- 2>&1 | FileCheck %s --check-prefix=TYPE
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

// expected-note @below {{it is here}}
func.func @main.prepare(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// expected-error @below {{requires @main.prepare to be marked 'layout.prepares' and to return its 1 constant arguments, found a function of type '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func @main(%x: tensor<4x2xf32> {layout.constant}) -> tensor<2x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x2xf32> to tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
