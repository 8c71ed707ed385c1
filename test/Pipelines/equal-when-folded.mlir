// Two spellings of a transposition are equal behind layout-fold, and so are the pads that
// read them. They become one before anything is planned, and one plan knows that.
// RUN: layout-opt %s --layout-pipeline="target=nhwc strict=true report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// The image is rewritten once, by 2304 + 2304 bytes, and padded once.
// REPORT: "plan": {
// REPORT-NEXT: "cost": 4608,
// REPORT-NEXT: "bound": 4608,
// REPORT: "moves": 0,
// REPORT: "rounds": 1,
// REPORT: "after": {
// REPORT-NEXT: "rewrites": 1,
// REPORT-NEXT: "bytes": 4608,
// REPORT-NEXT: "moves": {
// REPORT-NEXT: "n": 1,
// REPORT-NEXT: "bytes": 6400

// CHECK-LABEL: func.func @main
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: tensor.pad
// CHECK-NOT: tensor.pad
func.func @main(%x: tensor<1x16x6x6xf32>, %v: tensor<3x3x16x8xf32>, %w: tensor<3x3x16x8xf32>) -> (tensor<1x6x6x8xf32>, tensor<1x6x6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<1x6x6x16xf32>
  %s = linalg.transpose ins(%x : tensor<1x16x6x6xf32>) outs(%te : tensor<1x6x6x16xf32>) permutation = [0, 2, 3, 1]
  %t = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, c, h, w)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x16x6x6xf32>) outs(%te : tensor<1x6x6x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x6x6x16xf32>
  %p = tensor.pad %s low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x16xf32> to tensor<1x8x8x16xf32>
  %q = tensor.pad %t low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x16xf32> to tensor<1x8x8x16xf32>
  %e = tensor.empty() : tensor<1x6x6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %v : tensor<1x8x8x16xf32>, tensor<3x3x16x8xf32>) outs(%f : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%q, %w : tensor<1x8x8x16xf32>, tensor<3x3x16x8xf32>) outs(%f : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  return %0, %1 : tensor<1x6x6x8xf32>, tensor<1x6x6x8xf32>
}
