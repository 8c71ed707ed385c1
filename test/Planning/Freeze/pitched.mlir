// RUN: layout-opt %s --layout-freeze="target=nchw pitched=conv2d=false,pointwise_conv2d=0.25,matmul=true" -o %t.mlir 2> %t.warnings
// RUN: FileCheck %s --input-file %t.mlir
// RUN: FileCheck %s --input-file %t.warnings --check-prefix=WARNING
// RUN: not layout-opt %s --layout-freeze=pitched=conv2d=maybe 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not layout-opt %s --layout-freeze=pitched=conv2d=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not layout-opt %s --layout-freeze=pitched=conv2d=inf 2>&1 | FileCheck %s --check-prefix=INFINITE
// RUN: not layout-opt %s --layout-freeze=pitched=pool=false 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not layout-opt %s --layout-freeze=pitched=conv2d=false,conv2d=true 2>&1 | FileCheck %s --check-prefix=TWICE

// Kinds of ops state whether they accept values at a pitch; the most specific one
// counts, but not before what an op says itself.

// WARNING: warning: pitch of matmul matches no op
// VALUE: error: requires true, false or a price of at least 0 for the pitch of conv2d, found 'maybe'
// NEGATIVE: error: requires true, false or a price of at least 0 for the pitch of conv2d, found '-1'
// INFINITE: error: requires true, false or a price of at least 0 for the pitch of conv2d, found 'inf'
// KIND: error: requires a kind of op out of {{.*}}, found 'pool'
// TWICE: error: requires one pitch for each kind of op, found two for conv2d

// CHECK-LABEL: @convolutions
// CHECK: linalg.conv_2d_nchw_fchw {layout.frozen, layout.pitched = false} ins(%{{.*}}, %{{.*}} : tensor<1x8x8x8xf32>, tensor<8x8x3x3xf32>)
// CHECK: linalg.conv_2d_nchw_fchw {layout.frozen, layout.pitched = 2.500000e-01 : f64}
// CHECK: linalg.conv_2d_nchw_fchw {layout.frozen, layout.pitched = true}
// CHECK: linalg.conv_2d_nchw_fchw {layout.skip}
func.func @convolutions(%x: tensor<1x8x8x8xf32>, %w: tensor<8x8x3x3xf32>, %p: tensor<8x8x1x1xf32>, %o: tensor<1x8x6x6xf32>) -> (tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x8x8xf32>, tensor<8x8x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %p : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw {layout.pitched = true} ins(%0, %p : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %3 = linalg.conv_2d_nchw_fchw {layout.skip} ins(%0, %p : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1, %2, %3 : tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>, tensor<1x8x6x6xf32>
}
