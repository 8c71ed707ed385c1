// Frozen and skipped ops and functions are not changed by any pass nor by the
// pipeline; the ops next to them are planned.
// Covers: R37, R38, R39
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/functions.mlir | sed '/@planned/,/^  }/d' > %t/expected.mlir
// RUN: layout-opt %t/functions.mlir --layout-raise | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-freeze="target=nhwc" --layout-report | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-fold | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-flow=strategy=backward --layout-report | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-verify | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-materialize | sed '/@planned/,/^  }/d' | diff %t/expected.mlir -
// RUN: layout-opt %t/functions.mlir --layout-pipeline="target=nhwc" -o %t/planned.mlir
// RUN: sed '/@planned/,/^  }/d' %t/planned.mlir | diff %t/expected.mlir -
// RUN: FileCheck %t/functions.mlir < %t/planned.mlir
// RUN: mlir-opt %t/planned.mlir | diff %t/planned.mlir -

// RUN: layout-opt %t/ops.mlir --layout-raise | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-raise --layout-freeze="target=nchw16c" | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-raise --layout-freeze="target=nchw16c" --layout-flow=strategy=backward | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-raise --layout-freeze="target=nchw16c" --layout-flow="strategy=forward" | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-raise --layout-freeze="target=nchw16c" --layout-fold --layout-verify | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-pipeline="target=nchw16c materialize=false" | FileCheck %t/ops.mlir
// RUN: layout-opt %t/ops.mlir --layout-pipeline="target=nchw16c" -o %t/planned.mlir
// RUN: FileCheck %t/ops.mlir --check-prefix=UPSTREAM < %t/planned.mlir
// RUN: layout-check %t/ops.mlir %t/planned.mlir

//--- functions.mlir
func.func @frozen(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> attributes {layout.frozen} {
  %c1 = arith.constant 1 : index
  %unused = arith.addi %c1, %c1 : index
  %d = tensor.empty() : tensor<1x8x8x4xf32>
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = linalg.transpose ins(%x : tensor<1x4x8x8xf32>) outs(%d : tensor<1x8x8x4xf32>) permutation = [0, 2, 3, 1]
  %1 = linalg.transpose ins(%0 : tensor<1x8x8x4xf32>) outs(%e : tensor<1x4x8x8xf32>) permutation = [0, 3, 1, 2]
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %2 : tensor<1x8x6x6xf32>
}

func.func @left(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> attributes {layout.skip} {
  %k = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %unused = linalg.transpose ins(%k : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// CHECK-LABEL: func.func @planned
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @planned(%x: tensor<1x4x8x8xf32>, %f: tensor<8x4x3x3xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

//--- ops.mlir
// An op that the user froze in NHWC, in a program planned for NCHW16c.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK: %[[X:.*]] = linalg.transpose ins(%arg0 : tensor<1x16x8x8xf32>) outs({{.*}} : tensor<1x8x8x16xf32>) permutation = [0, 2, 3, 1]  {layout.frozen}
// CHECK: %[[ZEROS:.*]] = linalg.fill {layout.frozen} ins({{.*}} : f32) outs({{.*}} : tensor<1x4x4x32xf32>)
// CHECK-NEXT: %[[Y:.*]] = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, layout.frozen, strides = dense<1> : tensor<2xi64>, their.mark = "kept"}
// CHECK-SAME: ins(%[[X]], %arg1 : tensor<1x8x8x16xf32>, tensor<3x3x16x32xf32>) outs(%[[ZEROS]] : tensor<1x4x4x32xf32>)
// CHECK-NEXT: %[[Z:.*]] = linalg.generic {indexing_maps = [#[[ROWS]], #[[LAST]], #[[ROWS]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
// CHECK-SAME: ins(%[[Y]], %arg3 : tensor<1x4x4x32xf32>, tensor<32xf32>) outs({{.*}} : tensor<1x4x4x32xf32>) attrs = {layout.frozen, their.mark = "kept"}
// CHECK: tensor.pad %[[Z]] low[0, 0, 0, 0] high[0, 1, 1, 0]
// CHECK: } {layout.frozen} : tensor<1x4x4x32xf32> to tensor<1x5x5x32xf32>

// UPSTREAM: linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, their.mark = "kept"}
// UPSTREAM: linalg.generic
// UPSTREAM-SAME: outs({{.*}} : tensor<1x4x4x32xf32>) attrs = {their.mark = "kept"}
// UPSTREAM-NOT: layout.
#rows = affine_map<(n, h, w, c) -> (n, h, w, c)>
#last = affine_map<(n, h, w, c) -> (c)>
func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<3x3x16x32xf32>, %g: tensor<16x32x3x3xf32>, %bias: tensor<32xf32>) -> tensor<1x16x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x8x16xf32>
  %0 = linalg.transpose ins(%x : tensor<1x16x8x8xf32>) outs(%e : tensor<1x8x8x16xf32>) permutation = [0, 2, 3, 1] {layout.frozen}
  %e1 = tensor.empty() : tensor<1x4x4x32xf32>
  %i1 = linalg.fill {layout.frozen} ins(%zero : f32) outs(%e1 : tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {layout.frozen, their.mark = "kept", dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%0, %f : tensor<1x8x8x16xf32>, tensor<3x3x16x32xf32>) outs(%i1 : tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #last, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %bias : tensor<1x4x4x32xf32>, tensor<32xf32>) outs(%e1 : tensor<1x4x4x32xf32>) attrs = {layout.frozen, their.mark = "kept"} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x4x4x32xf32>
  %3 = tensor.pad %2 low[0, 0, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %zero : f32
  } {layout.frozen} : tensor<1x4x4x32xf32> to tensor<1x5x5x32xf32>
  %e4 = tensor.empty() : tensor<1x32x5x5xf32>
  %4 = linalg.transpose ins(%3 : tensor<1x5x5x32xf32>) outs(%e4 : tensor<1x32x5x5xf32>) permutation = [0, 3, 1, 2]
  %e5 = tensor.empty() : tensor<1x16x3x3xf32>
  %i5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<1x16x3x3xf32>) -> tensor<1x16x3x3xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %g : tensor<1x32x5x5xf32>, tensor<16x32x3x3xf32>) outs(%i5 : tensor<1x16x3x3xf32>) -> tensor<1x16x3x3xf32>
  return %5 : tensor<1x16x3x3xf32>
}
