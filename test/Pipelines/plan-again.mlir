// layout-plan-again runs the passes of its option as long as the program moves less.
// RUN: rm -rf %t && split-file %s %t

// Cheaper: a pass that folds two reversals, which no plan can move.
// RUN: layout-opt %t/reversals.mlir --pass-pipeline="builtin.module(layout-flow{keep-unplanned},layout-verify-plan,layout-plan-again{plan=builtin.module(layout-fold,layout-flow,layout-verify-plan)},layout-report{path=%t/report.json})" --remark-format=emitRemark --remarks-filter="layout-.*" -o %t/folded.mlir 2> %t/remarks.txt
// RUN: FileCheck %s --check-prefix=FOLDED --input-file=%t/folded.mlir
// RUN: FileCheck %s --check-prefix=ROUNDS --input-file=%t/report.json
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
// RUN: layout-check %t/reversals.mlir %t/folded.mlir
// FOLDED-NOT: layout.layout_transform
// FOLDED-NOT: layout.planned_again
// ROUNDS: "cost":{{ ?}}0
// ROUNDS: "rounds":{{ ?}}2
// REMARK: Category:layout-flow | Function=main | Remark="rewrites move 96 bytes, 96 in the baseline"
// REMARK: planned again, the program moves 0 bytes, 96 before

// Not cheaper: the program, its report and the files are those of the first plan.
// RUN: layout-opt %t/reversals.mlir --pass-pipeline="builtin.module(layout-flow{keep-unplanned for-report=files plan=%t/first.plan.json},layout-verify-plan,layout-plan-again{plan=builtin.module(layout-flow{for-report=files plan=%t/second.plan.json},layout-verify-plan)},layout-report{path=%t/same.json})" -o %t/same.mlir
// RUN: layout-opt %t/reversals.mlir | diff - %t/same.mlir
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t/same.json
// RUN: ls %t/first-main.plan.json
// RUN: not ls %t/second-main.plan.json
// ONE: "rounds":{{ ?}}1

// Passes that fail, and a program that would move more: nothing is said, and it stays as it was.
// RUN: layout-opt %t/reversals.mlir --pass-pipeline="builtin.module(layout-flow{keep-unplanned},layout-verify-plan,layout-plan-again{plan=builtin.module(layout-freeze{target=nhwc},layout-flow,layout-freeze{target=no-such-target})})" -verify-diagnostics -o %t/failed.mlir
// RUN: layout-opt %t/reversals.mlir | diff - %t/failed.mlir

// Planned once: layouts that are stated of values, plans of places, strategies without a bound.
// RUN: layout-opt %t/stated.mlir --layout-pipeline="target=nchw16c report=%t/stated.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t/stated.json
// RUN: layout-opt %t/channels.mlir --layout-pipeline="target=nchw16c placement=true report=%t/placed.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t/placed.json
// RUN: layout-opt %t/channels.mlir --layout-pipeline="target=nchw16c strategy=backward" --mlir-print-ir-after-all -o /dev/null 2>&1 | grep -c "IR Dump After LayoutFlow" | FileCheck %s --check-prefix=BACKWARD
// BACKWARD: 1

// RUN: not layout-opt %t/reversals.mlir --pass-pipeline="builtin.module(layout-plan-again{plan=builtin.module(no-pass)})" 2>&1 | FileCheck %s --check-prefix=NO-PASS
// NO-PASS: reversals.mlir:0:0: error: requires 'plan' to be a pipeline
// RUN: not layout-opt %t/reversals.mlir --layout-plan-again="lower=func.func(canonicalize)" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: reversals.mlir:0:0: error: requires 'lower' to be a pipeline on 'builtin.module', found one on 'func.func'

//--- reversals.mlir
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(d0, d1) -> (1 - d0, d1)> : tensor<2x3xf32> to tensor<2x3xf32>
  %1 = layout.layout_transform %0 by <(d0, d1) -> (1 - d0, d1)> : tensor<2x3xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

//--- channels.mlir
func.func @main(%x: tensor<1x16x9x9xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<1x30x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x9x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x9xf32>, tensor<32x16x1x1xf32>) outs(%f : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %z = tensor.extract_slice %y[0, 0, 0, 1] [1, 30, 5, 5] [1, 1, 1, 1] : tensor<1x32x9x9xf32> to tensor<1x30x5x5xf32>
  return %z : tensor<1x30x5x5xf32>
}

//--- stated.mlir
func.func @main(%x: tensor<1x16x9x9xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<1x30x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x9x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x9x9xf32>, tensor<32x16x1x1xf32>) outs(%f : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %t = linalg.exp {layout.require = "NCHW"} ins(%y : tensor<1x32x9x9xf32>) outs(%e : tensor<1x32x9x9xf32>) -> tensor<1x32x9x9xf32>
  %z = tensor.extract_slice %t[0, 0, 0, 1] [1, 30, 5, 5] [1, 1, 1, 1] : tensor<1x32x9x9xf32> to tensor<1x30x5x5xf32>
  return %z : tensor<1x30x5x5xf32>
}
