// Every kind of op computes the same results after planning, for extents that
// blocks divide and extents that they do not, for unit dims and for dims of
// run-time size. Every function tests what one of the other files in this
// folder checks in the IR; @main and @dynamic call them.
//
// Covers: R17, R18, R19, R20, R21, R24, R25

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-materialize --canonicalize -o %t.backward.mlir
// RUN: layout-check %t.before.mlir %t.backward.mlir --entry=main --int-range=0,2
// RUN: layout-check %t.before.mlir %t.backward.mlir --entry=dynamic --dims=3,5,2,4
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold --layout-materialize --canonicalize -o %t.forward.mlir
// RUN: layout-check %t.before.mlir %t.forward.mlir --entry=main --int-range=0,2
// RUN: layout-check %t.before.mlir %t.forward.mlir --entry=dynamic --dims=1,1,7,1

// Planning removes rewrites, so the comparison below tests something.
// RUN: layout-opt %s --layout-count | FileCheck %s --check-prefix=BEFORE
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-count | FileCheck %s --check-prefix=AFTER
// BEFORE: {"rewrites":42,
// AFTER: {"rewrites":11,

!x = tensor<2x12x5x7xf32>
!b = tensor<2x3x5x7x4xf32>
#x = affine_map<(n, c, h, w) -> (n, c, h, w)>

func.func @elementwise(%x: !b, %y: !x) -> !b {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %e = tensor.empty() : !x
  %1 = linalg.exp ins(%0 : !x) outs(%e : !x) -> !x
  %2 = linalg.sub ins(%y, %1 : !x, !x) outs(%e : !x) -> !x
  %k = arith.constant dense<[[[[0.5]], [[1.5]], [[2.5]], [[3.5]], [[4.5]], [[5.5]], [[6.5]], [[7.5]], [[8.5]], [[9.5]], [[-1.5]], [[-2.5]]]]> : tensor<1x12x1x1xf32>
  %3 = linalg.generic {indexing_maps = [#x, affine_map<(n, c, h, w) -> (0, c, 0, 0)>, #x],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2, %k : !x, tensor<1x12x1x1xf32>) outs(%e : !x) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> !x
  %4 = layout.layout_transform %3 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %4 : !b
}

func.func @broadcast(%x: !b, %v: tensor<5x7xf32>, %u: tensor<12xf32>) -> !b {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %e = tensor.empty() : !x
  %1 = linalg.generic {indexing_maps = [#x, affine_map<(n, c, h, w) -> (h, w)>, affine_map<(n, c, h, w) -> (c)>, #x],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %v, %u : !x, tensor<5x7xf32>, tensor<12xf32>) outs(%e : !x) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> !x
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %2 : !b
}

func.func @permuted(%x: tensor<6x5x4xf32>, %y: tensor<5x6x4xf32>) -> tensor<5x6x4xf32> {
  %0 = layout.layout_transform %x by <(a, b, c) -> (b, c, a)> : tensor<6x5x4xf32> to tensor<5x4x6xf32>
  %e = tensor.empty() : tensor<5x4x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k, j)>, affine_map<(i, j, k) -> (i, j, k)>,
                                        affine_map<(i, j, k) -> (i, k, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %y : tensor<5x4x6xf32>, tensor<5x6x4xf32>) outs(%e : tensor<5x4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<5x4x6xf32>
  %2 = layout.layout_transform %1 by <(i, k, j) -> (i, j, k)> : tensor<5x4x6xf32> to tensor<5x6x4xf32>
  return %2 : tensor<5x6x4xf32>
}

func.func @reduction(%x: !b) -> (tensor<2x12x7xf32>, tensor<2x3x4xf32>, tensor<2x5x7xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %z = arith.constant dense<0.0> : tensor<2x12x7xf32>
  %z2 = arith.constant dense<0.0> : tensor<2x12xf32>
  %z3 = arith.constant dense<-1.0e9> : tensor<2x5x7xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : !x) outs(%z : tensor<2x12x7xf32>) dimensions = [2]
  %2 = linalg.reduce {arith.addf} ins(%0 : !x) outs(%z2 : tensor<2x12xf32>) dimensions = [2, 3]
  %3 = linalg.reduce {arith.maximumf} ins(%0 : !x) outs(%z3 : tensor<2x5x7xf32>) dimensions = [1]
  %4 = layout.layout_transform %2 by <(n, c) -> (n, c floordiv 4, c mod 4)> : tensor<2x12xf32> to tensor<2x3x4xf32>
  return %1, %4, %3 : tensor<2x12x7xf32>, tensor<2x3x4xf32>, tensor<2x5x7xf32>
}

func.func @pooling(%x: !b) -> (tensor<2x3x2x3x4xf32>, tensor<2x2x3x12xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %low = arith.constant dense<-1.0e9> : tensor<2x12x2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<2x12x2x3xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %k2 = tensor.empty() : tensor<2x2xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%0, %k : !x, tensor<3x3xf32>) outs(%low : tensor<2x12x2x3xf32>) -> tensor<2x12x2x3xf32>
  %s = tensor.extract_slice %0[0, 0, 0, 0] [2, 12, 4, 6] [1, 1, 1, 1] : !x to tensor<2x12x4x6xf32>
  %2 = linalg.pooling_nchw_sum {strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
      ins(%s, %k2 : tensor<2x12x4x6xf32>, tensor<2x2xf32>) outs(%zero : tensor<2x12x2x3xf32>) -> tensor<2x12x2x3xf32>
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x12x2x3xf32> to tensor<2x3x2x3x4xf32>
  %4 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<2x12x2x3xf32> to tensor<2x2x3x12xf32>
  return %3, %4 : tensor<2x3x2x3x4xf32>, tensor<2x2x3x12xf32>
}

func.func @pad(%x: !b, %v: f32) -> (tensor<2x3x7x10x4xf32>, tensor<2x6x5x7x4xf32>, tensor<2x4x5x7x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %1 = tensor.pad %0 low[0, 0, 1, 0] high[0, 0, 1, 3] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %v : f32
  } : !x to tensor<2x12x7x10xf32>
  %2 = tensor.pad %0 low[0, 4, 0, 0] high[0, 8, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %v : f32
  } : !x to tensor<2x24x5x7xf32>
  %3 = tensor.pad %0 low[0, 1, 0, 0] high[0, 3, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %v : f32
  } : !x to tensor<2x16x5x7xf32>
  %4 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x12x7x10xf32> to tensor<2x3x7x10x4xf32>
  %5 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x24x5x7xf32> to tensor<2x6x5x7x4xf32>
  %6 = layout.layout_transform %3 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x16x5x7xf32> to tensor<2x4x5x7x4xf32>
  return %4, %5, %6 : tensor<2x3x7x10x4xf32>, tensor<2x6x5x7x4xf32>, tensor<2x4x5x7x4xf32>
}

func.func @concat(%x: !b, %y: tensor<2x1x5x7x4xf32>) -> (tensor<2x4x5x7x4xf32>, tensor<2x4x5x7x4xf32>, tensor<2x3x10x7x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<2x1x5x7x4xf32> to tensor<2x4x5x7xf32>
  %2 = tensor.concat dim(1) %1, %0 : (tensor<2x4x5x7xf32>, !x) -> tensor<2x16x5x7xf32>
  %e = tensor.empty() : tensor<2x16x5x7xf32>
  %3 = tensor.insert_slice %0 into %e[0, 0, 0, 0] [2, 12, 5, 7] [1, 1, 1, 1] : !x into tensor<2x16x5x7xf32>
  %4 = tensor.insert_slice %1 into %3[0, 12, 0, 0] [2, 4, 5, 7] [1, 1, 1, 1] : tensor<2x4x5x7xf32> into tensor<2x16x5x7xf32>
  %5 = tensor.concat dim(2) %0, %0 : (!x, !x) -> tensor<2x12x10x7xf32>
  %6 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x16x5x7xf32> to tensor<2x4x5x7x4xf32>
  %7 = layout.layout_transform %4 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x16x5x7xf32> to tensor<2x4x5x7x4xf32>
  %8 = layout.layout_transform %5 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x12x10x7xf32> to tensor<2x3x10x7x4xf32>
  return %6, %7, %8 : tensor<2x4x5x7x4xf32>, tensor<2x4x5x7x4xf32>, tensor<2x3x10x7x4xf32>
}

func.func @slices(%x: !b, %i: index) -> (tensor<2x1x3x4x4xf32>, tensor<2x7x12xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %1 = tensor.extract_slice %0[0, 4, %i, 0] [2, 4, 3, 4] [1, 1, 1, 2] : !x to tensor<2x4x3x4xf32>
  %2 = tensor.extract_slice %0[0, 0, 3, 0] [2, 12, 1, 7] [1, 1, 1, 1] : !x to tensor<2x12x7xf32>
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<2x4x3x4xf32> to tensor<2x1x3x4x4xf32>
  %4 = layout.layout_transform %2 by <(n, c, w) -> (n, w, c)> : tensor<2x12x7xf32> to tensor<2x7x12xf32>
  return %3, %4 : tensor<2x1x3x4x4xf32>, tensor<2x7x12xf32>
}

func.func @reshape(%x: !b) -> (tensor<2x3x35x4xf32>, tensor<840xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : !x into tensor<2x12x35xf32>
  %e = tensor.empty() : tensor<2x12x35xf32>
  %2 = linalg.exp ins(%1 : tensor<2x12x35xf32>) outs(%e : tensor<2x12x35xf32>) -> tensor<2x12x35xf32>
  %3 = layout.layout_transform %2 by <(n, c, i) -> (n, c floordiv 4, i, c mod 4)> : tensor<2x12x35xf32> to tensor<2x3x35x4xf32>
  %4 = linalg.abs ins(%2 : tensor<2x12x35xf32>) outs(%e : tensor<2x12x35xf32>) -> tensor<2x12x35xf32>
  %5 = tensor.collapse_shape %4 [[0, 1, 2]] : tensor<2x12x35xf32> into tensor<840xf32>
  return %3, %5 : tensor<2x3x35x4xf32>, tensor<840xf32>
}

func.func @shared(%x: !b) -> (!b, tensor<2x5x7x12xf32>, !b) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %e = tensor.empty() : !x
  %1:2 = linalg.generic {indexing_maps = [#x, #x, #x, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %0 : !x, !x) outs(%e, %e : !x, !x) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32):
    %m = arith.mulf %a, %b : f32
    %c = math.cos %b : f32
    linalg.yield %m, %c : f32, f32
  } -> (!x, !x)
  %2 = linalg.abs ins(%1#1 : !x) outs(%e : !x) -> !x
  %3 = linalg.add ins(%1#1, %2 : !x, !x) outs(%e : !x) -> !x
  %4 = layout.layout_transform %1#0 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  %5 = layout.layout_transform %1#1 by <(n, c, h, w) -> (n, h, w, c)> : !x to tensor<2x5x7x12xf32>
  %6 = layout.layout_transform %3 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %4, %5, %6 : !b, tensor<2x5x7x12xf32>, !b
}

func.func @index(%x: !b) -> (!b, tensor<2x5x7xi64>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %e = tensor.empty() : !x
  %1 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : !x) outs(%e : !x) {
  ^bb0(%a: f32, %o: f32):
    %c = linalg.index 1 : index
    %w = linalg.index 3 : index
    %p = arith.muli %c, %w : index
    %q = arith.index_cast %p : index to i64
    %r = arith.sitofp %q : i64 to f32
    %s = arith.addf %a, %r : f32
    linalg.yield %s : f32
  } -> !x
  %low = arith.constant dense<-1.0e9> : tensor<2x5x7xf32>
  %none = arith.constant dense<-1> : tensor<2x5x7xi64>
  %2:2 = linalg.generic {indexing_maps = [#x, affine_map<(n, c, h, w) -> (n, h, w)>, affine_map<(n, c, h, w) -> (n, h, w)>],
                         iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%0 : !x) outs(%low, %none : tensor<2x5x7xf32>, tensor<2x5x7xi64>) {
  ^bb0(%a: f32, %m: f32, %at: i64):
    %c = linalg.index 1 : index
    %v = arith.index_cast %c : index to i64
    %larger = arith.cmpf ogt, %a, %m : f32
    %max = arith.select %larger, %a, %m : f32
    %where = arith.select %larger, %v, %at : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<2x5x7xf32>, tensor<2x5x7xi64>)
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
  return %3, %2#1 : !b, tensor<2x5x7xi64>
}

func.func @regions(%x: !b, %y: !x, %i: index) -> (!b, !b) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %j = %c0 to %c3 step %c1 iter_args(%acc = %x) -> !b {
    %0 = layout.layout_transform %acc by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
    %e = tensor.empty() : !x
    %1 = linalg.add ins(%0, %y : !x, !x) outs(%e : !x) -> !x
    %2 = linalg.tanh ins(%1 : !x) outs(%e : !x) -> !x
    %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
    scf.yield %3 : !b
  }
  %4 = layout.layout_transform %r by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !b to !x
  %odd = arith.cmpi ugt, %i, %c1 : index
  %s = scf.if %odd -> !b {
    %e = tensor.empty() : !x
    %5 = linalg.exp ins(%4 : !x) outs(%e : !x) -> !x
    %6 = layout.layout_transform %5 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
    scf.yield %6 : !b
  } else {
    %7 = layout.layout_transform %4 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !x to !b
    scf.yield %7 : !b
  }
  return %r, %s : !b, !b
}

func.func @unit_dims(%x: tensor<1x2x1x1x4xf32>) -> (tensor<1x1x1x8xf32>, tensor<1x2x3x1x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x2x1x1x4xf32> to tensor<1x8x1x1xf32>
  %e = tensor.empty() : tensor<1x8x1x1xf32>
  %1 = linalg.exp ins(%0 : tensor<1x8x1x1xf32>) outs(%e : tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32>
  %2 = tensor.concat dim(2) %1, %0, %1 : (tensor<1x8x1x1xf32>, tensor<1x8x1x1xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x3x1xf32>
  %3 = layout.layout_transform %1 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x8x1x1xf32> to tensor<1x1x1x8xf32>
  %4 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<1x8x3x1xf32> to tensor<1x2x3x1x4xf32>
  return %3, %4 : tensor<1x1x1x8xf32>, tensor<1x2x3x1x4xf32>
}

func.func @softmax(%x: tensor<7x5x4xf32>) -> tensor<7x5x4xf32> {
  %0 = layout.layout_transform %x by <(a, b, c) -> (c, a, b)> : tensor<7x5x4xf32> to tensor<4x7x5xf32>
  %e = tensor.empty() : tensor<4x7x5xf32>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<4x7x5xf32>) outs(%e : tensor<4x7x5xf32>) -> tensor<4x7x5xf32>
  %2 = layout.layout_transform %1 by <(c, a, b) -> (a, b, c)> : tensor<4x7x5xf32> to tensor<7x5x4xf32>
  return %2 : tensor<7x5x4xf32>
}

func.func @main(%arg0: !b, %arg1: !x, %arg2: tensor<5x7xf32>, %arg3: tensor<12xf32>, %arg4: tensor<6x5x4xf32>,
                %arg5: tensor<5x6x4xf32>, %arg6: f32, %arg7: tensor<2x1x5x7x4xf32>, %arg8: index,
                %arg9: tensor<1x2x1x1x4xf32>, %arg10: tensor<7x5x4xf32>)
    -> (!b, !b, tensor<5x6x4xf32>, tensor<2x12x7xf32>, tensor<2x3x4xf32>, tensor<2x5x7xf32>, tensor<2x3x2x3x4xf32>,
        tensor<2x2x3x12xf32>, tensor<2x3x7x10x4xf32>, tensor<2x6x5x7x4xf32>, tensor<2x4x5x7x4xf32>,
        tensor<2x4x5x7x4xf32>, tensor<2x4x5x7x4xf32>, tensor<2x3x10x7x4xf32>, tensor<2x1x3x4x4xf32>,
        tensor<2x7x12xf32>, tensor<2x3x35x4xf32>, tensor<840xf32>, !b, tensor<2x5x7x12xf32>, !b, !b,
        tensor<2x5x7xi64>, !b, !b, tensor<1x1x1x8xf32>, tensor<1x2x3x1x4xf32>, tensor<7x5x4xf32>) {
  %0 = call @elementwise(%arg0, %arg1) : (!b, !x) -> !b
  %1 = call @broadcast(%arg0, %arg2, %arg3) : (!b, tensor<5x7xf32>, tensor<12xf32>) -> !b
  %2 = call @permuted(%arg4, %arg5) : (tensor<6x5x4xf32>, tensor<5x6x4xf32>) -> tensor<5x6x4xf32>
  %3:3 = call @reduction(%arg0) : (!b) -> (tensor<2x12x7xf32>, tensor<2x3x4xf32>, tensor<2x5x7xf32>)
  %4:2 = call @pooling(%arg0) : (!b) -> (tensor<2x3x2x3x4xf32>, tensor<2x2x3x12xf32>)
  %5:3 = call @pad(%arg0, %arg6) : (!b, f32) -> (tensor<2x3x7x10x4xf32>, tensor<2x6x5x7x4xf32>, tensor<2x4x5x7x4xf32>)
  %6:3 = call @concat(%arg0, %arg7) : (!b, tensor<2x1x5x7x4xf32>) -> (tensor<2x4x5x7x4xf32>, tensor<2x4x5x7x4xf32>, tensor<2x3x10x7x4xf32>)
  %7:2 = call @slices(%arg0, %arg8) : (!b, index) -> (tensor<2x1x3x4x4xf32>, tensor<2x7x12xf32>)
  %8:2 = call @reshape(%arg0) : (!b) -> (tensor<2x3x35x4xf32>, tensor<840xf32>)
  %9:3 = call @shared(%arg0) : (!b) -> (!b, tensor<2x5x7x12xf32>, !b)
  %10:2 = call @index(%arg0) : (!b) -> (!b, tensor<2x5x7xi64>)
  %11:2 = call @regions(%arg0, %arg1, %arg8) : (!b, !x, index) -> (!b, !b)
  %12:2 = call @unit_dims(%arg9) : (tensor<1x2x1x1x4xf32>) -> (tensor<1x1x1x8xf32>, tensor<1x2x3x1x4xf32>)
  %13 = call @softmax(%arg10) : (tensor<7x5x4xf32>) -> tensor<7x5x4xf32>
  return %0, %1, %2, %3#0, %3#1, %3#2, %4#0, %4#1, %5#0, %5#1, %5#2, %6#0, %6#1, %6#2, %7#0, %7#1, %8#0, %8#1, %9#0,
         %9#1, %9#2, %10#0, %10#1, %11#0, %11#1, %12#0, %12#1, %13
      : !b, !b, tensor<5x6x4xf32>, tensor<2x12x7xf32>, tensor<2x3x4xf32>, tensor<2x5x7xf32>, tensor<2x3x2x3x4xf32>,
        tensor<2x2x3x12xf32>, tensor<2x3x7x10x4xf32>, tensor<2x6x5x7x4xf32>, tensor<2x4x5x7x4xf32>,
        tensor<2x4x5x7x4xf32>, tensor<2x4x5x7x4xf32>, tensor<2x3x10x7x4xf32>, tensor<2x1x3x4x4xf32>,
        tensor<2x7x12xf32>, tensor<2x3x35x4xf32>, tensor<840xf32>, !b, tensor<2x5x7x12xf32>, !b, !b,
        tensor<2x5x7xi64>, !b, !b, tensor<1x1x1x8xf32>, tensor<1x2x3x1x4xf32>, tensor<7x5x4xf32>
}

// The sizes of the image and the number of blocks are known at run time only.
func.func @dynamic(%x: tensor<?x?x?x?x4xf32>) -> (tensor<?x?x?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<?x?x?x?x4xf32> to tensor<?x?x?x?xf32>
  %n = tensor.dim %0, %c0 : tensor<?x?x?x?xf32>
  %c = tensor.dim %0, %c1 : tensor<?x?x?x?xf32>
  %h = tensor.dim %0, %c2 : tensor<?x?x?x?xf32>
  %w = tensor.dim %0, %c3 : tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %c, %h, %w) : tensor<?x?x?x?xf32>
  %1 = linalg.exp ins(%0 : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<?x?x?x?xf32> to tensor<?x?x?x?x4xf32>

  // A sum over the image, to which the size of the image is added.
  %e2 = tensor.empty(%n, %c) : tensor<?x?xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.reduce {arith.addf} ins(%1 : tensor<?x?x?x?xf32>) outs(%i2 : tensor<?x?xf32>) dimensions = [2, 3]
  %m = tensor.dim %3, %c1 : tensor<?x?xf32>
  %mi = arith.index_cast %m : index to i64
  %mf = arith.sitofp %mi : i64 to f32
  %sum = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> ()>, affine_map<(n, c) -> (n, c)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%3, %mf : tensor<?x?xf32>, f32) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %4 = layout.layout_transform %sum by <(n, c) -> (n, c floordiv 4, c mod 4)> : tensor<?x?xf32> to tensor<?x?x4xf32>

  // A maximum over the channels is broadcast and subtracted.
  %e3 = tensor.empty(%n, %h, %w) : tensor<?x?x?xf32>
  %low = arith.constant -1.0e9 : f32
  %i3 = linalg.fill ins(%low : f32) outs(%e3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %5 = linalg.reduce {arith.maximumf} ins(%1 : tensor<?x?x?x?xf32>) outs(%i3 : tensor<?x?x?xf32>) dimensions = [1]
  %6 = linalg.generic {indexing_maps = [#x, affine_map<(n, c, h, w) -> (n, h, w)>, #x],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %5 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x?x?x?xf32>
  %7 = layout.layout_transform %6 by <(n, c, h, w) -> (n, h, w, c)> : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>

  // An image is padded and concatenated with itself.
  %8 = tensor.pad %6 low[0, 0, 1, 0] high[0, 0, 0, 2] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %9 = tensor.concat dim(2) %8, %8 : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %10 = layout.layout_transform %9 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<?x?x?x?xf32> to tensor<?x?x?x?x4xf32>
  return %2, %4, %7, %10 : tensor<?x?x?x?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?x4xf32>
}
