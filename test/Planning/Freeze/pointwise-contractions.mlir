// Contractions of the channels of images are convolutions with windows of one
// element, in whatever order an einsum names its operands.
// Covers: R1
// RUN: layout-opt %s --layout-freeze=target=nhwc | FileCheck %s
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir --entry=image | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=kernel_first | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=volume --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad" -o %t.pad.mlir
// RUN: layout-check %s %t.pad.mlir --entry=kernel_first | FileCheck %s --check-prefix=EQUAL

// COUNT: "constants":{"n":0,"bytes":0}
// EQUAL: {{^}}equal{{$}}

// Named again, with a kernel that is a constant.
// CHECK-LABEL: func.func @image(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @image(%x: tensor<1x16x5x1xf32>, %k: tensor<24x32x1x1xf32>) -> tensor<1x24x5x1xf32> {
  %w = arith.constant dense<0.5> : tensor<32x16xf32>
  %z = arith.constant dense<0.0> : tensor<1x32x5x1xf32>
  %y = arith.constant dense<0.0> : tensor<1x24x5x1xf32>
  %0 = linalg.contract indexing_maps = [affine_map<(n, o, h, w, c) -> (n, c, h, w)>, affine_map<(n, o, h, w, c) -> (o, c)>, affine_map<(n, o, h, w, c) -> (n, o, h, w)>]
      ins(%x, %w : tensor<1x16x5x1xf32>, tensor<32x16xf32>) outs(%z : tensor<1x32x5x1xf32>) -> tensor<1x32x5x1xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %k : tensor<1x32x5x1xf32>, tensor<24x32x1x1xf32>) outs(%y : tensor<1x24x5x1xf32>) -> tensor<1x24x5x1xf32>
  return %1 : tensor<1x24x5x1xf32>
}

// The kernel is the first operand and lists its input channels first; the
// difference shows that the operands of the body are not mixed up.
// CHECK-LABEL: func.func @kernel_first(
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @kernel_first(%x: tensor<2x7x3x5xf32>, %k: tensor<7x9xf32>) -> tensor<2x9x3x5xf32> {
  %z = arith.constant dense<0.25> : tensor<2x9x3x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, o, h, w, c) -> (c, o)>, affine_map<(n, o, h, w, c) -> (n, c, h, w)>, affine_map<(n, o, h, w, c) -> (n, o, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%k, %x : tensor<7x9xf32>, tensor<2x7x3x5xf32>) outs(%z : tensor<2x9x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9x3x5xf32>
  return %0 : tensor<2x9x3x5xf32>
}

// CHECK-LABEL: func.func @volume(
// CHECK: linalg.conv_3d_ndhwc_dhwcf
func.func @volume(%x: tensor<1x16x?x3x2xf32>, %k: tensor<32x16xf32>, %z: tensor<1x32x?x3x2xf32>) -> tensor<1x32x?x3x2xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(n, o, d, h, w, c) -> (n, c, d, h, w)>, affine_map<(n, o, d, h, w, c) -> (o, c)>, affine_map<(n, o, d, h, w, c) -> (n, o, d, h, w)>]
      ins(%x, %k : tensor<1x16x?x3x2xf32>, tensor<32x16xf32>) outs(%z : tensor<1x32x?x3x2xf32>) -> tensor<1x32x?x3x2xf32>
  return %0 : tensor<1x32x?x3x2xf32>
}

// Rows that are adjacent are those of a matrix.
// CHECK-LABEL: func.func @tokens(
// CHECK-NOT: conv
// CHECK: return
func.func @tokens(%x: tensor<2x5x16xf32>, %k: tensor<16x32xf32>, %z: tensor<2x5x32xf32>) -> tensor<2x5x32xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, t, o, c) -> (b, t, c)>, affine_map<(b, t, o, c) -> (c, o)>, affine_map<(b, t, o, c) -> (b, t, o)>]
      ins(%x, %k : tensor<2x5x16xf32>, tensor<16x32xf32>) outs(%z : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  return %0 : tensor<2x5x32xf32>
}
