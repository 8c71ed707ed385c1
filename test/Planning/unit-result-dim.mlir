// A result may have unit dims that no loop indexes, so more dims than loops. It
// takes the layouts of its users like any other result.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t/nhwc.mlir
// RUN: FileCheck %s < %t/nhwc.mlir
// RUN: layout-check %s %t/nhwc.mlir --entry=broadcast
// RUN: layout-check %s %t/nhwc.mlir --entry=mean
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad" -o %t/padded.mlir
// RUN: FileCheck %s --check-prefix=PADDED < %t/padded.mlir
// RUN: layout-check %s %t/padded.mlir --entry=broadcast
// RUN: layout-check %s %t/padded.mlir --entry=mean
// RUN: layout-opt %s --layout-pipeline=target=nchw4c -o %t/split.mlir
// RUN: layout-check %s %t/split.mlir --entry=broadcast
// RUN: layout-check %s %t/split.mlir --entry=mean

// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2) -> (0, d0, d1, d2)>
// CHECK-LABEL: func.func @broadcast
// CHECK: linalg.generic {indexing_maps = [#[[BIAS]], #[[IMAGE]]], {{.*}} outs(%{{.*}} : tensor<1x6x6x8xf32>)
// CHECK: linalg.conv_2d_nhwc_hwcf

// The broadcast runs over the padding of the channels as well.
// PADDED-LABEL: func.func @broadcast
// PADDED: linalg.generic {{.*}} ins(%{{.*}} : tensor<16xf32>) outs(%{{.*}} : tensor<1x6x6x16xf32>)
func.func @broadcast(%x: tensor<1x8x6x6xf32>, %w: tensor<8x8x1x1xf32>, %bias: tensor<8xf32>) -> tensor<1x8x6x6xf32> {
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(c, h, w) -> (c)>, affine_map<(c, h, w) -> (0, c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%bias : tensor<8xf32>) outs(%e : tensor<1x8x6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x8x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%0 : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}

// A mean over the image keeps its dims as unit dims behind the channels.
// CHECK-LABEL: func.func @mean
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose {{.*}}6x6
// CHECK: linalg.generic
// CHECK: return
func.func @mean(%x: tensor<1x8x6x6xf32>, %w: tensor<8x8x1x1xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x1x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x8x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, 0, 0)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%0 : tensor<1x8x6x6xf32>) outs(%zero : tensor<1x8x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<1x8x1x1xf32>
  return %1 : tensor<1x8x1x1xf32>
}
