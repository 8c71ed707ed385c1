// A concatenation that is written as insertions keeps the zeros in the padding
// of the tensor that it fills: what is inserted does not get there.

// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad materialize=false" | FileCheck %s
// DEFINE: %{target} =
// DEFINE: %{check} = layout-opt %s --layout-pipeline="target=%{target}" -o %t.mlir && layout-check %s %t.mlir --entry=main && layout-check %s %t.mlir --entry=dynamic --dims=3 && layout-check %s %t.mlir --entry=cumulative && layout-check %s %t.mlir --entry=channel && layout-check %s %t.mlir --entry=rows
// REDEFINE: %{target} = nchw16c indivisible=pad
// RUN: %{check}
// REDEFINE: %{target} = tiles32
// RUN: %{check}
// REDEFINE: %{target} = spyre
// RUN: %{check}
// REDEFINE: %{target} = hexagon-i8
// RUN: %{check}
// REDEFINE: %{target} = conv4 indivisible=pad
// RUN: %{check}

// RUN: layout-opt %s --layout-pipeline="target=tiles32" | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: func.func @main(
// CHECK: linalg.fill {{.*}} -> tensor<2x5x4x16xf32>
// CHECK: %[[A:.*]] = tensor.insert_slice %{{.*}} : tensor<2x5x4x2xf32> into tensor<2x5x4x16xf32>
// CHECK-NEXT: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][0, 0, 0, 2] [2, 5, 4, 8] [1, 1, 1, 1]
// CHECK-NEXT: %[[C:.*]] = layout.layout_transform %[[B]] by <(d0, d1, d2, d3) -> (d0, 0, d1, d2, d3)>
// CHECK: linalg.generic {{.*}} ins(%[[C]],
func.func @main(%a: tensor<2x2x5x4xf32>, %b: tensor<2x8x5x4xf32>, %w: tensor<24x10x1x1xf32>) -> tensor<2x24x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x5x4xf32>
  %0 = tensor.insert_slice %a into %e[0, 0, 0, 0] [2, 2, 5, 4] [1, 1, 1, 1] : tensor<2x2x5x4xf32> into tensor<2x10x5x4xf32>
  %1 = tensor.insert_slice %b into %0[0, 2, 0, 0] [2, 8, 5, 4] [1, 1, 1, 1] : tensor<2x8x5x4xf32> into tensor<2x10x5x4xf32>
  %e1 = tensor.empty() : tensor<2x24x5x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x24x5x4xf32>) -> tensor<2x24x5x4xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<2x10x5x4xf32>, tensor<24x10x1x1xf32>) outs(%z : tensor<2x24x5x4xf32>) -> tensor<2x24x5x4xf32>
  return %2 : tensor<2x24x5x4xf32>
}

// The inserted images are computed, padded, and of a dynamic number.
func.func @dynamic(%a: tensor<?x3x5x4xf32>, %b: tensor<?x7x5x4xf32>, %v: tensor<5x3x1x1xf32>, %w: tensor<6x12x3x3xf32>) -> tensor<?x6x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?x7x5x4xf32>
  %e = tensor.empty(%n) : tensor<?x5x5x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5x5x4xf32>) -> tensor<?x5x5x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %v : tensor<?x3x5x4xf32>, tensor<5x3x1x1xf32>) outs(%z : tensor<?x5x5x4xf32>) -> tensor<?x5x5x4xf32>
  %e1 = tensor.empty(%n) : tensor<?x12x5x4xf32>
  %1 = tensor.insert_slice %b into %e1[0, 5, 0, 0] [%n, 7, 5, 4] [1, 1, 1, 1] : tensor<?x7x5x4xf32> into tensor<?x12x5x4xf32>
  %2 = tensor.insert_slice %0 into %1[0, 0, 0, 0] [%n, 5, 5, 4] [1, 1, 1, 1] : tensor<?x5x5x4xf32> into tensor<?x12x5x4xf32>
  %e2 = tensor.empty(%n) : tensor<?x6x3x2xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x6x3x2xf32>) -> tensor<?x6x3x2xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<?x12x5x4xf32>, tensor<6x12x3x3xf32>) outs(%z2 : tensor<?x6x3x2xf32>) -> tensor<?x6x3x2xf32>
  return %3 : tensor<?x6x3x2xf32>
}

// Cumulative sums. A place that is not known overwrites no padding, and the loop
// passes on what the padding holds.
// LOOP-LABEL: func.func @cumulative(
// LOOP: scf.for {{.*}} -> (tensor<1x1x4x4xf32>, tensor<1x4x4x32xf32>)
// LOOP-NOT: linalg.fill
// LOOP: tensor.insert_slice {{.*}} : tensor<1x4x4x1xf32> into tensor<1x4x4x32xf32>
// LOOP-NOT: tensor.insert_slice
// LOOP: linalg.conv_2d_nhwc_hwcf
func.func @cumulative(%x: tensor<1x19x4x4xf32>, %w: tensor<16x19x1x1xf32>) -> tensor<1x16x4x4xf32> {
  %z = arith.constant dense<0.0> : tensor<1x19x4x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %none = arith.constant dense<0.0> : tensor<1x1x4x4xf32>
  %r:2 = scf.for %i = %c0 to %c19 step %c1 iter_args(%sum = %none, %sums = %z) -> (tensor<1x1x4x4xf32>, tensor<1x19x4x4xf32>) {
    %v = tensor.extract_slice %x[0, %i, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x19x4x4xf32> to tensor<1x1x4x4xf32>
    %a = arith.addf %sum, %v : tensor<1x1x4x4xf32>
    %o = tensor.insert_slice %a into %sums[0, %i, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x1x4x4xf32> into tensor<1x19x4x4xf32>
    scf.yield %a, %o : tensor<1x1x4x4xf32>, tensor<1x19x4x4xf32>
  }
  %f = arith.constant dense<0.0> : tensor<1x16x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw ins(%r#1, %w : tensor<1x19x4x4xf32>, tensor<16x19x1x1xf32>) outs(%f : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %c : tensor<1x16x4x4xf32>
}

// What is inserted is a channel of a product. It has no padding, so that of the
// product may hold anything: the loop still passes on padded channels.
// LOOP-LABEL: func.func @channel(
// LOOP: linalg.conv_2d_nhwc_hwcf
// LOOP-NOT: layout.
// LOOP: scf.for {{.*}} -> (tensor<1x4x4x32xf32>)
// LOOP: tensor.extract_slice {{.*}} : tensor<1x4x4x32xf32> to tensor<1x4x4x1xf32>
// LOOP-NEXT: tensor.insert_slice {{.*}} : tensor<1x4x4x1xf32> into tensor<1x4x4x32xf32>
// LOOP-NOT: linalg.generic
// LOOP: linalg.conv_2d_nhwc_hwcf
func.func @channel(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<1x16x4x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%z : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%out = %z) -> (tensor<1x16x4x4xf32>) {
    %v = tensor.extract_slice %y[0, %i, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x16x4x4xf32> to tensor<1x1x4x4xf32>
    %o = tensor.insert_slice %v into %out[0, 3, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x1x4x4xf32> into tensor<1x16x4x4xf32>
    scf.yield %o : tensor<1x16x4x4xf32>
  }
  %1 = linalg.conv_2d_nchw_fchw ins(%r, %w : tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) outs(%z : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %1 : tensor<1x16x4x4xf32>
}

// The columns of an inserted row are padded, and hold something else than those of
// the tensor that it gets into.
func.func @rows(%x: tensor<5x20xf32>, %w: tensor<20x20xf32>) -> tensor<5x20xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<5x20xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x20xf32>) -> tensor<5x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<5x20xf32>, tensor<20x20xf32>) outs(%z : tensor<5x20xf32>) -> tensor<5x20xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%out = %z) -> (tensor<5x20xf32>) {
    %v = tensor.extract_slice %y[%i, 0] [1, 20] [1, 1] : tensor<5x20xf32> to tensor<1x20xf32>
    %o = tensor.insert_slice %v into %out[%i, 0] [1, 20] [1, 1] : tensor<1x20xf32> into tensor<5x20xf32>
    scf.yield %o : tensor<5x20xf32>
  }
  %1 = linalg.matmul ins(%r, %w : tensor<5x20xf32>, tensor<20x20xf32>) outs(%z : tensor<5x20xf32>) -> tensor<5x20xf32>
  return %1 : tensor<5x20xf32>
}
