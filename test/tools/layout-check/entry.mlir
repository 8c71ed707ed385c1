// Selection of the function to call.
// RUN: split-file %s %t
// RUN: %expect-exit 2 layout-check %t/several.mlir %t/several.mlir 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: layout-check %t/several.mlir %t/several.mlir --entry=h | FileCheck %s --check-prefix=H
// RUN: %expect-exit 2 layout-check %t/several.mlir %t/several.mlir --entry=k 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-check %t/forward.mlir %t/forward.mlir | FileCheck %s --check-prefix=FORWARD
// RUN: layout-check %t/library.mlir %t/library.mlir | FileCheck %s --check-prefix=H

// SEVERAL: found several (choose with --entry): @g @h
// H: result 0 : tensor<3xf64>: equal
// NONE: error: no function @k in this file
// FORWARD: result 0 : tensor<2xf32>: equal

//--- several.mlir
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @h(%a: tensor<3xf64>) -> tensor<3xf64> {
  return %a : tensor<3xf64>
}

//--- forward.mlir
func.func @main(%a: tensor<3xf64>) -> tensor<3xf64> {
  return %a : tensor<3xf64>
}
// `forward` is preferred to `main`.
func.func @forward(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

//--- library.mlir
// The entry has the name of a library function. `main` has no outputs.
func.func @main() {
  return
}
func.func @malloc(%a: tensor<3xf64>) -> tensor<3xf64> {
  %r = math.exp %a : tensor<3xf64>
  return %r : tensor<3xf64>
}
