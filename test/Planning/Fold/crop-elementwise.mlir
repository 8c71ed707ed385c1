// Elementwise ops whose padding is removed again run on the data alone.
//
// RUN: layout-opt %s --layout-fold -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-fold | diff - %t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=packed | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=offsets | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=two_crops | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=transposed | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=transposed_behind | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=other_use | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=other_crop | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// A broadcast operand is padded by itself, a constant is cropped, and indices
// of the loops are those of the blocks.
// CHECK: #[[DIV:.*]] = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK: #[[MOD:.*]] = affine_map<()[s0] -> (s0 mod 8)>
// CHECK-LABEL: func.func @packed
// CHECK-NOT: layout.
// CHECK: arith.constant dense<[1.000000e+00, {{.*}}, 1.300000e+01]> : tensor<13xf32>
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<13x5xf32>, tensor<13xf32>)
// CHECK: affine.apply #[[DIV]]
// CHECK: affine.apply #[[MOD]]
// CHECK: linalg.tanh {{.*}} -> tensor<13x5xf32>
// CHECK: linalg.add {{.*}} -> tensor<13x5xf32>
// CHECK-NEXT: return
func.func @packed(%x: tensor<13x5xf32>, %b: tensor<13xf32>) -> tensor<13x5xf32> {
  %p = layout.pad %x low [0, 0] high [3, 0] value(0.0 : f32) : tensor<13x5xf32> to tensor<16x5xf32>
  %t = layout.layout_transform %p by <(c, w) -> (c floordiv 8, w, c mod 8)> : tensor<16x5xf32> to tensor<2x5x8xf32>
  %q = layout.pad %b low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %s = layout.layout_transform %q by <(c) -> (c floordiv 8, c mod 8)> : tensor<16xf32> to tensor<2x8xf32>
  %k = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]]> : tensor<2x8xf32>
  %e = tensor.empty() : tensor<2x5x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(o, w, i) -> (o, w, i)>, affine_map<(o, w, i) -> (o, i)>, affine_map<(o, w, i) -> (o, w, i)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %s : tensor<2x5x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x5x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %0 = linalg.index 0 : index
    %2 = linalg.index 2 : index
    %3 = arith.addi %0, %2 : index
    %4 = arith.index_cast %3 : index to i32
    %5 = arith.sitofp %4 : i32 to f32
    %6 = arith.addf %a, %c : f32
    %7 = arith.mulf %6, %5 : f32
    linalg.yield %7 : f32
  } -> tensor<2x5x8xf32>
  %z = linalg.tanh ins(%y : tensor<2x5x8xf32>) outs(%e : tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
  %w1 = linalg.generic {indexing_maps = [affine_map<(o, w, i) -> (o, w, i)>, affine_map<(o, w, i) -> (o, i)>, affine_map<(o, w, i) -> (o, w, i)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z, %k : tensor<2x5x8xf32>, tensor<2x8xf32>) outs(%e : tensor<2x5x8xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %9 = arith.mulf %a, %c : f32
    linalg.yield %9 : f32
  } -> tensor<2x5x8xf32>
  %r = linalg.add ins(%w1, %y : tensor<2x5x8xf32>, tensor<2x5x8xf32>) outs(%e : tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
  %u = layout.layout_transform %r by <(o, w, i) -> (o * 8 + i, w)> : tensor<2x5x8xf32> to tensor<16x5xf32>
  %v = layout.crop %u offsets [0, 0] sizes [13, 5] : tensor<16x5xf32> to tensor<13x5xf32>
  return %v : tensor<13x5xf32>
}

// Padding in front, and a unit dim that a constant index reads.
// CHECK-LABEL: func.func @offsets
// CHECK-NOT: layout.
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<1x13x6xf32>, tensor<1x13x1xf32>)
// CHECK-NOT: layout.
func.func @offsets(%x: tensor<1x13x6xf32>, %b: tensor<1x13x1xf32>) -> tensor<1x13x6xf32> {
  %p = layout.pad %x low [0, 1, 0] high [0, 2, 0] value(0.0 : f32) : tensor<1x13x6xf32> to tensor<1x16x6xf32>
  %q = layout.pad %b low [0, 1, 0] high [0, 2, 0] value(0.0 : f32) : tensor<1x13x1xf32> to tensor<1x16x1xf32>
  %e = tensor.empty() : tensor<1x16x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(n, c, w) -> (n, c, w)>, affine_map<(n, c, w) -> (n, c, 0)>, affine_map<(n, c, w) -> (n, c, w)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %q : tensor<1x16x6xf32>, tensor<1x16x1xf32>) outs(%e : tensor<1x16x6xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %6 = arith.addf %a, %c : f32
    linalg.yield %6 : f32
  } -> tensor<1x16x6xf32>
  %v = layout.crop %y offsets [0, 1, 0] sizes [1, 13, 6] : tensor<1x16x6xf32> to tensor<1x13x6xf32>
  return %v : tensor<1x13x6xf32>
}

// Two ops of a group are cropped.
// CHECK-LABEL: func.func @two_crops
// CHECK-NOT: layout.
// CHECK: %[[Y:.*]] = linalg.exp ins(%arg0 : tensor<13xf32>)
// CHECK: %[[Z:.*]] = linalg.tanh ins(%[[Y]] : tensor<13xf32>)
// CHECK-NEXT: return %[[Y]], %[[Z]]
func.func @two_crops(%x: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %p = layout.pad %x low [0] high [3] value(poison) : tensor<13xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %y = linalg.exp ins(%p : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %z = linalg.tanh ins(%y : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %c = layout.crop %y offsets [0] sizes [13] : tensor<16xf32> to tensor<13xf32>
  %d = layout.crop %z offsets [0] sizes [13] : tensor<16xf32> to tensor<13xf32>
  return %c, %d : tensor<13xf32>, tensor<13xf32>
}

// A transpose in front of the pad stays: the op does not read its source in
// another order instead.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)> : tensor<6x5xf32> to tensor<5x6xf32>
// CHECK: linalg.exp ins(%[[T]] : tensor<5x6xf32>)
// CHECK-NEXT: return
func.func @transposed(%x: tensor<6x5xf32>) -> tensor<5x6xf32> {
  %t = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<6x5xf32> to tensor<5x6xf32>
  %p = layout.pad %t low [0, 0] high [3, 0] value(poison) : tensor<5x6xf32> to tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %y = linalg.exp ins(%p : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %c = layout.crop %y offsets [0, 0] sizes [5, 6] : tensor<8x6xf32> to tensor<5x6xf32>
  return %c : tensor<5x6xf32>
}

// Neither does it if a transpose follows.
// CHECK-LABEL: func.func @transposed_behind
// CHECK: layout.pad %arg0
// CHECK: linalg.exp {{.*}} tensor<6x8xf32>
// CHECK: layout.layout_transform {{.*}} by <(d0, d1) -> (d1, d0)>
// CHECK: layout.crop
func.func @transposed_behind(%x: tensor<6x7xf32>) -> tensor<7x6xf32> {
  %p = layout.pad %x low [0, 0] high [0, 1] value(poison) : tensor<6x7xf32> to tensor<6x8xf32>
  %e = tensor.empty() : tensor<6x8xf32>
  %y = linalg.exp ins(%p : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %t = layout.layout_transform %y by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  %c = layout.crop %t offsets [0, 0] sizes [7, 6] : tensor<8x6xf32> to tensor<7x6xf32>
  return %c : tensor<7x6xf32>
}

// The padded result is needed as well.
// CHECK-LABEL: func.func @other_use
// CHECK: layout.pad
// CHECK: linalg.exp {{.*}} tensor<16xf32>
// CHECK: layout.crop
func.func @other_use(%x: tensor<13xf32>) -> (tensor<13xf32>, tensor<16xf32>) {
  %p = layout.pad %x low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %y = linalg.exp ins(%p : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %c = layout.crop %y offsets [0] sizes [13] : tensor<16xf32> to tensor<13xf32>
  return %c, %y : tensor<13xf32>, tensor<16xf32>
}

// The second crop keeps an element of the padding.
// CHECK-LABEL: func.func @other_crop
// CHECK: layout.pad
// CHECK: linalg.exp {{.*}} tensor<16xf32>
func.func @other_crop(%x: tensor<13xf32>) -> (tensor<13xf32>, tensor<14xf32>) {
  %p = layout.pad %x low [0] high [3] value(0.0 : f32) : tensor<13xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %y = linalg.exp ins(%p : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %c = layout.crop %y offsets [0] sizes [13] : tensor<16xf32> to tensor<13xf32>
  %d = layout.crop %y offsets [0] sizes [14] : tensor<16xf32> to tensor<14xf32>
  return %c, %d : tensor<13xf32>, tensor<14xf32>
}

// A dynamic dim is left to the planner.
// CHECK-LABEL: func.func @dynamic
// CHECK: layout.pad
// CHECK: linalg.exp
// CHECK: layout.crop
func.func @dynamic(%x: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x13xf32>
  %p = layout.pad %x low [0, 0] high [0, 3] value(0.0 : f32) : tensor<?x13xf32> to tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %y = linalg.exp ins(%p : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %c = layout.crop %y offsets [0, 0] sizes [%n, 13] : tensor<?x16xf32> to tensor<?x13xf32>
  return %c : tensor<?x13xf32>
}
