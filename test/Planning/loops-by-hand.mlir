// Loops that a program has instead of transposes cancel against what the target
// asks for, as the transposes would.
// Covers: R10, R24, R33
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check %t.before.mlir %t.mlir | FileCheck %s --check-prefix=EQUAL
// COUNT: {"rewrites":0,
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @main(
// CHECK-NOT: affine.for
// CHECK-NOT: tensor.generate
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: tensor.generate
// CHECK: return
func.func @main(%x: tensor<1x4x6x5xf32>) -> tensor<1x4x6x3xf32> {
  %w = arith.constant dense<[[[[0.5]], [[1.0]], [[2.0]], [[0.25]], [[1.5]]], [[[0.5]], [[1.0]], [[2.0]], [[0.25]], [[1.5]]], [[[0.5]], [[-1.0]], [[2.0]], [[0.25]], [[1.5]]]]> : tensor<3x5x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x3x4x6xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1x5x4x6xf32>
  %nchw = affine.for %c = 0 to 5 iter_args(%a = %e) -> tensor<1x5x4x6xf32> {
    %1 = affine.for %h = 0 to 4 iter_args(%b = %a) -> tensor<1x5x4x6xf32> {
      %2 = affine.for %i = 0 to 6 iter_args(%d = %b) -> tensor<1x5x4x6xf32> {
        %v = tensor.extract %x[%c0, %h, %i, %c] : tensor<1x4x6x5xf32>
        %n = tensor.insert %v into %d[%c0, %c, %h, %i] : tensor<1x5x4x6xf32>
        affine.yield %n : tensor<1x5x4x6xf32>
      }
      affine.yield %2 : tensor<1x5x4x6xf32>
    }
    affine.yield %1 : tensor<1x5x4x6xf32>
  }
  %0 = linalg.conv_2d_nchw_fchw ins(%nchw, %w : tensor<1x5x4x6xf32>, tensor<3x5x1x1xf32>) outs(%zeros : tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  %nhwc = tensor.generate {
  ^bb0(%n: index, %h: index, %i: index, %c: index):
    %v = tensor.extract %0[%n, %c, %h, %i] : tensor<1x3x4x6xf32>
    tensor.yield %v : f32
  } : tensor<1x4x6x3xf32>
  return %nhwc : tensor<1x4x6x3xf32>
}
