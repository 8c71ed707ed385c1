// A pad whose region uses values from outside runs as a rewrite: of a constant, and
// of a value that only the run knows.
// RUN: layout-run %s --runs=1 | FileCheck %s
// CHECK: result 0 : tensor<2x3xi32>
// CHECK-NEXT: {{^\[\[}}1, 2, 7],
// CHECK-NEXT: {{^}} [3, 4, 7]]
// CHECK: result 1 : tensor<2x3xi32>
// CHECK-NEXT: {{^\[\[}}1, 2, 8],
// CHECK-NEXT: {{^}} [3, 4, 8]]
// CHECK: rewrites left: 2
func.func @main() -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %x = func.call @columns() : () -> tensor<2x2xi32>
  %seven = arith.constant 7 : i32
  %p = tensor.pad %x low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i32
  } : tensor<2x2xi32> to tensor<3x2xi32>
  %e = tensor.empty() : tensor<2x3xi32>
  %t = linalg.transpose ins(%p : tensor<3x2xi32>) outs(%e : tensor<2x3xi32>) permutation = [1, 0]
  %c0 = arith.constant 0 : index
  %corner = tensor.extract %x[%c0, %c0] : tensor<2x2xi32>
  %eight = arith.addi %corner, %seven : i32
  %q = tensor.pad %x low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %eight : i32
  } : tensor<2x2xi32> to tensor<3x2xi32>
  %u = linalg.transpose ins(%q : tensor<3x2xi32>) outs(%e : tensor<2x3xi32>) permutation = [1, 0]
  return %t, %u : tensor<2x3xi32>, tensor<2x3xi32>
}
func.func private @columns() -> tensor<2x2xi32> {
  %0 = arith.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
