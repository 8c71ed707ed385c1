// --dims gives the sizes of the dynamic dims of all arguments in order; the last
// size repeats.
// RUN: split-file %s %t
// RUN: layout-check %t/a.mlir %t/a.mlir | FileCheck %s --check-prefix=OK
// RUN: layout-check %t/a.mlir %t/a.mlir --dims=8,13 | FileCheck %s --check-prefix=OK
// The programs differ only if the size of the second argument is 8.
// RUN: layout-check %t/a.mlir %t/not-8.mlir --dims=8,13 | FileCheck %s --check-prefix=OK
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/not-8.mlir --dims=13,8 | FileCheck %s --check-prefix=BAD
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/cut.mlir --dims=6 | FileCheck %s --check-prefix=SHAPE
// More sizes than dynamic dims are an error. One may be shared by all pieces of
// files that are split.
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/a.mlir --dims=8,13,4 | FileCheck %s --check-prefix=MORE
// RUN: %expect-exit 2 layout-check %t/static.mlir %t/static.mlir --dims=8 | FileCheck %s --check-prefix=STATIC
// RUN: layout-check %t/pieces.mlir %t/pieces.mlir --split-input-file --dims=8 | FileCheck %s --check-prefix=PIECES
// RUN: %expect-exit 2 layout-check %t/pieces.mlir %t/pieces.mlir --split-input-file --dims=8,9 | FileCheck %s --check-prefix=STATIC-PIECE
// RUN: not layout-run %t/a.mlir --dims=8,13,4 2>&1 | FileCheck %s --check-prefix=RUN-MORE

// OK: {{^equal$}}
// MORE: could not compare: requires at most 2 values of --dims, one for each dynamic dim of the arguments, found 3
// STATIC: could not compare: requires at most 0 values of --dims, one for each dynamic dim of the arguments, found 1
// PIECES-COUNT-2: {{^equal$}}
// STATIC-PIECE: equal
// STATIC-PIECE: could not compare: requires at most 0 values of --dims, one for each dynamic dim of the arguments, found 2
// RUN-MORE: requires at most 2 values of --dims, one for each dynamic dim of the arguments, found 3
// BAD: result 0 : tensor<?xf32>: equal
// BAD: result 1 : tensor<?x2xf32>: different
// SHAPE: result 1 : tensor<?x2xf32>: different; shapes [6, 2] and [5, 2]

//--- a.mlir
func.func @f(%a: tensor<?xf32>, %b: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<?x2xf32>) {
  return %a, %b : tensor<?xf32>, tensor<?x2xf32>
}

//--- not-8.mlir
func.func @f(%a: tensor<?xf32>, %b: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<?x2xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %d = tensor.dim %b, %c0 : tensor<?x2xf32>
  %is8 = arith.cmpi eq, %d, %c8 : index
  %r = scf.if %is8 -> (tensor<?x2xf32>) {
    %n = arith.negf %b : tensor<?x2xf32>
    scf.yield %n : tensor<?x2xf32>
  } else {
    scf.yield %b : tensor<?x2xf32>
  }
  return %a, %r : tensor<?xf32>, tensor<?x2xf32>
}

//--- cut.mlir
func.func @f(%a: tensor<?xf32>, %b: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<?x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %b, %c0 : tensor<?x2xf32>
  %less = arith.subi %d, %c1 : index
  %r = tensor.extract_slice %b[0, 0] [%less, 2] [1, 1] : tensor<?x2xf32> to tensor<?x2xf32>
  return %a, %r : tensor<?xf32>, tensor<?x2xf32>
}

//--- static.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- pieces.mlir
func.func @f(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}
// -----
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
