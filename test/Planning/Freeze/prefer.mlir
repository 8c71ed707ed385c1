// Preferences by kind of op in the option `prefer`.
//
// Covers: R3, R40, D10
//
// RUN: layout-opt %s --layout-freeze="target=nchw16c prefer=conv2d=[NHWC,default]" | FileCheck %s --check-prefixes=CHECK,NHWC
// RUN: layout-opt %s --layout-freeze="prefer='conv2d=[NCHW8c, OIHW8o], matmul=[MK4k,NK4k]'" | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default],matmul=[MK,KN]|[KM,NK]" | FileCheck %s --check-prefixes=CHECK,MANY
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NHWC,HWIO]|[NHWC,default],matmul=[KM,default]" | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: layout-opt %s --layout-freeze="prefer=grouped_conv2d=[NHWGC,default],depthwise_conv2d=[NCHW4c,CHW4c],conv2d=[N2nCHW,default]" | FileCheck %s --check-prefixes=CHECK,OTHER
// RUN: layout-opt %s --layout-freeze="prefer=batch_matmul=[BMK8m4k,default],matmul=[MK8m4k,default]" | FileCheck %s --check-prefixes=CHECK,TILE

// CHECK-LABEL: func.func @conv(
//
// A preference of the user precedes the target.
//        NHWC: linalg.conv_2d_nhwc_hwcf
//
// An explicit kernel: input channels are split in the data only.
//       BLOCK: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x8x8x8xf32>, tensor<4x32x3x3x8xf32>) outs({{.*}} : tensor<2x4x6x6x8xf32>) attrs = {layout.frozen}
//
// Several alternatives are attached in order; the last is the present layout.
//    MANY-NOT: layout_transform
//        MANY: linalg.conv_2d_nchw_fchw {layout.decision = {{[0-9]+}} : i64, layout.op_layout = [
//   MANY-SAME: #layout.op_layout<operands = [
//   MANY-SAME: <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>,
//   MANY-SAME: <(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3, d1 mod 16, d0 mod 16)>,
//   MANY-SAME: <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>],
//   MANY-SAME: results = [<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>], cost = 0>,
//   MANY-SAME: #layout.op_layout<operands = [
//   MANY-SAME: <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
//   MANY-SAME: <(d0, d1, d2, d3) -> (d2, d3, d1, d0)>,
//   MANY-SAME: <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>],
//   MANY-SAME: results = [<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>], cost = 0>,
//   MANY-SAME: #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>]} ins(%arg0, %arg1 :
//
// Equal alternatives are one option, which is applied at once.
//         ONE: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen
//
//       OTHER: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x32x8x8xf32>, {{.*}}) outs({{.*}} : tensor<1x2x32x6x6xf32>) attrs = {layout.frozen}
func.func @conv(%x: tensor<2x32x8x8xf32>, %w: tensor<32x32x3x3xf32>, %o: tensor<2x32x6x6xf32>) -> tensor<2x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x32x8x8xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<2x32x6x6xf32>) -> tensor<2x32x6x6xf32>
  return %0 : tensor<2x32x6x6xf32>
}

// The first convolution has three channels; only its result is blocked.
// CHECK-LABEL: func.func @first(
//        MANY: <operands = [_, <(d0, d1, d2, d3) -> (d0 floordiv 16, d1, d2, d3, d0 mod 16)>, <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>],
//       BLOCK: linalg.generic {{.*}} ins(%arg0, {{.*}} : tensor<1x3x8x8xf32>, tensor<2x3x3x3x8xf32>) outs({{.*}} : tensor<1x2x6x6x8xf32>)
func.func @first(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}

// CHECK-LABEL: func.func @matmul(
//       BLOCK: linalg.generic {{.*}} ins({{.*}} : tensor<32x16x4xf32>, tensor<16x16x4xf32>) outs(%arg2 :
//        MANY: linalg.matmul {layout.decision = {{[0-9]+}} : i64, layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0>, #layout.op_layout<operands = [<(d0, d1) -> (d1, d0)>, <(d0, d1) -> (d1, d0)>, _], results = [_], cost = 0>]}
//         ONE: layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)>
//         ONE: linalg.{{.*}}layout.frozen
//        TILE: linalg.mmt4d {layout.frozen} ins({{.*}} : tensor<4x16x8x4xf32>, tensor<2x16x8x4xf32>) outs({{.*}} : tensor<4x2x8x8xf32>)
func.func @matmul(%a: tensor<32x64xf32>, %b: tensor<64x16xf32>, %c: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x16xf32>) outs(%c : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// CHECK-LABEL: func.func @others(
//       OTHER: linalg.conv_2d_nhwgc_gfhwc {{.*}} ins({{.*}} : tensor<1x8x8x2x4xf32>, tensor<2x6x3x3x4xf32>)
//       OTHER: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x8x8x4xf32>, tensor<2x3x3x4xf32>) outs({{.*}} : tensor<1x2x6x6x4xf32>)
//        TILE: linalg.batch_mmt4d {layout.frozen} ins({{.*}} : tensor<5x2x2x8x4xf32>, tensor<5x1x2x8x4xf32>)
func.func @others(%g: tensor<1x2x4x8x8xf32>, %gw: tensor<2x6x4x3x3xf32>, %go: tensor<1x2x6x6x6xf32>,
                  %d: tensor<1x8x8x8xf32>, %dw: tensor<8x3x3xf32>, %do: tensor<1x8x6x6xf32>,
                  %a: tensor<5x16x8xf32>, %b: tensor<5x8x8xf32>, %c: tensor<5x16x8xf32>)
    -> (tensor<1x2x6x6x6xf32>, tensor<1x8x6x6xf32>, tensor<5x16x8xf32>) {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%g, %gw : tensor<1x2x4x8x8xf32>, tensor<2x6x4x3x3xf32>) outs(%go : tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
  %1 = linalg.depthwise_conv_2d_nchw_chw ins(%d, %dw : tensor<1x8x8x8xf32>, tensor<8x3x3xf32>) outs(%do : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<5x16x8xf32>, tensor<5x8x8xf32>) outs(%c : tensor<5x16x8xf32>) -> tensor<5x16x8xf32>
  return %0, %1, %2 : tensor<1x2x6x6x6xf32>, tensor<1x8x6x6xf32>, tensor<5x16x8xf32>
}
