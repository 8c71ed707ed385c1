// Critical ops compute the same result with every layout option, also with one
// that pads or that reads one layout and writes another one.
//
// Covers: R2, R10

// RUN: layout-opt %s --layout-raise --layout-flow=strategy=backward --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s < %t.flow.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.backward.mlir
// RUN: layout-check %s %t.backward.mlir
// RUN: layout-opt %s --layout-raise --layout-flow=strategy=forward --layout-fold --layout-materialize -o %t.forward.mlir
// RUN: layout-check %s %t.forward.mlir

// The check must fail for a rewrite with a wrong map.
// RUN: layout-test-opt %s --layout-raise --layout-flow --test-layout-plant-wrong-map --layout-materialize -o %t.wrong.mlir
// RUN: %expect-exit 1 layout-check %s %t.wrong.mlir

#asis = #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>
#dear = #layout.op_layout<operands = [_, _, _], results = [_], cost = 1000000>
#nhwc = #layout.op_layout<
    operands = [<(n, c, h, w) -> (n, h, w, c)>, <(f, c, h, w) -> (h, w, c, f)>, <(n, c, h, w) -> (n, h, w, c)>],
    results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>
#mixed = #layout.op_layout<
    operands = [<(n, c, h, w) -> (n, h, w, c)>, _, <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>],
    results = [<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>], cost = 0>
#padded = #layout.op_layout<
    operands = [<(m, k) -> (m floordiv 4, k floordiv 4, m mod 4, k mod 4)> pad [2, 1],
                <(k, n) -> (k floordiv 4, n, k mod 4)> pad [1, 0],
                <(m, n) -> (m floordiv 4, n, m mod 4)> pad [2, 0]],
    results = [<(m, n) -> (m floordiv 4, n, m mod 4)> pad [2, 0]], cost = 0>

// CHECK-LABEL: func.func @main(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}layout.frozen
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x4x3x8xf32>, tensor<8x8x3x3xf32>) outs(%{{.*}} : tensor<1x2x2x1x4xf32>) attrs = {{ *}}{layout.frozen}
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x2x4x4xf32>, tensor<2x5x4xf32>) outs(%{{.*}} : tensor<2x5x4xf32>) attrs = {{ *}}{layout.frozen}
func.func @main(%x: tensor<1x6x5x8xf32>, %w: tensor<8x8x3x3xf32>, %o: tensor<1x4x3x8xf32>, %o2: tensor<1x8x2x1xf32>,
                %a: tensor<6x7xf32>, %b: tensor<7x5xf32>, %c: tensor<6x5xf32>)
    -> (tensor<1x8x4x3xf32>, tensor<1x8x2x1xf32>, tensor<6x5xf32>) {
  %0 = tensor.empty() : tensor<1x8x6x5xf32>
  %1 = linalg.transpose ins(%x : tensor<1x6x5x8xf32>) outs(%0 : tensor<1x8x6x5xf32>) permutation = [0, 3, 1, 2]
  %2 = tensor.empty() : tensor<1x8x4x3xf32>
  %3 = linalg.transpose ins(%o : tensor<1x4x3x8xf32>) outs(%2 : tensor<1x8x4x3xf32>) permutation = [0, 3, 1, 2]
  %4 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#dear, #nhwc]}
      ins(%1, %w : tensor<1x8x6x5xf32>, tensor<8x8x3x3xf32>) outs(%3 : tensor<1x8x4x3xf32>) -> tensor<1x8x4x3xf32>
  %5 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#dear, #mixed]}
      ins(%4, %w : tensor<1x8x4x3xf32>, tensor<8x8x3x3xf32>) outs(%o2 : tensor<1x8x2x1xf32>) -> tensor<1x8x2x1xf32>
  %6 = linalg.matmul {layout.op_layout = [#padded, #dear]}
      ins(%a, %b : tensor<6x7xf32>, tensor<7x5xf32>) outs(%c : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %4, %5, %6 : tensor<1x8x4x3xf32>, tensor<1x8x2x1xf32>, tensor<6x5xf32>
}
