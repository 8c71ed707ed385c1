// The records of a tuner decide whether an op reads another layout than it
// computes, which folds the rewrite in front of it into the op, or whether the
// rewrite is materialized. They decide how constant weights are stored, too.
// Covers: R4, R16
// RUN: rm -rf %t && split-file %s %t && cd %t

// 8,000 bytes for reading NCHW are less than the 8,192 of a rewrite.
// RUN: layout-opt conv.mlir --layout-pipeline="prefer=conv2d=[NHWC,default]|[NCHW,default,NHWC] records=fold.json cpu=this report=report.json" -o folded.mlir
// RUN: FileCheck conv.mlir --check-prefix=FOLD < folded.mlir
// RUN: %print-json report.json after.rewrites plan.cost plan.prices | FileCheck conv.mlir --check-prefix=FOLD-COST
// RUN: layout-check conv.mlir folded.mlir
// 9,000 bytes are more.
// RUN: sed s/7e-5/7.2e-5/ fold.json > rewrite.json
// RUN: layout-opt conv.mlir --layout-pipeline="prefer=conv2d=[NHWC,default]|[NCHW,default,NHWC] records=rewrite.json cpu=this report=report.json" -o rewritten.mlir
// RUN: FileCheck conv.mlir --check-prefix=REWRITE < rewritten.mlir
// RUN: %print-json report.json after.rewrites plan.cost | FileCheck conv.mlir --check-prefix=REWRITE-COST
// RUN: layout-check conv.mlir rewritten.mlir
// Records of an op do not depend on the order in which it has its dims, so a
// plan is planned as it is.
// RUN: layout-opt rewritten.mlir --layout-pipeline="prefer=conv2d=[NHWC,default]|[NCHW,default,NHWC] records=rewrite.json cpu=this" -o again.mlir
// RUN: diff rewritten.mlir again.mlir
// RUN: layout-opt folded.mlir --layout-pipeline="prefer=conv2d=[NHWC,default]|[NCHW,default,NHWC] records=fold.json cpu=this" -o again.mlir
// RUN: diff folded.mlir again.mlir

// The filter is constant: it is stored as the fastest option has it. The first
// matmul is faster as it stands, the second one with rows for columns.
// RUN: layout-opt weights.mlir --layout-pipeline="prefer=matmul=[MK,KN]|[MK,NK,MN] records=weights.json cpu=this report=report.json" -o stored.mlir
// RUN: FileCheck weights.mlir < stored.mlir
// RUN: %print-json report.json after.rewrites plan.cost | FileCheck weights.mlir --check-prefix=COST
// RUN: layout-check weights.mlir stored.mlir

// A pipeline prints the options and writes programs to time as well.
// RUN: layout-opt --layout-pipeline="records=weights.json cpu=this choices=choices" --layout-pipeline-print | FileCheck weights.mlir --check-prefix=STAGE
// RUN: layout-opt weights.mlir --layout-pipeline="prefer=matmul=[MK,KN]|[MK,NK,MN] choices=choices" -o planned.mlir
// RUN: %print-json choices/ops.json ops.0.uses ops.1.uses | FileCheck weights.mlir --check-prefix=CHOICES

//--- fold.json
{"version": 1,
 "machines": [{"cpu": "this", "features": "", "seconds_per_byte": 2e-9}],
 "records": [
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 5x16x3x3xf32", "NCHW 1x5x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NHWC", "HWIO", "NHWC"], "seconds": 5.4e-5},
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 5x16x3x3xf32", "NCHW 1x5x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NCHW", "OIHW", "NHWC"], "seconds": 7e-5}]}

//--- conv.mlir
// FOLD-NOT: linalg.transpose
// FOLD: linalg.generic
// FOLD-SAME: ins(%{{.*}}, %{{.*}} : tensor<1x16x8x8xf32>, tensor<5x16x3x3xf32>) outs(%{{.*}} : tensor<1x6x6x5xf32>)
// FOLD-NOT: linalg.transpose
// FOLD-COST: after.rewrites = 0
// FOLD-COST-NEXT: plan.cost = 8000
// FOLD-COST-NEXT: plan.prices = 8000
// REWRITE: linalg.transpose ins({{.*}} : tensor<1x16x8x8xf32>)
// REWRITE: linalg.conv_2d_nhwc_hwcf
// REWRITE-SAME: tensor<3x3x16x5xf32>
// REWRITE-NOT: linalg.transpose
// REWRITE-COST: after.rewrites = 1
// REWRITE-COST-NEXT: plan.cost = 8192
func.func @main(%x: tensor<1x16x8x8xf32>) -> tensor<1x6x6x5xf32> {
  %w = arith.constant dense<0.5> : tensor<5x16x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x5x6x6xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x5x6x6xf32>) -> tensor<1x5x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<5x16x3x3xf32>) outs(%zeros : tensor<1x5x6x6xf32>) -> tensor<1x5x6x6xf32>
  %images = tensor.empty() : tensor<1x6x6x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x5x6x6xf32>) outs(%images : tensor<1x6x6x5xf32>) permutation = [0, 2, 3, 1]
  return %1 : tensor<1x6x6x5xf32>
}

//--- weights.json
{"version": 1,
 "machines": [{"cpu": "this", "features": "", "seconds_per_byte": 1e-9}],
 "records": [
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 2x3xf32", "KN 3x4xf32", "MN 2x4xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["MK", "KN", "MN"], "seconds": 1e-6},
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 2x3xf32", "KN 3x4xf32", "MN 2x4xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["MK", "NK", "MN"], "seconds": 2e-6},
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 2x4xf32", "KN 4x1xf32", "MN 2x1xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["MK", "KN", "MN"], "seconds": 2e-6},
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 2x4xf32", "KN 4x1xf32", "MN 2x1xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["MK", "NK", "MN"], "seconds": 1e-6}]}

//--- weights.mlir
// CHECK-DAG: arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]{{.*}} : tensor<3x4xf32>
// CHECK-DAG: arith.constant dense<{{\[\[}}5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]]> : tensor<1x4xf32>
// CHECK-NOT: linalg.transpose
// COST: after.rewrites = 0
// COST-NEXT: plan.cost = 0
// STAGE: layout-freeze{absorb=never cpu=this indivisible=plain pitched= prefer= records=weights.json target=},layout-extract-choices{folder=choices},layout-verify
// CHOICES: ops.0.uses = 1
// CHOICES-NEXT: ops.1.uses = 1
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %v = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0]]> : tensor<3x4xf32>
  %w = arith.constant dense<[[5.0], [6.0], [7.0], [8.0]]> : tensor<4x1xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = linalg.matmul ins(%a, %v : tensor<2x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  %last = tensor.empty() : tensor<2x1xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%last : tensor<2x1xf32>) -> tensor<2x1xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<2x4xf32>, tensor<4x1xf32>) outs(%sums : tensor<2x1xf32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
