// Pieces of tensors of run-time size. A block that divides the piece need not
// divide the whole tensor, so the dim may be permuted but is never split.
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t
// RUN: FileCheck %s < %t

// CHECK-LABEL: func.func @insert
// CHECK: tensor.insert_slice {{.*}} : tensor<1x6x6x16xf32> into tensor<1x6x6x?xf32>
func.func @insert(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>, %o: tensor<1x16x6x6xf32>, %d: tensor<1x?x6x6xf32>) -> tensor<1x?x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0, 0, 0] [1, 16, 6, 6] [1, 1, 1, 1] : tensor<1x16x6x6xf32> into tensor<1x?x6x6xf32>
  return %1 : tensor<1x?x6x6xf32>
}
// CHECK-LABEL: func.func @slice
// CHECK: tensor.extract_slice {{.*}} : tensor<1x6x6x?xf32> to tensor<1x6x6x16xf32>
func.func @slice(%d: tensor<1x?x6x6xf32>, %f: tensor<16x16x1x1xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %x0 = linalg.exp ins(%d : tensor<1x?x6x6xf32>) outs(%d : tensor<1x?x6x6xf32>) -> tensor<1x?x6x6xf32>
  %x = tensor.extract_slice %x0[0, 0, 0, 0] [1, 16, 6, 6] [1, 1, 1, 1] : tensor<1x?x6x6xf32> to tensor<1x16x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
// CHECK-LABEL: func.func @pad
// CHECK: tensor.pad
// CHECK: tensor<1x6x6x16xf32> to tensor<1x6x6x?xf32>
func.func @pad(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>, %o: tensor<1x16x6x6xf32>, %h: index) -> tensor<1x?x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %z = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 0, 0, 0] high[0, %h, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x16x6x6xf32> to tensor<1x?x6x6xf32>
  return %1 : tensor<1x?x6x6xf32>
}
