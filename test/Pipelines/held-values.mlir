// What is required of a value holds if the clean-up replaces the op that
// computes it, or is an error at that op if nothing but rewrites would have the
// layout. A preference that only rewrites meet is not met, and the plan says so.
// Covers: G20, P8, P18, P19
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/held.mlir --layout-pipeline="target=nchw16c report=%t/held.txt" -o %t/planned.mlir
// RUN: FileCheck %t/held.mlir < %t/planned.mlir
// RUN: not grep "Hints that are not met" %t/held.txt
// RUN: layout-check -O0 %t/held.mlir %t/planned.mlir --entry=slice --dims=5
// RUN: layout-check -O0 %t/held.mlir %t/planned.mlir --entry=transpose
// RUN: layout-check -O0 %t/held.mlir %t/planned.mlir --entry=no_op
// RUN: layout-opt %t/held.mlir --layout-clean-up --layout-raise | FileCheck %t/held.mlir --check-prefix=HELD
//
// RUN: layout-opt %t/loops.mlir --verify-each --layout-pipeline=target=nhwc -o %t/loops.planned.mlir
// RUN: FileCheck %t/loops.mlir < %t/loops.planned.mlir
// RUN: layout-check -O0 %t/loops.mlir %t/loops.planned.mlir --entry=unread_result
// RUN: layout-check -O0 %t/loops.mlir %t/loops.planned.mlir --entry=unread_branch
// RUN: layout-opt %t/loops.mlir --verify-each --layout-clean-up --layout-legalize | FileCheck %t/loops.mlir --check-prefix=LEGAL
//
// RUN: layout-opt %t/merged.mlir --layout-pipeline=target=nchw16c -verify-diagnostics -split-input-file -o /dev/null
// RUN: not layout-opt %t/merged.mlir --split-input-file --layout-pipeline="target=nchw16c strict" -o %t/none.mlir
// RUN: not ls %t/none.mlir
//
// A target has the last word about what it can compute.
// RUN: layout-opt %t/required.mlir --layout-pipeline=target=%t/target.mlir -verify-diagnostics -o /dev/null
//
// RUN: layout-opt %t/preferred.mlir --layout-pipeline="target=nchw16c report=%t/preferred.json" -o %t/preferred.planned.mlir
// RUN: FileCheck %t/preferred.mlir --input-file=%t/preferred.json
// RUN: layout-check -O0 %t/preferred.mlir %t/preferred.planned.mlir

//--- held.mlir
// CHECK-LABEL: func.func @slice
// CHECK: tensor.extract_slice {{.*}} to tensor<?x3x1x4xf32>
// HELD-LABEL: func.func @slice
// HELD: layout.constraint %{{.*}} {layout.require = "NCHW -> NHWC"} : tensor<?x4x3x1xf32>
func.func @slice(%x: tensor<?x5x3x1xf32>) -> tensor<?x4x3x1xf32> {
  %c = arith.constant 0 : index
  %n = tensor.dim %x, %c : tensor<?x5x3x1xf32>
  %0 = math.exp %x : tensor<?x5x3x1xf32>
  %1 = tensor.extract_slice %0[0, 1, 0, 0] [%n, 4, 3, 1] [1, 1, 1, 1] {layout.require = "NCHW -> NHWC"} : tensor<?x5x3x1xf32> to tensor<?x4x3x1xf32>
  return %1 : tensor<?x4x3x1xf32>
}

// The convolution has the layout that is required of the transposed value.
// CHECK-LABEL: func.func @transpose
// CHECK: %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} -> tensor<1x32x4x3xf32>
// CHECK: linalg.transpose ins(%[[CONV]]
// HELD-LABEL: func.func @transpose
// HELD: %[[RAISED:.*]] = layout.layout_transform
// HELD: layout.constraint %[[RAISED]] {layout.require = "ABCD -> ADBC"}
func.func @transpose(%x: tensor<1x32x4x3xf32>) -> tensor<1x4x3x32xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x32x4x3xf32>
  %e = tensor.empty() : tensor<1x4x3x32xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x3xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x3xf32>) -> tensor<1x32x4x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x32x4x3xf32>) outs(%e : tensor<1x4x3x32xf32>) permutation = [0, 2, 3, 1] {layout.require = "ABCD -> ADBC"}
  return %1 : tensor<1x4x3x32xf32>
}

// What computes the value is another op.
// CHECK-LABEL: func.func @no_op
// CHECK: math.exp %{{.*}} : tensor<7x5xf32>
// CHECK-NOT: arith.mulf
// HELD-LABEL: func.func @no_op
// HELD: %[[EXP:.*]] = math.exp
// HELD-NEXT: layout.constraint %[[EXP]] {layout.given = "MK", layout.require = "KM"}
func.func @no_op(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %one = arith.constant dense<1.0> : tensor<5x7xf32>
  %0 = math.exp %x : tensor<5x7xf32>
  %1 = arith.mulf %0, %one {layout.given = "MK", layout.require = "KM"} : tensor<5x7xf32>
  return %1 : tensor<5x7xf32>
}

//--- loops.mlir
// Upstream drops the result that nothing reads, but no entry of a list.
// CHECK-LABEL: func.func @unread_result
// CHECK: scf.for {{.*}} -> (tensor<1x5x5x18xf32>)
// LEGAL-LABEL: func.func @unread_result
// LEGAL: %[[LOOP:.*]] = scf.for
// LEGAL: layout.layout_transform %[[LOOP]]
// LEGAL: layout.constraint %{{.*}} {layout.frozen} : tensor<1x5x5x18xf32>
func.func @unread_result(%x: tensor<1x6x5x5xf32>, %w: tensor<18x6x1x1xf32>) -> tensor<1x18x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x18x5x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x18x5x5xf32>) -> tensor<1x18x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x6x5x5xf32>, tensor<18x6x1x1xf32>) outs(%zeros : tensor<1x18x5x5xf32>) -> tensor<1x18x5x5xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %1:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %0, %b = %0) -> (tensor<1x18x5x5xf32>, tensor<1x18x5x5xf32>) {
    %2 = math.absf %a : tensor<1x18x5x5xf32>
    scf.yield %2, %a : tensor<1x18x5x5xf32>, tensor<1x18x5x5xf32>
  } {layout.require = ["NCHW -> NHWC", "_"]}
  return %1#0 : tensor<1x18x5x5xf32>
}

// CHECK-LABEL: func.func @unread_branch
// CHECK: scf.if {{.*}} -> (tensor<1x5x5x18xf32>)
func.func @unread_branch(%x: tensor<1x6x5x5xf32>, %w: tensor<18x6x1x1xf32>, %take: i1) -> tensor<1x18x5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x18x5x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x18x5x5xf32>) -> tensor<1x18x5x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x6x5x5xf32>, tensor<18x6x1x1xf32>) outs(%zeros : tensor<1x18x5x5xf32>) -> tensor<1x18x5x5xf32>
  %1:2 = scf.if %take -> (tensor<1x18x5x5xf32>, tensor<1x18x5x5xf32>) {
    %2 = math.absf %0 : tensor<1x18x5x5xf32>
    scf.yield %0, %2 : tensor<1x18x5x5xf32>, tensor<1x18x5x5xf32>
  } else {
    %2 = math.exp %0 : tensor<1x18x5x5xf32>
    scf.yield %0, %2 : tensor<1x18x5x5xf32>, tensor<1x18x5x5xf32>
  } {layout.require = ["_", "NCHW -> NHWC"]}
  return %1#1 : tensor<1x18x5x5xf32>
}

//--- merged.mlir
func.func @collapse(%x: tensor<1x32x4x4xf32>) -> tensor<1x32x16xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x32x4x4xf32>
  // expected-note@+1 {{what it is made of is computed here}}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  // expected-error@+1 {{cannot meet 'layout.require': no operation reads or writes the value in the layout that it requires: the rewrites in front and behind merge}}
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] {layout.require = "ABC -> ACB"} : tensor<1x32x4x4xf32> into tensor<1x32x16xf32>
  return %1 : tensor<1x32x16xf32>
}

// -----

// Nothing tells the names of the dims of a slice.
func.func @names(%x: tensor<1x32x4x4xf32>) -> tensor<1x16x4x4xf32> {
  %0 = math.exp %x : tensor<1x32x4x4xf32>
  // expected-error@+1 {{layout 'NHWC' requires the names of the dims in front of it, as in 'NCHW -> NHWC': no op around the value tells them}}
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 4, 4] [1, 1, 1, 1] {layout.require = "NHWC"} : tensor<1x32x4x4xf32> to tensor<1x16x4x4xf32>
  return %1 : tensor<1x16x4x4xf32>
}

//--- preferred.mlir
// CHECK: "rewrites": 12288
// CHECK: "as_planned": false
// CHECK: "bytes": 8192
// CHECK: "hint": "layout.prefer"
// CHECK-NEXT: "outcome": "no operation reads or writes the value in the layout that it prefers: the rewrites in front and behind merge"
func.func @main(%x: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  %w = arith.constant dense<0.1> : tensor<32x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x32x4x4xf32>
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%zero : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = linalg.exp {layout.prefer = {layout = "NHWC", price = 3.0}} ins(%0 : tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %1 : tensor<1x32x4x4xf32>
}

//--- target.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "math.exp", "operands" = ["ba"], "results" = ["ba"]>]>>>} {}

//--- required.mlir
func.func @main(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  // expected-note@+2 {{what it is made of is computed here}}
  // expected-error@+1 {{cannot meet 'layout.require': no operation reads or writes the value in the layout that it requires: the rewrites in front and behind merge}}
  %0 = math.exp %x {layout.require = "MK -> 3kMK"} : tensor<4x6xf32>
  // This is what the target requires.
  %1 = math.exp %x {layout.require = "MK -> KM"} : tensor<4x6xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xf32>
}
