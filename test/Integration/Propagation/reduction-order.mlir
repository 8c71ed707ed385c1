// Reductions whose result depends on the order of elements, such as the index of the
// first of equal maxima or Horner's rule, keep that order when reduced dims are split or
// permuted: the loops keep the order of the program, whatever the order in memory. No
// rewrite is needed.
//
// Covers: R21, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --int-range=0,20
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --int-range=0,20

// COUNT: {"rewrites":0,

#id = affine_map<(c, i) -> (c, i)>
#i = affine_map<(c, i) -> (i)>
// The parts of the reduced dim are stored in another order.
func.func @digits(%x: tensor<4x5x2xi32>) -> (tensor<5xi32>, tensor<5xindex>) {
  %0 = layout.layout_transform %x by <(b, i, c) -> (c * 4 + b, i)> : tensor<4x5x2xi32> to tensor<8x5xi32>
  %low = arith.constant dense<-100> : tensor<5xi32>
  %none = arith.constant dense<99> : tensor<5xindex>
  %1:2 = linalg.generic {indexing_maps = [#id, #i, #i], iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<8x5xi32>) outs(%low, %none : tensor<5xi32>, tensor<5xindex>) {
  ^bb0(%a: i32, %m: i32, %at: index):
    %c = linalg.index 0 : index
    %larger = arith.cmpi sgt, %a, %m : i32
    %max = arith.select %larger, %a, %m : i32
    %where = arith.select %larger, %c, %at : index
    linalg.yield %max, %where : i32, index
  } -> (tensor<5xi32>, tensor<5xindex>)
  return %1#0, %1#1 : tensor<5xi32>, tensor<5xindex>
}
// Two reduced dims change places.
func.func @dims(%x: tensor<6x5x4xi32>) -> (tensor<5xi32>, tensor<5xindex>) {
  %0 = layout.layout_transform %x by <(w, i, h) -> (h, w, i)> : tensor<6x5x4xi32> to tensor<4x6x5xi32>
  %low = arith.constant dense<-100> : tensor<5xi32>
  %none = arith.constant dense<99> : tensor<5xindex>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(h, w, i) -> (h, w, i)>, affine_map<(h, w, i) -> (i)>, affine_map<(h, w, i) -> (i)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%0 : tensor<4x6x5xi32>) outs(%low, %none : tensor<5xi32>, tensor<5xindex>) {
  ^bb0(%a: i32, %m: i32, %at: index):
    %h = linalg.index 0 : index
    %w = linalg.index 1 : index
    %c6 = arith.constant 6 : index
    %hh = arith.muli %h, %c6 : index
    %c = arith.addi %hh, %w : index
    %larger = arith.cmpi sgt, %a, %m : i32
    %max = arith.select %larger, %a, %m : i32
    %where = arith.select %larger, %c, %at : index
    linalg.yield %max, %where : i32, index
  } -> (tensor<5xi32>, tensor<5xindex>)
  return %1#0, %1#1 : tensor<5xi32>, tensor<5xindex>
}
// Horner's rule: the value depends on the order.
func.func @horner(%x: tensor<4x5x2xi32>) -> tensor<5xi32> {
  %0 = layout.layout_transform %x by <(b, i, c) -> (c * 4 + b, i)> : tensor<4x5x2xi32> to tensor<8x5xi32>
  %low = arith.constant dense<0> : tensor<5xi32>
  %1 = linalg.generic {indexing_maps = [#id, #i], iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<8x5xi32>) outs(%low : tensor<5xi32>) {
  ^bb0(%a: i32, %m: i32):
    %c3 = arith.constant 3 : i32
    %t = arith.muli %m, %c3 : i32
    %s = arith.addi %t, %a : i32
    linalg.yield %s : i32
  } -> tensor<5xi32>
  return %1 : tensor<5xi32>
}
// @MAIN
func.func @main(%a0: tensor<4x5x2xi32>, %a1: tensor<6x5x4xi32>, %a2: tensor<4x5x2xi32>)
    -> (tensor<5xi32>, tensor<5xindex>, tensor<5xi32>, tensor<5xindex>, tensor<5xi32>) {
  %0:2 = call @digits(%a0) : (tensor<4x5x2xi32>) -> (tensor<5xi32>, tensor<5xindex>)
  %1:2 = call @dims(%a1) : (tensor<6x5x4xi32>) -> (tensor<5xi32>, tensor<5xindex>)
  %2 = call @horner(%a2) : (tensor<4x5x2xi32>) -> tensor<5xi32>
  return %0#0, %0#1, %1#0, %1#1, %2
      : tensor<5xi32>, tensor<5xindex>, tensor<5xi32>, tensor<5xindex>, tensor<5xi32>
}
