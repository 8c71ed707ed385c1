// Signatures that differ, or that cannot be called.
// RUN: split-file %s %t
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/more.mlir 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/type.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: %expect-exit 2 layout-check %t/unranked.mlir %t/unranked.mlir 2>&1 | FileCheck %s --check-prefix=UNRANKED

// MORE: more.mlir:1:1: error: signatures differ: @f has 2 arguments, expected 1
// MORE: a.mlir:1:1: note: as in this function
// MORE: could not compare: signatures differ or cannot be called
// TYPE: error: signatures differ: result 0 of @f has type 'tensor<2x2xf32>', expected 'tensor<4xf32>'
// UNRANKED: error: cannot pass argument 0 of type 'tensor<*xf32>': expected a scalar or a ranked tensor or memref of integers up to 64 bits, index, f16, bf16, f32, f64 or complex

//--- a.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- more.mlir
func.func @f(%a: tensor<4xf32>, %b: f32) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- type.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<2x2xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

//--- unranked.mlir
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  return %a : tensor<*xf32>
}
