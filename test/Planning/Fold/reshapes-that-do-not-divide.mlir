// Two reshapes in a row are one, also if 54 blocks of 8 become 3 x 4 x 36, so
// that no digits describe the map: it moves nothing.
//
// RUN: layout-opt %s --layout-fold -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-count -o %t.out.mlir | FileCheck %s --check-prefix=COUNT

// COUNT: {"rewrites":0,"bytes":0,
// CHECK: %[[R:.*]] = layout.layout_transform %arg0
// CHECK-SAME: tensor<1024x54x8xf32> to tensor<16x2x16x2x3x4x36xf32>
// CHECK-NEXT: return %[[R]]
func.func @main(%x: tensor<1024x54x8xf32>) -> tensor<16x2x16x2x3x4x36xf32> {
  %0 = layout.layout_transform %x by <(d0, d1, d2) -> (d0 floordiv 64, (d0 floordiv 32) mod 2, (d0 floordiv 2) mod 16, d0 mod 2, d1 * 8 + d2)> : tensor<1024x54x8xf32> to tensor<16x2x16x2x432xf32>
  %1 = layout.layout_transform %0 by <(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4 floordiv 144, (d4 floordiv 36) mod 4, d4 mod 36)> : tensor<16x2x16x2x432xf32> to tensor<16x2x16x2x3x4x36xf32>
  return %1 : tensor<16x2x16x2x3x4x36xf32>
}
