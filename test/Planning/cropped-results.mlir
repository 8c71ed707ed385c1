// A padded result may be written without padding as well, so that several uses
// read rewrites of the smaller value.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-fold --layout-flow="plan=%t/p.plan.json problem=%t/p.problem.json" --layout-verify-plan --layout-fold -o %t/flow.mlir
// RUN: FileCheck %s --input-file=%t/flow.mlir
// RUN: FileCheck %s --input-file=%t/p-f.plan.json --check-prefix=PLAN
// RUN: FileCheck %s --input-file=%t/p-f.problem.json --check-prefix=PROBLEM
// RUN: layout-check-plan %t/p-f.problem.json %t/p-f.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %t/flow.mlir --layout-materialize -o %t/out.mlir
// RUN: layout-opt %s --layout-clean-up=erase-marks --layout-materialize -o %t/in.mlir
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=f | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// A plan of another strategy does not keep a crop that nothing reads.
// RUN: layout-opt %s --layout-fold --layout-flow=strategy=backward --layout-verify-plan -o /dev/null
// RUN: layout-opt %s --layout-fold --layout-flow=strategy=forward --layout-verify-plan --layout-materialize -o %t/forward.mlir
// RUN: layout-check %t/in.mlir %t/forward.mlir --entry=f | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/forward.mlir --entry=pad | FileCheck %s --check-prefix=EQUAL

#rows = #layout.op_layout<operands = [_, <(k, n) -> (n floordiv 4, k, n mod 4)> pad [0, 3], <(m, n) -> (n floordiv 4, m, n mod 4)> pad [0, 3]],
                          results = [<(m, n) -> (n floordiv 4, m, n mod 4)> pad [0, 3]], cost = 0>
#inner = #layout.op_layout<operands = [<(m, k) -> (k floordiv 4, m, k mod 4)> pad [0, 3], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [3, 0], _],
                           results = [_], cost = 0>

// The tanh computes on 2 * 60 bytes of padding. Its result is cropped once, by
// 320 + 260 bytes, and the transpose reads the cropped value, 260 + 260 bytes.
// PLAN: "cost":1220,"bound":1220
// PROBLEM: (d1 floordiv 4) mod 4, d0, d1 mod 4 and d0, d1
// PROOF: {{^holds: cost 1220, no plan costs less than 1220$}}
// CHECK-LABEL: func.func @f
// CHECK: linalg.generic {{.*}} {layout.frozen}
// CHECK: %[[PADDED:.*]] = linalg.generic
// CHECK: math.tanh
// CHECK: %[[T:.*]] = layout.layout_transform %[[PADDED]]
// CHECK-NEXT: %[[CROPPED:.*]] = layout.crop %[[T]]
// CHECK-NEXT: %[[TRANSPOSED:.*]] = layout.layout_transform %[[CROPPED]] by <(d0, d1) -> (d1, d0)>
// CHECK: linalg.generic {{.*}} ins(%[[PADDED]],
// CHECK: return %[[CROPPED]], %[[TRANSPOSED]],
func.func @f(%a: tensor<5x6xf32>) -> (tensor<5x13xf32>, tensor<13x5xf32>, tensor<5x2xf32>) {
  %w = arith.constant dense<0.25> : tensor<6x13xf32>
  %v = arith.constant dense<0.5> : tensor<13x2xf32>
  %z = arith.constant dense<0.0> : tensor<5x13xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x2xf32>
  %e = tensor.empty() : tensor<5x13xf32>
  %0 = linalg.matmul {layout.op_layout = [#rows]} ins(%a, %w : tensor<5x6xf32>, tensor<6x13xf32>) outs(%z : tensor<5x13xf32>) -> tensor<5x13xf32>
  %1 = linalg.tanh ins(%0 : tensor<5x13xf32>) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %2 = linalg.matmul {layout.op_layout = [#inner]} ins(%1, %v : tensor<5x13xf32>, tensor<13x2xf32>) outs(%z2 : tensor<5x2xf32>) -> tensor<5x2xf32>
  %3 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<5x13xf32> to tensor<13x5xf32>
  return %1, %3, %2 : tensor<5x13xf32>, tensor<13x5xf32>, tensor<5x2xf32>
}

// The result of a pad has no such candidates: it begins without the padding.
// CHECK-LABEL: func.func @pad
// CHECK: layout.pad {{.*}} value(5.000000e-01 : f32)
// CHECK-NOT: poison
func.func @pad(%a: tensor<2x4x8xf32>) -> (tensor<12x2xf32>, tensor<33x6xf32>) {
  %half = arith.constant 0.5 : f32
  %0 = layout.layout_transform %a by <(i, j, k) -> (i, j * 8 + k)> : tensor<2x4x8xf32> to tensor<2x32xf32>
  %1 = layout.pad %0 low [0, 0] high [2, 1] value(0.5 : f32) : tensor<2x32xf32> to tensor<4x33xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<4x33xf32> to tensor<33x4xf32>
  %3 = tensor.extract_slice %2[3, 0] [12, 2] [2, 3] : tensor<33x4xf32> to tensor<12x2xf32>
  %4 = tensor.pad %2 low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %half : f32
  } : tensor<33x4xf32> to tensor<33x6xf32>
  return %3, %4 : tensor<12x2xf32>, tensor<33x6xf32>
}
