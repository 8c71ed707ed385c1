// An extent that no block divides and that has no padded size below 2^63 stays
// without blocks.
//
// RUN: layout-opt %s --layout-freeze="target=nchw4c indivisible=priced" | FileCheck %s
// RUN: layout-opt %s --layout-freeze="target=nchw4c indivisible=pad" | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-NOT: layout.pad
// CHECK: linalg.conv_2d_nchw_fchw
func.func @main(%x: tensor<1x9223372036854775807x1x1xf32>, %w: tensor<1x9223372036854775807x1x1xf32>, %o: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x9223372036854775807x1x1xf32>, tensor<1x9223372036854775807x1x1xf32>) outs(%o : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
