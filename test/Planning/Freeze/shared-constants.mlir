// With constants = "agree" a constant gets another layout only if all its users
// agree on it; otherwise every user reads it as it stands.
// Covers: G30
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/agree.mlir | FileCheck %s --check-prefix=AGREE
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/copy.mlir | FileCheck %s --check-prefix=COPY
// RUN: layout-opt %t/program.mlir --layout-pipeline=target=%t/agree.mlir -o %t/planned.mlir
// RUN: layout-check --entry=disagree %t/program.mlir %t/planned.mlir
// RUN: layout-check --entry=agree %t/program.mlir %t/planned.mlir
// RUN: layout-opt %t/tags.mlir --layout-freeze=target=%t/agree-tags.mlir | FileCheck %s --check-prefix=TAGS
// RUN: layout-opt %t/tags.mlir --layout-pipeline=target=%t/agree-tags.mlir -o %t/planned.mlir
// RUN: layout-check --entry=tags_disagree %t/tags.mlir %t/planned.mlir
// RUN: layout-check --entry=tags_agree %t/tags.mlir %t/planned.mlir
// RUN: not layout-opt %t/tags.mlir --layout-freeze=target=%t/require-tags.mlir 2>&1 | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: error: 'linalg.add' op cannot take the layouts that target 'npu' requires
// REQUIRED: note: linalg.add cannot be ba -> ba: it requires constant operand 1 in a layout that all its users agree on, found several
// RUN: not layout-opt %t/program.mlir --layout-freeze=target=%t/bad.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: bad.mlir:{{.*}}error: {{.*}}constants: requires copy or agree, found 'share'

// The addition reads the constant as it stands.
// AGREE-LABEL: func.func @disagree(
//   AGREE-NOT: layout_transform
//       AGREE: linalg.matmul {layout.frozen} ins(%arg0,
// COPY-LABEL: func.func @disagree(
//       COPY: layout_transform %cst
//       COPY: linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<4x8xf32>, tensor<2x8x8xf32>)

// Two matmuls agree.
// AGREE-LABEL: func.func @agree(
//       AGREE: ins(%arg0, %{{.*}} : tensor<4x8xf32>, tensor<2x8x8xf32>)
//       AGREE: ins(%arg1, %{{.*}} : tensor<4x8xf32>, tensor<2x8x8xf32>)

// Layouts by position count as well: one of the additions reads the constant in
// rows. Where both want columns, it is stored so.
// TAGS-LABEL: func.func @tags_disagree(
//   TAGS-NOT: layout_transform
//       TAGS: linalg.add ins(%arg0, %cst : tensor<8x16xf32>, tensor<8x16xf32>)
//       TAGS: linalg.sub
// TAGS-LABEL: func.func @tags_agree(
//   TAGS-DAG: %[[W:.*]] = layout.layout_transform %cst by <(d0, d1) -> (d1, d0)>
//       TAGS: linalg.add {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x8xf32>, tensor<16x8xf32>)
//       TAGS: linalg.add {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x8xf32>, tensor<16x8xf32>)

//--- agree-tags.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "constants" = "agree",
    "prefers" = [#dlti.map<"kind" = "linalg.add", "operands" = "ba", "results" = "ba">]>>>} {}

//--- require-tags.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "constants" = "agree",
    "requires" = [#dlti.map<"kind" = "linalg.add", "operands" = "ba", "results" = "ba">]>>>} {}

//--- tags.mlir
func.func @tags_disagree(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %w = arith.constant dense<0.5> : tensor<8x16xf32>
  %0 = linalg.add ins(%a, %w : tensor<8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.sub ins(%a, %w : tensor<8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}
func.func @tags_agree(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %w = arith.constant dense<0.5> : tensor<8x16xf32>
  %0 = linalg.add ins(%a, %w : tensor<8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.add ins(%w, %a : tensor<8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

//--- agree.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "constants" = "agree",
    "prefers" = [#dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n">]>>>} {}

//--- copy.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu",
    "prefers" = [#dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n">]>>>} {}

//--- bad.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"constants" = "share">>>} {}

//--- program.mlir
func.func @disagree(%a: tensor<4x8xf32>, %c: tensor<4x16xf32>, %d: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<8x16xf32>) {
  %w = arith.constant dense<0.5> : tensor<8x16xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.add ins(%w, %d : tensor<8x16xf32>, tensor<8x16xf32>) outs(%d : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<8x16xf32>
}
func.func @agree(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %w = arith.constant dense<0.5> : tensor<8x16xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%b, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
}
