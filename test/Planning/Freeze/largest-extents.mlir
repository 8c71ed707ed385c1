// An extent that no block divides and that has no padded size below 2^63 stays
// without blocks.
//
// RUN: layout-opt %s --layout-freeze="target=nchw4c indivisible=priced" | FileCheck %s
// RUN: layout-opt %s --layout-freeze="target=nchw4c indivisible=pad" | FileCheck %s

// CHECK-LABEL: func.func @channels(
// CHECK-NOT: layout.pad
// CHECK: linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<1x9223372036854775807x1x1xf32>, tensor<1x9223372036854775807x1x1x4xf32>)
// CHECK-NOT: layout.pad
// CHECK: return
func.func @channels(%x: tensor<1x9223372036854775807x1x1xf32>, %w: tensor<4x9223372036854775807x1x1xf32>, %o: tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x9223372036854775807x1x1xf32>, tensor<4x9223372036854775807x1x1xf32>) outs(%o : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  return %0 : tensor<1x4x1x1xf32>
}

// CHECK-LABEL: func.func @outputs(
// CHECK-NOT: layout.pad
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x1x1x1x4xf32>, tensor<9223372036854775807x1x1x1x4xf32>) outs(%arg2 : tensor<1x9223372036854775807x1x1xf32>)
// CHECK-NOT: layout.pad
// CHECK: return
func.func @outputs(%x: tensor<1x4x1x1xf32>, %w: tensor<9223372036854775807x4x1x1xf32>, %o: tensor<1x9223372036854775807x1x1xf32>) -> tensor<1x9223372036854775807x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x1x1xf32>, tensor<9223372036854775807x4x1x1xf32>) outs(%o : tensor<1x9223372036854775807x1x1xf32>) -> tensor<1x9223372036854775807x1x1xf32>
  return %0 : tensor<1x9223372036854775807x1x1xf32>
}
