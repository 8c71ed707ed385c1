// linalg.index gives the index in the logical dims, computed from the loops
// into which the dims were split.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// COUNT: {"rewrites":0,"bytes":0,

#id = affine_map<(c, i) -> (c, i)>

// CHECK: #[[CHANNEL:.*]] = affine_map<()[s0, s1] -> (s0 * 4 + s1)>

// The channel is 4 * block + index in the block; the point i is a loop of its
// own.
// CHECK-LABEL: func.func @split(
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK: %[[C:.*]] = linalg.index 0 : index
// CHECK: %[[B:.*]] = linalg.index 2 : index
// CHECK: %[[AT:.*]] = affine.apply #[[CHANNEL]]()[%[[C]], %[[B]]]
// CHECK: %[[I:.*]] = linalg.index 1 : index
// CHECK: arith.cmpi slt, %[[AT]], %[[I]] : index
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @split(%x: tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %e = tensor.empty() : tensor<8x5xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x5xf32>) outs(%e : tensor<8x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %below = arith.cmpi slt, %c, %i : index
    %zero = arith.constant 0.0 : f32
    %s = arith.select %below, %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8x5xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
  return %2 : tensor<2x5x4xf32>
}

// After a transpose only the numbers of the loops change.
// CHECK-LABEL: func.func @moved(
// CHECK: linalg.generic
// CHECK: %[[C:.*]] = linalg.index 1 : index
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK-NOT: affine.apply
// CHECK: arith.subi %[[C]], %[[I]] : index
func.func @moved(%x: tensor<5x8xi64>) -> tensor<5x8xi64> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<5x8xi64> to tensor<8x5xi64>
  %e = tensor.empty() : tensor<8x5xi64>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x5xi64>) outs(%e : tensor<8x5xi64>) {
  ^bb0(%a: i64, %o: i64):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %d = arith.subi %c, %i : index
    %v = arith.index_cast %d : index to i64
    %s = arith.addi %a, %v : i64
    linalg.yield %s : i64
  } -> tensor<8x5xi64>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x5xi64> to tensor<5x8xi64>
  return %2 : tensor<5x8xi64>
}

// A reduction that computes the index of the largest element of a row.
// CHECK-LABEL: func.func @argmax(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<2x5x4xf32>) outs(%{{.*}}, %{{.*}} : tensor<5xf32>, tensor<5xi64>)
// CHECK: affine.apply #[[CHANNEL]]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @argmax(%x: tensor<2x5x4xf32>) -> tensor<5xi64> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %low = arith.constant dense<-1.0e30> : tensor<5xf32>
  %none = arith.constant dense<-1> : tensor<5xi64>
  %1:2 = linalg.generic {indexing_maps = [#id, affine_map<(c, i) -> (i)>, affine_map<(c, i) -> (i)>],
                         iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<8x5xf32>) outs(%low, %none : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%a: f32, %m: f32, %at: i64):
    %c = linalg.index 0 : index
    %v = arith.index_cast %c : index to i64
    %larger = arith.cmpf ogt, %a, %m : f32
    %max = arith.select %larger, %a, %m : f32
    %where = arith.select %larger, %v, %at : i64
    linalg.yield %max, %where : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  return %1#1 : tensor<5xi64>
}
