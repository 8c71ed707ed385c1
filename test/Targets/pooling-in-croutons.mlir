// Poolings in layouts with blocks of image dims: their windows slide over blocks
// as those of convolutions do, so that nothing is rewritten around them.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=hexagon-i8" -o %t/builtin.mlir
// RUN: FileCheck %s --input-file=%t/builtin.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/i8.mlir" -o %t/i8.planned.mlir
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/f16.mlir" -o %t/f16.planned.mlir
// RUN: mlir-opt %t/i8.planned.mlir -o /dev/null
// RUN: mlir-opt %t/f16.planned.mlir -o /dev/null
//
// Three rewrites are those of the argument, the filters and the result.
// CHECK-LABEL: func.func @between
// CHECK-COUNT-2: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<1x2x2x1x8x8x32xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: arith.maximumf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} : tensor<1x8x8x32xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return
// RUN: layout-check --entry=between %t/program.mlir %t/builtin.mlir %t/i8.planned.mlir %t/f16.planned.mlir
//
// Borders of a program's value, windows that overlap, images and channels that
// are no whole blocks; sums; a single element.
// RUN: layout-check --entry=partial %t/program.mlir %t/i8.planned.mlir %t/f16.planned.mlir
// RUN: layout-check --entry=sum %t/program.mlir %t/i8.planned.mlir %t/f16.planned.mlir
// RUN: layout-check --entry=unit %t/program.mlir %t/i8.planned.mlir %t/f16.planned.mlir
//
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/i8.mlir --remarks-filter-missed=layout-freeze 2> %t/remarks.txt | FileCheck %s --check-prefix=FREEZE
// FREEZE-LABEL: func.func @partial
// FREEZE: linalg.generic {{.*}} ins({{.*}} : tensor<1x3x2x1x8x8x32xf32>, tensor<3x3xf32>) outs({{.*}} : tensor<1x1x1x1x8x8x32xf32>)
// FREEZE-LABEL: func.func @dynamic
// FREEZE: linalg.pooling_nchw_max {
// FREEZE-NOT: layout.frozen
// FREEZE: return
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks.txt
// REMARK: pooling2d cannot be NHWC[a=32]8h8w32c{{.*}}: it requires static dims for blocks of images, found ?
// RUN: not layout-opt %t/program.mlir --layout-freeze=target=%t/strict.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: 'linalg.pooling_nchw_max' op cannot take the layouts that target 'DSP' requires

//--- strict.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "requires" = [#dlti.map<"kind" = "pooling2d", "data" = "NHWC8h8w">]>>>} {}

//--- i8.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC[a=32]8h8w32c", "kernel" = "O[a=32]I[a=32]HW8i32o4i">,
                 #dlti.map<"kind" = "pooling2d", "data" = "NHWC[a=32]8h8w32c">]>>>} {}
//--- f16.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC[a=32]8h2w32c2w", "kernel" = "O[a=32]I[a=32]HW16i32o2i">,
                 #dlti.map<"kind" = "pooling2d", "data" = "NHWC[a=32]8h2w32c2w">]>>>} {}

//--- program.mlir
func.func @between(%x: tensor<1x32x16x16xf32>, %w: tensor<32x32x1x1xf32>) -> tensor<1x32x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x32x16x16xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x16x16xf32>, tensor<32x32x1x1xf32>) outs(%o : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %p = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x32x16x16xf32> to tensor<1x32x17x17xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %r = tensor.empty() : tensor<1x32x8x8xf32>
  %least = linalg.fill ins(%lowest : f32) outs(%r : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%p, %window : tensor<1x32x17x17xf32>, tensor<3x3xf32>) outs(%least : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %2 = linalg.exp ins(%1 : tensor<1x32x8x8xf32>) outs(%r : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %2 : tensor<1x32x8x8xf32>
}
func.func @partial(%x: tensor<1x5x13x7xf32>) -> tensor<1x5x7x4xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x5x13x7xf32> to tensor<1x5x15x9xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %r = tensor.empty() : tensor<1x5x7x4xf32>
  %least = linalg.fill ins(%lowest : f32) outs(%r : tensor<1x5x7x4xf32>) -> tensor<1x5x7x4xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%p, %window : tensor<1x5x15x9xf32>, tensor<3x3xf32>) outs(%least : tensor<1x5x7x4xf32>) -> tensor<1x5x7x4xf32>
  return %0 : tensor<1x5x7x4xf32>
}
func.func @sum(%x: tensor<1x11x10x33xf32>) -> tensor<1x5x9x33xf32> {
  %zero = arith.constant 0.0 : f32
  %window = tensor.empty() : tensor<3x2xf32>
  %r = tensor.empty() : tensor<1x5x9x33xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r : tensor<1x5x9x33xf32>) -> tensor<1x5x9x33xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x11x10x33xf32>, tensor<3x2xf32>) outs(%zeros : tensor<1x5x9x33xf32>) -> tensor<1x5x9x33xf32>
  return %0 : tensor<1x5x9x33xf32>
}
func.func @unit(%x: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %window = tensor.empty() : tensor<1x1xf32>
  %r = tensor.empty() : tensor<1x1x1x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %0 = linalg.pooling_nchw_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x1x1x1xf32>, tensor<1x1xf32>) outs(%zeros : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
func.func @dynamic(%x: tensor<1x32x?x8xf32>, %window: tensor<2x2xf32>, %o: tensor<1x32x?x7xf32>) -> tensor<1x32x?x7xf32> {
  %0 = linalg.pooling_nchw_max {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %window : tensor<1x32x?x8xf32>, tensor<2x2xf32>) outs(%o : tensor<1x32x?x7xf32>) -> tensor<1x32x?x7xf32>
  return %0 : tensor<1x32x?x7xf32>
}
