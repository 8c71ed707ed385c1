// Named and generic elementwise ops take the layout of their neighbours, and
// the rewrites of their operands and results disappear.
//
// Covers: R1, R19, R24, R34, R37

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Only the rewrite of y in @disagree remains.
// COUNT: {"rewrites":1,"bytes":1600,

!nchw = tensor<1x8x5x5xf32>
!nchw4c = tensor<1x2x5x5x4xf32>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#scalar = affine_map<(n, c, h, w) -> ()>

// CHECK: #[[ID:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
// CHECK: #[[SCALAR:.*]] = affine_map<(d0, d1, d2, d3, d4) -> ()>

// A named op keeps its name.
// CHECK-LABEL: func.func @named(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x5x4xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<1x2x5x5x4xf32>
// CHECK-NEXT: %[[R:.*]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[E]] : {{.*}}) -> tensor<1x2x5x5x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @named(%x: !nchw4c) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.exp ins(%0 : !nchw) outs(%e : !nchw) -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// CHECK-LABEL: func.func @map(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x5x4xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<1x2x5x5x4xf32>
// CHECK-NEXT: %[[R:.*]] = linalg.map { math.exp } ins(%[[X]] : {{.*}}) outs(%[[E]] : tensor<1x2x5x5x4xf32>)
// CHECK-NEXT: return %[[R]]
func.func @map(%x: !nchw4c) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.map {math.exp} ins(%0 : !nchw) outs(%e : !nchw)
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// A scalar operand has no layout, and the body is unchanged.
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x5x4xf32>, %[[S:[^:]*]]: f32
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[SCALAR]], #[[ID]]],
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
// CHECK-SAME: ins(%[[X]], %[[S]] : tensor<1x2x5x5x4xf32>, f32)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: linalg.yield %[[M]] : f32
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @scalar(%x: !nchw4c, %s: f32) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.generic {indexing_maps = [#id, #scalar, #id],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %s : !nchw, f32) outs(%e : !nchw) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}

// A destination that the body reads is rewritten like an input.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x5x4xf32>, %[[Y:[^:]*]]: tensor<1x2x5x5x4xf32>
// CHECK-NEXT: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], {{.*}} ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @in_place(%x: !nchw4c, %y: !nchw4c) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %2 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : !nchw) outs(%1 : !nchw) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %o : f32
    linalg.yield %m : f32
  } -> !nchw
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %3 : !nchw4c
}

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x5x4xf32>, %[[Y:[^:]*]]: tensor<1x2x5x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[ADD:.*]] = linalg.add ins(%[[X]], %[[Y]] : tensor<1x2x5x5x4xf32>, tensor<1x2x5x5x4xf32>)
// CHECK-NEXT: %[[TANH:.*]] = linalg.tanh ins(%[[ADD]] :
// CHECK-NEXT: %[[SUB:.*]] = linalg.sub ins(%[[TANH]], %[[X]] :
// CHECK-NEXT: return %[[SUB]]
func.func @chain(%x: !nchw4c, %y: !nchw4c) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %1 = layout.layout_transform %y by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %2 = linalg.add ins(%0, %1 : !nchw, !nchw) outs(%e : !nchw) -> !nchw
  %3 = linalg.tanh ins(%2 : !nchw) outs(%e : !nchw) -> !nchw
  %4 = linalg.sub ins(%3, %0 : !nchw, !nchw) outs(%e : !nchw) -> !nchw
  %5 = layout.layout_transform %4 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %5 : !nchw4c
}

// A constant operand is rewritten at compile time: rows 0 and 1 are
// interleaved, then rows 2 and 3.
// CHECK-LABEL: func.func @constant(
// CHECK-NOT: layout.layout_transform
// CHECK: arith.constant dense<{{\[}}[{{\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]],
// CHECK-SAME: [{{\[}}7.000000e+00, 1.000000e+01], [8.000000e+00, 1.100000e+01], [9.000000e+00, 1.200000e+01]]]> : tensor<2x3x2xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @constant(%x: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
  %k = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
  %0 = layout.layout_transform %x by <(c, h, b) -> (c * 2 + b, h)> : tensor<2x3x2xf32> to tensor<4x3xf32>
  %e = tensor.empty() : tensor<4x3xf32>
  %1 = linalg.add ins(%0, %k : tensor<4x3xf32>, tensor<4x3xf32>) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = layout.layout_transform %1 by <(c, h) -> (c floordiv 2, h, c mod 2)> : tensor<4x3xf32> to tensor<2x3x2xf32>
  return %2 : tensor<2x3x2xf32>
}

// The operands have different layouts. One of them is rewritten, which is
// cheaper than rewriting the other one and the result.
// CHECK-LABEL: func.func @disagree(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x5x5x4xf32>, %[[Y:[^:]*]]: tensor<1x8x5x5xf32>
// CHECK: %[[YY:.*]] = layout.layout_transform %[[Y]] by <(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>
// CHECK: %[[R:.*]] = linalg.add ins(%[[X]], %[[YY]] : tensor<1x2x5x5x4xf32>, tensor<1x2x5x5x4xf32>)
// CHECK-NEXT: return %[[R]]
func.func @disagree(%x: !nchw4c, %y: !nchw) -> !nchw4c {
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : !nchw4c to !nchw
  %e = tensor.empty() : !nchw
  %1 = linalg.add ins(%0, %y : !nchw, !nchw) outs(%e : !nchw) -> !nchw
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : !nchw to !nchw4c
  return %2 : !nchw4c
}
