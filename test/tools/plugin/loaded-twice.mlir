// A tool keeps the dialect and the passes it has when a plugin brings them again: those
// of layout-opt are linked in, and mlir-opt may be given the plugin twice.
// UNSUPPORTED: asan
// RUN: layout-opt %s --load-dialect-plugin=%layout_plugin \
// RUN:   --load-pass-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(layout-clean-up)" | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%layout_plugin \
// RUN:   --load-pass-plugin=%layout_plugin --load-dialect-plugin=%layout_plugin \
// RUN:   --load-pass-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(layout-clean-up)" | FileCheck %s

// The passes bring the dialect.
// RUN: mlir-opt %s --load-pass-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(layout-clean-up)" | FileCheck %s
// RUN: mlir-opt --load-pass-plugin=%layout_plugin --show-dialects \
// RUN:   | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: layout

// The dialect alone parses, and brings no passes.
// RUN: not mlir-opt %s --load-dialect-plugin=%layout_plugin \
// RUN:   --pass-pipeline="builtin.module(layout-clean-up)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALONE
// ALONE: 'layout-clean-up' does not refer to a registered pass or pass pipeline

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME: %[[IMAGE:.*]]: tensor<2x3x5xf32>
// CHECK-NEXT: return %[[IMAGE]]
func.func @there_and_back(%image: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %0 = layout.layout_transform %image by <(n, c, w) -> (n, w, c)>
      : tensor<2x3x5xf32> to tensor<2x5x3xf32>
  %1 = layout.layout_transform %0 by <(n, w, c) -> (n, c, w)>
      : tensor<2x5x3xf32> to tensor<2x3x5xf32>
  return %1 : tensor<2x3x5xf32>
}
