// Blocks of rows are given to rows in several dims that follow each other in all
// operands: they are one dim. Rows in another order in the result are refused, by
// the verifier as well. Extents: a multiple of the block in one or both dims, and unit.
// Covers: G11, G13
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/rows.mlir --layout-freeze=target=%t/npu.mlir | FileCheck %s
// RUN: layout-opt %t/rows.mlir --layout-pipeline=target=%t/npu.mlir -o %t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-verify=target=%t/npu.mlir -o /dev/null 2>&1 | count 0
// RUN: layout-check %t/rows.mlir %t/planned.mlir --entry=rows | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/rows.mlir %t/planned.mlir --entry=unit | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/rows.mlir %t/planned.mlir --entry=batches | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// RUN: layout-opt %t/refused.mlir --split-input-file --layout-freeze=target=%t/npu.mlir -verify-diagnostics
// RUN: not layout-opt %t/verified.mlir --layout-verify=target=%t/npu.mlir 2>&1 | FileCheck %s --check-prefix=VERIFIED
// VERIFIED: error: 'linalg.contract' op requires operand 0 in layout MK16m by target 'npu', found M16mK;
//
// A target without blocks of rows leaves them as they are.
// RUN: layout-opt %t/rows.mlir --layout-freeze=target=x86-avx512 | FileCheck %s --check-prefix=PLAIN
// PLAIN-LABEL: func.func @rows(
//   PLAIN-NOT: tensor.collapse_shape

// CHECK-LABEL: func.func @rows(
//       CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]] : tensor<4x8x8xf32> into tensor<32x8xf32>
//       CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x8x16xf32>, tensor<2x8x16xf32>) outs({{.*}} : tensor<2x2x16x16xf32>)
//       CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
// CHECK-LABEL: func.func @unit(
//       CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1, 2], [3]] : tensor<1x16x1x8xf32> into tensor<16x8xf32>
// Batches have no blocks: their order in the kernel does not matter.
// CHECK-LABEL: func.func @batches(
//       CHECK: linalg.contract {{.*}} ins({{.*}} : tensor<2x3x1x8x16xf32>, tensor<3x2x1x8x16xf32>)

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "verify" = true, "requires" = [
    #dlti.map<"kind" = "matmul", "data" = "MK16m">,
    #dlti.map<"kind" = "batch_matmul", "data" = "BMK16m", "kernel" = "BNK16n">]>>>} {}

//--- rows.mlir
func.func @rows(%x: tensor<4x8x8xf32>, %w: tensor<8x32xf32>, %z: tensor<4x8x32xf32>) -> tensor<4x8x32xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>,
                       affine_map<(a, b, n, k) -> (a, b, n)>]
      ins(%x, %w : tensor<4x8x8xf32>, tensor<8x32xf32>) outs(%z : tensor<4x8x32xf32>) -> tensor<4x8x32xf32>
  return %0 : tensor<4x8x32xf32>
}

func.func @unit(%x: tensor<1x16x1x8xf32>, %w: tensor<8x16xf32>, %z: tensor<1x16x1x16xf32>) -> tensor<1x16x1x16xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, n, k) -> (a, b, c, k)>, affine_map<(a, b, c, n, k) -> (k, n)>,
                       affine_map<(a, b, c, n, k) -> (a, b, c, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x16x1x8xf32>, tensor<8x16xf32>) outs(%z : tensor<1x16x1x16xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x16x1x16xf32>
  return %0 : tensor<1x16x1x16xf32>
}

func.func @batches(%x: tensor<2x3x16x8xf32>, %w: tensor<3x2x8x16xf32>, %z: tensor<2x3x16x16xf32>) -> tensor<2x3x16x16xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(a, b, m, n, k) -> (a, b, m, k)>, affine_map<(a, b, m, n, k) -> (b, a, k, n)>,
                       affine_map<(a, b, m, n, k) -> (a, b, m, n)>]
      ins(%x, %w : tensor<2x3x16x8xf32>, tensor<3x2x8x16xf32>) outs(%z : tensor<2x3x16x16xf32>) -> tensor<2x3x16x16xf32>
  return %0 : tensor<2x3x16x16xf32>
}

//--- refused.mlir
func.func @dynamic(%x: tensor<4x?x8xf32>, %w: tensor<8x32xf32>, %z: tensor<4x?x32xf32>) -> tensor<4x?x32xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{matmul cannot be MK16m, NK16n -> MN16m16n: it requires m in a static multiple of 16, found ?}}
  %0 = linalg.contract
      indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>,
                       affine_map<(a, b, n, k) -> (a, b, n)>]
      ins(%x, %w : tensor<4x?x8xf32>, tensor<8x32xf32>) outs(%z : tensor<4x?x32xf32>) -> tensor<4x?x32xf32>
  return %0 : tensor<4x?x32xf32>
}

//--- verified.mlir
func.func @dims(%x: tensor<4x16x8xf32>, %w: tensor<8x32xf32>, %z: tensor<16x4x32xf32>) -> tensor<16x4x32xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>,
                       affine_map<(a, b, n, k) -> (b, a, n)>]
      ins(%x, %w : tensor<4x16x8xf32>, tensor<8x32xf32>) outs(%z : tensor<16x4x32xf32>) -> tensor<16x4x32xf32>
  return %0 : tensor<16x4x32xf32>
}
