// With --split-input-file the n-th program of each file is compared with the n-th
// of the first one, whatever becomes of the others. -O0 compiles faster.
// RUN: split-file %s %t
// RUN: layout-check %t/a.mlir %t/a.mlir --split-input-file -O0 | FileCheck %s --check-prefix=SAME
// RUN: %expect-exit 1 layout-check %t/a.mlir %t/b.mlir --split-input-file -O0 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: %expect-exit 2 layout-check %t/b.mlir %t/b.mlir --split-input-file -O1 2>&1 | FileCheck %s --check-prefix=PARSE
// RUN: %expect-exit 2 layout-check %t/a.mlir %t/c.mlir --split-input-file -O0 2>&1 | FileCheck %s --check-prefix=COUNT -DT=%t
// RUN: %expect-exit 1 layout-check %t/c.mlir %t/c.mlir %t/d.mlir -O0 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: layout-check --count %t/a.mlir --split-input-file -O0 2>&1 | FileCheck %s --check-prefix=MOVED

// SAME: seed 1, result 0 : tensor<3x5xf32>: equal; worst difference 0, {{.*}}
// SAME: {{^equal$}}
// SAME-NEXT: {{^// -----$}}
// SAME-NEXT: seed 1, result 0 : tensor<4xf32>: equal
// SAME: {{^equal$}}
// SAME-NEXT: {{^// -----$}}
// SAME-NEXT: seed 1, result 0 : tensor<16xi32>: equal; no difference
// SAME: {{^equal$}}

// The locations of diagnostics name the file and the line of the piece.
// MIXED: {{.*}}within split at {{.*}}b.mlir:1 offset :5:3: error:
// MIXED: {{^could not compare: .*b.mlir does not parse$}}
// MIXED-NEXT: {{^// -----$}}
// MIXED-NEXT: seed 1, result 0 : tensor<4xf32>: different
// MIXED: {{^different$}}
// MIXED-NEXT: {{^// -----$}}
// MIXED-NEXT: seed 1, result 0 : tensor<16xi32>: equal
// MIXED: {{^equal$}}

// PARSE: {{^could not compare: .*b.mlir does not parse$}}
// PARSE: {{^equal$}}
// PARSE: {{^equal$}}

// COUNT: {{^}}could not compare: requires 3 programs in [[T]]/c.mlir as in [[T]]/a.mlir, found 1{{$}}

// Lines name the file if there are more than two. One that differs is enough.
// THREE: {{.*}}c.mlir: seed 1, result 0 : tensor<4xf32>: equal
// THREE: {{.*}}c.mlir: seed 2, result 0 : tensor<4xf32>: equal
// THREE: {{.*}}d.mlir: seed 1, result 0 : tensor<4xf32>: different
// THREE: {{^different$}}

// MOVED: a.mlir executed: rewrites 120 bytes
// MOVED-NEXT: {{^// -----$}}
// MOVED-NEXT: a.mlir executed: rewrites 0 bytes
// MOVED-NEXT: {{^// -----$}}
// MOVED-NEXT: a.mlir executed: rewrites 0 bytes

//--- a.mlir
func.func @f(%a: tensor<5x3xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %r = linalg.transpose ins(%a : tensor<5x3xf32>) outs(%e : tensor<3x5xf32>) permutation = [1, 0]
  return %r : tensor<3x5xf32>
}
// -----
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<16xi32>) -> tensor<16xi32> {
  return %a : tensor<16xi32>
}

//--- b.mlir
// The first program does not parse, the second computes something else.


func.func @f(%a: tensor<5x3xf32>) -> tensor<3x5xf32> {
  no_such_dialect.op %a
}
// -----
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.negf %a : tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<16xi32>) -> tensor<16xi32> {
  return %a : tensor<16xi32>
}

//--- c.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- d.mlir
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.negf %a : tensor<4xf32>
  return %r : tensor<4xf32>
}
