// Layout rules as attributes: text and bytecode round trips, and `layout.rule`
// on structured ops and on ops that implement LayoutRuleOpInterface.
// Covers: R27, R34
//
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-print-rules -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s --check-prefix=FLOW

// CHECK-LABEL: func private @rules
// CHECK-SAME: matmul = #layout.rule<factors = [4, 6, 8 reduced], operands = {{\[}}[f0, f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6], results = {{\[}}[f0, f1] : 4x6]>
// CHECK-SAME: pieces = #layout.rule<factors = [4, 14], operands = {{\[}}[f0, f1 + 0] : 4x6, [f0, f1 + ?] : 4x8], results = {{\[}}[f0, f1] : 4x14]>
// CHECK-SAME: rank0 = #layout.rule<factors = [], operands = {{\[}}[], scalar, pinned], results = []>
// CHECK-SAME: spelled = #layout.rule<factors = [? whole, 3, 5 reduced whole], operands = {{\[}}[(f0, f1), -] : ?x7], results = [pinned : 2x?]>
// In parentheses, factors of extent 1 are left out.
// CHECK-SAME: unit = #layout.rule<factors = [1 whole, 3], operands = {{\[}}[f0, f1] : 1x3], results = []>
// CHECK-SAME: windows = #layout.rule<factors = [1, 6, 3 reduced], operands = {{\[}}[window(f0, f1, f2), -] : 8x1, [window(f1, f2 at f2)] : 8], results = []>
func.func private @rules() attributes {
  matmul = #layout.rule<factors = [4, 6, 8 reduced], operands = [[f0, f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6], results = [[f0, f1] : 4x6]>,
  pieces = #layout.rule<factors = [4, 14], operands = [[f0, f1 + 0] : 4x6, [f0, f1 + ?] : 4x8], results = [[f0, f1] : 4x14]>,
  rank0 = #layout.rule<factors = [], operands = [[], scalar, pinned], results = []>,
  spelled = #layout.rule<factors = [? whole, 3, 5 reduced whole], operands = [[(f0, f1), -] : ?x7], results = [pinned : 2x?]>,
  unit = #layout.rule<factors = [1, 3], operands = [[f0, (f0, f1)] : 1x3], results = []>,
  windows = #layout.rule<factors = [1, 6, 3 reduced], operands = [[window(f0, f1, f2 at f1), window(f0)] : 8x1, [window(f1, f2 at f2)] : 8], results = []>}

// Without the attribute, both rewrites would move through the op and cancel. Its
// rule forbids to split the second loop.
// CHECK-LABEL: func @structured
// RULES: linalg.exp at {{.*}}: agnostic
// RULES-NEXT: factors: f0 = 6, f1 = 8 whole
// FLOW-LABEL: func.func @structured(
// FLOW: %[[A:.*]] = layout.layout_transform
// FLOW: %[[B:.*]] = linalg.exp {{.*}}ins(%[[A]] : tensor<6x8xf32>)
// FLOW: layout.layout_transform %[[B]]
// FLOW: return
func.func @structured(%x: tensor<2x6x4xf32>) -> tensor<2x6x4xf32> {
  %0 = layout.layout_transform %x by <(b, j, c) -> (j, b * 4 + c)> : tensor<2x6x4xf32> to tensor<6x8xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  // CHECK: linalg.exp {layout.rule = #layout.rule<factors = [6, 8 whole], operands = {{\[}}[f0, f1] : 6x8, [f0, f1] : 6x8], results = {{\[}}[f0, f1] : 6x8]>}
  %1 = linalg.exp {layout.rule = #layout.rule<factors = [6, 8 whole], operands = [[f0, f1] : 6x8, [f0, f1] : 6x8], results = [[f0, f1] : 6x8]>}
         ins(%0 : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(j, i) -> (i floordiv 4, j, i mod 4)> : tensor<6x8xf32> to tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}

// The loops can still be permuted. The op that is rebuilt has other shapes, and
// no rule.
// FLOW-LABEL: func.func @permuted(
// FLOW-NOT: layout.layout_transform
// FLOW: linalg.exp ins(%{{.*}} : tensor<8x6xf32>)
// FLOW-NOT: layout.layout_transform
// FLOW: return
func.func @permuted(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  %1 = linalg.exp {layout.rule = #layout.rule<factors = [6, 8 whole], operands = [[f0, f1] : 6x8, [f0, f1] : 6x8], results = [[f0, f1] : 6x8]>}
         ins(%0 : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// An op that implements the interface, with a rule that pins it.
// RULES: tensor.extract_slice at {{.*}}
// RULES-NEXT: factors:
// RULES-NEXT: operand 0: keeps its layout
// RULES-NEXT: result 0: keeps its layout
func.func @slice(%x: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %0 = tensor.extract_slice %x[0, 0] [4, 6] [1, 1] {layout.rule = #layout.rule<factors = [], operands = [pinned : 8x6], results = [pinned : 4x6]>} : tensor<8x6xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
