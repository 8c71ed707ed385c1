// If planning fails after a plan has been applied, the program is as before.
// The first plan chooses the layout option whose rewrites are inserted at the
// op; they are planned in a second round, for which this solver finds no plan.
// Covers: R28

// RUN: %expect-exit 1 layout-test-opt %s --layout-flow=strategy=test-critical-only --mlir-print-ir-after-failure -o %t.out.mlir 2>&1 | FileCheck %s
// RUN: test ! -e %t.out.mlir
// RUN: layout-test-opt %s --layout-flow=strategy=backward | FileCheck %s --check-prefix=CHANGED

#option = #layout.op_layout<operands = [<(m, k) -> (k mod 3, m, k floordiv 3)>, _, _], results = [_], cost = 0>
#costly = #layout.op_layout<operands = [_, _, _], results = [_], cost = 100000>

// CHECK: error: found no plan of the planning problem:
// CHECK: IR Dump After LayoutFlow Failed
// CHECK: func.func private @callee(%[[X:.*]]: tensor<3x2x4xf32>, {{.*}} {
// CHECK-NEXT: %[[A:.*]] = layout.layout_transform %[[X]] by {{.*}} : tensor<3x2x4xf32> to tensor<4x6xf32>
// CHECK-NEXT: %[[M:.*]] = linalg.matmul {layout.op_layout = {{.*}}} ins(%[[A]], %{{.*}} : tensor<4x6xf32>, tensor<6x2xf32>)
// CHECK-NEXT: return %[[M]]
// CHECK: func.func @main(
// CHECK-NEXT: %[[R:.*]] = call @callee
// CHECK-NEXT: return %[[R]]
// CHANGED: linalg.generic {{.*}} attrs = {layout.frozen}
func.func private @callee(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %a = layout.layout_transform %x by <(i, j, l) -> (j * 2 + l mod 2, i * 2 + l floordiv 2)> : tensor<3x2x4xf32> to tensor<4x6xf32>
  %0 = linalg.matmul {layout.op_layout = [#option, #costly]}
      ins(%a, %b : tensor<4x6xf32>, tensor<6x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @main(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = call @callee(%x, %b, %o) : (tensor<3x2x4xf32>, tensor<6x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
