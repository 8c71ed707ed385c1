// A buffer with a layout in a nested module.
//
// Covers: B19

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

module {
func.func @main(%x: memref<4xf32>) { return }
module @inner {
  func.func private @h(%a: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}) { return }
}
}
