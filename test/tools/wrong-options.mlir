// An option that is misspelled, or a value that it does not take, is an error that
// lists what there is and says what was probably meant.

// RUN: not layout-opt %s --layout-pipeline="taget=nhwc" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: no option 'taget', only absorb, {{.*}}, target, time-limit and visit-limit; did you mean 'target'?

// RUN: not layout-opt %s --layout-freeze="indivisble=pad" 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: no option 'indivisble', only absorb, cpu, indivisible, pitched, prefer, records and target; did you mean 'indivisible'?

// RUN: not layout-opt %s --layout-to-llvm="too=physical" 2>&1 | FileCheck %s --check-prefix=LLVM
// LLVM: error: no option 'too', only cache-bytes, contract, cpu, flatten, schedule, target, threads and to; did you mean 'to'?

// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-pipeline{absorb=nver})" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --absorb option: requires never or priced, found 'nver'; did you mean 'never'?
// VALUE: error: cannot read the options 'absorb=nver'

// RUN: not layout-opt %s --layout-flatten="functions=zzzzzzzz" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: for the --functions option: requires private or all, found 'zzzzzzzz'{{$}}

// RUN: not layout-opt %s --layout-pipeline="target=nchw16" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: requires a target out of nchw, nhwc, {{.*}}, or a file whose name ends in .mlir, found 'nchw16'; did you mean 'nchw16c'?

// So is the name of a file that asks for no known format.

// RUN: not layout-opt %s --layout-pipeline="target=nhwc report=%t.yaml" -o %t.out.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: error: requires a report that ends in .txt, .json, .html, .svg or .dot, or '-' for standard error, found '{{.*}}.yaml'
// RUN: not layout-opt %s --layout-pipeline="target=nhwc problem=p.json" -o %t.out.mlir 2>&1 | FileCheck %s --check-prefix=PROBLEM
// PROBLEM: error: requires 'problem' to end in .problem.json, found 'p.json'
// RUN: not layout-opt %s --layout-flow="plan=p.problem.json" -o %t.out.mlir 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: error: requires 'plan' to end in .plan.json, found 'p.problem.json'
// RUN: not ls %t.yaml %t.out.mlir

func.func @main(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  return %x : tensor<1x16x8x8xf32>
}
