// Loops, branches and functions pass padded values on, with what the padding
// must hold.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-fold --layout-flow="plan=%t/p.plan.json problem=%t/p.problem.json" --layout-verify-plan --layout-fold -o %t/flow.mlir
// RUN: FileCheck %s --input-file=%t/flow.mlir
// RUN: FileCheck %s --input-file=%t/p-loop.plan.json --check-prefix=LOOP
// RUN: FileCheck %s --input-file=%t/p-caller.plan.json --check-prefix=CALLER
// RUN: layout-check-plan %t/p-loop.problem.json %t/p-loop.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %t/flow.mlir --layout-materialize -o %t/out.mlir
// RUN: layout-opt %s --layout-clean-up=erase-marks -o %t/in.mlir
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=loop | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=branch --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=branch --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/in.mlir %t/out.mlir --entry=caller | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#blocked = #layout.op_layout<operands = [<(i, j) -> (j floordiv 4, i, j mod 4)> pad [0, 1],
                                         <(i, j) -> (j floordiv 4, i floordiv 4, i mod 4, j mod 4)> pad [1, 1],
                                         <(i, j) -> (j floordiv 4, i, j mod 4)> pad [0, 1]],
                             results = [<(i, j) -> (j floordiv 4, i, j mod 4)> pad [0, 1]], cost = 0>

// The matmul sums up the padding of %v, which must be 0. The tanh writes zeros
// there. Two rewrites of 168 + 192 bytes are left, around the loop; tanh
// computes on 24 bytes of padding that it reads and 24 that it writes, 3 times.
// LOOP: "cost":864,"bound":864
// PROOF: {{^holds: cost 864, no plan costs less than 864$}}
// CHECK-LABEL: func.func @loop
// CHECK: layout.pad {{.*}} value(0.000000e+00 : f32)
// CHECK: scf.for {{.*}} -> (tensor<2x6x4xf32>) {
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: math.tanh
// CHECK: arith.select
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: scf.yield {{.*}} : tensor<2x6x4xf32>
// CHECK: layout.crop
func.func @loop(%x: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %w = arith.constant dense<0.1> : tensor<7x7xf32>
  %z = arith.constant dense<0.0> : tensor<6x7xf32>
  %e = tensor.empty() : tensor<6x7xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> tensor<6x7xf32> {
    %y = linalg.matmul {layout.op_layout = [#blocked]} ins(%v, %w : tensor<6x7xf32>, tensor<7x7xf32>) outs(%z : tensor<6x7xf32>) -> tensor<6x7xf32>
    %t = linalg.tanh ins(%y : tensor<6x7xf32>) outs(%e : tensor<6x7xf32>) -> tensor<6x7xf32>
    scf.yield %t : tensor<6x7xf32>
  }
  return %r : tensor<6x7xf32>
}

// The rows are dynamic. The second matmul reads what either branch writes.
// CHECK-LABEL: func.func @branch
// CHECK: %[[IF:.*]] = scf.if {{.*}} -> (tensor<2x?x4xf32>) {
// CHECK: scf.yield {{.*}} : tensor<2x?x4xf32>
// CHECK: scf.yield {{.*}} : tensor<2x?x4xf32>
// CHECK-NOT: layout.
// CHECK: linalg.generic {{.*}} ins(%[[IF]],{{.*}} {layout.frozen}
// CHECK-LABEL: func.func @caller
func.func @branch(%x: tensor<?x7xf32>, %w: tensor<7x7xf32>, %a: f32) -> tensor<?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x7xf32>
  %e = tensor.empty(%n) : tensor<?x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x7xf32>) -> tensor<?x7xf32>
  %y = linalg.matmul {layout.op_layout = [#blocked]} ins(%x, %w : tensor<?x7xf32>, tensor<7x7xf32>) outs(%z : tensor<?x7xf32>) -> tensor<?x7xf32>
  %negative = arith.cmpf olt, %a, %zero : f32
  %r = scf.if %negative -> tensor<?x7xf32> {
    %t = linalg.tanh ins(%y : tensor<?x7xf32>) outs(%e : tensor<?x7xf32>) -> tensor<?x7xf32>
    scf.yield %t : tensor<?x7xf32>
  } else {
    %t = linalg.exp ins(%y : tensor<?x7xf32>) outs(%e : tensor<?x7xf32>) -> tensor<?x7xf32>
    scf.yield %t : tensor<?x7xf32>
  }
  %y2 = linalg.matmul {layout.op_layout = [#blocked]} ins(%r, %w : tensor<?x7xf32>, tensor<7x7xf32>) outs(%z : tensor<?x7xf32>) -> tensor<?x7xf32>
  return %y2 : tensor<?x7xf32>
}

// %x is padded once for both functions, by 168 + 192 bytes, and two results are
// cropped by as many.
// CALLER: "cost":1080,"bound":1080
// CHECK: %[[P:.*]] = layout.pad %{{.*}} value(0.000000e+00 : f32)
// CHECK: %[[T:.*]] = layout.layout_transform %[[P]]
// CHECK: call @callee(%[[T]]) : (tensor<2x6x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[T]],
func.func @caller(%x: tensor<6x7xf32>) -> (tensor<6x7xf32>, tensor<6x7xf32>) {
  %a = func.call @callee(%x) : (tensor<6x7xf32>) -> tensor<6x7xf32>
  %w = arith.constant dense<0.5> : tensor<7x7xf32>
  %z = arith.constant dense<0.0> : tensor<6x7xf32>
  %b = linalg.matmul {layout.op_layout = [#blocked]} ins(%x, %w : tensor<6x7xf32>, tensor<7x7xf32>) outs(%z : tensor<6x7xf32>) -> tensor<6x7xf32>
  return %a, %b : tensor<6x7xf32>, tensor<6x7xf32>
}
func.func private @callee(%x: tensor<6x7xf32>) -> tensor<6x7xf32> {
  %w = arith.constant dense<0.5> : tensor<7x7xf32>
  %z = arith.constant dense<0.0> : tensor<6x7xf32>
  %b = linalg.matmul {layout.op_layout = [#blocked]} ins(%x, %w : tensor<6x7xf32>, tensor<7x7xf32>) outs(%z : tensor<6x7xf32>) -> tensor<6x7xf32>
  return %b : tensor<6x7xf32>
}
