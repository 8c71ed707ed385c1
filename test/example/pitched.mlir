// RUN: rm -rf %t && mkdir %t
// RUN: example-opt %s --layout-flow="placement=true problem=%t/p.problem.json plan=%t/p.plan.json" -o %t/planned.mlir
// RUN: layout-check-plan %t/p-priced.problem.json %t/p-priced.plan.json | FileCheck %s --check-prefix=PRICED
// RUN: layout-check-plan %t/p-own.problem.json %t/p-own.plan.json | FileCheck %s --check-prefix=OWN

// An op asks half of the 512 bytes of a value that is a part of a larger buffer.
// PRICED: holds: cost 256, no plan costs less than 256
func.func @priced(%x: tensor<8x16xf32>) -> tensor<8x32xf32> {
  %0 = example.reverse %x along 0 : tensor<8x16xf32> to tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %1 = linalg.exp ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
}

// An op that says nothing has values in buffers of their own, so that one of them
// is copied; but an attribute may say more.
// OWN: holds: cost 1024, no plan costs less than 1024
func.func @own(%x: tensor<8x16xf32>) -> tensor<8x32xf32> {
  %0 = example.sort %x along 1 : tensor<8x16xf32>
  %1 = example.sort %x along 1 {layout.pitched = true} : tensor<8x16xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
}
