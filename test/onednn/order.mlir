// Partitioning before planning and after it leaves the same rewrites, and takes
// the same regions.
//
// Covers: R36, R41, R42
//
// RUN: onednn-opt %s --onednn-plan=report=- -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: onednn-opt %s --layout-pipeline="target=nchw16c report=-" --onednn-partition=relayout=false -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: onednn-opt %s --layout-pipeline="target=onednn report=-" --onednn-partition=relayout=false -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s --input-file=%t.mlir

// REPORT: 2 rewrites at run time, 18.4 kB

#map = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// One rewrite of %x, one of the result.
// CHECK-LABEL: func.func @chain(
//       CHECK: linalg.transpose
//       CHECK: onednn.primitive {{.*}} post_ops ["add", "relu"]
//   CHECK-NOT: linalg
//       CHECK: onednn.primitive {{.*}} post_ops ["add"]
//       CHECK: linalg.transpose
//   CHECK-NOT: linalg
//       CHECK: return
func.func @chain(%x: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x3x3xf32>
  %b = arith.constant dense<0.5> : tensor<32xf32>
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x6x6xf32> to tensor<1x32x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %b : tensor<1x32x6x6xf32>, tensor<32xf32>) outs(%e : tensor<1x32x6x6xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %r = arith.addf %a, %c : f32
    %s = arith.maximumf %r, %zero : f32
    linalg.yield %s : f32
  } -> tensor<1x32x6x6xf32>
  %p1 = tensor.pad %1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x6x6xf32> to tensor<1x32x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%p1, %w : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %3 = linalg.add ins(%2, %1 : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %3 : tensor<1x32x6x6xf32>
}
