// Extreme sizes and costs.
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-flow="problem=%t/p.problem.json plan=%t/p.plan.json" --layout-fold | FileCheck %s
// RUN: layout-check-plan %t/p-price.problem.json %t/p-price.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-check-plan %t/p-padded_price.problem.json %t/p-padded_price.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %s --layout-pipeline=target=nchw16c | FileCheck %s --check-prefix=PLANNED

// Tensors without elements keep their layout, and have the shape that needs no
// rewrite.
// CHECK-LABEL: func.func @no_elements
// CHECK: linalg.exp {{.*}} tensor<8x0xf32>
// PLANNED-LABEL: func.func @no_elements
// PLANNED-NOT: linalg.transpose
// PLANNED: linalg.exp {{.*}} -> tensor<0x8xf32>
// PLANNED-NOT: linalg.transpose
// PLANNED: return
func.func @no_elements(%x: tensor<0x8xf32>, %w: tensor<8x4xf32>, %o: tensor<0x4xf32>) -> (tensor<0x8xf32>, tensor<0x4xf32>) {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<0x8xf32> to tensor<8x0xf32>
  %e = tensor.empty() : tensor<8x0xf32>
  %1 = linalg.exp ins(%0 : tensor<8x0xf32>) outs(%e : tensor<8x0xf32>) -> tensor<8x0xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x0xf32> to tensor<0x8xf32>
  %3 = linalg.matmul ins(%x, %w : tensor<0x8xf32>, tensor<8x4xf32>) outs(%o : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %2, %3 : tensor<0x8xf32>, tensor<0x4xf32>
}

// The largest cost of an option exceeds every sum of other costs, without
// overflow. The problem has a limit in its place, which proves the same.
// PROOF: {{^holds: cost 5, no plan costs less than 5$}}
#nhwc = #layout.op_layout<
    operands = [<(n, c, h, w) -> (n, h, w, c)>, <(f, c, h, w) -> (h, w, c, f)>, <(n, c, h, w) -> (n, h, w, c)>],
    results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 9223372036854775807>
// CHECK-LABEL: func.func @price
// CHECK-NOT: layout_transform
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-NOT: layout_transform
// CHECK: return
func.func @price(%x: tensor<1x8x6x6xf32>, %w: tensor<8x8x3x3xf32>, %o: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 5>, #nhwc]}
      ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x3x3xf32>) outs(%o : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}

// The cost of an option with padding includes its rewrites.
#padded = #layout.op_layout<operands = [<(m, k) -> (m, k floordiv 4, k mod 4)> pad [0, 1], <(k, n) -> (k floordiv 4, n, k mod 4)> pad [1, 0], _],
      results = [_], cost = 9223372036854775807>
// CHECK-LABEL: func.func @padded_price
// CHECK-NOT: layout.pad
// CHECK: linalg.matmul
func.func @padded_price(%a: tensor<4x7xf32>, %b: tensor<7x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [#padded, #layout.op_layout<operands = [_, _, _], results = [_], cost = 5>]}
      ins(%a, %b : tensor<4x7xf32>, tensor<7x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
