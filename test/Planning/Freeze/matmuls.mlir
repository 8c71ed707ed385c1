// Matmuls of any form are packed like linalg.mmt4d, or not at all.
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c-mm16 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: layout-opt %s --layout-freeze="target=nchw16c-mm16 indivisible=pad" | FileCheck %s --check-prefixes=CHECK,PAD
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NCHW16c,default]" | FileCheck %s --check-prefix=ASIS

// ASIS-NOT: layout.layout_transform

// CHECK-LABEL: func.func @matmul(
//       CHECK: %[[A:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 16, d1 floordiv 16, d0 mod 16, d1 mod 16)>
//  CHECK-SAME: : tensor<32x64xf32> to tensor<2x4x16x16xf32>
//       CHECK: %[[B:.*]] = layout.layout_transform %arg1 by <(d0, d1) -> (d1 floordiv 16, d0 floordiv 16, d1 mod 16, d0 mod 16)>
//  CHECK-SAME: : tensor<64x48xf32> to tensor<3x4x16x16xf32>
//       CHECK: %[[C:.*]] = layout.layout_transform %arg2 by <(d0, d1) -> (d0 floordiv 16, d1 floordiv 16, d0 mod 16, d1 mod 16)>
//  CHECK-SAME: : tensor<32x48xf32> to tensor<2x3x16x16xf32>
//       CHECK: %[[D:.*]] = linalg.mmt4d {layout.frozen} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
//       CHECK: %[[E:.*]] = layout.layout_transform %[[D]] by <(d0, d1, d2, d3) -> (d0 * 16 + d2, d1 * 16 + d3)>
//       CHECK: return %[[E]]
// ASIS-LABEL: func.func @matmul(
//       ASIS: linalg.matmul {layout.frozen}
func.func @matmul(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}

// CHECK-LABEL: func.func @transposed_b(
//       CHECK: layout.layout_transform %arg1 by <(d0, d1) -> (d0 floordiv 16, d1 floordiv 16, d0 mod 16, d1 mod 16)>
//  CHECK-SAME: : tensor<48x64xf32> to tensor<3x4x16x16xf32>
//       CHECK: linalg.mmt4d {layout.frozen}
func.func @transposed_b(%a: tensor<32x64xf32>, %b: tensor<48x64xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<32x64xf32>, tensor<48x64xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}

// Operands and result transposed, loops in another order.
// CHECK-LABEL: func.func @generic(
//       CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d1 floordiv 16, d0 floordiv 16, d1 mod 16, d0 mod 16)>
//  CHECK-SAME: : tensor<64x32xf32> to tensor<2x4x16x16xf32>
//       CHECK: layout.layout_transform %arg2 by <(d0, d1) -> (d1 floordiv 16, d0 floordiv 16, d1 mod 16, d0 mod 16)>
//  CHECK-SAME: : tensor<48x32xf32> to tensor<2x3x16x16xf32>
//       CHECK: linalg.mmt4d {layout.frozen}
//       CHECK: layout.layout_transform {{.*}} by <(d0, d1, d2, d3) -> (d1 * 16 + d3, d0 * 16 + d2)>
func.func @generic(%a: tensor<64x32xf32>, %b: tensor<64x48xf32>, %c: tensor<48x32xf32>) -> tensor<48x32xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(k, n, m) -> (k, m)>, affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (n, m)>],
      iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%a, %b : tensor<64x32xf32>, tensor<64x48xf32>) outs(%c : tensor<48x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<48x32xf32>
  return %0 : tensor<48x32xf32>
}

// CHECK-LABEL: func.func @batch(
//       CHECK: linalg.batch_mmt4d {layout.frozen} ins({{.*}} : tensor<3x2x4x16x16xf32>, tensor<3x1x4x16x16xf32>) outs({{.*}} : tensor<3x2x1x16x16xf32>)
// ASIS-LABEL: func.func @batch(
//       ASIS: linalg.batch_matmul {layout.frozen}
func.func @batch(%a: tensor<3x32x64xf32>, %b: tensor<3x64x16xf32>, %c: tensor<3x32x16xf32>) -> tensor<3x32x16xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<3x32x64xf32>, tensor<3x64x16xf32>) outs(%c : tensor<3x32x16xf32>) -> tensor<3x32x16xf32>
  return %0 : tensor<3x32x16xf32>
}

// All batch dims have one letter; heads x sequence x size is packed.
// CHECK-LABEL: func.func @attention_scores(
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x12x2x4x16x16xf32>, tensor<2x12x2x4x16x16xf32>) outs({{.*}} : tensor<2x12x2x2x16x16xf32>) attrs = {layout.frozen}
func.func @attention_scores(%q: tensor<2x12x32x64xf32>, %k: tensor<2x12x32x64xf32>, %c: tensor<2x12x32x32xf32>) -> tensor<2x12x32x32xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, h, j, d)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x12x32x64xf32>, tensor<2x12x32x64xf32>) outs(%c : tensor<2x12x32x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x12x32x32xf32>
  return %0 : tensor<2x12x32x32xf32>
}

// Mixed precision: the body extends its inputs.
// CHECK-LABEL: func.func @int8(
//       CHECK: linalg.mmt4d {{.*}} ins({{.*}} : tensor<1x1x16x16xi8>, tensor<1x1x16x16xi8>) outs({{.*}} : tensor<1x1x16x16xi32>)
func.func @int8(%a: tensor<16x16xi8>, %b: tensor<16x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x16xi8>, tensor<16x16xi8>) outs(%c : tensor<16x16xi32>) -> tensor<16x16xi32>
  return %0 : tensor<16x16xi32>
}

// One row and 1000 classes: packed only if padding is allowed; the reduced dim
// of both operands is padded with zeros.
// CHECK-LABEL: func.func @classifier(
//       PLAIN: linalg.matmul {layout.frozen} ins(%arg0, %arg1 :
//         PAD: layout.pad %arg0 low [0, 0] high [15, 8] value{{.*}}0.000000e+00{{.*}} : tensor<1x200xf32> to tensor<16x208xf32>
//         PAD: layout.pad %arg1 low [0, 0] high [8, 8] value{{.*}}0.000000e+00{{.*}} : tensor<200x1000xf32> to tensor<208x1008xf32>
//         PAD: layout.pad %arg2 low [0, 0] high [15, 8] value{{.*}}poison
//         PAD: linalg.mmt4d {layout.frozen} ins({{.*}} : tensor<1x13x16x16xf32>, tensor<63x13x16x16xf32>) outs({{.*}} : tensor<1x63x16x16xf32>)
//         PAD: layout.crop {{.*}} : tensor<16x1008xf32> to tensor<1x1000xf32>
func.func @classifier(%a: tensor<1x200xf32>, %b: tensor<200x1000xf32>, %c: tensor<1x1000xf32>) -> tensor<1x1000xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1x200xf32>, tensor<200x1000xf32>) outs(%c : tensor<1x1000xf32>) -> tensor<1x1000xf32>
  return %0 : tensor<1x1000xf32>
}

// A dynamic size is neither proved to be a multiple nor can it be padded.
// CHECK-LABEL: func.func @dynamic(
//       CHECK: linalg.matmul {layout.frozen} ins(%arg0, %arg1 :
func.func @dynamic(%a: tensor<?x64xf32>, %b: tensor<64x48xf32>, %c: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x48xf32>) outs(%c : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %0 : tensor<?x48xf32>
}

// A dynamic batch dim is not split.
// CHECK-LABEL: func.func @dynamic_batch(
//       CHECK: linalg.batch_mmt4d {{.*}} ins({{.*}} : tensor<?x1x1x16x16xf32>, tensor<?x1x1x16x16xf32>)
func.func @dynamic_batch(%a: tensor<?x16x16xf32>, %b: tensor<?x16x16xf32>, %c: tensor<?x16x16xf32>) -> tensor<?x16x16xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<?x16x16xf32>, tensor<?x16x16xf32>) outs(%c : tensor<?x16x16xf32>) -> tensor<?x16x16xf32>
  return %0 : tensor<?x16x16xf32>
}

// A matrix times a vector has no kind; two m dims that follow each other in all
// operands are one dim.
// CHECK-LABEL: func.func @others(
//       CHECK: linalg.matvec {layout.frozen} ins(%arg0, %arg1 :
//       CHECK: tensor.collapse_shape %arg3 {{\[}}[0, 1], [2]] : tensor<16x16x16xf32> into tensor<256x16xf32>
//       CHECK: linalg.{{.*}} ins({{.*}} : tensor<16x1x16x16xf32>, tensor<1x1x16x16xf32>)
func.func @others(%a: tensor<16x32xf32>, %x: tensor<32xf32>, %y: tensor<16xf32>,
                  %b: tensor<16x16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16x16xf32>) -> (tensor<16xf32>, tensor<16x16x16xf32>) {
  %0 = linalg.matvec ins(%a, %x : tensor<16x32xf32>, tensor<32xf32>) outs(%y : tensor<16xf32>) -> tensor<16xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (k, n)>, affine_map<(b, s, n, k) -> (b, s, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%b, %w : tensor<16x16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  } -> tensor<16x16x16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16x16x16xf32>
}

// An op that is packed in other tiles is packed in those of the target.
// CHECK-LABEL: func.func @packed(
//       CHECK: linalg.mmt4d {layout.frozen} ins({{.*}} : tensor<2x2x16x16xf32>, tensor<2x2x16x16xf32>)
func.func @packed(%a: tensor<4x4x8x8xf32>, %b: tensor<4x4x8x8xf32>, %c: tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) outs(%c : tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
  return %0 : tensor<4x4x8x8xf32>
}
