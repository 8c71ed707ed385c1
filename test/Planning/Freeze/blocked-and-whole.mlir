// Ops that have a dim in blocks in one operand and whole in another one, as
// targets may state them: those in the layouts of the target stay, and others
// are written with whole dims.

// RUN: layout-opt %s --layout-freeze=target=texture-2d --remarks-filter=layout-freeze --remark-format=emitRemark -o %t.same.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.same.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.nhwc.mlir
// RUN: FileCheck %s --check-prefix=NHWC < %t.nhwc.mlir
// RUN: layout-check %s %t.nhwc.mlir --entry=input_blocks
// RUN: layout-check %s %t.nhwc.mlir --entry=one_block
// RUN: layout-check %s %t.nhwc.mlir --entry=gaps
// RUN: layout-opt %s --layout-pipeline=target=nchw16c-mm16 -o %t.mm16.mlir
// RUN: FileCheck %s --check-prefix=MM16 < %t.mm16.mlir
// RUN: layout-check %s %t.mm16.mlir --entry=rows

// CHECK-LABEL: func.func @input_blocks(
// CHECK-NOT: layout_transform
// CHECK: linalg.generic {{.*}}layout.frozen
// CHECK-LABEL: func.func @one_block(
// CHECK-NOT: layout_transform
// CHECK: linalg.generic {{.*}}layout.frozen
// REMARK: Function=input_blocks | Remark="conv2d keeps its layout: it is blocked already"
// REMARK: Function=one_block | Remark="conv2d keeps its layout: it is blocked already"
// REMARK: Function=gaps | Remark="conv2d keeps its layout: it is blocked already, and requires parts of channels, m, n and k as indices alone, found a sum"

// Input channels are in blocks of 4 in the image, and whole in the filter.
// NHWC-LABEL: func.func @input_blocks(
// NHWC: linalg.conv_2d_nhwc_hwcf
#image = affine_map<(n, f, y, x, g, c, d, i, j) -> (n, c, y + i, x + j, d)>
#filter = affine_map<(n, f, y, x, g, c, d, i, j) -> (f, c * 4 + d, i, j, g)>
#result = affine_map<(n, f, y, x, g, c, d, i, j) -> (n, f, y, x, g)>
func.func @input_blocks(%x: tensor<1x2x5x3x4xf32>, %w: tensor<3x8x3x1x4xf32>, %o: tensor<1x3x3x3x4xf32>) -> tensor<1x3x3x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x2x5x3x4xf32>, tensor<3x8x3x1x4xf32>) outs(%o : tensor<1x3x3x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3x3x3x4xf32>
  return %0 : tensor<1x3x3x3x4xf32>
}

// There is one block, so that the filter does not read which.
// NHWC-LABEL: func.func @one_block(
// NHWC: linalg.conv_2d_nhwc_hwcf
#whole = affine_map<(n, f, y, x, g, c, d, i, j) -> (f, d, i, j, g)>
func.func @one_block(%x: tensor<2x1x4x3x4xf32>, %w: tensor<3x4x2x1x4xf32>, %o: tensor<2x3x3x3x4xf32>) -> tensor<2x3x3x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #whole, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x1x4x3x4xf32>, tensor<3x4x2x1x4xf32>) outs(%o : tensor<2x3x3x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3x3x3x4xf32>
  return %0 : tensor<2x3x3x3x4xf32>
}

// These are no parts of one channel: three of four numbers are read.
func.func @gaps(%x: tensor<1x2x5x3x3xf32>, %w: tensor<3x7x3x1x4xf32>, %o: tensor<1x3x3x3x4xf32>) -> tensor<1x3x3x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x2x5x3x3xf32>, tensor<3x7x3x1x4xf32>) outs(%o : tensor<1x3x3x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3x3x3x4xf32>
  return %0 : tensor<1x3x3x3x4xf32>
}

// A matmul with rows in blocks of 5 in the result, and whole in what it reads.
// MM16-LABEL: func.func @rows(
// MM16: linalg.mmt4d
func.func @rows(%x: tensor<80x32xf32>, %w: tensor<32x48xf32>, %o: tensor<16x48x5xf32>) -> tensor<16x48x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, r, k) -> (m * 5 + r, k)>, affine_map<(m, n, r, k) -> (k, n)>,
                                        affine_map<(m, n, r, k) -> (m, n, r)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<80x32xf32>, tensor<32x48xf32>) outs(%o : tensor<16x48x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x48x5xf32>
  return %0 : tensor<16x48x5xf32>
}
