// Layout options that pad are part of one planning problem: the padded result
// of one op is read by the next one as it is, and by a use that needs other
// padding after that has been overwritten.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="plan=%t/p.plan.json problem=%t/p.problem.json" --layout-fold -stats -o %t/flow.mlir 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s --input-file=%t/flow.mlir
// RUN: FileCheck %s --input-file=%t/p-chain.plan.json --check-prefix=CHAIN
// RUN: FileCheck %s --input-file=%t/p-logical.plan.json --check-prefix=LOGICAL
// RUN: layout-check-plan %t/p-logical.problem.json %t/p-logical.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %t/flow.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t/flow.mlir --layout-materialize -o %t/out.mlir
// RUN: layout-opt %s --layout-clean-up=erase-marks -o %t/in.mlir
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=chain | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=logical | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// One problem per function.
// STATS: 2 {{.*}}Planning problems solved

#rows = #layout.op_layout<operands = [_, <(k, n) -> (n floordiv 4, k, n mod 4)> pad [0, 3], <(m, n) -> (n floordiv 4, m, n mod 4)> pad [0, 3]],
                          results = [<(m, n) -> (n floordiv 4, m, n mod 4)> pad [0, 3]], cost = 0>
#inner = #layout.op_layout<operands = [<(m, k) -> (k floordiv 4, m, k mod 4)> pad [0, 3], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [3, 0], _],
                           results = [_], cost = 0>
#plain = #layout.op_layout<operands = [_, _, _], results = [_], cost = 100000>

// The tanh reads and writes 3 columns of 5 elements more, and writes the zeros
// that the second matmul needs there.
// CHAIN: "cost":120,"bound":120
// CHECK-LABEL: func.func @chain
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: math.tanh
// CHECK: arith.select
// CHECK: -> tensor<4x5x4xf32>
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK-LABEL: func.func @logical
func.func @chain(%a: tensor<5x6xf32>) -> tensor<5x2xf32> {
  %w = arith.constant dense<0.25> : tensor<6x13xf32>
  %v = arith.constant dense<0.5> : tensor<13x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %0 = linalg.matmul {layout.op_layout = [#rows, #plain]} ins(%a, %w : tensor<5x6xf32>, tensor<6x13xf32>) outs(%f : tensor<5x13xf32>) -> tensor<5x13xf32>
  %1 = linalg.tanh ins(%0 : tensor<5x13xf32>) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %e2 = tensor.empty() : tensor<5x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %2 = linalg.matmul {layout.op_layout = [#inner, #plain]} ins(%1, %v : tensor<5x13xf32>, tensor<13x2xf32>) outs(%f2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}

// The first matmul may leave anything in the padding of its result, and each of
// the others needs zeros there. They are written once for both, to 3 columns of 5
// elements: 60 + 60 bytes, beside the 312 + 384 of %w.
// LOGICAL: "cost":816,"bound":816
// PROOF: {{^holds: cost 816, no plan costs less than 816$}}
// COUNT: {"rewrites":1,"bytes":696,"moves":{"n":1,"bytes":120}
func.func @logical(%a: tensor<5x6xf32>, %w: tensor<6x13xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  %v = arith.constant dense<0.5> : tensor<13x2xf32>
  %u = arith.constant dense<0.75> : tensor<13x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %0 = linalg.matmul {layout.op_layout = [#rows, #plain]} ins(%a, %w : tensor<5x6xf32>, tensor<6x13xf32>) outs(%f : tensor<5x13xf32>) -> tensor<5x13xf32>
  %e2 = tensor.empty() : tensor<5x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %2 = linalg.matmul {layout.op_layout = [#inner, #plain]} ins(%0, %v : tensor<5x13xf32>, tensor<13x2xf32>) outs(%f2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %3 = linalg.matmul {layout.op_layout = [#inner, #plain]} ins(%0, %u : tensor<5x13xf32>, tensor<13x2xf32>) outs(%f2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %2, %3 : tensor<5x2xf32>, tensor<5x2xf32>
}
