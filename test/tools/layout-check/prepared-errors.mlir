// The function that prepares constant arguments must return them.
// RUN: %expect-exit 2 layout-check %s %s --entry=main 2>&1 | FileCheck %s
// RUN: %expect-exit 1 layout-run %s --entry=main 2>&1 | FileCheck %s --check-prefix=RUN-IT

//      CHECK: error: requires @main.prepare to return the 1 constant arguments of @main, found '(tensor<4xf32>) -> tensor<8xf32>'
//      CHECK: note: defined here
//      CHECK: could not compare: its constant arguments cannot be prepared
//     RUN-IT: error: requires @main.prepare to return the 1 constant arguments of @main
//     RUN-IT: layout-run: {{.*}}prepared-errors.mlir cannot be called
func.func @main.prepare(%w: tensor<4xf32>) -> tensor<8xf32> attributes {layout.prepares = array<i64: 1>} {
  %0 = tensor.empty() : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {layout.constant}) -> tensor<4xf32> {
  %0 = linalg.add ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
