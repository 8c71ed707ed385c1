// Ops that are blocked for another machine are blocked anew if they can have the
// blocks of the target: rewrites make them legal for it, and are then planned.
// Extents: a rest, unit and dynamic.
// Covers: G21, P17
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-freeze=target=nchw16c-mm16 --remarks-filter=layout-freeze --remark-format=emitRemark -o %t/frozen.mlir 2> %t/remarks
// RUN: FileCheck %s --input-file=%t/frozen.mlir
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t/remarks
// DEFINE: %{target} =
// DEFINE: %{check} = layout-opt %t/program.mlir --layout-pipeline=target=%{target} -o %t/planned.mlir && layout-check --entry=rest %t/program.mlir %t/planned.mlir && layout-check --entry=dynamic --dims=16,16 %t/program.mlir %t/planned.mlir && layout-check --entry=same %t/program.mlir %t/planned.mlir && layout-check --entry=unit %t/program.mlir %t/planned.mlir
// REDEFINE: %{target} = nchw16c-mm16
// RUN: %{check}
// REDEFINE: %{target} = nhwc-packed16
// RUN: %{check}
// REDEFINE: %{target} = nchw
// RUN: %{check}
// RUN: layout-opt %t/bad.mlir --layout-freeze=target=%t/npu.mlir -verify-diagnostics

// 24 is no multiple of 16, and the dynamic size may be none: the ops stay as they
// are, without a rewrite.
// CHECK-LABEL: func.func @rest(
//   CHECK-NOT: layout_transform
//       CHECK: linalg.mmt4d {layout.frozen} ins(%arg0, %arg1 :
// REMARKS: remark: [Missed] {{.*}}Function=rest{{.*}}Remark="matmul cannot be MK16m16k, NK16n16k -> MN16m16n: it requires m in a multiple of 16, found 24
// CHECK-LABEL: func.func @dynamic(
//   CHECK-NOT: layout_transform
//       CHECK: linalg.mmt4d {layout.frozen} ins(%arg0, %arg1 :
// What the target wants stays, without a rewrite.
// CHECK-LABEL: func.func @same(
//   CHECK-NOT: layout_transform
//       CHECK: linalg.mmt4d {layout.frozen} ins(%arg0, %arg1 :
// REMARKS: Function=same{{.*}}Remark="matmul keeps its layout: it is blocked already"

//--- program.mlir
func.func @rest(%a: tensor<3x4x8x8xf32>, %b: tensor<2x4x8x8xf32>, %c: tensor<3x2x8x8xf32>) -> tensor<3x2x8x8xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<3x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%c : tensor<3x2x8x8xf32>) -> tensor<3x2x8x8xf32>
  return %0 : tensor<3x2x8x8xf32>
}
func.func @dynamic(%a: tensor<?x4x8x8xf32>, %b: tensor<2x4x8x8xf32>, %c: tensor<?x2x8x8xf32>) -> tensor<?x2x8x8xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<?x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%c : tensor<?x2x8x8xf32>) -> tensor<?x2x8x8xf32>
  return %0 : tensor<?x2x8x8xf32>
}
func.func @same(%a: tensor<2x2x16x16xf32>, %b: tensor<3x2x16x16xf32>, %c: tensor<2x3x16x16xf32>) -> tensor<2x3x16x16xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x2x16x16xf32>, tensor<3x2x16x16xf32>) outs(%c : tensor<2x3x16x16xf32>) -> tensor<2x3x16x16xf32>
  return %0 : tensor<2x3x16x16xf32>
}
#data = affine_map<(n, f, h, w, g, c, i, j, d) -> (n, c, h + i, w + j, d)>
#filter = affine_map<(n, f, h, w, g, c, i, j, d) -> (f, c, i, j, d, g)>
#result = affine_map<(n, f, h, w, g, c, i, j, d) -> (n, f, h, w, g)>
func.func @unit(%x: tensor<1x2x5x1x8xf32>, %w: tensor<3x2x3x1x8x8xf32>, %o: tensor<1x3x3x1x8xf32>) -> tensor<1x3x3x1x8xf32> {
  %0 = linalg.generic {indexing_maps = [#data, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x2x5x1x8xf32>, tensor<3x2x3x1x8x8xf32>) outs(%o : tensor<1x3x3x1x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3x3x1x8xf32>
  return %0 : tensor<1x3x3x1x8xf32>
}

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu",
    "requires" = [#dlti.map<"kind" = "matmul", "data" = "MK16m", "kernel" = "NK16n">]>>>} {}

//--- bad.mlir
func.func @indices(%a: tensor<2x2x16x16xf32>, %b: tensor<3x2x16x16xf32>, %c: tensor<2x3x16x16xf32>) -> tensor<2x3x16x16xf32> {
  // expected-error@+2 {{cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{matmul cannot be written without the blocks that it has: it requires a body without loop indices, found some}}
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k, m0, n0, k0) -> (m, k, m0, k0)>, affine_map<(m, n, k, m0, n0, k0) -> (n, k, n0, k0)>, affine_map<(m, n, k, m0, n0, k0) -> (m, n, m0, n0)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x2x16x16xf32>, tensor<3x2x16x16xf32>) outs(%c : tensor<2x3x16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 0 : index
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3x16x16xf32>
  return %0 : tensor<2x3x16x16xf32>
}
