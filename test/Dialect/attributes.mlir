// Covers: B6, D11, R2, R3, R38, R39
//
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// Names of dims are syntax; equal maps are one attribute.
// CHECK-LABEL: func private @maps
// CHECK-SAME: a0 = #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK-SAME: a1 = #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK-SAME: a2 = #layout.index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1 | d2, d3 mod 4)>
// CHECK-SAME: a3 = #layout.index_map<(d0, d1) -> (d0 | d1 | 0)>
// CHECK-SAME: a4 = #layout.index_map<() -> ()>
// CHECK-SAME: a5 = #layout.index_map<(d0) -> (-d0 + 7, d0 ceildiv 2)>
func.func private @maps() attributes {
  a0 = #layout.index_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>,
  a1 = #layout.index_map<(i, j, k, l) -> (i, j floordiv 16, k, l, j mod 16)>,
  a2 = #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)>,
  a3 = #layout.index_map<(a, b) -> (a | b | 0)>,
  a4 = #layout.index_map<() -> ()>,
  a5 = #layout.index_map<(a) -> (7 - a, a ceildiv 2)>}

// CHECK-LABEL: func private @layouts
// CHECK-SAME: b0 = #layout.edge_layout<_>
// CHECK-SAME: b1 = #layout.edge_layout<<(d0, d1) -> (d1, d0)>>
// CHECK-SAME: b2 = #layout.edge_layout<<(d0, d1) -> (d1, d0 floordiv 16, d0 mod 16)> pad [13, 0]>
// A padding of nothing is none.
// CHECK-SAME: b3 = #layout.edge_layout<<(d0, d1) -> (d1, d0)>>
// CHECK-SAME: b4 = #layout.op_layout<operands = [<(d0) -> (d0)>, _], results = [_], cost = 1024>
// CHECK-SAME: b5 = #layout.op_layout<operands = [], results = [], cost = 0>
// CHECK-SAME: b6 = #layout.op_layout<operands = [_, _], results = [_], cost = 0, order = head_major>
// CHECK-SAME: b7 = #layout.op_layout<operands = [_], results = [_], cost = 2>
// CHECK-SAME: b8 = #layout.op_layout<operands = [_, <(d0, d1) -> (d0, d1)>], results = [_], cost = 0, order = absorbed>
// CHECK-SAME: b9 = #layout.op_layout<operands = [<(d0) -> (d0)> pad [3]], results = [_], cost = 0, padding = 12>
func.func private @layouts() attributes {
  b0 = #layout.edge_layout<_>,
  b1 = #layout.edge_layout<<(n, c) -> (c, n)>>,
  b2 = #layout.edge_layout<<(n, c) -> (c, n floordiv 16, n mod 16)> pad [13, 0]>,
  b3 = #layout.edge_layout<(n, c) -> (c, n) pad [0, 0]>,
  b4 = #layout.op_layout<operands = [<(n) -> (n)>, _], results = [_], cost = 1024>,
  b5 = #layout.op_layout<operands = [], results = []>,
  b6 = #layout.op_layout<operands = [_, _], results = [_], cost = 0, order = head_major>,
  b7 = #layout.op_layout<operands = [_], results = [_], cost = 2, order = given>,
  b8 = #layout.op_layout<operands = [_, <(k, n) -> (k, n)>], results = [_], order = absorbed>,
  b9 = #layout.op_layout<operands = [<(n) -> (n)> pad [3]], results = [_], padding = 12>}

// CHECK-LABEL: func @places
// CHECK-SAME: attributes {layout.frozen}
func.func @places(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32>
    attributes {layout.frozen} {
  // CHECK: linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, <(d0, d1) -> (d1, d0)>, _], results = [_], cost = 0>], layout.prefer}
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [
         #layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_]>]}
         ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: tensor.pad {{.*}}
  // CHECK: } {layout.skip} :
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 0] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } {layout.skip} : tensor<4x4xf32> to tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

