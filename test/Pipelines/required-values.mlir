// `layout.require` of a value restricts the layouts of the convolutions and
// matmuls that compute and read it.
// Covers: G20, P8, P18
// RUN: rm -rf %t && split-file %s %t
//
// Without a target, and against what a target prefers, the convolutions on both
// sides have the layout, and no rewrite is next to the value.
// RUN: layout-opt %t/between.mlir --layout-pipeline -o %t/plain.mlir
// RUN: FileCheck %t/between.mlir --check-prefix=PLAIN < %t/plain.mlir
// RUN: layout-check -O0 %t/between.mlir %t/plain.mlir
// RUN: layout-opt %t/between.mlir --layout-pipeline="target=nchw4c" -o %t/target.mlir
// RUN: FileCheck %t/between.mlir --check-prefix=TARGET < %t/target.mlir
// RUN: layout-check -O0 %t/between.mlir %t/target.mlir
//
// Of several alternatives, those that agree are left.
// RUN: layout-opt %t/between.mlir --layout-raise --layout-legalize --layout-freeze="prefer=conv2d=[NCHW4c,default]|[NHWC,default]" | FileCheck %t/between.mlir --check-prefix=AGREE
//
// A layout that pads, with dims that blocks do not divide and unit dims.
// RUN: layout-opt %t/padded.mlir --layout-pipeline="indivisible=pad" -o %t/padded.planned.mlir
// RUN: FileCheck %t/padded.mlir < %t/padded.planned.mlir
// RUN: layout-check -O0 %t/padded.mlir %t/padded.planned.mlir
// RUN: layout-opt %t/matmul.mlir --layout-pipeline -o %t/matmul.planned.mlir
// RUN: FileCheck %t/matmul.mlir < %t/matmul.planned.mlir
// RUN: layout-check -O0 %t/matmul.mlir %t/matmul.planned.mlir --dims=7,13,7,13
//
// A filter that suits only what the target prefers gives way, and so do blocks of
// images, which take another form of the op.
// DEFINE: %{target} =
// DEFINE: %{plan} = layout-opt %t/alone.mlir --layout-pipeline="target=%{target}" -o %t/alone.planned.mlir && FileCheck %t/alone.mlir < %t/alone.planned.mlir && layout-check -O0 %t/alone.mlir %t/alone.planned.mlir
// REDEFINE: %{target} = texture-2d
// RUN: %{plan}
// REDEFINE: %{target} = arm-neon
// RUN: %{plan}
// REDEFINE: %{target} = hexagon-f16
// RUN: %{plan}
// RUN: not layout-opt %t/alone.mlir --layout-pipeline="target=%t/requires.mlir" -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=ALONE-CLASH
// ALONE-CLASH: error: 'linalg.conv_2d_nchw_fchw' op cannot have the layout that is required of its result: target 'npu' requires NCHW4c, OIHW4i4o -> NCHW4c
//
// What the target requires, or an op, excludes it: both places are named.
// RUN: not layout-opt %t/between.mlir --layout-pipeline="target=%t/requires.mlir" -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=TARGET-CLASH
// TARGET-CLASH: between.mlir:16:8: error: 'linalg.conv_2d_nchw_fchw' op cannot have the layout that is required of its result: target 'npu' requires NCHW4c, OIHW4i4o -> NCHW4c
// TARGET-CLASH: between.mlir:16:8: note: the value is required as (d0, d1, d2, d3) -> (d0, d2, d3, d1) here
// RUN: not ls %t/none.mlir
// RUN: not layout-opt %t/option.mlir --layout-raise --layout-legalize --layout-freeze 2>&1 | FileCheck %s --check-prefix=OPTION-CLASH
// OPTION-CLASH: option.mlir:4:8: error: 'linalg.matmul' op cannot have the layout that is required of operand 0: 'layout.op_layout' has others
// OPTION-CLASH: option.mlir:2:{{[0-9]+}}: note: the value is required as (d0, d1) -> (d1, d0) here

//--- requires.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NCHW4c">]>>>} {}

//--- alone.mlir
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x3x6x6x16xf32>)
func.func @main(%x: tensor<1x32x8x8xf32>, %w: tensor<48x32x3x3xf32>) -> tensor<1x48x6x6xf32> {
  %z = arith.constant dense<0.5> : tensor<1x48x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.require = "NCHW16c"} ins(%x, %w : tensor<1x32x8x8xf32>, tensor<48x32x3x3xf32>) outs(%z : tensor<1x48x6x6xf32>) -> tensor<1x48x6x6xf32>
  return %0 : tensor<1x48x6x6xf32>
}

//--- between.mlir
// PLAIN-NOT: linalg.transpose
// PLAIN: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x8x5x7xf32>, {{.*}}) outs(%{{.*}} : tensor<1x5x7x12xf32>)
// PLAIN: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x5x7x12xf32>, {{.*}}) outs(%{{.*}} : tensor<1x4x5x7xf32>)
// PLAIN-NOT: linalg.transpose
// PLAIN: return
// TARGET: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x5x7x12xf32>)
// TARGET-NEXT: {{^}} ^bb0
// TARGET: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x5x7x12xf32>,
// AGREE: layout.constraint %{{.*}} : tensor<1x5x7x12xf32>
// AGREE-NOT: layout.op_layout
func.func @main(%x: tensor<1x8x5x7xf32>) -> tensor<1x4x5x7xf32> {
  %w = arith.constant dense<0.1> : tensor<12x8x1x1xf32>
  %v = arith.constant dense<0.2> : tensor<4x12x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x12x5x7xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4x5x7xf32>
  %0 = linalg.conv_2d_nchw_fchw {layout.require = "NHWC"} ins(%x, %w : tensor<1x8x5x7xf32>, tensor<12x8x1x1xf32>) outs(%zeros : tensor<1x12x5x7xf32>) -> tensor<1x12x5x7xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x12x5x7xf32>, tensor<4x12x1x1xf32>) outs(%zero : tensor<1x4x5x7xf32>) -> tensor<1x4x5x7xf32>
  return %1 : tensor<1x4x5x7xf32>
}

//--- padded.mlir
// Three channels are one block of four, which lies as one dim does.
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x7x4xf32>,
func.func @main(%x: tensor<1x3x1x7xf32> {layout.require = "NCHW4c"}) -> tensor<1x6x1x7xf32> {
  %w = arith.constant dense<0.1> : tensor<6x3x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x6x1x7xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x1x7xf32>, tensor<6x3x1x1xf32>) outs(%zeros : tensor<1x6x1x7xf32>) -> tensor<1x6x1x7xf32>
  return %0 : tensor<1x6x1x7xf32>
}

//--- matmul.mlir
// CHECK-LABEL: func.func @main
// CHECK: linalg.transpose
// CHECK: linalg.{{matmul|generic}} {{.*}} ins(%{{.*}}, %{{.*}} : tensor<5x?xf32>, tensor<5x?xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @main(%x: tensor<?x5xf32> {layout.require = "KM"}, %w: tensor<5x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<?x5xf32>, tensor<5x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- option.mlir
#asItStands = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<4x6xf32> {layout.require = "KM"}, %w: tensor<6x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // The matrices stay in rows.
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>]} ins(%x, %w : tensor<4x6xf32>, tensor<6x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
