// Quantized convolutions and matmuls are critical, too. Zero points are scalars;
// because of them, reduced dims must not be padded with zeros.
//
// Covers: R1, R25

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.nhwc.mlir
// RUN: FileCheck %s --input-file=%t.nhwc.mlir --check-prefix=NHWC
// RUN: layout-check %s %t.nhwc.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=nchw4c indivisible=pad" -o %t.blocked.mlir
// RUN: FileCheck %s --input-file=%t.blocked.mlir --check-prefix=BLOCKED
// RUN: layout-check %s %t.blocked.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="prefer=matmul=[MK2m4k,KN8n4k]" -o %t.packed.mlir
// RUN: FileCheck %s --input-file=%t.packed.mlir --check-prefix=PACKED
// RUN: layout-check %s %t.packed.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// There is no rewrite of the data between the two convolutions.
// NHWC-LABEL: func.func @main(
// NHWC: linalg.transpose ins(%arg0 : tensor<1x8x9x7xi8>) outs({{.*}} : tensor<1x9x7x8xi8>)
// NHWC: %[[A:.*]] = linalg.conv_2d_nhwc_hwcf_q
// NHWC: %[[B:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<1x7x5x6xi32>)
// NHWC: linalg.conv_2d_nhwc_hwcf_q {{.*}} ins(%[[B]],
// NHWC: linalg.transpose {{.*}} outs({{.*}} : tensor<1x3x6x5xi32>)

// Six and three channels are not multiples of four: output channels are padded,
// reduced ones are not.
// BLOCKED-LABEL: func.func @main(
// BLOCKED: linalg.generic {{.*}} ins({{.*}} : tensor<1x2x9x7x4xi8>, tensor<2x2x3x3x4x4xi8>, i32, i32) outs(%{{.*}} : tensor<1x2x7x5x4xi32>)
// BLOCKED: linalg.generic {{.*}} ins({{.*}} : tensor<1x6x7x5xi8>, tensor<1x6x2x1x4xi8>, i32, i32) outs(%{{.*}} : tensor<1x1x6x5x4xi32>)

// PACKED-LABEL: func.func @main(
// PACKED: linalg.generic {{.*}} ins({{.*}} : tensor<2x4x2x4xi8>, tensor<4x2x8x4xi8>, i32, i32) outs({{.*}} : tensor<2x2x2x8xi32>)
func.func @main(%x: tensor<1x8x9x7xi8>, %w: tensor<6x8x3x3xi8>, %v: tensor<3x6x2x1xi8>, %a: tensor<4x16xi8>, %b: tensor<16x16xi8>)
    -> (tensor<1x3x6x5xi32>, tensor<4x16xi32>) {
  %zx = arith.constant 3 : i32
  %zw = arith.constant -2 : i32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x6x7x5xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<1x6x7x5xi32>) -> tensor<1x6x7x5xi32>
  %0 = linalg.conv_2d_nchw_fchw_q ins(%x, %w, %zx, %zw : tensor<1x8x9x7xi8>, tensor<6x8x3x3xi8>, i32, i32) outs(%f : tensor<1x6x7x5xi32>) -> tensor<1x6x7x5xi32>
  %n = tensor.empty() : tensor<1x6x7x5xi8>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x6x7x5xi32>) outs(%n : tensor<1x6x7x5xi8>) {
  ^bb0(%in: i32, %out: i8):
    %t = arith.trunci %in : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x6x7x5xi8>
  %e2 = tensor.empty() : tensor<1x3x6x5xi32>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<1x3x6x5xi32>) -> tensor<1x3x6x5xi32>
  %2 = linalg.conv_2d_nchw_fchw_q ins(%1, %v, %zw, %zx : tensor<1x6x7x5xi8>, tensor<3x6x2x1xi8>, i32, i32) outs(%f2 : tensor<1x3x6x5xi32>) -> tensor<1x3x6x5xi32>
  %e3 = tensor.empty() : tensor<4x16xi32>
  %f3 = linalg.fill ins(%zero : i32) outs(%e3 : tensor<4x16xi32>) -> tensor<4x16xi32>
  %3 = linalg.quantized_matmul ins(%a, %b, %zx, %zw : tensor<4x16xi8>, tensor<16x16xi8>, i32, i32) outs(%f3 : tensor<4x16xi32>) -> tensor<4x16xi32>
  return %2, %3 : tensor<1x3x6x5xi32>, tensor<4x16xi32>
}
