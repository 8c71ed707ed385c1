// A residual sum of an argument is cheapest in the layout of the argument: a
// plan rewrites what the convolution computes, in front of the sum. That rewrite
// may not lie inside of what oneDNN computes. Partitioning first takes the sum
// along, for one more rewrite, and so does planning for the target "onednn",
// which says what is offloaded. With another target, the region ends there.
//
// Covers: R41
//
// RUN: onednn-opt %s --onednn-plan=report=- -o %t.mlir 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=BEFORE
// RUN: onednn-opt %s --layout-pipeline="target=nchw16c report=-" --onednn-partition=relayout=false -o %t.mlir 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=AFTER
// RUN: onednn-opt %s --layout-pipeline="target=onednn report=-" --onednn-partition=relayout=false -o %t.mlir 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=BEFORE
// RUN: not onednn-opt %s --onednn-partition=target=onednm 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: requires a target out of {{.*}}, onednn, or a file whose name ends in .mlir, found 'onednm'

// FIRST: 3 rewrites at run time, 27.6 kB
// LAST: 2 rewrites at run time, 18.4 kB

// BEFORE-LABEL: func.func @sum(
// BEFORE-COUNT-2: linalg.transpose
//         BEFORE: onednn.primitive {{.*}} post_ops ["add"]
//     BEFORE-NOT: linalg.add
//         BEFORE: linalg.transpose

// AFTER-LABEL: func.func @sum(
//       AFTER: linalg.transpose
//       AFTER: onednn.primitive {{.*}} post_ops []
//       AFTER: linalg.transpose
//       AFTER: linalg.add
func.func @sum(%x: tensor<1x32x6x6xf32>, %s: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.add ins(%0, %s : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %1 : tensor<1x32x6x6xf32>
}
