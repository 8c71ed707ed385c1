// Every stage of layout-pipeline is a pass that IR printing, timing and remarks
// can see; clean-up runs on planned functions only.
// RUN: layout-opt %s --layout-pipeline="target=nhwc" --mlir-print-ir-after-all -o /dev/null 2>&1 | grep "IR Dump After" | FileCheck %s
// RUN: layout-opt %s --layout-pipeline="target=nhwc materialize=false" --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-pipeline{target=nhwc})" --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMING

// CHECK: IR Dump After LayoutSurvey
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutRaise
// CHECK-NEXT: IR Dump After LayoutFreeze
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutFlow
// CHECK-NEXT: IR Dump After LayoutFold
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutVerify
// CHECK-NEXT: IR Dump After LayoutMaterialize
// CHECK-NEXT: IR Dump After LayoutCleanUp
// CHECK-NEXT: IR Dump After LayoutReport
// CHECK-NEXT: IR Dump After LayoutPipeline
// CHECK-NOT: IR Dump

// KEPT: IR Dump After LayoutVerify
// KEPT-NOT: IR Dump After LayoutMaterialize
// KEPT: layout.layout_transform

// TIMING: LayoutPipeline
// TIMING: LayoutSurvey
// TIMING: LayoutRaise
// TIMING: LayoutFreeze
// TIMING: LayoutFold
// TIMING: LayoutFlow
// TIMING: LayoutFold
// TIMING: LayoutVerify
// TIMING: LayoutMaterialize
// TIMING: LayoutReport

func.func @planned(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

func.func @unplanned(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
