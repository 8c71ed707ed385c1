// What is made of constant arguments is described, so that a caller can pack
// them without running @main.prepare.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nchw4c indivisible=pad report=%t/report.json host-json=%t/host.json host-header=%t/host.h" -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t/host.json
// RUN: clang -x c -fsyntax-only %t/host.h
// RUN: layout-check %s %t/planned.mlir --entry=main
// RUN: %python %S/Inputs/pack.py write %t 13x8x3x3 7x13x1x1 1x7x6x5 1x8x6x5
// RUN: layout-run %t/planned.mlir --entry=main.prepare --input=%t/0.npy --input=%t/1.npy --input=%t/2.npy --input=%t/3.npy --output=%t/prepared.npy
// RUN: %python %S/Inputs/pack.py check %t %t/report.json | FileCheck %s --check-prefix=PACKED

// The descriptors of a second plan speak of the same arguments.
// RUN: layout-opt %t/planned.mlir --layout-pipeline="target=nhwc report=%t/again.json" -o %t/again.mlir
// RUN: layout-check %s %t/again.mlir --entry=main
// RUN: layout-run %t/again.mlir --entry=main.prepare --input=%t/0.npy --input=%t/1.npy --input=%t/2.npy --input=%t/3.npy --output=%t/prepared.npy
// RUN: %python %S/Inputs/pack.py check %t %t/again.json | FileCheck %s --check-prefix=PACKED

// PACKED: described 3

!x = tensor<1x8x6x5xf32>
!y = tensor<1x13x6x5xf32>
!z = tensor<1x7x6x5xf32>

// An absolute value is computed, so only the function says what it is; the last
// argument stays as it is.
// CHECK: func.func @main.prepare(
// CHECK-SAME: -> (tensor<4x2x3x3x4x4xf32> {layout.host = {argument = 0 : i64, bytes = 4608 : i64,
// CHECK-SAME: logical = tensor<13x8x3x3xf32>, map = "(d0, d1, d2, d3) -> (d0 floordiv 4, d1 floordiv 4, d2, d3, d1 mod 4, d0 mod 4)"
// CHECK-SAME: padding_bytes = 864 : i64
// CHECK-SAME: tensor<2x4x1x1x4x4xf32> {layout.host = {argument = 1 : i64
// CHECK-SAME: padding = 0.000000e+00 : f32, padding_bytes = 148 : i64
// CHECK-SAME: }}, tensor<1x2x6x5x4xf32>, tensor<1x8x6x5xf32> {layout.host = {argument = 3 : i64
// CHECK-SAME: padding_bytes = 0 : i64
// CHECK-SAME: }}) attributes {layout.prepares = array<i64: 0, 1, 2, 3>}
// CHECK-NOT: @unpack
// JSON: "name": "main.prepare"
// JSON: "argument": 0,
// JSON-NOT: "unpack"
func.func @main(%w: tensor<13x8x3x3xf32> {layout.constant}, %v: tensor<7x13x1x1xf32> {layout.constant},
                %b: !z {layout.constant}, %u: !x {layout.constant}, %x: !x) -> (!z, !x) {
  %c = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %c : f32
  } : !x to tensor<1x8x8x7xf32>
  %zero = arith.constant dense<0.0> : !y
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x8x8x7xf32>, tensor<13x8x3x3xf32>) outs(%zero : !y) -> !y
  %a = math.absf %b : !z
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %v : !y, tensor<7x13x1x1xf32>) outs(%a : !z) -> !z
  return %1, %u : !z, !x
}

// Only the map is known of a tensor of unknown size; nothing of one that is
// added to.
// CHECK: func.func @dynamic.prepare(
// CHECK-SAME: -> (tensor<?x5xf32> {layout.host = {argument = 0 : i64, dtype = "f32", layout = "map:(d0, d1) -> (d1, d0)", logical = tensor<5x?xf32>, map = "(d0, d1) -> (d1, d0)"
// CHECK-SAME: }}, tensor<3x2xf32>) attributes
func.func @dynamic(%w: tensor<5x?xf32> {layout.constant}, %v: tensor<2x3xf32> {layout.constant}, %k: index)
    -> (tensor<?x5xf32>, tensor<3x2xf32>) {
  %e = tensor.empty(%k) : tensor<?x5xf32>
  %t = linalg.transpose ins(%w : tensor<5x?xf32>) outs(%e : tensor<?x5xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<3x2xf32>
  %s = arith.addf %v, %v : tensor<2x3xf32>
  %u = linalg.transpose ins(%s : tensor<2x3xf32>) outs(%f : tensor<3x2xf32>) permutation = [1, 0]
  return %t, %u : tensor<?x5xf32>, tensor<3x2xf32>
}
