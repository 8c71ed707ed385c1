// layout-pipeline consists of passes that IR printing and timing show one by
// one. The pass pipeline can be printed, edited and run.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" --mlir-print-ir-after-all -o /dev/null 2>&1 | grep "IR Dump After" | FileCheck %s
// RUN: layout-opt %s --layout-pipeline="target=nhwc materialize=false" --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-pipeline{target=nhwc})" --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMING

// CHECK: IR Dump After LayoutSurvey
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutEvaluateConstants
// CHECK-NEXT: IR Dump After LayoutHoist
// CHECK-NEXT: IR Dump After LayoutRaise
// CHECK-NEXT: IR Dump After LayoutLegalize
// CHECK-NEXT: IR Dump After LayoutFreeze
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutFlow
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After LayoutVerifyPlan
// CHECK-NEXT: IR Dump After LayoutDropConstraints
// CHECK-NEXT: IR Dump After LayoutCancelReshapes
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutPrepareConstants
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutVerify
// The passes that lower the program, and those of a round that plans it again.
// CHECK-NEXT: IR Dump After LayoutMaterialize
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After {{.*}}SaveReport
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutEvaluateConstants
// CHECK-NEXT: IR Dump After LayoutHoist
// CHECK-NEXT: IR Dump After LayoutRaise
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutFlow
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After LayoutVerifyPlan
// CHECK-NEXT: IR Dump After LayoutDropConstraints
// CHECK-NEXT: IR Dump After LayoutCancelReshapes
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutPrepareConstants
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After {{.*}}SaveReport
// CHECK-NEXT: IR Dump After LayoutMaterialize
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After {{.*}}SaveReport
// CHECK-NEXT: IR Dump After LayoutPlanAgain
// CHECK-NEXT: IR Dump After LayoutListRewrites
// CHECK-NEXT: IR Dump After LayoutMaterialize
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutVerifyPlan
// CHECK-NEXT: IR Dump After LayoutReport
// CHECK-NEXT: IR Dump After LayoutHost
// CHECK-NEXT: IR Dump After LayoutMaterialize
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NOT: IR Dump

// KEPT: IR Dump After LayoutVerify
// KEPT-NOT: IR Dump After LayoutMaterialize
// KEPT: layout.layout_transform

// TIMING: LayoutSurvey
// TIMING: LayoutCleanUp
// TIMING: LayoutRaise
// TIMING: LayoutFreeze
// TIMING: LayoutFold
// TIMING: LayoutFlow
// TIMING: LayoutFold
// TIMING: LayoutVerify
// TIMING: LayoutMaterialize
// TIMING: LayoutReport

// The printed pipeline gives the same result.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=1.json" -o 1.mlir
// RUN: layout-opt --layout-pipeline="target=nhwc report=1.json" --layout-pipeline-print > printed.txt
// RUN: FileCheck %s --check-prefix=PRINT < printed.txt
// RUN: mv 1.json expected.json
// RUN: sed "s/.*/--pass-pipeline='&'/" printed.txt > printed.args
// RUN: layout-opt %s @printed.args -o 2.mlir
// RUN: diff 1.mlir 2.mlir
// RUN: diff expected.json 1.json
// PRINT: {{^}}builtin.module(layout-survey{{.[^}]*}}target=nhwc},layout-clean-up{{.[^}]*.}},layout-evaluate-constants{{.[^}]*.}},layout-hoist,layout-raise,layout-legalize{{.[^}]*.}},layout-freeze{{.[^}]*}}target=nhwc},layout-verify{requirements=asked-of-target target=nhwc},layout-fold{{.[^}]*.}},layout-clean-up{{.[^}]*.}},layout-flow{{.[^}]*.}},layout-verify{requirements=asked-of-target target=nhwc},layout-verify-plan{{.*}},layout-drop-constraints,layout-cancel-reshapes,layout-fold{{.[^}]*.}},layout-prepare-constants,layout-clean-up{{.[^}]*.}},layout-verify{requirements=asked target=nhwc},layout-plan-again{lower=builtin.module({{.*}}) plan=builtin.module({{.*}}) rounds=4},layout-list-rewrites{{.[^}]*.}},layout-materialize{{.[^}]*.}},layout-verify{requirements=asked-of-target target=nhwc},layout-clean-up{{.[^}]*.}},layout-verify-plan{{.*}},layout-report{path=1.json},layout-host{{.[^}]*.}},layout-materialize{{.[^}]*.}},layout-clean-up{{.[^}]*.}}){{$}}

// A stage can be replaced: here upstream's passes replace layout-clean-up and
// change the unplanned function too.
// RUN: sed 's/layout-clean-up{[^}]*}/canonicalize,cse/' printed.args > edited.args
// RUN: layout-opt %s @edited.args | FileCheck %s --check-prefix=EDITED
// EDITED-LABEL: func.func @planned
// EDITED: linalg.conv_2d_nhwc_hwcf
// EDITED-LABEL: func.func @unplanned
// EDITED-NEXT: return

// layout-clean-up by itself works on every function without a mark.
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=ALONE
// RUN: layout-opt %s --layout-survey --layout-clean-up | FileCheck %s --check-prefix=SCOPE
// ALONE-LABEL: func.func @unplanned
// ALONE-NEXT: return
// SCOPE-LABEL: func.func @unplanned
// SCOPE-NEXT: arith.constant

// The pipeline requires a module.
// RUN: not layout-opt %s --pass-pipeline="builtin.module(func.func(layout-pipeline))" 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: requires 'layout-pipeline' in a pipeline on 'builtin.module', found one on 'func.func'

func.func @planned(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

func.func @unplanned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %unused = arith.constant 1 : index
  return %x : tensor<4xf32>
}
