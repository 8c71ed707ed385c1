// Ops that a backend computes are found by patterns, and stay in their layouts.
// Covers: R36, R41
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
//
// As they came: the convolution of 32 channels and what is behind it stay, the
// one of 8 channels has what the target prefers, and the rewrites are at the
// border of the first.
// RUN: layout-opt %t/kept.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/kept.planned.mlir
// RUN: FileCheck %t/kept.mlir < %t/kept.planned.mlir
// RUN: layout-check -O0 %t/kept.mlir %t/kept.planned.mlir
// RUN: layout-opt %t/kept.planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=KEPT
// RUN: layout-opt %t/kept-outlined.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/kept-outlined.planned.mlir
// RUN: layout-opt %t/kept-outlined.planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=KEPT
// RUN: layout-check -O0 %t/kept.mlir %t/kept-outlined.planned.mlir
// KEPT: {"rewrites":2,"bytes":4608,
// RUN: layout-opt %t/kept.mlir --layout-freeze="target=%t/npu.mlir prefer=conv2d=[NHWC,default]" --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: preference for conv2d gives way: the op is offloaded
// REMARK: keeps its layout: it is offloaded
//
// Planning before partitioning and after it leaves the same rewrites: three of
// 9216 bytes, of which none lies between the convolution and the sum. Without
// the partition, two would do.
// RUN: layout-opt %t/line.mlir --layout-pipeline="target=%t/nhwc.mlir" -o %t/line.planned.mlir
// RUN: layout-opt %t/line.planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %t/line.mlir < %t/line.planned.mlir
// RUN: layout-check -O0 %t/line.mlir %t/line.planned.mlir
// RUN: layout-opt %t/outlined.mlir --layout-pipeline="target=%t/nhwc.mlir" -o %t/outlined.planned.mlir
// RUN: layout-opt %t/outlined.planned.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %t/outlined.mlir < %t/outlined.planned.mlir
// RUN: layout-check -O0 %t/line.mlir %t/outlined.planned.mlir
// COUNT: {"rewrites":3,"bytes":27648,
// RUN: layout-opt %t/line.mlir --layout-pipeline="target=%t/moves.mlir" -o %t/moved.mlir
// RUN: layout-opt %t/moved.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=MOVES
// RUN: layout-check -O0 %t/line.mlir %t/moved.mlir
// MOVES: {"rewrites":2,"bytes":18432,
//
// Each strategy keeps partitions together, with costs in bytes and in times, and
// so does the baseline.
// RUN: layout-opt %t/line.mlir --layout-pipeline="target=%t/nhwc-required.mlir strategy=backward" -o %t/backward.mlir
// RUN: layout-opt %t/backward.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %t/line.mlir < %t/backward.mlir
// RUN: layout-opt %t/outlined.mlir --layout-pipeline="target=%t/nhwc-required.mlir strategy=forward" -o %t/forward.mlir
// RUN: layout-opt %t/forward.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %t/outlined.mlir < %t/forward.mlir
// RUN: layout-opt %t/line.mlir --layout-pipeline="target=%t/nhwc-required.mlir strategy=backward calibration=%t/microseconds.json" -o %t/timed.mlir
// RUN: layout-opt %t/timed.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t/line.mlir --layout-raise --layout-freeze=target=%t/nhwc-required.mlir --layout-flow=baseline --layout-drop-constraints -o %t/baseline.mlir
// RUN: layout-opt %t/baseline.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check -O0 %t/line.mlir %t/baseline.mlir
//
// A planned program stays as it is.
// RUN: layout-opt %t/line.planned.mlir --layout-pipeline="target=%t/nhwc.mlir" -o %t/again.mlir
// RUN: diff %t/line.planned.mlir %t/again.mlir
// RUN: layout-opt %t/outlined.planned.mlir --layout-pipeline="target=%t/nhwc.mlir" -o %t/again.mlir
// RUN: diff %t/outlined.planned.mlir %t/again.mlir
//
// Without layouts for offloaded ops, a function that is called keeps its types,
// whether it has a body or not.
// RUN: layout-opt %t/outlined.mlir --layout-pipeline="target=%t/npu.mlir" | FileCheck %s --check-prefix=CALLEE
// CALLEE: func.func private @npu_0(%{{.*}}: tensor<1x32x6x6xf32>, %{{.*}}: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
// CALLEE-NOT: linalg.transpose
// CALLEE: linalg.conv_2d_nchw_fchw
// CALLEE-NOT: linalg.transpose
// CALLEE: linalg.add
// CALLEE-NEXT: return
// RUN: layout-opt %t/external.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/external.planned.mlir
// RUN: FileCheck %t/external.mlir < %t/external.planned.mlir
//
// The planner chooses between layouts of a partition.
// RUN: layout-opt %t/choice.mlir --layout-pipeline="target=%t/two.mlir" -o %t/choice.planned.mlir
// RUN: FileCheck %t/choice.mlir < %t/choice.planned.mlir
// RUN: layout-check -O0 %t/choice.mlir %t/choice.planned.mlir
//
// Blocks that do not divide are padded at the boundary.
// RUN: layout-opt %t/padded.mlir --layout-pipeline="target=%t/blocks.mlir indivisible=pad" -o %t/padded.planned.mlir
// RUN: FileCheck %t/padded.mlir < %t/padded.planned.mlir
// RUN: layout-check -O0 %t/padded.mlir %t/padded.planned.mlir
// RUN: layout-opt %t/dynamic.mlir --layout-pipeline="target=%t/nhwc.mlir" -o %t/dynamic.planned.mlir
// RUN: FileCheck %t/dynamic.mlir < %t/dynamic.planned.mlir
// RUN: layout-check -O0 %t/dynamic.mlir %t/dynamic.planned.mlir --dims=5,9,5,9
//
// Layouts that need a rewrite in between: preferred ones give way, required ones
// are an error.
// RUN: layout-opt %t/clash.mlir --layout-pipeline="target=%t/clash-prefers.mlir" --remarks-filter=layout-flow --remark-format=emitRemark -o %t/clash.planned.mlir 2>&1 | FileCheck %s --check-prefix=CLASH
// CLASH: remark: {{.*}}ops that are offloaded together keep their layouts: those that the target states need a rewrite in between
// RUN: FileCheck %t/clash.mlir < %t/clash.planned.mlir
// RUN: layout-check -O0 %t/clash.mlir %t/clash.planned.mlir
// RUN: not layout-opt %t/clash.mlir --layout-pipeline="target=%t/clash-requires.mlir" -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: clash.mlir:10:8: error: 'linalg.exp' op cannot be offloaded together with its neighbours: the layouts that the target states for them need a rewrite in between
// RUN: not ls %t/none.mlir
// What a convolution writes into its padding is not what the next one reads there.
// RUN: not layout-opt %t/padded-pair.mlir --layout-pipeline="target=%t/blocks-required.mlir indivisible=pad" -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=PAIR
// PAIR: padded-pair.mlir:4:8: error: 'linalg.conv_2d_nchw_fchw' op cannot be offloaded together with its neighbours: the layouts that the target states for them need a rewrite in between, at least of what they pad
// RUN: not ls %t/none.mlir
// RUN: not layout-opt %t/dynamic.mlir --layout-freeze="target=%t/blocks-required.mlir" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: 'linalg.conv_2d_nchw_fchw' op cannot take the layouts that target 'npu' requires
// The same as a preference: the report says what the op has instead.
// RUN: sed 's/"requires"/"prefers"/' %t/blocks-required.mlir > %t/blocks-preferred.mlir
// RUN: layout-opt %t/padded-pair.mlir --layout-pipeline="target=%t/blocks-preferred.mlir indivisible=pad" --remarks-filter=layout-flow --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAYS
// STAYS: remark: {{.*}}ops that are offloaded together keep their layouts: those that the target states need a rewrite in between, at least of what they pad
// RUN: layout-opt %t/dynamic.mlir --layout-pipeline="target=%t/blocks-preferred.mlir report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=HINT
//      HINT: Hints that are not met:
// HINT-NEXT: pointwise_conv2d NCHW64c, OIHW64i64o -> NCHW64c: a block requires output channels in a multiple of 64, found 4; indivisible=pad adds 60; the operation has NCHW, OIHW -> NCHW; at {{.*}}dynamic.mlir:5:8
//
// What is offloaded is not held to what other ops of its kind must have.
// RUN: layout-opt %t/kept.mlir --layout-pipeline="target=%t/verified.mlir" -o /dev/null
// RUN: not layout-opt %t/line.mlir --layout-verify="target=%t/required.mlir" 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: 'linalg.conv_2d_nchw_fchw' op {{.*}}operand 0
// RUN: layout-opt %t/line.mlir --layout-pipeline="target=%t/required.mlir" -o %t/required.planned.mlir
// RUN: layout-opt %t/required.planned.mlir --layout-verify="target=%t/required.mlir" -o /dev/null
//
// Connected ops are one partition as far as nothing outside is in between.
// RUN: layout-opt %t/parts.mlir --layout-freeze="target=%t/parts-target.mlir" | FileCheck %t/parts.mlir

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C">],
    "offload" = [
      #dlti.map<"kind" = "conv", "when" = #dlti.map<"C" = "% 16 == 0">, "followed_by" = ["linalg.add", "elementwise"]>,
      #dlti.map<"kind" = "call", "callee" = "npu_*">]>>>} {}

//--- verified.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "verify" = true,
    "requires" = [#dlti.map<"kind" = "conv", "data" = "N*C">, #dlti.map<"kind" = "elementwise", "operands" = "acdb">],
    "offload" = [#dlti.map<"kind" = "conv", "when" = #dlti.map<"C" = "% 16 == 0">, "followed_by" = "elementwise">]>>>} {}

//--- kept.mlir
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-NOT: linalg.transpose
// CHECK: linalg.exp ins(%{{.*}} : tensor<1x8x6x6xf32>)
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @kept(%x: tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<8x32x1x1xf32>
  %v = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x8x6x6xf32>
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<8x32x1x1xf32>) outs(%zeros : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x8x6x6xf32>) outs(%e : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%zeros : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %2 : tensor<1x8x6x6xf32>
}

//--- kept-outlined.mlir
func.func private @npu_0(%x: tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<8x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x8x6x6xf32>
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<8x32x1x1xf32>) outs(%zeros : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x8x6x6xf32>) outs(%e : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}
func.func @kept(%x: tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %v = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x8x6x6xf32>
  %0 = call @npu_0(%x) : (tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%zeros : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}

//--- nhwc.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = "conv", "followed_by" = "linalg.add">, #dlti.map<"callee" = "npu_*">],
    "prefers" = [#dlti.map<"kind" = "offload", "data" = "N*C">]>>>} {}

//--- nhwc-required.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = "conv", "followed_by" = "linalg.add">, #dlti.map<"callee" = "npu_*">],
    "requires" = [#dlti.map<"kind" = "offload", "data" = "N*C">]>>>} {}

//--- microseconds.json
{"version": 1, "unit": "us", "per_byte": 0.001, "efficiency": [{"run": 4, "of_copy": 1.0}]}

//--- moves.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = "conv", "followed_by" = "linalg.add">],
    "prefers" = [#dlti.map<"kind" = "offload", "data" = "N*C">],
    "rewrites" = #dlti.map<"inside_offloaded" = true>>>>} {}

//--- required.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "verify" = true,
    "offload" = [#dlti.map<"kind" = "conv", "followed_by" = "linalg.add">],
    "requires" = [#dlti.map<"kind" = "offload", "data" = "N*C">, #dlti.map<"kind" = "conv", "data" = "NC*">]>>>} {}

//--- line.mlir
// CHECK-COUNT-2: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.add ins(%{{.*}} : tensor<1x6x6x32xf32>, tensor<1x6x6x32xf32>)
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @main(%x: tensor<1x32x6x6xf32>, %s: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.add ins(%0, %s : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %1 : tensor<1x32x6x6xf32>
}

//--- outlined.mlir
// CHECK: func.func private @npu_0(%{{.*}}: tensor<1x6x6x32xf32>, %{{.*}}: tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
// CHECK-NOT: linalg.transpose
// CHECK: func.func @main
// CHECK-COUNT-3: linalg.transpose
func.func private @npu_0(%x: tensor<1x32x6x6xf32>, %s: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.add ins(%0, %s : tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %1 : tensor<1x32x6x6xf32>
}
func.func @main(%x: tensor<1x32x6x6xf32>, %s: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = call @npu_0(%x, %s) : (tensor<1x32x6x6xf32>, tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

//--- external.mlir
// CHECK: func.func private @npu_1(tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32>
// CHECK: call @npu_1(%arg0)
// CHECK: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func private @npu_1(tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32>
func.func @main(%x: tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %v = arith.constant dense<0.2> : tensor<8x8x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x8x6x6xf32>
  %0 = call @npu_1(%x) : (tensor<1x32x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%zeros : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}

//--- two.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = ["conv", "elementwise"]>],
    "prefers" = [
      #dlti.map<"kind" = "offload", "data" = "NC*16c">,
      #dlti.map<"kind" = "offload", "data" = "N*C", "price" = 0.5 : f64>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "KN">]>>>} {}

//--- choice.mlir
// The argument arrives in NHWC and is read so: the price of NHWC is half of a
// result of 4608 bytes, and a rewrite moves 9216.
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.exp ins(%{{.*}} : tensor<1x6x6x32xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @main(%x: tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %t = linalg.transpose ins(%x : tensor<1x6x6x32xf32>) outs(%e : tensor<1x32x6x6xf32>) permutation = [0, 3, 1, 2]
  %0 = linalg.conv_2d_nchw_fchw ins(%t, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %o = tensor.empty() : tensor<1x6x6x32xf32>
  %r = linalg.transpose ins(%1 : tensor<1x32x6x6xf32>) outs(%o : tensor<1x6x6x32xf32>) permutation = [0, 2, 3, 1]
  return %r : tensor<1x6x6x32xf32>
}

//--- blocks.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = ["conv", "elementwise"]>],
    "prefers" = [#dlti.map<"kind" = "offload", "data" = "NC*4c">]>>>} {}

//--- blocks-required.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = "conv">],
    "requires" = [#dlti.map<"kind" = "offload", "data" = "NC*64c">]>>>} {}

//--- padded.mlir
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x1x5x7x4xf32>, tensor<2x1x1x1x4x4xf32>) outs(%{{.*}} : tensor<1x2x5x7x4xf32>)
// CHECK: linalg.abs ins(%{{.*}} : tensor<1x2x5x7x4xf32>)
// CHECK-NOT: linalg.abs
// CHECK: return
func.func @main(%x: tensor<1x3x5x7xf32>) -> tensor<1x6x5x7xf32> {
  %w = arith.constant dense<0.1> : tensor<6x3x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x6x5x7xf32>
  %e = tensor.empty() : tensor<1x6x5x7xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x5x7xf32>, tensor<6x3x1x1xf32>) outs(%zeros : tensor<1x6x5x7xf32>) -> tensor<1x6x5x7xf32>
  %1 = linalg.abs ins(%0 : tensor<1x6x5x7xf32>) outs(%e : tensor<1x6x5x7xf32>) -> tensor<1x6x5x7xf32>
  return %1 : tensor<1x6x5x7xf32>
}

//--- padded-pair.mlir
func.func @main(%x: tensor<1x10x4x4xf32>, %w: tensor<10x10x1x1xf32>) -> tensor<1x10x4x4xf32> {
  %z = arith.constant dense<0.0> : tensor<1x10x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x10x4x4xf32>, tensor<10x10x1x1xf32>) outs(%z : tensor<1x10x4x4xf32>) -> tensor<1x10x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x10x4x4xf32>, tensor<10x10x1x1xf32>) outs(%z : tensor<1x10x4x4xf32>) -> tensor<1x10x4x4xf32>
  return %1 : tensor<1x10x4x4xf32>
}

//--- dynamic.mlir
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.add ins(%{{.*}} : tensor<1x?x?x4xf32>
func.func @main(%x: tensor<1x8x?x?xf32>, %s: tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32> {
  %w = arith.constant dense<0.1> : tensor<4x8x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x?x?xf32>, tensor<4x8x1x1xf32>) outs(%s : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %1 = linalg.add ins(%0, %s : tensor<1x4x?x?xf32>, tensor<1x4x?x?xf32>) outs(%s : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  return %1 : tensor<1x4x?x?xf32>
}

//--- clash-prefers.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = ["conv", "elementwise"]>],
    "prefers" = [#dlti.map<"kind" = "offload", "data" = "N*C">, #dlti.map<"kind" = "offload", "operands" = "abcd", "results" = "abcd">]>>>} {}

//--- clash-requires.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = ["conv", "elementwise"]>],
    "requires" = [#dlti.map<"kind" = "offload", "data" = "N*C">, #dlti.map<"kind" = "offload", "operands" = "abcd", "results" = "abcd">]>>>} {}

//--- clash.mlir
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK: linalg.exp
// CHECK-NOT: linalg.transpose
func.func @main(%x: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x32x6x6xf32>
  %e = tensor.empty() : tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>) outs(%zeros : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x32x6x6xf32>) outs(%e : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %1 : tensor<1x32x6x6xf32>
}

//--- parts-target.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = ["linalg.abs", "linalg.add"]>],
    "prefers" = [#dlti.map<"kind" = "offload", "operands" = "ba", "results" = "ba">]>>>} {}

//--- parts.mlir
// Between the first linalg.abs and linalg.add is linalg.exp, which is not taken,
// so that they are two partitions; the second linalg.abs is in the second one.
// CHECK: linalg.abs {layout.op_layout = {{.*}}, layout.partition = {id = [[FIRST:[0-9]+]] : i64}}
// CHECK-NEXT: layout.constraint %{{.*}} border : tensor<4x6xf32>
// CHECK: linalg.exp {{.*}}
// CHECK-NOT: layout.partition = {id = [[FIRST]]
// CHECK: linalg.add {layout.op_layout = {{.*}}, layout.partition = {id = [[SECOND:[0-9]+]] : i64}}
// CHECK-NEXT: linalg.abs {layout.op_layout = {{.*}}, layout.partition = {id = [[SECOND]] : i64}}
// CHECK-NEXT: layout.constraint %{{.*}} border : tensor<4x6xf32>
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.abs ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = linalg.add ins(%0, %1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = linalg.abs ins(%2 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}
