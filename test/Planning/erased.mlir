// The planner must not use ops after erasing them: views of rewrites, and
// reshapes within a body that is rebuilt.
// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s

// The crop of the padded value is dead, and the view of the padded value keeps
// its operand.
// CHECK-LABEL: func.func @dead_view
// CHECK: %[[VIEW:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d1, d2, d0)>
// CHECK: %[[PADDED:.*]] = layout.pad
// CHECK-NOT: layout.crop
// CHECK: return %[[VIEW]], %
func.func @dead_view(%x: tensor<1x2x3xi8>) -> (tensor<2x3x1xi8>, tensor<2x45xi8>) {
  %v1 = layout.layout_transform %x by <(d0, d1, d2) -> (d1, d2, d0)> : tensor<1x2x3xi8> to tensor<2x3x1xi8>
  %v2 = layout.layout_transform %v1 by <(d0, d1, d2) -> (d0, d1, d2)> : tensor<2x3x1xi8> to tensor<2x3x1xi8>
  %v3 = layout.pad %v2 low [1, 2, 0] high [3, 0, 2] value(1 : i8) : tensor<2x3x1xi8> to tensor<6x5x3xi8>
  %v4 = layout.layout_transform %v3 by <(d0, d1, d2) -> (d0, d1, 0, d2)> : tensor<6x5x3xi8> to tensor<6x5x1x3xi8>
  %v5 = layout.crop %v4 offsets [2, 0, 0, 0] sizes [2, 5, 1, 3] : tensor<6x5x1x3xi8> to tensor<2x5x1x3xi8>
  %v6 = layout.layout_transform %v3 by <(d0, d1, d2) -> ((d0 floordiv 3), (d0 mod 3) * 15 + d1 * 3 + d2)> : tensor<6x5x3xi8> to tensor<2x45xi8>
  return %v1, %v6 : tensor<2x3x1xi8>, tensor<2x45xi8>
}

// CHECK-LABEL: func.func @nested
// CHECK: linalg.generic
// CHECK: tensor.extract
// CHECK: return
#id = affine_map<(i, j) -> (i, j)>
#v = affine_map<(i, j) -> (i)>
func.func @nested(%x: tensor<16xf32>, %vv: tensor<16x4xf32>) -> (tensor<4x8x4xf32>, tensor<4x4x8x4xf32>) {
  %e0 = tensor.empty() : tensor<16x8xf32>
  %g = linalg.generic {indexing_maps = [#v, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16xf32>) outs(%e0 : tensor<16x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %c0 = arith.constant 0 : index
    %t1 = tensor.collapse_shape %vv [[0, 1]] : tensor<16x4xf32> into tensor<64xf32>
    %t2 = tensor.expand_shape %t1 [[0, 1]] output_shape [32, 2] : tensor<64xf32> into tensor<32x2xf32>
    %w = tensor.extract %t2[%i, %c0] : tensor<32x2xf32>
    %s = arith.addf %a, %w : f32
    linalg.yield %s : f32
  } -> tensor<16x8xf32>
  %a = layout.layout_transform %g by <(c, w) -> (c floordiv 4, w, c mod 4)> : tensor<16x8xf32> to tensor<4x8x4xf32>
  %e = tensor.empty() : tensor<4x8x4xf32>
  %b = linalg.exp {layout.frozen} ins(%a : tensor<4x8x4xf32>) outs(%e : tensor<4x8x4xf32>) -> tensor<4x8x4xf32>
  %ew = tensor.empty() : tensor<16x4x8xf32>
  %ww = linalg.broadcast ins(%vv : tensor<16x4xf32>) outs(%ew : tensor<16x4x8xf32>) dimensions = [2]
  %av = layout.layout_transform %ww by <(c, w, k) -> (c floordiv 4, w, k, c mod 4)> : tensor<16x4x8xf32> to tensor<4x4x8x4xf32>
  %e4 = tensor.empty() : tensor<4x4x8x4xf32>
  %bv = linalg.exp {layout.frozen} ins(%av : tensor<4x4x8x4xf32>) outs(%e4 : tensor<4x4x8x4xf32>) -> tensor<4x4x8x4xf32>
  return %b, %bv : tensor<4x8x4xf32>, tensor<4x4x8x4xf32>
}
