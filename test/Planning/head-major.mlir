// With target nchw16c contractions may read and write tensors with
// the heads first. Each operand has its own order. Dims that are not contracted
// may be split and permuted; contracted dims stay whole.
// Covers: R20, R36
// RUN: layout-opt %s --layout-raise --layout-freeze=target=nchw16c | FileCheck %s --check-prefix=FREEZE
// RUN: layout-opt %s --layout-pipeline="target=nchw16c report=%t.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %print-json %t.json frozen.bytes after.bytes plan | FileCheck %s --check-prefix=COST
// RUN: layout-check %s %t.mlir --entry=attention
// RUN: layout-check %s %t.mlir --entry=smaller
// Planning a planned program again does not change it.
// RUN: layout-opt %t.mlir --layout-pipeline=target=nchw16c | diff %t.mlir -

// The baseline moves 4 * 2 * 6 * 12 * 4 + 2 * 5 * 7 * 4 + 2 * 3 * 2 * 4 + 2 *
// (72 + 60 + 90) * 4 + 2 * 5 * 4 + 2 * 2 * 5 * 7 * 4 + 2 * (5 + 3) * 4 + 2 * 40
// * 4 + 2 * 720 * 4 bytes, of which 2 * 5 * 3 * 4 + 2 * 40 * 4 remain.
// COST: frozen.bytes = 11152
// COST-NEXT: after.bytes = 440
// COST-NEXT: plan = {"cost": 440, "bound": 440, "gap": 0, "capped": false, "rewrites": 440, "moves": 0, "prices": 0, "choices": 20, "candidates": 125, "barriers": {}, "considered": {{.*}}, "as_planned": true}

// FREEZE-LABEL: func.func @attention
// FREEZE: linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>]}
// FREEZE: linalg.batch_matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>]}

// Attention with 6 tokens and 3 heads of 4 channels. Queries, keys and values are
// read in the order of the program: each row has a row of each head, transposed
// for the keys. The last matmul but one writes tokens first.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<6x3x4xf32>, tensor<6x3x4xf32>) outs({{.*}} : tensor<3x6x6xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x6x6xf32>, tensor<6x3x4xf32>) outs({{.*}} : tensor<6x3x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @attention(%x: tensor<6x12xf32>, %wq: tensor<12x12xf32>, %wk: tensor<12x12xf32>, %wv: tensor<12x12xf32>, %wo: tensor<12x12xf32>) -> tensor<6x12xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x12xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<6x12xf32>) -> tensor<6x12xf32>
  %q0 = linalg.matmul ins(%x, %wq : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %k0 = linalg.matmul ins(%x, %wk : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %v0 = linalg.matmul ins(%x, %wv : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  %q1 = tensor.expand_shape %q0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %k1 = tensor.expand_shape %k0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %v1 = tensor.expand_shape %v0 [[0], [1, 2]] output_shape [6, 3, 4] : tensor<6x12xf32> into tensor<6x3x4xf32>
  %eh = tensor.empty() : tensor<3x6x4xf32>
  %et = tensor.empty() : tensor<3x4x6xf32>
  %q = linalg.transpose ins(%q1 : tensor<6x3x4xf32>) outs(%eh : tensor<3x6x4xf32>) permutation = [1, 0, 2]
  %k = linalg.transpose ins(%k1 : tensor<6x3x4xf32>) outs(%et : tensor<3x4x6xf32>) permutation = [1, 2, 0]
  %v = linalg.transpose ins(%v1 : tensor<6x3x4xf32>) outs(%eh : tensor<3x6x4xf32>) permutation = [1, 0, 2]
  %es = tensor.empty() : tensor<3x6x6xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<3x6x4xf32>, tensor<3x4x6xf32>) outs(%is : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %p = linalg.exp ins(%s : tensor<3x6x6xf32>) outs(%es : tensor<3x6x6xf32>) -> tensor<3x6x6xf32>
  %ih = linalg.fill ins(%zero : f32) outs(%eh : tensor<3x6x4xf32>) -> tensor<3x6x4xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<3x6x6xf32>, tensor<3x6x4xf32>) outs(%ih : tensor<3x6x4xf32>) -> tensor<3x6x4xf32>
  %ex = tensor.empty() : tensor<6x3x4xf32>
  %o1 = linalg.transpose ins(%o : tensor<3x6x4xf32>) outs(%ex : tensor<6x3x4xf32>) permutation = [1, 0, 2]
  %o2 = tensor.collapse_shape %o1 [[0], [1, 2]] : tensor<6x3x4xf32> into tensor<6x12xf32>
  %r = linalg.matmul ins(%o2, %wo : tensor<6x12xf32>, tensor<12x12xf32>) outs(%i : tensor<6x12xf32>) -> tensor<6x12xf32>
  return %r : tensor<6x12xf32>
}

// A result that is stored by columns is the product of the transposed operands,
// and reads the first one by columns. The smaller of the two is rewritten.
// CHECK-LABEL: func.func @smaller
// CHECK: linalg.transpose ins({{.*}} : tensor<5x3xf32>) outs({{.*}} : tensor<3x5xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<3x5xf32>, tensor<3x7xf32>) outs({{.*}} : tensor<7x5xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @smaller(%x: tensor<5x3xf32>, %w: tensor<3x7xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<5x3xf32>, tensor<3x7xf32>) outs(%i : tensor<5x7xf32>) -> tensor<5x7xf32>
  %et = tensor.empty() : tensor<7x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<5x7xf32>) outs(%et : tensor<7x5xf32>) permutation = [1, 0]
  return %1 : tensor<7x5xf32>
}

// Values of windows of 3 x 3 pixels: what is added up is split, and other windows
// and heads are between its parts.
// RUN: layout-check %s %t.mlir --entry=windows
// RUN: layout-check %s %t.mlir --entry=windows --code=kernels
// CHECK-LABEL: func.func @windows
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}}"reduction", "reduction"]} ins({{.*}} : tensor<2x2x5x9x3x3xf32>, tensor<2x3x2x3x5x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @windows(%v: tensor<2x3x2x3x5x4xf32>, %p: tensor<20x9x9xf32>) -> tensor<20x9x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x5x3x3x4xf32>
  %0 = linalg.transpose ins(%v : tensor<2x3x2x3x5x4xf32>) outs(%e : tensor<2x2x5x3x3x4xf32>) permutation = [0, 2, 4, 1, 3, 5]
  %1 = tensor.collapse_shape %0 [[0, 1, 2], [3, 4], [5]] : tensor<2x2x5x3x3x4xf32> into tensor<20x9x4xf32>
  %er = tensor.empty() : tensor<20x9x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%er : tensor<20x9x4xf32>) -> tensor<20x9x4xf32>
  %2 = linalg.batch_matmul ins(%p, %1 : tensor<20x9x9xf32>, tensor<20x9x4xf32>) outs(%i : tensor<20x9x4xf32>) -> tensor<20x9x4xf32>
  return %2 : tensor<20x9x4xf32>
}

// The number of tokens is known at run time only.
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=5
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=1
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @dynamic(%x: tensor<?x6xf32>, %w: tensor<6x6xf32>, %y: tensor<3x2x5xf32>) -> tensor<3x?x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %e = tensor.empty(%n) : tensor<?x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x6xf32>, tensor<6x6xf32>) outs(%i : tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%n, 3, 2] : tensor<?x6xf32> into tensor<?x3x2xf32>
  %et = tensor.empty(%n) : tensor<3x?x2xf32>
  %2 = linalg.transpose ins(%1 : tensor<?x3x2xf32>) outs(%et : tensor<3x?x2xf32>) permutation = [1, 0, 2]
  %er = tensor.empty(%n) : tensor<3x?x5xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<3x?x5xf32>) -> tensor<3x?x5xf32>
  %3 = linalg.batch_matmul ins(%2, %y : tensor<3x?x2xf32>, tensor<3x2x5xf32>) outs(%ir : tensor<3x?x5xf32>) -> tensor<3x?x5xf32>
  return %3 : tensor<3x?x5xf32>
}

// Each operand has several orders; the candidates of the op are all
// combinations of them.
// RUN: layout-check %s %t.mlir --entry=products
// CHECK-LABEL: func.func @products
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<6x3x4xf32>, tensor<5x3x4xf32>) outs({{.*}} : tensor<6x3x5xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @products(%q: tensor<6x3x4xf32>, %k: tensor<5x3x4xf32>) -> tensor<6x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %eq = tensor.empty() : tensor<3x6x4xf32>
  %ek = tensor.empty() : tensor<3x4x5xf32>
  %tq = linalg.transpose ins(%q : tensor<6x3x4xf32>) outs(%eq : tensor<3x6x4xf32>) permutation = [1, 0, 2]
  %tk = linalg.transpose ins(%k : tensor<5x3x4xf32>) outs(%ek : tensor<3x4x5xf32>) permutation = [1, 2, 0]
  %e = tensor.empty() : tensor<3x6x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  %0 = linalg.batch_matmul ins(%tq, %tk : tensor<3x6x4xf32>, tensor<3x4x5xf32>) outs(%i : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  %er = tensor.empty() : tensor<6x3x5xf32>
  %r = linalg.transpose ins(%0 : tensor<3x6x5xf32>) outs(%er : tensor<6x3x5xf32>) permutation = [1, 0, 2]
  return %r : tensor<6x3x5xf32>
}

// A layer of MLP-Mixer: two matmuls along the rows of what is stored by rows, and
// the sum of the result with it. All of them keep the columns innermost, so
// nothing is rewritten. One loop is known at run time only, the other one has
// one iteration.
// RUN: layout-check %s %t.mlir --entry=columns
// RUN: layout-check %s %t.mlir --entry=unit_columns
// RUN: layout-check %s %t.mlir --entry=dynamic_columns --dims=5
// RUN: layout-check %s %t.mlir --entry=dynamic_columns --dims=1
// RUN: layout-check %s %t.mlir --entry=columns --code=kernels
// CHECK-LABEL: func.func @columns
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<5x7xf32>, tensor<5x3xf32>) outs({{.*}} : tensor<3x7xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x7xf32>, tensor<3x5xf32>) outs({{.*}} : tensor<5x7xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @columns(%x: tensor<5x7xf32>, %w: tensor<5x3xf32>, %v: tensor<3x5xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<7x5xf32>
  %xt = linalg.transpose ins(%x : tensor<5x7xf32>) outs(%et : tensor<7x5xf32>) permutation = [1, 0]
  %e0 = tensor.empty() : tensor<7x3xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<7x3xf32>) -> tensor<7x3xf32>
  %0 = linalg.matmul ins(%xt, %w : tensor<7x5xf32>, tensor<5x3xf32>) outs(%i0 : tensor<7x3xf32>) -> tensor<7x3xf32>
  %1 = linalg.tanh ins(%0 : tensor<7x3xf32>) outs(%e0 : tensor<7x3xf32>) -> tensor<7x3xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%et : tensor<7x5xf32>) -> tensor<7x5xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<7x3xf32>, tensor<3x5xf32>) outs(%i1 : tensor<7x5xf32>) -> tensor<7x5xf32>
  %e = tensor.empty() : tensor<5x7xf32>
  %3 = linalg.transpose ins(%2 : tensor<7x5xf32>) outs(%e : tensor<5x7xf32>) permutation = [1, 0]
  %4 = linalg.add ins(%x, %3 : tensor<5x7xf32>, tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %4 : tensor<5x7xf32>
}

// CHECK-LABEL: func.func @unit_columns
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @unit_columns(%x: tensor<5x1xf32>, %w: tensor<5x3xf32>) -> tensor<3x1xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<1x5xf32>
  %xt = linalg.transpose ins(%x : tensor<5x1xf32>) outs(%et : tensor<1x5xf32>) permutation = [1, 0]
  %e0 = tensor.empty() : tensor<1x3xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %0 = linalg.matmul ins(%xt, %w : tensor<1x5xf32>, tensor<5x3xf32>) outs(%i0 : tensor<1x3xf32>) -> tensor<1x3xf32>
  %e = tensor.empty() : tensor<3x1xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x3xf32>) outs(%e : tensor<3x1xf32>) permutation = [1, 0]
  return %1 : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @dynamic_columns
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<5x?xf32>, tensor<5x3xf32>) outs({{.*}} : tensor<3x?xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @dynamic_columns(%x: tensor<5x?xf32>, %w: tensor<5x3xf32>) -> tensor<3x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<5x?xf32>
  %et = tensor.empty(%n) : tensor<?x5xf32>
  %xt = linalg.transpose ins(%x : tensor<5x?xf32>) outs(%et : tensor<?x5xf32>) permutation = [1, 0]
  %e0 = tensor.empty(%n) : tensor<?x3xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %0 = linalg.matmul ins(%xt, %w : tensor<?x5xf32>, tensor<5x3xf32>) outs(%i0 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %e = tensor.empty(%n) : tensor<3x?xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x3xf32>) outs(%e : tensor<3x?xf32>) permutation = [1, 0]
  return %1 : tensor<3x?xf32>
}

// The dim of a batch is no column of a product: results keep another one
// innermost.
// RUN: layout-check %s %t.mlir --entry=batch
// CHECK-LABEL: func.func @batch
// CHECK: linalg.batch_matmul
// CHECK: linalg.transpose {{.*}} permutation = [1, 2, 0]
// CHECK: return
func.func @batch(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) -> tensor<2x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2x5xf32>) -> tensor<4x2x5xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x2x3xf32>, tensor<4x3x5xf32>) outs(%i : tensor<4x2x5xf32>) -> tensor<4x2x5xf32>
  %er = tensor.empty() : tensor<2x5x4xf32>
  %r = linalg.transpose ins(%0 : tensor<4x2x5xf32>) outs(%er : tensor<2x5x4xf32>) permutation = [1, 2, 0]
  return %r : tensor<2x5x4xf32>
}

// An op on empty tensors has no flexibility and keeps its layout.
// CHECK-LABEL: func.func @nothing
// CHECK: linalg.matmul
func.func @nothing(%x: tensor<0x4xf32>, %w: tensor<4x5xf32>, %i: tensor<0x5xf32>) -> tensor<0x5xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<0x4xf32>, tensor<4x5xf32>) outs(%i : tensor<0x5xf32>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// The rows are a run-time number times three. When the program is planned
// again, the matmul that reads both loops as one dim is not mistaken for a
// convolution.
// RUN: layout-check %s %t.mlir --entry=rows --dims=2
// RUN: layout-check %s %t.mlir --entry=rows --dims=1
// CHECK-LABEL: func.func @rows
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @rows(%x: tensor<?x3x4xf32>, %w: tensor<4x5xf32>) -> tensor<3x?x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4xf32>
  %c3 = arith.constant 3 : index
  %m = arith.muli %n, %c3 : index
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x3x4xf32> into tensor<?x4xf32>
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<?x4xf32>, tensor<4x5xf32>) outs(%i : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, 3, 5] : tensor<?x5xf32> into tensor<?x3x5xf32>
  %et = tensor.empty(%n) : tensor<3x?x5xf32>
  %2 = linalg.transpose ins(%1 : tensor<?x3x5xf32>) outs(%et : tensor<3x?x5xf32>) permutation = [1, 0, 2]
  return %2 : tensor<3x?x5xf32>
}
