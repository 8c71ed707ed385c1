// A convolution in NHWC followed by a sum over h: the dim of the sum changes,
// and three rewrites remain, all of arguments and results. A sum over h and w
// needs no rewrite of its result.
//
// Covers: R1, R17, R19, R21, R24, R26
// Case: S1-b, S1-c

// RUN: layout-opt %s --layout-freeze="target=nhwc" --layout-flow | FileCheck %s
// RUN: layout-opt %s --layout-freeze="target=nhwc" --layout-flow --layout-count | FileCheck %s --check-prefix=COUNT

// Rewrites of x, w and the result of @axis, and of x and w of @both.
// COUNT: {"rewrites":5,

#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
#ncw = affine_map<(n, c, h, w) -> (n, c, w)>
#nc = affine_map<(n, c, h, w) -> (n, c)>

// CHECK-DAG: #[[IN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @axis(
// CHECK-SAME: %[[X:[^:]*]]: tensor<32x64x56x56xf32>, %[[W:[^:]*]]: tensor<64x64x3x3xf32>
// CHECK-DAG: layout.layout_transform %[[X]] by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> : tensor<32x64x56x56xf32> to tensor<32x56x56x64xf32>
// CHECK-DAG: layout.layout_transform %[[W]] by <(d0, d1, d2, d3) -> (d2, d3, d1, d0)> : tensor<64x64x3x3xf32> to tensor<3x3x64x64xf32>
// CHECK-DAG: tensor.pad %{{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%{{.*}} : tensor<32x56x56x64xf32>) outs(%{{.*}} : tensor<32x56x64xf32>)
// CHECK: %[[RESULT:.*]] = layout.layout_transform %[[SUM]] by <(d0, d1, d2) -> (d0, d2, d1)> : tensor<32x56x64xf32> to tensor<32x64x56xf32>
// CHECK: return %[[RESULT]]
func.func @axis(%x: tensor<32x64x56x56xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<32x64x56xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<32x64x56x56xf32> to tensor<32x64x58x58xf32>
  %e = tensor.empty() : tensor<32x64x56x56xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64x56x56xf32>) -> tensor<32x64x56x56xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%padded, %w : tensor<32x64x58x58xf32>, tensor<64x64x3x3xf32>)
                                   outs(%init : tensor<32x64x56x56xf32>) -> tensor<32x64x56x56xf32>
  %e3 = tensor.empty() : tensor<32x64x56xf32>
  %init3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<32x64x56xf32>) -> tensor<32x64x56xf32>
  %sum = linalg.generic {indexing_maps = [#nchw, #ncw], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%conv : tensor<32x64x56x56xf32>) outs(%init3 : tensor<32x64x56xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<32x64x56xf32>
  return %sum : tensor<32x64x56xf32>
}

// CHECK-LABEL: func.func @both(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}} : tensor<32x56x56x64xf32>) outs(%{{.*}} : tensor<32x64xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[SUM]]
func.func @both(%x: tensor<32x64x56x56xf32>, %w: tensor<64x64x1x1xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64x56x56xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64x56x56xf32>) -> tensor<32x64x56x56xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<32x64x56x56xf32>, tensor<64x64x1x1xf32>)
                                   outs(%init : tensor<32x64x56x56xf32>) -> tensor<32x64x56x56xf32>
  %e2 = tensor.empty() : tensor<32x64xf32>
  %init2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %sum = linalg.generic {indexing_maps = [#nchw, #nc], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%conv : tensor<32x64x56x56xf32>) outs(%init2 : tensor<32x64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  return %sum : tensor<32x64xf32>
}
