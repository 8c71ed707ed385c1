// Image dims in blocks: windows of a convolution slide over them. The border of
// an image becomes one of whole blocks, and what convolutions write stays in
// blocks between them.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-freeze=target=hexagon-i8 --remarks-filter-missed=layout-freeze 2> %t/remarks.txt | FileCheck %s
// RUN: layout-opt %t/program.mlir --layout-freeze=target=hexagon-f16 | FileCheck %s --check-prefix=F16
//
// CHECK-DAG: #[[$READ:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) -> (d0, (d1 * 8 + d4 + d10 + 7) floordiv 8, (d2 * 8 + d5 + d11 + 7) floordiv 8, d7, (d1 * 8 + d4 + d10 + 7) mod 8, (d2 * 8 + d5 + d11 + 7) mod 8, d8 * 4 + d9)>
// CHECK-LABEL: func.func @chain
// CHECK: tensor.pad {{.*}} low[0, 0, 8, 8] high[0, 0, 8, 8]
// CHECK: linalg.generic {{.*}}#[[$READ]]{{.*}} ins({{.*}} : tensor<1x4x4x1x8x8x32xf32>, tensor<1x1x3x3x8x32x4xf32>) outs({{.*}} : tensor<1x2x2x1x8x8x32xf32>)
// F16-LABEL: func.func @chain
// F16: linalg.generic {{.*}} ins({{.*}} : tensor<1x4x6x1x8x2x32x2xf32>, tensor<1x1x3x3x16x32x2xf32>) outs({{.*}} : tensor<1x2x4x1x8x2x32x2xf32>)
//
// Between convolutions nothing is rewritten: the four rewrites are those of the
// arguments and the result.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=hexagon-i8" -o %t/i8.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=hexagon-f16" -o %t/f16.mlir
// RUN: mlir-opt %t/i8.mlir -o /dev/null
// RUN: mlir-opt %t/f16.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=PLANNED --input-file=%t/i8.mlir
// PLANNED-LABEL: func.func @chain
// PLANNED-COUNT-2: linalg.transpose
// PLANNED: linalg.max ins({{.*}} : tensor<1x2x2x8x8x32xf32>, tensor<1x2x2x8x8x32xf32>)
// PLANNED: linalg.transpose ins({{.*}} : tensor<32x8x4x3x3x1x1xf32>)
// PLANNED: linalg.add ins({{.*}} : tensor<1x2x2x8x8x32xf32>, tensor<1x2x2x8x8x32xf32>)
// PLANNED: linalg.transpose
// PLANNED-NOT: linalg.transpose
// PLANNED: return
// RUN: layout-check --entry=chain %t/program.mlir %t/i8.mlir %t/f16.mlir
//
// Blocks that are not full, of the image and of the result, whose windows end
// inside the image; borders of other values; strides.
// CHECK-LABEL: func.func @partial
// CHECK: layout.pad {{.*}} high [0, 0, 3, 1] value(0.000000e+00 : f32)
// CHECK: tensor.pad {{.*}} low[0, 0, 8, 8] high[0, 0, 0, 0]
// RUN: layout-check --entry=partial %t/program.mlir %t/i8.mlir %t/f16.mlir
// CHECK-LABEL: func.func @plain
// CHECK-NOT: tensor.pad
// CHECK: layout.pad {{.*}} high [0, 0, 7, 7] value(poison)
// RUN: layout-check --entry=plain %t/program.mlir %t/i8.mlir %t/f16.mlir
// CHECK-LABEL: func.func @unit
// RUN: layout-check --entry=unit %t/program.mlir %t/i8.mlir %t/f16.mlir
// CHECK-LABEL: func.func @strided
// CHECK-NOT: tensor.pad
// CHECK: outs({{.*}} : tensor<1x1x1x1x8x8x32xf32>)
// RUN: layout-check --entry=strided %t/program.mlir %t/i8.mlir %t/f16.mlir
// CHECK-LABEL: func.func @depthwise
// CHECK: ins({{.*}} : tensor<1x3x3x1x8x8x32xf32>, tensor<3x3x1x32xf32>)
// RUN: layout-check --entry=depthwise %t/program.mlir %t/i8.mlir %t/f16.mlir
//
// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}layout.frozen
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
// REMARK: conv2d cannot be NHWC[a=32]8h8w32c, O[a=32]I[a=32]HW8i32o4i -> NHWC[a=32]8h8w32c: it requires static dims for blocks of images, found ?
//
// An op of its own leaves no choice.
// RUN: layout-opt %t/program.mlir --layout-freeze="prefer=conv2d=[NHWC8h8w,default]|[NHWC,default]" --remarks-filter-missed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: conv2d cannot be NHWC8h8w, HWIO -> NHWC8h8w: it requires to be the only choice

//--- program.mlir
func.func @chain(%x: tensor<1x32x16x16xf32>, %w0: tensor<32x32x3x3xf32>, %w1: tensor<32x32x3x3xf32>) -> tensor<1x32x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x16x16xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %p0 = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x18x18xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p0, %w0 : tensor<1x32x18x18xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %1 = linalg.max ins(%0, %o : tensor<1x32x16x16xf32>, tensor<1x32x16x16xf32>) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %p1 = tensor.pad %1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x18x18xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%p1, %w1 : tensor<1x32x18x18xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %3 = linalg.add ins(%1, %2 : tensor<1x32x16x16xf32>, tensor<1x32x16x16xf32>) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  return %3 : tensor<1x32x16x16xf32>
}
func.func @partial(%x: tensor<1x3x13x7xf32>, %w: tensor<5x3x3x3xf32>, %o: tensor<1x5x7x4xf32>) -> tensor<1x5x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x13x7xf32> to tensor<1x3x15x9xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x3x15x9xf32>, tensor<5x3x3x3xf32>) outs(%o : tensor<1x5x7x4xf32>) -> tensor<1x5x7x4xf32>
  return %0 : tensor<1x5x7x4xf32>
}
func.func @plain(%x: tensor<1x32x9x9xf32>, %w: tensor<32x32x2x2xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x9x9xf32>, tensor<32x32x2x2xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}
func.func @unit(%x: tensor<1x1x1x1xf32>, %w: tensor<1x1x1x1xf32>, %o: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) outs(%o : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
func.func @strided(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %0 : tensor<1x32x4x4xf32>
}
func.func @depthwise(%x: tensor<1x32x8x8xf32>, %w: tensor<32x3x3xf32>, %o: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %one : f32
  } : tensor<1x32x8x8xf32> to tensor<1x32x10x10xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%p, %w : tensor<1x32x10x10xf32>, tensor<32x3x3xf32>) outs(%o : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}
func.func @dynamic(%x: tensor<1x32x?x8xf32>, %w: tensor<32x32x1x1xf32>, %o: tensor<1x32x?x8xf32>) -> tensor<1x32x?x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x?x8xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x?x8xf32>) -> tensor<1x32x?x8xf32>
  return %0 : tensor<1x32x?x8xf32>
}
