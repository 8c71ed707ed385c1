// Behind a reshape of channels to groups that blocks lie across, ops compute on
// all channels: a sum over each group is a sum for each channel, and the sum of
// these for each group. What has a value for each group is repeated for its
// channels.
// Covers: R13, R19
//
// RUN: layout-opt %s --layout-raise --layout-freeze=target=nchw4c -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-raise --layout-freeze=target=nchw4c --remarks-filter=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-pipeline=target=nchw4c -o %t.planned.mlir
// RUN: layout-check %s %t.planned.mlir --entry=norm
//
// REMARK: groups-off-blocks.mlir:[[#@LINE+17]]:{{.*}}groups of 6 fit no blocks: computes on all members

// CHECK-LABEL: func.func @norm
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins({{.*}} : tensor<1x12x2x3xf32>) outs({{.*}} : tensor<1x12xf32>)
// CHECK: %[[SPLIT:.*]] = layout.layout_transform %[[SUM]] by <(d0, d1) -> (d0, d1 floordiv 6, d1 mod 6)> : tensor<1x12xf32> to tensor<1x2x6xf32>
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[SPLIT]] : tensor<1x2x6xf32>) outs({{.*}} : tensor<1x2xf32>)
// CHECK: %[[EACH:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[ALL]] : tensor<1x2xf32>) outs({{.*}} : tensor<1x2x6xf32>)
// CHECK: %[[CHANNELS:.*]] = layout.layout_transform %[[EACH]] by <(d0, d1, d2) -> (d0, d1 * 6 + d2)>
// CHECK: linalg.generic {{.*}} ins({{.*}}, %[[CHANNELS]] : tensor<1x12x2x3xf32>, tensor<1x12xf32>)
func.func @norm(%x: tensor<1x4x2x3xf32>, %v: tensor<12x4x1x1xf32>) -> tensor<1x12x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x12x2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x2x3xf32>) -> tensor<1x12x2x3xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x4x2x3xf32>, tensor<12x4x1x1xf32>) outs(%f : tensor<1x12x2x3xf32>) -> tensor<1x12x2x3xf32>
  %g = tensor.expand_shape %c [[0], [1, 2], [3], [4]] output_shape [1, 2, 6, 2, 3] : tensor<1x12x2x3xf32> into tensor<1x2x6x2x3xf32>
  %se = tensor.empty() : tensor<1x2xf32>
  %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<1x2xf32>) -> tensor<1x2xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>, affine_map<(n, g, c, h, w) -> (n, g)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%g : tensor<1x2x6x2x3xf32>) outs(%sf : tensor<1x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %b, %a : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  %ge = tensor.empty() : tensor<1x2x6x2x3xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>, affine_map<(n, g, c, h, w) -> (n, g)>,
                       affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%g, %s : tensor<1x2x6x2x3xf32>, tensor<1x2xf32>) outs(%ge : tensor<1x2x6x2x3xf32>) {
  ^bb0(%a: f32, %k: f32, %b: f32):
    %0 = arith.subf %a, %k : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x6x2x3xf32>
  %r = tensor.collapse_shape %d [[0], [1, 2], [3], [4]] : tensor<1x2x6x2x3xf32> into tensor<1x12x2x3xf32>
  return %r : tensor<1x12x2x3xf32>
}

// Which one of equal maxima comes first depends on the order in which they are
// compared, so this reduction stays.
// CHECK-LABEL: func.func @first_index
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x6x2x3xf32>, tensor<6x2x3xi32>) outs({{.*}} : tensor<1x2xf32>, tensor<1x2xi32>)
func.func @first_index(%x: tensor<1x4x2x3xf32>, %v: tensor<12x4x1x1xf32>, %i: tensor<6x2x3xi32>) -> (tensor<1x2xf32>, tensor<1x2xi32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<1x12x2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x2x3xf32>) -> tensor<1x12x2x3xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x4x2x3xf32>, tensor<12x4x1x1xf32>) outs(%f : tensor<1x12x2x3xf32>) -> tensor<1x12x2x3xf32>
  %g = tensor.expand_shape %c [[0], [1, 2], [3], [4]] output_shape [1, 2, 6, 2, 3] : tensor<1x12x2x3xf32> into tensor<1x2x6x2x3xf32>
  %me = tensor.empty() : tensor<1x2xf32>
  %mf = linalg.fill ins(%low : f32) outs(%me : tensor<1x2xf32>) -> tensor<1x2xf32>
  %ie = tensor.empty() : tensor<1x2xi32>
  %if = linalg.fill ins(%none : i32) outs(%ie : tensor<1x2xi32>) -> tensor<1x2xi32>
  %m:2 = linalg.generic {
      indexing_maps = [affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>, affine_map<(n, g, c, h, w) -> (c, h, w)>,
                       affine_map<(n, g, c, h, w) -> (n, g)>, affine_map<(n, g, c, h, w) -> (n, g)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%g, %i : tensor<1x2x6x2x3xf32>, tensor<6x2x3xi32>) outs(%mf, %if : tensor<1x2xf32>, tensor<1x2xi32>) {
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    %0 = arith.cmpf ogt, %a, %b : f32
    %1 = arith.select %0, %a, %b : f32
    %2 = arith.select %0, %j, %k : i32
    linalg.yield %1, %2 : f32, i32
  } -> (tensor<1x2xf32>, tensor<1x2xi32>)
  return %m#0, %m#1 : tensor<1x2xf32>, tensor<1x2xi32>
}
