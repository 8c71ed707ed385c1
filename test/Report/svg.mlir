// Writes the graph of a plan as a picture if the name of the report ends in
// .svg: no nodes overlap, and lines lead from node to node.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir
// RUN: %python -m layout_mlir.models resnet18 --small > %t/resnet18.mlir
// RUN: cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=plan.svg" -o out.mlir
// RUN: %python %S/Inputs/svg.py plan.svg | FileCheck %s
// RUN: FileCheck %s --check-prefix=XML --implicit-check-not=href --implicit-check-not=script < plan.svg
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=plan.json" | diff out.mlir -
//
// Two runs write the same picture.
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=twice.svg" -o /dev/null
// RUN: diff plan.svg twice.svg
//
// A network, with lines that pass several layers.
// RUN: layout-opt resnet18.mlir --layout-pipeline="target=nhwc report=resnet18.svg" -o /dev/null
// RUN: %python %S/Inputs/svg.py resnet18.svg | FileCheck %s --check-prefix=NET
//
// Nothing was planned.
// RUN: echo 'func.func private @f()' | layout-opt --layout-report=path=empty.svg
// RUN: %python %S/Inputs/svg.py empty.svg | FileCheck %s --check-prefix=EMPTY

//      CHECK: head: Layouts for target nhwc, strategy optimal: 3 rewrites at run time, 24.6 kB
// CHECK-NEXT: plain: NHWC of 6 values
// CHECK-NEXT: plain: NCHW of 2 values
// CHECK-NEXT: head: @a<b
// CHECK-NEXT: faint: 1 · conv_2d_nhwc_hwcf ×2
//      CHECK: plain: argument 0 of @a<b
// CHECK-NEXT: faint: 1x64x4x4xf32 NCHW
//      CHECK: plain: layer1
// CHECK-NEXT: plain: conv_2d_nhwc_hwcf
// CHECK-NEXT: faint: 1x64x4x4xf32 NHWC
//      CHECK: bytes: NCHW to NHWC
// CHECK-NEXT: bytes: 8,192 bytes
//      CHECK: nodes 8, lines 9
// CHECK-NEXT: inside
// CHECK-NEXT: overlaps 0
// CHECK-NEXT: loose lines 0

// XML: <svg xmlns="http://www.w3.org/2000/svg" role="img"
// XML: .l0 { fill: #bdefcf }
// XML: prefers-color-scheme: dark
// XML: <title>linalg.conv_2d_nhwc_hwcf
// XML-NEXT: layer1
// XML-NEXT: in.mlir:{{[0-9:]+}}
// XML-NEXT: 1x64x4x4xf32 NHWC
// XML-NEXT: in memory 1x4x4x64xf32</title>

// NET: head: Layouts for target nhwc
// NET: inside
// NET-NEXT: overlaps 0
// NET-NEXT: loose lines 0

// EMPTY: head: Layouts: nothing was planned in this run
// EMPTY: plain: No function was planned.

func.func @"a<b"(%x: tensor<1x64x4x4xf32>) -> (tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>) {
  %w = arith.constant dense<0.01> : tensor<64x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x64x4x4xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32> loc("layer1"("in.mlir":1:2))
  %1 = linalg.exp ins(%0 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %2 = linalg.abs ins(%0 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x64x4x4xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %4 = linalg.add ins(%3, %2 : tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %5 = linalg.exp ins(%3 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  return %4, %5 : tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>
}
