// Weights that a plan has put in a file are read from there.
// RUN: layout-opt %s --layout-pipeline="target=nhwc host-weights=%t.weights" -o %t.mlir
// RUN: layout-check %s %t.mlir --weights=%t.weights | FileCheck %s --check-prefix=EQUAL
// RUN: layout-run %t.mlir --weights=%t.weights --runs=1 --output=%t.npy
// RUN: %expect-exit 2 layout-check %s %t.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: head -c 40 %t.weights > %t.short
// RUN: %expect-exit 2 layout-check %s %t.mlir --weights=%t.short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not layout-run %t.mlir --weights=%t.absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// EQUAL: {{^}}equal
// NONE: error: signatures differ: @main has 2 arguments, expected 1
// NONE: could not compare: signatures differ or cannot be called
// SHORT: error: requires a file with the weight that is argument 1, found {{.*}}.short of fewer bytes
// SHORT: could not compare: what callers pass is not known
// ABSENT: error: requires a file with the weight that is argument 1, found {{.*}}.absent: No such file or directory

func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]],
                             [[[7.0]], [[8.0]], [[9.0]]], [[[0.5]], [[1.5]], [[2.5]]]]> : tensor<4x3x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>)
      outs(%zero : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}
