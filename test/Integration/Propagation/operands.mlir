// Plans generic ops whose results differ in type and rank, ops that read one tensor as
// several operands or broadcast it, and named broadcasts.
//
// Covers: R17, R18, R19, R20, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=3,5
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=1,1

!b = tensor<3x5x7x4xf32>
!x = tensor<12x5x7xf32>
#id = affine_map<(c, h, w) -> (c, h, w)>
#c = affine_map<(c, h, w) -> (c)>
#hw = affine_map<(c, h, w) -> (h, w)>
#s = affine_map<(c, h, w) -> ()>

// One op with results in f16, in i1, a sum per channel and a single number; a reshape
// puts the sums together.
// CHECK-LABEL: func.func @results(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<3x5x7x4xf32>) outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<3x4xf32>, tensor<f32>)
// CHECK: layout.layout_transform {{.*}} : tensor<3x4xf32> to tensor<12xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @results(%x: !b) -> (tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<12xf32>, tensor<f32>) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %zero = arith.constant 0.0 : f32
  %z1 = arith.constant dense<0.0> : tensor<12xf32>
  %z0 = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<12x5x7xf16>
  %f = tensor.empty() : tensor<12x5x7xi1>
  %1:4 = linalg.generic {indexing_maps = [#id, #id, #id, #c, #s], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%0 : !x) outs(%e, %f, %z1, %z0 : tensor<12x5x7xf16>, tensor<12x5x7xi1>, tensor<12xf32>, tensor<f32>) {
  ^bb0(%a: f32, %o: f16, %p: i1, %sum: f32, %all: f32):
    %h = arith.truncf %a : f32 to f16
    %b = arith.cmpf ogt, %a, %zero : f32
    %s = arith.addf %a, %sum : f32
    %t = arith.addf %a, %all : f32
    linalg.yield %h, %b, %s, %t : f16, i1, f32, f32
  } -> (tensor<12x5x7xf16>, tensor<12x5x7xi1>, tensor<12xf32>, tensor<f32>)
  %2 = layout.layout_transform %1#0 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : tensor<12x5x7xf16> to tensor<3x5x7x4xf16>
  %3 = layout.layout_transform %1#1 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : tensor<12x5x7xi1> to tensor<3x5x7x4xi1>
  return %2, %3, %1#2, %1#3 : tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<12xf32>, tensor<f32>
}

// One tensor is two operands and the destination; one vector over the channels is read
// twice.
// CHECK-LABEL: func.func @same(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x7x4xf32>, %[[V:[^:]*]]: tensor<12xf32>
// CHECK: %[[VV:.*]] = layout.layout_transform %[[V]] {{.*}} : tensor<12xf32> to tensor<3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[VV]], %[[X]], %[[VV]] : tensor<3x5x7x4xf32>, tensor<3x4xf32>, tensor<3x5x7x4xf32>, tensor<3x4xf32>) outs(%[[X]] : tensor<3x5x7x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @same(%x: !b, %v: tensor<12xf32>) -> !b {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = linalg.generic {indexing_maps = [#id, #c, #id, #c, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %v, %0, %v : !x, tensor<12xf32>, !x, tensor<12xf32>) outs(%0 : !x) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.subf %c, %d : f32
    %r = arith.addf %p, %q : f32
    %s = arith.subf %r, %o : f32
    linalg.yield %s : f32
  } -> !x
  %2 = layout.layout_transform %1 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !x to !b
  return %2 : !b
}

// The sum of three named broadcasts, of a number, of an image plane and of a vector over
// the channels; planes and channels have run-time sizes.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.add ins(%[[X]], %{{.*}} : tensor<?x?x4xf32>, tensor<?x?x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @broadcasts(%x: tensor<?x?x4xf32>, %n: f32) -> tensor<?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %x by <(c, h, b) -> (c * 4 + b, h)> : tensor<?x?x4xf32> to tensor<?x?xf32>
  %c = tensor.dim %0, %c0 : tensor<?x?xf32>
  %h = tensor.dim %0, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%c, %h) : tensor<?x?xf32>
  %ec = tensor.empty(%c) : tensor<?xf32>
  %eh = tensor.empty(%h) : tensor<?xf32>
  %t = tensor.from_elements %n : tensor<f32>
  %ic = linalg.fill ins(%zero : f32) outs(%ec : tensor<?xf32>) -> tensor<?xf32>
  %ih = linalg.fill ins(%n : f32) outs(%eh : tensor<?xf32>) -> tensor<?xf32>
  %sc = linalg.reduce {arith.addf} ins(%0 : tensor<?x?xf32>) outs(%ic : tensor<?xf32>) dimensions = [1]
  %sh = linalg.reduce {arith.addf} ins(%0 : tensor<?x?xf32>) outs(%ih : tensor<?xf32>) dimensions = [0]
  %bn = linalg.broadcast ins(%t : tensor<f32>) outs(%e : tensor<?x?xf32>) dimensions = [0, 1]
  %bc = linalg.broadcast ins(%sc : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [1]
  %bh = linalg.broadcast ins(%sh : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %1 = linalg.add ins(%0, %bn : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.mul ins(%1, %bc : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.sub ins(%2, %bh : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = layout.layout_transform %3 by <(c, h) -> (c floordiv 4, h, c mod 4)> : tensor<?x?xf32> to tensor<?x?x4xf32>
  return %4 : tensor<?x?x4xf32>
}

// Ten of twelve channels come from one tensor, the rest from another.
func.func @indivisible(%x: !b, %y: !x) -> !b {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [10, 5, 7] : !x to tensor<10x5x7xf32>
  %e = tensor.empty() : tensor<10x5x7xf32>
  %2 = linalg.mul ins(%1, %1 : tensor<10x5x7xf32>, tensor<10x5x7xf32>) outs(%e : tensor<10x5x7xf32>) -> tensor<10x5x7xf32>
  %3 = tensor.insert_slice %2 into %y[1, 0, 0] [10, 5, 7] [1, 1, 1] : tensor<10x5x7xf32> into !x
  %4 = layout.layout_transform %3 by <(c, h, w) -> (c floordiv 4, h, w, c mod 4)> : !x to !b
  return %4 : !b
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: !b, %a1: !b, %a2: tensor<12xf32>, %a3: tensor<?x?x4xf32>, %a4: f32, %a5: !b, %a6: !x)
    -> (tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<12xf32>, tensor<f32>, !b, tensor<?x?x4xf32>, !b) {
  %0:4 = call @results(%a0) : (!b) -> (tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<12xf32>, tensor<f32>)
  %1 = call @same(%a1, %a2) : (!b, tensor<12xf32>) -> !b
  %2 = call @broadcasts(%a3, %a4) : (tensor<?x?x4xf32>, f32) -> tensor<?x?x4xf32>
  %3 = call @indivisible(%a5, %a6) : (!b, !x) -> !b
  return %0#0, %0#1, %0#2, %0#3, %1, %2, %3
      : tensor<3x5x7x4xf16>, tensor<3x5x7x4xi1>, tensor<12xf32>, tensor<f32>, !b, tensor<?x?x4xf32>, !b
}
