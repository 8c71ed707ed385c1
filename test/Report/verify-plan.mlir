// layout-verify-plan compares what a program moves with what its plan says.
// RUN: split-file %s %t

// A stage that adds rewrites behind the planner.
// RUN: layout-opt %t/more.mlir --pass-pipeline="builtin.module(layout-flow,layout-verify-plan,layout-freeze{target=nhwc},layout-verify-plan)" -verify-diagnostics
// RUN: layout-opt %t/more.mlir --pass-pipeline="builtin.module(layout-flow,layout-freeze{target=nhwc},layout-verify-plan{allow-less=true})" -verify-diagnostics
// Functions that another run has planned are not checked.
// RUN: layout-opt %t/more.mlir --pass-pipeline="builtin.module(layout-freeze{target=nhwc},layout-verify-plan)" -o %t/no-plan.mlir

// With a fallback, the program in front of the planner comes back, in the
// baseline: the check of another run finds no rewrites, and no plan is proved.
// RUN: layout-opt %t/fallback.mlir --pass-pipeline="builtin.module(layout-flow{keep-unplanned},layout-freeze{target=nhwc},layout-verify-plan{fallback=builtin.module(layout-flow{baseline})},layout-report{path=%t/fallback.json})" -verify-diagnostics -o %t/fallback.out.mlir
// RUN: FileCheck %s --input-file=%t/fallback.out.mlir --check-prefix=FALLBACK
// RUN: FileCheck %s --input-file=%t/fallback.json --check-prefix=REPORT
// RUN: layout-check %t/fallback.mlir %t/fallback.out.mlir
// FALLBACK-COUNT-1: linalg.conv_2d_nchw_fchw
// FALLBACK-NOT: layout.layout_transform
// FALLBACK: func.func @other
// REPORT-NOT: "bound"
// REPORT: "strategy":{{ ?}}"baseline"
// RUN: not layout-opt %t/fallback.mlir --layout-verify-plan=fallback=layout-flow -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: fallback.mlir:0:0: error: requires 'fallback' to be a pipeline: expected pass pipeline to be wrapped with the anchor operation type
// RUN: layout-opt %t/more.mlir --pass-pipeline="builtin.module(layout-flow{keep-unplanned},layout-freeze{target=nhwc},layout-verify-plan{strict fallback=builtin.module(layout-flow{baseline})})" -verify-diagnostics
// RUN: not layout-opt %t/more.mlir --pass-pipeline="builtin.module(layout-flow,layout-verify-plan{fallback=builtin.module(no-pass)})" 2>&1 | FileCheck %s --check-prefix=NO-PASS
// NO-PASS: more.mlir:0:0: error: requires 'fallback' to be a pipeline
// RUN: not layout-opt %t/more.mlir --layout-verify-plan="fallback=func.func(canonicalize)" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: more.mlir:0:0: error: requires 'fallback' to be a pipeline on 'builtin.module', found one on 'func.func'

// Two reversals cancel behind the planner, which cannot move them.
// RUN: layout-opt %t/less.mlir --pass-pipeline="builtin.module(layout-flow,layout-verify-plan,layout-fold,layout-verify-plan)" -verify-diagnostics
// With allow-less, the plan is not called the cheapest.
// RUN: layout-opt %t/less.mlir --pass-pipeline="builtin.module(layout-flow,layout-fold,layout-verify-plan{allow-less=true},layout-report{path=%t/less.json})" -o %t/out.mlir
// RUN: FileCheck %s --input-file=%t/less.json --check-prefix=LESS
// RUN: layout-opt %t/less.mlir --pass-pipeline="builtin.module(layout-flow,layout-fold,layout-verify-plan{allow-less=true},layout-report{path=%t/less.txt})" -o %t/out.mlir
// RUN: FileCheck %s --input-file=%t/less.txt --check-prefix=LESS-TEXT
// LESS: "as_planned":{{ ?}}false
// LESS-TEXT-NOT: no plan
// LESS-TEXT: but the program moves less

//--- more.mlir
// expected-error @below {{requires rewrites of 0 bytes and moves of 24 bytes, as planned, found 5120 and 24 bytes}}
func.func @main(%x: tensor<1x4x8x8xf32>, %y: tensor<2x3xf32>) -> (tensor<1x6x8x8xf32>, tensor<1x3xf32>) {
  %w = arith.constant dense<0.5> : tensor<6x4x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x6x8x8xf32>
  // expected-note @below {{2048 bytes are moved here, which are not in the plan}}
  // expected-note @below {{3072 bytes are moved here, which are not in the plan}}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>) outs(%zero : tensor<1x6x8x8xf32>) -> tensor<1x6x8x8xf32>
  %1 = tensor.extract_slice %y[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
  return %0, %1 : tensor<1x6x8x8xf32>, tensor<1x3xf32>
}

// What dynamic sizes add up to is not known.
func.func @dynamic(%x: tensor<?x4x8x8xf32>, %z: tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32> {
  %w = arith.constant dense<0.5> : tensor<4x4x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%z : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  return %0 : tensor<?x4x8x8xf32>
}

//--- fallback.mlir
// expected-warning @below {{keeps its layouts or takes the first of each choice, because its plan cannot be carried out: requires rewrites of 0 bytes and moves of 0 bytes, as planned, found 5120 and 0 bytes}}
func.func @main(%x: tensor<1x4x8x8xf32>) -> tensor<1x6x8x8xf32> {
  %w = arith.constant dense<0.5> : tensor<6x4x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x6x8x8xf32>
  // expected-note @below {{2048 bytes are moved here, which are not in the plan}}
  // expected-note @below {{3072 bytes are moved here, which are not in the plan}}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>) outs(%zero : tensor<1x6x8x8xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- less.mlir
// expected-warning @below {{requires rewrites of 256 bytes and moves of 0 bytes, as planned, found 0 and 0 bytes}}
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-note @below {{128 bytes are moved here by the plan, but not by the program}}
  %0 = layout.layout_transform %x by <(i, j) -> (-i + 3, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  // expected-note @below {{128 bytes are moved here by the plan, but not by the program}}
  %1 = layout.layout_transform %0 by <(i, j) -> (-i + 3, j)> : tensor<4x4xf32> to tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
