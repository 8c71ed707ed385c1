// A chain of rewrites that gives back an earlier value is cancelled, also if no
// two of its rewrites can be merged.
//
// RUN: layout-opt %s --layout-fold -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=reversals | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=not_reversed | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=split_crop_join | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=refilled | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @reversals
// CHECK-NEXT: return %arg0
func.func @reversals(%x: tensor<13xf32>) -> tensor<13xf32> {
  %p = layout.pad %x low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %r = layout.layout_transform %p by <(i) -> (15 - i)> : tensor<16xf32> to tensor<16xf32>
  %c = layout.crop %r offsets [3] sizes [13] : tensor<16xf32> to tensor<13xf32>
  %t = layout.layout_transform %c by <(i) -> (12 - i)> : tensor<13xf32> to tensor<13xf32>
  return %t : tensor<13xf32>
}

// The crop keeps an element of the padding.
// CHECK-LABEL: func.func @not_reversed
// CHECK: layout.pad
// CHECK: layout.crop
func.func @not_reversed(%x: tensor<13xf32>) -> tensor<13xf32> {
  %p = layout.pad %x low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %r = layout.layout_transform %p by <(i) -> (15 - i)> : tensor<16xf32> to tensor<16xf32>
  %c = layout.crop %r offsets [2] sizes [13] : tensor<16xf32> to tensor<13xf32>
  %t = layout.layout_transform %c by <(i) -> (12 - i)> : tensor<13xf32> to tensor<13xf32>
  return %t : tensor<13xf32>
}

// CHECK-LABEL: func.func @split_crop_join
// CHECK-NEXT: return %arg0
func.func @split_crop_join(%x: tensor<48xf32>) -> tensor<48xf32> {
  %p = layout.pad %x low [0] high [16] value(0.0 : f32) : tensor<48xf32> to tensor<64xf32>
  %s = layout.layout_transform %p by <(i) -> (i floordiv 8, i mod 8)> : tensor<64xf32> to tensor<8x8xf32>
  %c = layout.crop %s offsets [0, 0] sizes [6, 8] : tensor<8x8xf32> to tensor<6x8xf32>
  %j = layout.layout_transform %c by <(a, b) -> (a * 8 + b)> : tensor<6x8xf32> to tensor<48xf32>
  return %j : tensor<48xf32>
}

// The elements that the crop removes become zeros.
// CHECK-LABEL: func.func @refilled
// CHECK: layout.crop
// CHECK: layout.pad
func.func @refilled(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %j = layout.layout_transform %x by <(a, b) -> (a * 8 + b)> : tensor<2x8xf32> to tensor<16xf32>
  %c = layout.crop %j offsets [0] sizes [13] : tensor<16xf32> to tensor<13xf32>
  %p = layout.pad %c low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %s = layout.layout_transform %p by <(i) -> (i floordiv 8, i mod 8)> : tensor<16xf32> to tensor<2x8xf32>
  return %s : tensor<2x8xf32>
}
