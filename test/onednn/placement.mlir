// Convolutions write their channels where a concatenation has them, because
// blocks of channels of one image are contiguous. They read images without the
// zeros around them. For two images, the parts of the concatenation are not
// contiguous, and are copied.
//
// RUN: rm -rf %t && mkdir %t
// RUN: onednn-opt %s --onednn-plan=placement=true -o %t/planned.mlir
// RUN: onednn-opt %t/planned.mlir --onednn-to-calls -o %t/calls.mlir
// RUN: FileCheck %s --input-file=%t/calls.mlir
// RUN: layout-opt %s --layout-bufferize -o %t/reference.mlir
// RUN: layout-check %t/reference.mlir %t/calls.mlir --entry=one --shared-libs=%onednn_reference
// RUN: layout-check %t/reference.mlir %t/calls.mlir --entry=two --shared-libs=%onednn_reference

// The description ends with a zero.
// CHECK: llvm.mlir.global internal constant @onednn_convolution_description("convolution src=1x32x6x6:aBcd16b wei=16x32x3x3:ABcd16b16a dst=1x16x6x6:aBcd16b strides=1x1 dilations=1x1 low=1x1 high=1x1\00")

// CHECK-LABEL: func.func @one(
//       CHECK: %[[D:.*]] = memref.alloc() {{.*}} : memref<1x3x6x6x16xf32>
//   CHECK-NOT: memref.copy
//       CHECK: %[[P:.*]] = memref.subview %[[D]][0, 2, 0, 0, 0] [1, 1, 6, 6, 16]
//       CHECK: %[[Q:.*]] = memref.cast %[[P]] : {{.*}} to memref<1x1x6x6x16xf32, strided<[1728, 576, 96, 16, 1], offset: ?>>
//       CHECK: call @onednn_convolution({{.*}}, {{.*}}, %[[Q]])
//   CHECK-NOT: memref.copy
//       CHECK: return
func.func @one(%x: tensor<1x32x6x6xf32>, %w: tensor<16x32x3x3xf32>, %v: tensor<16x48x1x1xf32>) -> tensor<1x16x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<1x16x6x6xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x6x6xf32> to tensor<1x32x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x32x8x8xf32>, tensor<16x32x3x3xf32>) outs(%zeros : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %1 = tensor.concat dim(1) %x, %0 : (tensor<1x32x6x6xf32>, tensor<1x16x6x6xf32>) -> tensor<1x48x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x48x6x6xf32>, tensor<16x48x1x1xf32>) outs(%zeros : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %2 : tensor<1x16x6x6xf32>
}

// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: call @onednn_convolution
//       CHECK: memref.copy {{.*}} : memref<2x1x4x4x16xf32> to memref<2x1x4x4x16xf32, strided<
//       CHECK: memref.copy {{.*}} : memref<2x1x4x4x16xf32> to memref<2x1x4x4x16xf32, strided<
//       CHECK: call @onednn_convolution
func.func @two(%x: tensor<2x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %v: tensor<32x32x1x1xf32>) -> tensor<2x32x4x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<2x16x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zeros : tensor<2x16x4x4xf32>) -> tensor<2x16x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<2x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%zeros : tensor<2x16x4x4xf32>) -> tensor<2x16x4x4xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<2x16x4x4xf32>, tensor<2x16x4x4xf32>) -> tensor<2x32x4x4xf32>
  %zeros2 = arith.constant dense<0.0> : tensor<2x32x4x4xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %v : tensor<2x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%zeros2 : tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32>
  return %3 : tensor<2x32x4x4xf32>
}
