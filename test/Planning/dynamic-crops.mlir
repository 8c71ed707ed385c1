// A crop of static sizes behind a rewrite is part of it, also beside a dim of a
// dynamic size, which it keeps whole: the channels come back from their padding
// in one rewrite that neither writes nor copies what is cropped. The report
// compares the plan with the program, where each unknown size counts as 1.
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 indivisible=pad report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %print-json %t.json plan.cost plan.bound plan.as_planned | FileCheck %s --check-prefix=REPORT
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir --dims=3
// RUN: layout-check %s %t.mlir --dims=1

// REPORT: plan.cost = 24576
// REPORT: plan.bound = 24576
// REPORT: plan.as_planned = {{[Tt]}}rue
// COUNT: {"rewrites":2,"bytes":24576,"moves":{"n":0,"bytes":0}
// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.extract %{{.*}} : tensor<?x8x8x32xf32>
// CHECK: -> tensor<?x16x8x8xf32>
func.func @main(%x: tensor<?x16x8x8xf32>) -> tensor<?x16x8x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16x8x8xf32>
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<16x16x1x1xf32>
  %empty = tensor.empty(%n) : tensor<?x16x8x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x16x8x8xf32>) -> tensor<?x16x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x16x8x8xf32>, tensor<16x16x1x1xf32>)
      outs(%fill : tensor<?x16x8x8xf32>) -> tensor<?x16x8x8xf32>
  return %0 : tensor<?x16x8x8xf32>
}
