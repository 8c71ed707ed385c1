// Loops that a program has instead of transposes cancel against what the target
// asks for, as the transposes would.
// Covers: R10, R24, R33
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check %t.before.mlir %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.before.mlir %t.mlir --entry=border | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.blocked.mlir
// RUN: layout-check %t.before.mlir %t.blocked.mlir --entry=border | FileCheck %s --check-prefix=EQUAL
// COUNT: {"rewrites":3,
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

// The border of a convolution, whose condition is on the source, between two
// convolutions, one of which is lowered to buffers: nothing is rewritten between
// them.
// CHECK-LABEL: func.func @border(
// CHECK-COUNT-2: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: scf.for
// CHECK-NOT: linalg.transpose
// CHECK: tensor.pad %{{.*}} low[0, 1, 2, 0] high[0, 0, 1, 0]
// CHECK: linalg.transpose ins(%arg2 :
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: memref
// CHECK: return
func.func @border(%x: tensor<1x5x4x6xf32>, %w: tensor<3x5x1x1xf32>, %u: tensor<3x3x2x4xf32>) -> tensor<1x4x6x3xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<1x3x4x6xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x4x6xf32>, tensor<3x5x1x1xf32>) outs(%zeros : tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  %e = tensor.empty() : tensor<1x3x5x9xf32>
  %padded = scf.for %c = %c0 to %c3 step %c1 iter_args(%a = %e) -> tensor<1x3x5x9xf32> {
    %1 = scf.for %h = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<1x3x5x9xf32> {
      %2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%d = %b) -> tensor<1x3x5x9xf32> {
        %k = arith.subi %h, %c1 : index
        %l = arith.subi %i, %c2 : index
        %below = arith.cmpi sge, %k, %c0 : index
        %behind = arith.cmpi sge, %l, %c0 : index
        %before = arith.cmpi slt, %l, %c6 : index
        %both = arith.andi %below, %behind : i1
        %inside = arith.andi %both, %before : i1
        %v = scf.if %inside -> f32 {
          %y = tensor.extract %0[%c0, %c, %k, %l] : tensor<1x3x4x6xf32>
          scf.yield %y : f32
        } else {
          scf.yield %zero : f32
        }
        %n = tensor.insert %v into %d[%c0, %c, %h, %i] : tensor<1x3x5x9xf32>
        scf.yield %n : tensor<1x3x5x9xf32>
      }
      scf.yield %2 : tensor<1x3x5x9xf32>
    }
    scf.yield %1 : tensor<1x3x5x9xf32>
  }
  %3 = linalg.conv_2d_nchw_fchw ins(%padded, %u : tensor<1x3x5x9xf32>, tensor<3x3x2x4xf32>) outs(%zeros : tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  %nchw = bufferization.to_buffer %3 : tensor<1x3x4x6xf32> to memref<1x3x4x6xf32>
  %nhwc = memref.alloc() : memref<1x4x6x3xf32>
  affine.for %h = 0 to 4 {
    affine.for %i = 0 to 6 {
      affine.for %c = 0 to 3 {
        %v = affine.load %nchw[0, %c, %h, %i] : memref<1x3x4x6xf32>
        affine.store %v, %nhwc[0, %h, %i, %c] : memref<1x4x6x3xf32>
      }
    }
  }
  %r = bufferization.to_tensor %nhwc restrict : memref<1x4x6x3xf32> to tensor<1x4x6x3xf32>
  return %r : tensor<1x4x6x3xf32>
}
