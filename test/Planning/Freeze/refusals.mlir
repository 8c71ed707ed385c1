// The reasons for which an op cannot have the layouts that a target requires, or
// that are preferred, are told.
// RUN: rm -rf %t && split-file %s %t
//
// RUN: layout-opt %t/offloaded.mlir --layout-freeze=target=%t/offload.mlir -verify-diagnostics
// RUN: layout-opt %t/dynamic-blocks.mlir --layout-freeze=target=%t/matmul.mlir -verify-diagnostics
// RUN: layout-opt %t/large-blocks.mlir --layout-freeze=target=%t/matmul.mlir -verify-diagnostics
// RUN: layout-opt %t/encoding.mlir --layout-freeze=target=%t/sticks.mlir -verify-diagnostics
// RUN: layout-opt %t/rule.mlir --layout-freeze=target=%t/pooling.mlir -verify-diagnostics
// RUN: layout-opt %t/moves.mlir --layout-freeze=target=%t/concat.mlir -verify-diagnostics
//
// Values that must have layouts, and groups of elements in kernels.
// RUN: layout-opt %t/required.mlir --layout-pipeline=prefer=matmul=[MK8m,default] --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: Remark="matmul cannot have the layouts that are required of its values: it requires every dim of a result to be one loop"
// RUN: layout-opt %t/merged.mlir --layout-pipeline=prefer=matmul=[MK8m,default] --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=LETTERS
// LETTERS: Remark="matmul cannot have the layouts that are required of its values: it requires layouts of letters"
// RUN: layout-opt %t/groups.mlir --layout-freeze=target=nhwc-packed16 --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: Remark="matmul has no groups in its kernel: it requires k in one dim, found 2"
//
// Blocks of channels that are in two dims.
// RUN: layout-opt %t/several.mlir --layout-freeze=prefer=pointwise_conv2d=[NHWC16c,default] --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: Remark="pointwise_conv2d becomes NHWC, OHWI16o -> NHWC16c: a block requires input channels in one dim, found several"
//
// What a target requires is stronger than a preference.
// RUN: layout-opt %t/preferred.mlir --layout-pipeline="target=%t/conv.mlir prefer=conv2d=[NCHW,default] report=-" --remarks-filter=layout-freeze --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=PREFERRED
// PREFERRED: Remark="preference for conv2d gives way: target 'npu' requires layouts"
// PREFERRED: prefer=conv2d: gives way: target 'npu' requires layouts; at

//--- offload.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "offload" = [#dlti.map<"kind" = "conv">],
    "requires" = [#dlti.map<"kind" = "offload", "data" = "NHWC8h8w">]>>>} {}

//--- matmul.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "requires" = [#dlti.map<"kind" = "matmul", "data" = "MK16m", "kernel" = "NK16n">]>>>} {}

//--- sticks.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "stick_bytes" = 64,
    "requires" = [#dlti.map<"kind" = "reduction", "along_stick" = "sparse">]>>>} {}

//--- pooling.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "requires" = [#dlti.map<"kind" = "linalg.pooling_nhwc_max", "operands" = ["aBcd4b", "_"], "results" = "agree">]>>>} {}

//--- concat.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "tensor.concat", "operands" = "ba", "results" = "_">]>>>} {}

//--- conv.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC">]>>>} {}

//--- offloaded.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<4x16x1x1xf32>, %z: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{pointwise_conv2d cannot be NHWC8h8w, HWIO -> NHWC8h8w: it requires whole image dims in an op that is offloaded}}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<4x16x1x1xf32>) outs(%z : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

//--- dynamic-blocks.mlir
func.func @main(%a: tensor<4x4x?x8xf32>, %b: tensor<2x4x8x8xf32>, %c: tensor<4x2x?x8xf32>) -> tensor<4x2x?x8xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{matmul cannot be written without the blocks that it has: it requires blocks of static extent, found a dynamic one}}
  %0 = linalg.mmt4d ins(%a, %b : tensor<4x4x?x8xf32>, tensor<2x4x8x8xf32>) outs(%c : tensor<4x2x?x8xf32>) -> tensor<4x2x?x8xf32>
  return %0 : tensor<4x2x?x8xf32>
}

//--- large-blocks.mlir
func.func @main(%a: tensor<4611686018427387904x4x8x8xf32>, %b: tensor<2x4x8x8xf32>, %c: tensor<4611686018427387904x2x8x8xf32>) -> tensor<4611686018427387904x2x8x8xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{matmul cannot be written without the blocks that it has: it requires blocks of less than 2^63 elements, found more}}
  %0 = linalg.mmt4d ins(%a, %b : tensor<4611686018427387904x4x8x8xf32>, tensor<2x4x8x8xf32>) outs(%c : tensor<4611686018427387904x2x8x8xf32>) -> tensor<4611686018427387904x2x8x8xf32>
  return %0 : tensor<4611686018427387904x2x8x8xf32>
}

//--- encoding.mlir
func.func @main(%x: tensor<8x8xf32>, %z: tensor<8xf32, "strange">) -> tensor<8xf32, "strange"> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{reduction cannot be agree -> sparse: it requires results without an encoding, found "strange"}}
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32, "strange">) dimensions = [1]
  return %0 : tensor<8xf32, "strange">
}

//--- rule.mlir
func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3xf32>, %z: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{linalg.pooling_nhwc_max cannot be aBcd4b, _ -> agree: it requires a layout that its rule allows, found aBcd4b}}
  %0 = linalg.pooling_nhwc_max ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%z : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

//--- moves.mlir
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+2 {{op cannot take the layouts that target 'npu' requires}}
  // expected-note@+1 {{tensor.concat cannot be ba -> _: it requires an op on tensors with a layout rule that computes}}
  %0 = tensor.concat dim(0) %x, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//--- required.mlir
#tiles = #layout.index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>
func.func @main(%a: tensor<16x8xf32> {layout.require = #tiles}, %b: tensor<8x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

//--- merged.mlir
#merged = #layout.index_map<(i, j) -> (i * 8 + j)>
func.func @main(%a: tensor<16x8xf32> {layout.require = #merged}, %b: tensor<8x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

//--- groups.mlir
func.func @main(%a: tensor<5x4x4xi8>, %b: tensor<4x4x16xi8>, %c: tensor<5x16xi32>) -> tensor<5x16xi32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>]
      ins(%a, %b : tensor<5x4x4xi8>, tensor<4x4x16xi8>) outs(%c : tensor<5x16xi32>) -> tensor<5x16xi32>
  return %0 : tensor<5x16xi32>
}

//--- preferred.mlir
func.func @main(%x: tensor<1x16x8x8xf32>, %w: tensor<4x16x1x1xf32>, %z: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<4x16x1x1xf32>) outs(%z : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

//--- several.mlir
func.func @main(%x: tensor<1x16x16x5x5xf32>, %w: tensor<16x16x16x1x1xf32>, %z: tensor<1x16x5x5xf32>) -> tensor<1x16x5x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, c, d, i, j) -> (n, c, d, h + i, w + j)>, affine_map<(n, f, h, w, c, d, i, j) -> (f, c, d, i, j)>,
                                        affine_map<(n, f, h, w, c, d, i, j) -> (n, f, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x16x16x5x5xf32>, tensor<16x16x16x1x1xf32>) outs(%z : tensor<1x16x5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x16x5x5xf32>
  return %0 : tensor<1x16x5x5xf32>
}
