// An attribute of an op precedes `prefer`, which precedes the target.
//
// Covers: G28, R2, R36, R38, R39
//
// RUN: layout-opt %s --layout-freeze="target=nchw16c prefer=conv2d=[NHWC,default]" | FileCheck %s

// Two ops of one kind with different layouts.
// CHECK-LABEL: func.func @required(
//       CHECK: %[[X:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>
//       CHECK: %[[W:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>
//       CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : tensor<1x8x8x8x4xf32>, tensor<32x8x1x1x4xf32>) outs(%arg2 : {{.*}}) attrs = {layout.frozen}
//       CHECK: %[[H:.*]] = layout.layout_transform %[[R]] by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
//       CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen{{.*}} ins(%[[H]],
//   CHECK-NOT: layout.op_layout
func.func @required(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<
      operands = [<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>, <(f, c, h, w) -> (f, c floordiv 4, h, w, c mod 4)>, _],
      results = [_], cost = 0>]}
      ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %1 : tensor<1x32x8x8xf32>
}

// A layout option may pad.
// CHECK-LABEL: func.func @required_padding(
//       CHECK: layout.pad %arg0 low [0, 0] high [0, 1]
//       CHECK: layout.pad %arg1 low [0, 0] high [1, 0]
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<4x2x4xf32>, tensor<2x4x4xf32>) outs(%arg2 :
func.func @required_padding(%a: tensor<4x7xf32>, %b: tensor<7x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (m, k floordiv 4, k mod 4)> pad [0, 1], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [1, 0], _],
      results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x7xf32>, tensor<7x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @required_as_it_stands(
//  CHECK-NEXT: linalg.conv_2d_nchw_fchw {layout.frozen} ins(%arg0, %arg1 :
func.func @required_as_it_stands(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0>]}
      ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// Ops with several options, and frozen or skipped ops, do not change.
// CHECK-LABEL: func.func @left_to_flow(
//   CHECK-NOT: layout_transform
//       CHECK: linalg.matmul {layout.decision = 0 : i64, layout.op_layout = [#layout.op_layout<{{.*}}>], layout.prefer} ins(%arg0, %arg1 :
//       CHECK: linalg.matmul {layout.op_layout = [#layout.op_layout<{{.*}}>, #layout.op_layout<{{.*}}>]} ins(
//       CHECK: linalg.conv_2d_nchw_fchw {layout.frozen} ins(%arg3, %arg4 :
//       CHECK: linalg.conv_2d_nchw_fchw {layout.skip} ins({{.*}}, %arg4 :
func.func @left_to_flow(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>,
                        %x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> (tensor<32x32xf32>, tensor<1x32x8x8xf32>) {
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 8>]}
      ins(%0, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = linalg.conv_2d_nchw_fchw {layout.frozen} ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %3 = linalg.conv_2d_nchw_fchw {layout.skip} ins(%2, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %1, %3 : tensor<32x32xf32>, tensor<1x32x8x8xf32>
}

// CHECK-LABEL: func.func @frozen_function(
//       CHECK: linalg.conv_2d_nchw_fchw ins(%arg0, %arg1 :
func.func @frozen_function(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> attributes {layout.frozen} {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

// Ops in regions are rewritten; ops on buffers are not.
// CHECK-LABEL: func.func @region(
//       CHECK: scf.for
//       CHECK: linalg.conv_2d_nhwc_hwcf
//       CHECK: layout.layout_transform
//       CHECK: scf.yield
//       CHECK: linalg.conv_2d_nchw_fchw ins(%arg3, %arg4 : memref
func.func @region(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %count: index,
                  %mx: memref<1x32x8x8xf32>, %mw: memref<32x32x1x1xf32>, %mo: memref<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %count step %c1 iter_args(%acc = %x) -> tensor<1x32x8x8xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%acc, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%x : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
    scf.yield %0 : tensor<1x32x8x8xf32>
  }
  linalg.conv_2d_nchw_fchw ins(%mx, %mw : memref<1x32x8x8xf32>, memref<32x32x1x1xf32>) outs(%mo : memref<1x32x8x8xf32>)
  return %r : tensor<1x32x8x8xf32>
}
