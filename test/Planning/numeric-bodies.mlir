// Bodies with tensor.extract and linalg.index, ops that change the element
// type, and run-time sizes compute the same results after planning.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize --canonicalize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=main --dims=3
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=main --dims=1 --int-range=1,4
// RUN: layout-opt %s --layout-count | FileCheck %s --check-prefix=BEFORE
// RUN: layout-opt %t.flow.mlir --layout-count | FileCheck %s --check-prefix=AFTER

// BEFORE: {"rewrites":12,
// The rewrite of the integers and that of the blocks which are split again
// remain.
// AFTER: {"rewrites":2,

!l = tensor<8x6xf32>
!b = tensor<2x6x4xf32>
!a = tensor<6x8xf32>
#id = affine_map<(c, i) -> (c, i)>

// An op that updates its destination.
func.func private @in_and_out(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !l) outs(%0 : !l) {
  ^bb0(%p: f32, %q: f32):
    %s = math.exp %p : f32
    %t = arith.addf %s, %q : f32
    linalg.yield %t : f32
  } -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2 : !b
}

// The body reads a tensor in reverse, and the tensor is written in another
// layout.
func.func private @captured(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %e = tensor.empty() : !l
  %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !l) outs(%e : !l) {
  ^bb0(%p: f32, %q: f32):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %j = arith.subi %c5, %i : index
    %k = arith.subi %c7, %c : index
    %v = tensor.extract %1[%k, %j] : !l
    %t = arith.subf %v, %p : f32
    linalg.yield %t : f32
  } -> !l
  %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %3 : !b
}

// Widths known at run time beside a dim that is permuted.
func.func private @run_time_pad(%x: !a, %n: index) -> tensor<?x9xf32> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %1 = tensor.pad %0 low[0, %n] high[1, 1] {
  ^bb0(%i: index, %j: index):
    %z = arith.constant 2.5 : f32
    tensor.yield %z : f32
  } : !l to tensor<9x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<9x?xf32> to tensor<?x9xf32>
  return %2 : tensor<?x9xf32>
}

// The body asks for the index of a window loop.
func.func private @window_index(%x: tensor<2x9x4xf32>) -> tensor<2x7x4xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x9x4xf32> to tensor<8x9xf32>
  %z = arith.constant dense<0.0> : tensor<8x7xf32>
  %k = tensor.empty() : tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(c, i, k) -> (c, i + k)>,
                                        affine_map<(c, i, k) -> (k)>,
                                        affine_map<(c, i, k) -> (c, i)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %k : tensor<8x9xf32>, tensor<3xf32>) outs(%z : tensor<8x7xf32>) {
  ^bb0(%p: f32, %w: f32, %q: f32):
    %c = linalg.index 0 : index
    %kk = linalg.index 2 : index
    %m = arith.muli %c, %kk : index
    %mi = arith.index_cast %m : index to i64
    %mf = arith.sitofp %mi : i64 to f32
    %u = arith.mulf %mf, %p : f32
    %v = arith.addf %u, %q : f32
    linalg.yield %v : f32
  } -> tensor<8x7xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<8x7xf32> to tensor<2x7x4xf32>
  return %2 : tensor<2x7x4xf32>
}

// The element type changes: the operand with fewer bytes is rewritten.
func.func private @types(%x: tensor<2x6x4xi8>) -> tensor<6x8xf16> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x6x4xi8> to tensor<8x6xi8>
  %e = tensor.empty() : tensor<8x6xf16>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x6xi8>) outs(%e : tensor<8x6xf16>) {
  ^bb0(%p: i8, %q: f16):
    %t = arith.sitofp %p : i8 to f16
    linalg.yield %t : f16
  } -> tensor<8x6xf16>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x6xf16> to tensor<6x8xf16>
  return %2 : tensor<6x8xf16>
}

// A reshape splits blocks again.
func.func private @expand(%x: tensor<?x6x4xf32>) -> tensor<?x2x6x2xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<?x6x4xf32> to tensor<?x6xf32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %0, %c0 : tensor<?x6xf32>
  %q = arith.divsi %d, %c4 : index
  %1 = tensor.expand_shape %0 [[0, 1, 2], [3]] output_shape [%q, 2, 2, 6] : tensor<?x6xf32> into tensor<?x2x2x6xf32>
  %e = tensor.empty(%q) : tensor<?x2x2x6xf32>
  %2 = linalg.exp ins(%1 : tensor<?x2x2x6xf32>) outs(%e : tensor<?x2x2x6xf32>) -> tensor<?x2x2x6xf32>
  %3 = layout.layout_transform %2 by <(a, b, c, i) -> (a, b, i, c)> : tensor<?x2x2x6xf32> to tensor<?x2x6x2xf32>
  return %3 : tensor<?x2x6x2xf32>
}

func.func @main(%x: !b, %a: !a, %n: index, %w: tensor<2x9x4xf32>, %t: tensor<2x6x4xi8>, %d: tensor<?x6x4xf32>)
    -> (!b, !b, tensor<?x9xf32>, tensor<2x7x4xf32>, tensor<6x8xf16>, tensor<?x2x6x2xf32>) {
  %0 = call @in_and_out(%x) : (!b) -> !b
  %1 = call @captured(%x) : (!b) -> !b
  %2 = call @run_time_pad(%a, %n) : (!a, index) -> tensor<?x9xf32>
  %3 = call @window_index(%w) : (tensor<2x9x4xf32>) -> tensor<2x7x4xf32>
  %4 = call @types(%t) : (tensor<2x6x4xi8>) -> tensor<6x8xf16>
  %5 = call @expand(%d) : (tensor<?x6x4xf32>) -> tensor<?x2x6x2xf32>
  return %0, %1, %2, %3, %4, %5
      : !b, !b, tensor<?x9xf32>, tensor<2x7x4xf32>, tensor<6x8xf16>, tensor<?x2x6x2xf32>
}
