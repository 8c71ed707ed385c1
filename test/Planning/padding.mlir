// Elementwise ops and reductions move from the inside of a crop and a pad at
// the end of dims to the padded tensor, so that they also compute padding. The
// planner derives the contents of their padding. Where these are not what the
// following pad requires, or must not take part in a reduction, the body
// selects by the index.
//
// Covers: R13, R14, R32, R49

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

// RUN: layout-opt %s --layout-fold --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-materialize -o %t.backward.mlir
// RUN: layout-check %t.before.mlir %t.backward.mlir --entry=main --dims=5 --int-range=1,9 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold --layout-materialize -o %t.forward.mlir
// RUN: layout-check %t.before.mlir %t.forward.mlir --entry=main --dims=1 --int-range=1,9 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#id = affine_map<(n, c, h) -> (n, c, h)>
!v = tensor<2x13x3xf32>
!p = tensor<2x16x3xf32>
!b = tensor<2x2x3x8xf32>

// relu(0) is 0, so the padding has the required zeros.
// CHECK-LABEL: func.func @relu(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK-NOT: arith.select
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<2x2x3x8xf32>)
// CHECK-NOT: arith.select
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @relu(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %e2 = tensor.empty() : !v
  %z2 = arith.constant 0.0 : f32
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : !v) outs(%e2 : !v) {
  ^bb0(%v: f32, %w: f32):
    %m = arith.maximumf %v, %z2 : f32
    linalg.yield %m : f32
  } -> !v
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// The contents of the padding are unknown, so the body writes zeros. It
// computes the index of a channel from its digits.
// CHECK-LABEL: func.func @unknown_zeros(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<2x2x3x8xf32>)
// CHECK: %[[ZEROS:.*]] = arith.constant 0.000000e+00
// CHECK: %[[V:.*]] = arith.select %{{.*}}, %{{.*}}, %[[ZEROS]] : f32
// CHECK-NEXT: linalg.yield %[[V]]
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @unknown_zeros(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] : !p to !v
  %e2 = tensor.empty() : !v
  %z2 = arith.constant 0.0 : f32
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : !v) outs(%e2 : !v) {
  ^bb0(%v: f32, %w: f32):
    %m = arith.maximumf %v, %z2 : f32
    linalg.yield %m : f32
  } -> !v
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// exp(0) is 1, so the body has to write the zeros.
// CHECK-LABEL: func.func @exponential(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: math.exp
// CHECK: arith.select
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @exponential(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %e = tensor.empty() : !v
  %2 = linalg.exp ins(%1 : !v) outs(%e : !v) -> !v
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// Any padding is allowed, so the op keeps its name.
// CHECK-LABEL: func.func @anything(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: linalg.exp ins(%arg0 : tensor<2x2x3x8xf32>)
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @anything(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] : !p to !v
  %e = tensor.empty() : !v
  %2 = linalg.exp ins(%1 : !v) outs(%e : !v) -> !v
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(poison) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// Additional zeros do not change a sum.
// CHECK-LABEL: func.func @sum(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: arith.addf
// CHECK-NOT: arith.select
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @sum(%x: !b) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %i = arith.constant dense<0.0> : tensor<2x3xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : !v) outs(%i : tensor<2x3xf32>) dimensions = [1]
  return %2 : tensor<2x3xf32>
}

// Zeros change a maximum of negative numbers, so the body selects.
// CHECK-LABEL: func.func @maximum(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: %[[M:.*]] = arith.maximumf
// CHECK: arith.select %{{.*}}, %[[M]], %out : f32
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @maximum(%x: !b) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %i = arith.constant dense<0xFF800000> : tensor<2x3xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : !v) outs(%i : tensor<2x3xf32>) dimensions = [1]
  return %2 : tensor<2x3xf32>
}


// CHECK-LABEL: func.func @unknown_sum(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: %[[S:.*]] = arith.addf
// CHECK: arith.select %{{.*}}, %[[S]], %out : f32
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @unknown_sum(%x: !b) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] : !p to !v
  %i = arith.constant dense<0.0> : tensor<2x3xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : !v) outs(%i : tensor<2x3xf32>) dimensions = [1]
  return %2 : tensor<2x3xf32>
}

// A maximum and its index: the body selects both.
// CHECK-LABEL: func.func @greatest(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: arith.select {{.*}} : f32
// CHECK: arith.select {{.*}} : i32
// CHECK: linalg.yield
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @greatest(%x: !b) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %i = arith.constant dense<0xFF800000> : tensor<2x3xf32>
  %j = arith.constant dense<0> : tensor<2x3xi32>
  %2:2 = linalg.generic {indexing_maps = [#id, affine_map<(n, c, h) -> (n, h)>, affine_map<(n, c, h) -> (n, h)>],
                         iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%1 : !v) outs(%i, %j : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%v: f32, %m: f32, %a: i32):
    %k = linalg.index 1 : index
    %k32 = arith.index_cast %k : index to i32
    %g = arith.cmpf ogt, %v, %m : f32
    %nm = arith.select %g, %v, %m : f32
    %na = arith.select %g, %k32, %a : i32
    linalg.yield %nm, %na : f32, i32
  } -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %2#0, %2#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// A sum of two padded operands, and a constant vector that is padded with them.
// 0 + 0 is 0; the padding of the vector may hold any values.
// CHECK-LABEL: func.func @residual(
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1, %{{.*}} : tensor<2x2x3x8xf32>, tensor<2x2x3x8xf32>, tensor<2x8xf32>)
// CHECK-NOT: layout.{{pad|crop|layout_transform}}
// CHECK: return
func.func @residual(%x: !b, %y: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %y0 = layout.layout_transform %y by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %y1 = layout.crop %y0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0]> : tensor<13xf32>
  %e = tensor.empty() : !v
  %2 = linalg.generic {indexing_maps = [#id, #id, affine_map<(n, c, h) -> (c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1, %y1, %k : !v, !v, tensor<13xf32>) outs(%e : !v) {
  ^bb0(%v: f32, %w: f32, %c: f32, %o: f32):
    %a = arith.addf %v, %w : f32
    %b = arith.mulf %a, %c : f32
    linalg.yield %b : f32
  } -> !v
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// The padding crosses several ops. One result is also read elsewhere, which
// costs one rewrite instead of two.
// CHECK-LABEL: func.func @chain(
// CHECK-NOT: layout.pad
// CHECK-COUNT-1: layout.crop
// CHECK-NOT: layout.{{pad|crop}}
// CHECK: return
func.func @chain(%x: !b) -> (!b, !v) {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] cropped(0.0 : f32) : !p to !v
  %e2 = tensor.empty() : !v
  %z2 = arith.constant 0.0 : f32
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : !v) outs(%e2 : !v) {
  ^bb0(%v: f32, %w: f32):
    %m = arith.maximumf %v, %z2 : f32
    linalg.yield %m : f32
  } -> !v
  %e3 = tensor.empty() : !v
  %z3 = arith.constant 0.0 : f32
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : !v) outs(%e3 : !v) {
  ^bb0(%v: f32, %w: f32):
    %m = arith.maximumf %v, %z3 : f32
    linalg.yield %m : f32
  } -> !v
  %8 = layout.pad %3 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9, %2 : !b, !v
}

// The padding may hold 0, by which the op must not divide.
// CHECK-LABEL: func.func @quotient(
// CHECK: layout.crop
// CHECK: arith.divsi
// CHECK: layout.pad
// CHECK: return
func.func @quotient(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = layout.layout_transform %x by <(o, i) -> (o * 4 + i)> : tensor<2x4xi32> to tensor<8xi32>
  %1 = layout.crop %0 offsets [0] sizes [6] : tensor<8xi32> to tensor<6xi32>
  %k = arith.constant 100 : i32
  %e = tensor.empty() : tensor<6xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%1 : tensor<6xi32>) outs(%e : tensor<6xi32>) {
  ^bb0(%v: i32, %o: i32):
    %q = arith.divsi %k, %v : i32
    linalg.yield %q : i32
  } -> tensor<6xi32>
  %3 = layout.pad %2 low [0] high [2] value(0 : i32) : tensor<6xi32> to tensor<8xi32>
  %4 = layout.layout_transform %3 by <(i) -> (i floordiv 4, i mod 4)> : tensor<8xi32> to tensor<2x4xi32>
  return %4 : tensor<2x4xi32>
}

// A crop that is padded again must not cancel, because the removed elements
// become zeros. They are overwritten where they lie.
// CHECK-LABEL: func.func @refilled(
// CHECK-NOT: layout.
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<2x1x3x3xf32>)
// CHECK: tensor.insert_slice %{{.*}} into %arg0[0, 1, 0, 5] [2, 1, 3, 3]
// CHECK-NOT: layout.
// CHECK: return
func.func @refilled(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] : !p to !v
  %8 = layout.pad %1 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %9 : !b
}

// One pad requires zeros and the other one requires ones. The body selects ones,
// and a copy of them is overwritten with zeros.
// CHECK-LABEL: func.func @two_values(
// CHECK-NOT: layout.
// CHECK: %[[ONES:.*]] = linalg.generic
// CHECK: %[[ZEROS:.*]] = tensor.insert_slice %{{.*}} into %[[ONES]][0, 1, 0, 5] [2, 1, 3, 3]
// CHECK-NOT: layout.
// CHECK: return %[[ONES]], %[[ZEROS]]
func.func @two_values(%x: !b) -> (!b, !b) {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 13, 3] : !p to !v
  %e2 = tensor.empty() : !v
  %z2 = arith.constant 0.0 : f32
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : !v) outs(%e2 : !v) {
  ^bb0(%v: f32, %w: f32):
    %m = arith.maximumf %v, %z2 : f32
    linalg.yield %m : f32
  } -> !v
  %3 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(1.0 : f32) : !v to !p
  %4 = layout.layout_transform %3 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  %8 = layout.pad %2 low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %9 = layout.layout_transform %8 by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  return %4, %9 : !b, !b
}

// A window that slides over the end of a dim would read the padding. It reads
// what the crop leaves, in its blocks.
// CHECK-LABEL: func.func @window(
// CHECK: %[[C:.*]] = layout.crop {{.*}} to tensor<2x2x2x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[C]], %{{.*}} : tensor<2x2x2x8xf32>, tensor<2xf32>)
// CHECK: arith.maximumf
// CHECK: return
func.func @window(%x: !b) -> tensor<2x16x1xf32> {
  %0 = layout.layout_transform %x by <(n, o, h, i) -> (n, o * 8 + i, h)> : !b to !p
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [2, 16, 2] cropped(0.0 : f32) : !p to tensor<2x16x2xf32>
  %k = tensor.empty() : tensor<2xf32>
  %i = arith.constant dense<0xFF800000> : tensor<2x16x1xf32>
  %2 = linalg.pooling_ncw_max {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%1, %k : tensor<2x16x2xf32>, tensor<2xf32>) outs(%i : tensor<2x16x1xf32>) -> tensor<2x16x1xf32>
  return %2 : tensor<2x16x1xf32>
}

// The padded dim is next to dims of run-time size. exp(0) is 1, which is the
// required value.
// CHECK-LABEL: func.func @dynamic(
// CHECK: layout.pad
// CHECK-NEXT: layout.layout_transform
// CHECK-NOT: arith.select
// CHECK-NOT: layout.
// CHECK: return
func.func @dynamic(%x: tensor<?x13xf32>) -> (tensor<2x?x8xf32>, tensor<2x?x8xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x13xf32>
  %e = tensor.empty(%d) : tensor<?x13xf32>
  %2 = linalg.exp ins(%x : tensor<?x13xf32>) outs(%e : tensor<?x13xf32>) -> tensor<?x13xf32>
  %3 = linalg.exp ins(%2 : tensor<?x13xf32>) outs(%e : tensor<?x13xf32>) -> tensor<?x13xf32>
  %4 = layout.pad %2 low [0, 0] high [0, 3] value(0.0 : f32) : tensor<?x13xf32> to tensor<?x16xf32>
  %5 = layout.layout_transform %4 by <(n, c) -> (c floordiv 8, n, c mod 8)> : tensor<?x16xf32> to tensor<2x?x8xf32>
  %6 = layout.pad %3 low [0, 0] high [0, 3] value(1.0 : f32) : tensor<?x13xf32> to tensor<?x16xf32>
  %7 = layout.layout_transform %6 by <(n, c) -> (c floordiv 8, n, c mod 8)> : tensor<?x16xf32> to tensor<2x?x8xf32>
  return %5, %7 : tensor<2x?x8xf32>, tensor<2x?x8xf32>
}

// Calls all functions with zeros after the 13 channels of x and of -x*x, and
// with integers.
func.func @main(%x: !v, %d: tensor<?x13xf32>, %q6: tensor<6xi32>) -> (!b, !b, !b, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>,
    tensor<2x3xf32>, tensor<2x3xi32>, !b, !b, !v, tensor<2x4xi32>, !b, !b, !b, tensor<2x16x1xf32>, tensor<2x?x8xf32>, tensor<2x?x8xf32>) {
  %e = tensor.empty() : !v
  %negative = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : !v) outs(%e : !v) attrs = {layout.frozen} {
  ^bb0(%v: f32, %w: f32):
    %m = arith.mulf %v, %v : f32
    %l = arith.negf %m : f32
    linalg.yield %l : f32
  } -> !v
  %p = layout.pad %x low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %b = layout.layout_transform %p by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  %q = layout.pad %negative low [0, 0, 0] high [0, 3, 0] value(0.0 : f32) : !v to !p
  %n = layout.layout_transform %q by <(n, c, h) -> (n, c floordiv 8, h, c mod 8)> : !p to !b
  %r = layout.pad %q6 low [0] high [2] value(0 : i32) : tensor<6xi32> to tensor<8xi32>
  %whole = layout.layout_transform %r by <(i) -> (i floordiv 4, i mod 4)> : tensor<8xi32> to tensor<2x4xi32>
  %0 = func.call @relu(%b) : (!b) -> !b
  %1 = func.call @unknown_zeros(%b) : (!b) -> !b
  %2 = func.call @exponential(%b) : (!b) -> !b
  %3 = func.call @sum(%b) : (!b) -> tensor<2x3xf32>
  %4 = func.call @maximum(%n) : (!b) -> tensor<2x3xf32>
  %5 = func.call @unknown_sum(%b) : (!b) -> tensor<2x3xf32>
  %6:2 = func.call @greatest(%n) : (!b) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %7 = func.call @residual(%b, %n) : (!b, !b) -> !b
  %8:2 = func.call @chain(%b) : (!b) -> (!b, !v)
  %9 = func.call @quotient(%whole) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %10 = func.call @refilled(%b) : (!b) -> !b
  %11:2 = func.call @two_values(%b) : (!b) -> (!b, !b)
  %12 = func.call @window(%b) : (!b) -> tensor<2x16x1xf32>
  %13:2 = func.call @dynamic(%d) : (tensor<?x13xf32>) -> (tensor<2x?x8xf32>, tensor<2x?x8xf32>)
  return %0, %1, %2, %3, %4, %5, %6#0, %6#1, %7, %8#0, %8#1, %9, %10, %11#0, %11#1, %12, %13#0, %13#1
      : !b, !b, !b, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>,
    tensor<2x3xf32>, tensor<2x3xi32>, !b, !b, !v, tensor<2x4xi32>, !b, !b, !b, tensor<2x16x1xf32>, tensor<2x?x8xf32>, tensor<2x?x8xf32>
}
