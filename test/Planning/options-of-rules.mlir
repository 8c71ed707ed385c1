// `layout.op_layout` is for every op with a layout rule: a single option is taken,
// of several the cheapest one, and `layout.prefer` leaves others open.
// Covers: R27, G7, G8, G28
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline -o %t/planned.mlir
// RUN: FileCheck %s < %t/planned.mlir
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=softmax
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=cheaper_rewritten
// RUN: layout-check %t/plain.mlir %t/planned.mlir --entry=reduction
// RUN: layout-opt %t/program.mlir --layout-freeze | FileCheck %s --check-prefix=FROZEN

//--- plain.mlir
func.func @softmax(%x: tensor<4x7x16xf32>) -> tensor<4x7x16xf32> {
  %e = tensor.empty() : tensor<4x7x16xf32>
  %0 = linalg.softmax dimension(2) ins(%x : tensor<4x7x16xf32>) outs(%e : tensor<4x7x16xf32>) -> tensor<4x7x16xf32>
  %1 = linalg.exp ins(%0 : tensor<4x7x16xf32>) outs(%e : tensor<4x7x16xf32>) -> tensor<4x7x16xf32>
  return %1 : tensor<4x7x16xf32>
}
func.func @cheaper_rewritten(%x: tensor<4x7x16xf32>) -> tensor<4x7x16xf32> {
  %0 = arith.addf %x, %x : tensor<4x7x16xf32>
  return %0 : tensor<4x7x16xf32>
}
func.func @reduction(%x: tensor<7x6xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<7x6xf32>) outs(%o : tensor<7xf32>) dimensions = [1]
  return %0 : tensor<7xf32>
}

//--- program.mlir
// CHECK-LABEL: func.func @softmax
// CHECK: linalg.transpose {{.*}} permutation = [2, 0, 1]
// CHECK: linalg.softmax dimension(0) ins(%{{.*}} : tensor<16x4x7xf32>)
// CHECK: linalg.transpose {{.*}} permutation = [1, 2, 0]
// FROZEN-LABEL: func.func @softmax
// FROZEN: linalg.softmax {layout.frozen} dimension(0)
func.func @softmax(%x: tensor<4x7x16xf32>) -> tensor<4x7x16xf32> {
  %e = tensor.empty() : tensor<4x7x16xf32>
  %0 = linalg.softmax {layout.op_layout = [#layout.op_layout<
      operands = [<(a, b, c) -> (c, a, b)>, <(a, b, c) -> (c, a, b)>], results = [<(a, b, c) -> (c, a, b)>], cost = 0>]}
      dimension(2) ins(%x : tensor<4x7x16xf32>) outs(%e : tensor<4x7x16xf32>) -> tensor<4x7x16xf32>
  %1 = linalg.exp ins(%0 : tensor<4x7x16xf32>) outs(%e : tensor<4x7x16xf32>) -> tensor<4x7x16xf32>
  return %1 : tensor<4x7x16xf32>
}

// The rewrites move 2 x 2 x 1792 bytes.
// CHECK-LABEL: func.func @cheaper_rewritten
// CHECK: arith.addf %{{.*}} : tensor<16x4x7xf32>
func.func @cheaper_rewritten(%x: tensor<4x7x16xf32>) -> tensor<4x7x16xf32> {
  %0 = arith.addf %x, %x {layout.op_layout = [
      #layout.op_layout<operands = [_, _], results = [_], cost = 7169>,
      #layout.op_layout<operands = [<(a, b, c) -> (c, a, b)>, <(a, b, c) -> (c, a, b)>], results = [<(a, b, c) -> (c, a, b)>], cost = 0>]} : tensor<4x7x16xf32>
  return %0 : tensor<4x7x16xf32>
}

// CHECK-LABEL: func.func @cheaper_in_place
// CHECK: arith.addf %{{.*}} : tensor<4x7x16xf32>
func.func @cheaper_in_place(%x: tensor<4x7x16xf32>) -> tensor<4x7x16xf32> {
  %0 = arith.addf %x, %x {layout.op_layout = [
      #layout.op_layout<operands = [_, _], results = [_], cost = 7167>,
      #layout.op_layout<operands = [<(a, b, c) -> (c, a, b)>, <(a, b, c) -> (c, a, b)>], results = [<(a, b, c) -> (c, a, b)>], cost = 0>]} : tensor<4x7x16xf32>
  return %0 : tensor<4x7x16xf32>
}

// CHECK-LABEL: func.func @preferred
// CHECK-NOT: linalg.transpose
// CHECK: math.exp %{{.*}} : tensor<4x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @preferred(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = math.exp %x {layout.prefer, layout.op_layout = [#layout.op_layout<
      operands = [<(a, b) -> (b, a)>], results = [<(a, b) -> (b, a)>], cost = 0>]} : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// A reduction is structured, and may be padded where it does not sum.
// CHECK-LABEL: func.func @reduction
// CHECK: linalg.reduce {{.*}}ins(%{{.*}} : tensor<2x6x4xf32>) outs(%{{.*}} : tensor<2x4xf32>) dimensions = [1]
func.func @reduction(%x: tensor<7x6xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.reduce ins(%x : tensor<7x6xf32>) outs(%o : tensor<7xf32>) dimensions = [1] {layout.op_layout = [#layout.op_layout<
      operands = [<(i, j) -> (i floordiv 4, j, i mod 4)> pad [1, 0], <(i) -> (i floordiv 4, i mod 4)> pad [1]], results = [<(i) -> (i floordiv 4, i mod 4)> pad [1]], cost = 0>]}
    (%in: f32, %sum: f32) {
      %1 = arith.addf %in, %sum : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<7xf32>
}
