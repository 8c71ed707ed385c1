// A convolution in blocks of 16 channels reads 3 of the 32 channels of the tiles that
// another one writes, through a reduction and elementwise ops. The plan crops them and
// pads to 16; a crop to 16 channels of the tiles would move more. The 3 of 16 channels
// of the result are cropped in their order, too, before they are rewritten.
// Covers: R13
//
// RUN: layout-opt %s --layout-pipeline="target=tiles32 padding-price=0 strict=true" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// SILENT-NOT: {{warning|error}}
// COUNT: {"rewrites":5,"bytes":79372,"moves":{"n":3,"bytes":16544}
// EQUAL: {{^equal$}}
func.func @main(%x: tensor<2x10x9x6xf32>, %v: tensor<3x10x3x3xf32>, %w: tensor<3x3x1x1xf32>) -> tensor<2x3x9x6xf32> {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x3x9x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x10x9x6xf32> to tensor<2x10x11x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %v : tensor<2x10x11x8xf32>, tensor<3x10x3x3xf32>) outs(%z : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  %s = tensor.empty() : tensor<2x3xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%s : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<2x3x9x6xf32>) outs(%zs : tensor<2x3xf32>) dimensions = [2, 3]
  %b = linalg.broadcast ins(%1 : tensor<2x3xf32>) outs(%e : tensor<2x3x9x6xf32>) dimensions = [2, 3]
  %2 = linalg.mul ins(%0, %b : tensor<2x3x9x6xf32>, tensor<2x3x9x6xf32>) outs(%e : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  %f = linalg.fill ins(%quarter : f32) outs(%e : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  %3 = linalg.add ins(%2, %f : tensor<2x3x9x6xf32>, tensor<2x3x9x6xf32>) outs(%e : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  %4 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> pad [0, 13, 0, 0], <(f, c, h, w) -> (f floordiv 16, c floordiv 16, h, w, c mod 16, f mod 16)> pad [13, 13, 0, 0], <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> pad [0, 13, 0, 0]], results = [<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> pad [0, 13, 0, 0]], cost = 0>]}
    ins(%3, %w : tensor<2x3x9x6xf32>, tensor<3x3x1x1xf32>) outs(%z : tensor<2x3x9x6xf32>) -> tensor<2x3x9x6xf32>
  return %4 : tensor<2x3x9x6xf32>
}
