// Products of narrow numbers take the elements as an instruction has them: zero
// points and signs move out of the sum.
//
// RUN: layout-opt %s --split-input-file --layout-pipeline=target=nhwc-packed16 -o %t.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-prepare-products=cpu=cascadelake --remarks-filter=layout-prepare-products -o %t.unsigned.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.unsigned.mlir --check-prefixes=CHECK,UNSIGNED
// RUN: layout-opt %t.mlir --split-input-file --layout-prepare-products=cpu=x86-64-v3 -o %t.any.mlir
// RUN: FileCheck %s --input-file=%t.any.mlir --check-prefixes=CHECK,ANY
// RUN: layout-check %s %t.unsigned.mlir --split-input-file --int-range=-300,300
// RUN: layout-check %s %t.any.mlir --split-input-file --int-range=-300,300
// RUN: layout-check %s %t.mlir --split-input-file --int-range=-300,300 --code=kernels
// RUN: %expect-exit 1 layout-opt %s --layout-prepare-products=cpu=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REQUIRES: x86
//
// UNKNOWN: error: requires 'cpu' to be host or a processor that LLVM knows for x86_64, found 'unknown'

// Both operands are signed, and vpdpbusd takes one that is not. The sign bits
// are flipped in front of the pad, whose value changes from 3 to -125. The sum of
// the constant filter is a constant: 72 elements for each output.
//
// REMARK: products {{.*}}Remark="takes the data with the other sign"
// CHECK-LABEL: func.func @convolution(
// UNSIGNED: %[[SUM:.*]] = arith.constant dense<-144> : tensor<2x16xi32>
// UNSIGNED: %[[FLIPPED:.*]] = linalg.generic {{.*}} ins({{.*}} : tensor<1x9x11x8xi8>)
// UNSIGNED: arith.xori
// UNSIGNED: tensor.pad %[[FLIPPED]] low[0, 1, 1, 0] high[0, 1, 1, 0]
// UNSIGNED: arith.extui
// UNSIGNED: arith.extsi
// UNSIGNED: arith.muli
// UNSIGNED: linalg.generic {{.*}} ins({{.*}}, %[[SUM]] : tensor<1x5x6x2x16xi32>, tensor<2x16xi32>)
// UNSIGNED: arith.constant 128 : i32
// ANY-NOT: arith.xori
func.func @convolution(%x: tensor<1x8x9x11xi8>) -> tensor<1x32x5x6xi32> {
  %w = arith.constant dense<-2> : tensor<32x8x3x3xi8>
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i8
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %three : i8
  } : tensor<1x8x9x11xi8> to tensor<1x8x11x13xi8>
  %empty = tensor.empty() : tensor<1x32x5x6xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x32x5x6xi32>) -> tensor<1x32x5x6xi32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded, %w : tensor<1x8x11x13xi8>, tensor<32x8x3x3xi8>) outs(%zeros : tensor<1x32x5x6xi32>) -> tensor<1x32x5x6xi32>
  return %0 : tensor<1x32x5x6xi32>
}

// -----

// Zero points of both operands: what belongs to that of the filter are sums over
// the windows of the data, whose channels are added up before.
//
// CHECK-LABEL: func.func @quantized_convolution(
// CHECK: %[[CHANNELS:.*]] = linalg.generic {{.*}} ins({{.*}} : tensor<1x9x11x8xi8>) outs({{.*}} : tensor<1x9x11xi32>)
// CHECK: %[[WINDOWS:.*]] = linalg.generic {{.*}} ins(%[[CHANNELS]], {{.*}} : tensor<1x9x11xi32>, tensor<3x2xi32>) outs({{.*}} : tensor<1x4x5xi32>)
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {{.*}} ins({{.*}} : tensor<1x9x11x8xi8>, tensor<2x3x2x2x16x4xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCTS]], {{.*}} : tensor<1x4x5x2x16xi32>, {{.*}})
// CHECK: arith.constant 48 : i32
func.func @quantized_convolution(%x: tensor<1x8x9x11xi8>, %w: tensor<32x8x3x2xi8>, %x0: i32, %w0: i32, %out: tensor<1x32x4x5xi32>) -> tensor<1x32x4x5xi32> {
  %0 = linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%x, %w, %x0, %w0 : tensor<1x8x9x11xi8>, tensor<32x8x3x2xi8>, i32, i32) outs(%out : tensor<1x32x4x5xi32>) -> tensor<1x32x4x5xi32>
  return %0 : tensor<1x32x4x5xi32>
}

// -----

// A filter that is no constant is added up vector by vector, groups at the end. A
// zero point of 0 is none.
//
// CHECK-LABEL: func.func @quantized_matmul(
// CHECK: tensor.collapse_shape {{.*}} : tensor<3x16x16x4xi8> into tensor<3x16x64xi8>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}} : tensor<3x16x64xi8>) outs({{.*}} : tensor<3x64xi32>)
// CHECK: tensor.expand_shape {{.*}} : tensor<3x64xi32> into tensor<3x16x4xi32>
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<35x64xi8>, tensor<3x16x16x4xi8>)
// CHECK-NOT: tensor<35xi32>
// CHECK: return
func.func @quantized_matmul(%a: tensor<35x64xi8>, %b: tensor<64x48xi8>, %a0: i32, %c: tensor<35x48xi32>) -> tensor<35x48xi32> {
  %b0 = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %a0, %b0 : tensor<35x64xi8>, tensor<64x48xi8>, i32, i32) outs(%c : tensor<35x48xi32>) -> tensor<35x48xi32>
  return %0 : tensor<35x48xi32>
}

// -----

// Unsigned elements of both: those of the data become signed.
//
// CHECK-LABEL: func.func @unsigned(
// UNSIGNED: arith.xori
// UNSIGNED: arith.extsi
// UNSIGNED: arith.extui
// UNSIGNED: arith.constant -128 : i32
func.func @unsigned(%a: tensor<7x8xi8>, %b: tensor<8x16xi8>, %c: tensor<7x16xi32>) -> tensor<7x16xi32> {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<7x8xi8>, tensor<8x16xi8>) outs(%c : tensor<7x16xi32>) -> tensor<7x16xi32>
  return %0 : tensor<7x16xi32>
}

// -----

// Rows may be dynamic.
//
// CHECK-LABEL: func.func @dynamic(
// UNSIGNED: linalg.generic {{.*}} ins({{.*}} : tensor<?x8xi8>)
// UNSIGNED: arith.xori
// UNSIGNED: linalg.generic {{.*}} ins({{.*}} : tensor<?x8xi8>, tensor<1x2x16x4xi8>)
// UNSIGNED: arith.extui
func.func @dynamic(%a: tensor<?x8xi8>, %b: tensor<8x16xi8>, %c: tensor<?x16xi32>) -> tensor<?x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xi8>, tensor<8x16xi8>) outs(%c : tensor<?x16xi32>) -> tensor<?x16xi32>
  return %0 : tensor<?x16xi32>
}

// -----

// But not if they are added up because of the zero point of the filter.
//
// REMARK: products {{.*}}Remark="keeps signs and zero points: a filter or a reduction is dynamic, or reads parts of a dim"
// CHECK-LABEL: func.func @dynamic_quantized(
// CHECK-NOT: arith.xori
// CHECK: arith.subi
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.subi
// CHECK-NEXT: arith.muli
func.func @dynamic_quantized(%a: tensor<?x8xi8>, %b: tensor<8x16xi8>, %a0: i32, %b0: i32, %c: tensor<?x16xi32>) -> tensor<?x16xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %a0, %b0 : tensor<?x8xi8>, tensor<8x16xi8>, i32, i32) outs(%c : tensor<?x16xi32>) -> tensor<?x16xi32>
  return %0 : tensor<?x16xi32>
}

// -----

// Data in half precision is extended once, not in front of each product; the
// filter, of which each vector is loaded for several rows, stays.
//
// REMARK: products {{.*}}Remark="takes the data in f32"
// CHECK-LABEL: func.func @half(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins({{.*}} : tensor<7x8xf16>) outs({{.*}} : tensor<7x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]], {{.*}} : tensor<7x8xf32>, tensor<2x8x16xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.extf
// CHECK: arith.mulf
func.func @half(%a: tensor<7x8xf16>, %b: tensor<8x32xf16>, %c: tensor<7x32xf32>) -> tensor<7x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<7x8xf16>, tensor<8x32xf16>) outs(%c : tensor<7x32xf32>) -> tensor<7x32xf32>
  return %0 : tensor<7x32xf32>
}
