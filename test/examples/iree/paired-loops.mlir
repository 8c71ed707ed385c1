// Loops over a window belong to those over the result with which they move
// along the image, in whatever order the op lists them. An image whose index
// runs backwards is read as it is.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-opt %t.mlir -o /dev/null
// RUN: layout-check %s %t.mlir --entry=rows
// RUN: layout-check %s %t.mlir --entry=line
// RUN: layout-check %s %t.mlir --entry=backwards

#image = affine_map<(n, h, w, f, kw, kh, c) -> (n, 2 * h + kh, w + kw * 2, c)>
#flipped = affine_map<(n, h, w, f, kw, kh, c) -> (n, h + kh, w - kw + 2, c)>
#filter = affine_map<(n, h, w, f, kw, kh, c) -> (kh, kw, c, f)>
#result = affine_map<(n, h, w, f, kw, kh, c) -> (n, h, w, f)>
#id = affine_map<(n, h, w, c) -> (n, h, w, c)>

// CHECK-LABEL: func.func @rows
// CHECK: tensor.pad %arg0 low[0, 0, 0, 0] high[0, 0, 1, 0]
func.func @rows(%x: tensor<1x8x11x6xf32>, %w: tensor<2x3x6x5xf32>, %o: tensor<1x4x7x5xf32>) -> tensor<1x4x7x5xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x8x11x6xf32>, tensor<2x3x6x5xf32>) outs(%o : tensor<1x4x7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %sum, %c : f32
    linalg.yield %d : f32
  } -> tensor<1x4x7x5xf32>
  return %0 : tensor<1x4x7x5xf32>
}

// CHECK-LABEL: func.func @line
// CHECK: tensor.extract_slice %arg0[0, 0, 2, 0] [1, 4, 7, 6] [1, 2, 1, 1]
func.func @line(%x: tensor<1x8x11x6xf32>, %w: tensor<1x3x6x5xf32>, %o: tensor<1x4x7x5xf32>) -> tensor<1x4x7x5xf32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x8x11x6xf32>, tensor<1x3x6x5xf32>) outs(%o : tensor<1x4x7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %sum, %c : f32
    linalg.yield %d : f32
  } -> tensor<1x4x7x5xf32>
  return %0 : tensor<1x4x7x5xf32>
}

// CHECK-LABEL: func.func @backwards
func.func @backwards(%x: tensor<1x9x12x6xf32>, %w: tensor<1x3x6x5xf32>, %o: tensor<1x9x10x5xf32>) -> tensor<1x9x10x5xf32> {
  %0 = linalg.generic {indexing_maps = [#flipped, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x9x12x6xf32>, tensor<1x3x6x5xf32>) outs(%o : tensor<1x9x10x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %sum, %c : f32
    linalg.yield %d : f32
  } -> tensor<1x9x10x5xf32>
  return %0 : tensor<1x9x10x5xf32>
}

// The results that nothing uses may be zero, by which nothing is divided.
// CHECK-LABEL: func.func @divides
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%[[SLICE]] : tensor<1x8x7x5xi32>)
func.func @divides(%x: tensor<1x9x9x6xi32>, %w: tensor<2x3x6x5xi32>) -> tensor<1x8x7x5xi32> {
  %start = arith.constant dense<1> : tensor<1x8x7x5xi32>
  %dividend = arith.constant 1000 : i32
  %e = tensor.empty() : tensor<1x8x7x5xi32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x6xi32>, tensor<2x3x6x5xi32>)
      outs(%start : tensor<1x8x7x5xi32>) -> tensor<1x8x7x5xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x8x7x5xi32>) outs(%e : tensor<1x8x7x5xi32>) {
  ^bb0(%a: i32, %out: i32):
    %q = arith.divsi %dividend, %a : i32
    linalg.yield %q : i32
  } -> tensor<1x8x7x5xi32>
  return %1 : tensor<1x8x7x5xi32>
}
