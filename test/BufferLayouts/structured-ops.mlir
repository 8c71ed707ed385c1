// A convolution in NCHW, NHWC, HWCN and NCHW4c. The programs differ in their
// annotations only.
//
// Covers: B6, B21, B23, B28

// RUN: sed 's/DATA/(n, c, h, w) -> (n, h, w, c)/' %s > %t.nhwc.mlir
// RUN: sed 's/DATA/(n, c, h, w) -> (h, w, c, n)/' %s > %t.hwcn.mlir
// RUN: sed 's/DATA/(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)/' %s > %t.nchw4c.mlir
// RUN: sed 's/DATA/(n, c, h, w) -> (n, c floordiv 4, h | w, c mod 4)/' %s > %t.groups.mlir
// RUN: sed 's/DATA/(n, c, h, w) -> (n, c, h, w)/' %s > %t.nchw.mlir

// RUN: layout-opt %t.nhwc.mlir --layout-apply-buffer-layouts -o %t.nhwc.out.mlir
// RUN: FileCheck %s --input-file=%t.nhwc.out.mlir --check-prefix=NHWC
// RUN: layout-check %t.nchw.mlir %t.nhwc.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.hwcn.mlir --layout-apply-buffer-layouts -o %t.hwcn.out.mlir
// RUN: FileCheck %s --input-file=%t.hwcn.out.mlir --check-prefix=HWCN
// RUN: layout-check %t.nchw.mlir %t.hwcn.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.nchw4c.mlir --layout-apply-buffer-layouts -o %t.nchw4c.out.mlir
// RUN: FileCheck %s --input-file=%t.nchw4c.out.mlir --check-prefix=BLOCKED
// RUN: layout-check %t.nchw.mlir %t.nchw4c.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.nchw.mlir --layout-apply-buffer-layouts -o %t.nchw.out.mlir
// RUN: layout-check %t.nchw.mlir %t.nchw.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.groups.mlir --layout-apply-buffer-layouts | FileCheck %s --check-prefix=GROUPS
// EQUAL: {{^equal$}}

// If the layout only permutes dims, ops stay structured.
// NHWC-LABEL: func.func @main(
// NHWC: memref.alloc() : memref<2x6x7x6xf32>
// NHWC: linalg.generic {{.*}} ins(%{{.*}} : memref<2x6x6x7xf32>) outs(%{{.*}} : memref<2x6x7x6xf32>)
// NHWC: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<2x6x7x6xf32>, memref<5x6x3x3xf32>) outs(%{{.*}} : memref<2x4x5x5xf32>)
// HWCN: memref.alloc() : memref<6x7x6x2xf32>
// HWCN: linalg.generic {{.*}} outs(%{{.*}} : memref<4x5x5x2xf32>)

// Six channels in blocks of four need padding. The pad value is written once.
// BLOCKED: %[[X:.*]] = memref.alloc() : memref<2x2x6x7x4xf32>
// BLOCKED: linalg.fill ins(%{{.*}} : f32) outs(%[[X]] : memref<2x2x6x7x4xf32>)
// BLOCKED-NOT: linalg.fill ins(%{{.*}} : f32) outs(%[[X]]
// BLOCKED: scf.for
// BLOCKED: memref.store %{{.*}}, %[[X]]
// GROUPS: memref.alloc() : memref<2x2x6x7x4xf32, #layout.index_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2 | d3, d4)>>
func.func @main(%x: memref<2x6x6x7xf32>, %w: memref<5x6x3x3xf32>, %y: memref<2x5x4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<DATA>], layout.pad_value = 0.0 : f32} : memref<2x6x6x7xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<DATA>]} : memref<2x5x4x5xf32>
  memref.copy %x, %a : memref<2x6x6x7xf32> to memref<2x6x6x7xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<2x5x4x5xf32>)
  linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%a, %w : memref<2x6x6x7xf32>, memref<5x6x3x3xf32>) outs(%b : memref<2x5x4x5xf32>)
  memref.copy %b, %y : memref<2x5x4x5xf32> to memref<2x5x4x5xf32>
  memref.dealloc %a : memref<2x6x6x7xf32>
  memref.dealloc %b : memref<2x5x4x5xf32>
  return
}
