// Values that the planner cannot move keep their layout, like arguments and
// results of a function; the rest of the program is planned.
//
// Covers: R28

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

!l = tensor<8x6xf32>
!a = tensor<6x8xf32>

// What a branch that must not change passes on keeps its type.
// CHECK-LABEL: func.func @blocks(
// CHECK: %[[L:.*]] = layout.layout_transform
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}}), ^bb2
// CHECK: ^bb3(%[[Z:[^ ]*]]: tensor<8x6xf32>):
// CHECK: layout.layout_transform %[[Z]]
func.func @blocks(%x: !a, %c: i1) -> !a {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %e = tensor.empty() : !l
  cf.cond_br %c, ^bb1(%0 : !l), ^bb2
^bb1(%y: !l):
  %1 = linalg.exp ins(%y : !l) outs(%e : !l) -> !l
  cf.br ^bb3(%1 : !l)
^bb2:
  %2 = linalg.abs ins(%0 : !l) outs(%e : !l) -> !l
  cf.br ^bb3(%2 : !l) {layout.frozen}
^bb3(%z: !l):
  %3 = layout.layout_transform %z by <(c, i) -> (i, c)> : !l to !a
  return %3 : !a
}

// The operands and results of a call of an external function keep their types.
// CHECK-LABEL: func.func @calls(
// CHECK: %[[L:.*]] = layout.layout_transform %{{.*}} : tensor<6x8xf32> to tensor<8x6xf32>
// CHECK: %[[R:.*]] = call @callee(%[[L]]) : (tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[R]] {{.*}} : tensor<8x6xf32> to tensor<6x8xf32>
// CHECK: return %[[T]]
func.func private @callee(!l) -> !l
func.func @calls(%x: !a) -> !a {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %1 = call @callee(%0) : (!l) -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : !l to !a
  return %2 : !a
}

// tensor.extract reads its element in any layout.
// CHECK-LABEL: func.func @random_access(
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: tensor.extract %[[X]][%{{.*}}, %{{.*}}] : tensor<6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[X]] : tensor<6x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @random_access(%x: !a, %i: index) -> (!a, f32) {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %v = tensor.extract %0[%i, %i] : !l
  %e = tensor.empty() : !l
  %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : !l to !a
  return %2, %v : !a, f32
}

// An unranked tensor has no layouts to choose from.
// CHECK-LABEL: func.func @unranked(
// CHECK: %[[Y:.*]] = tensor.cast %{{.*}} : tensor<*xf32> to tensor<6x8xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[Y]] : tensor<6x8xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @unranked(%x: tensor<*xf32>) -> !a {
  %y = tensor.cast %x : tensor<*xf32> to !a
  %0 = layout.layout_transform %y by <(i, c) -> (c, i)> : !a to !l
  %e = tensor.empty() : !l
  %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : !l to !a
  return %2 : !a
}

// A tensor type with an encoding keeps its layout.
// CHECK-LABEL: func.func @encoded(
// CHECK: %[[L:.*]] = layout.layout_transform %{{.*}} : tensor<6x8xf32, "mine"> to tensor<8x6xf32, "mine">
// CHECK: linalg.exp ins(%[[L]] : tensor<8x6xf32, "mine">)
// CHECK: layout.layout_transform %{{.*}} : tensor<8x6xf32, "mine"> to tensor<6x8xf32, "mine">
func.func @encoded(%x: tensor<6x8xf32, "mine">) -> tensor<6x8xf32, "mine"> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<6x8xf32, "mine"> to tensor<8x6xf32, "mine">
  %e = tensor.empty() : tensor<8x6xf32, "mine">
  %1 = linalg.exp ins(%0 : tensor<8x6xf32, "mine">) outs(%e : tensor<8x6xf32, "mine">) -> tensor<8x6xf32, "mine">
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x6xf32, "mine"> to tensor<6x8xf32, "mine">
  return %2 : tensor<6x8xf32, "mine">
}

// A layout_transform whose map permutes no digits remains, unless all that is
// read next to it is skewed (skewed-elementwise.mlir).
// CHECK-LABEL: func.func @skew(
// CHECK: %[[S:.*]] = layout.layout_transform %{{.*}} by <(d0, d1) -> (d0, (d0 + d1) mod 16)>
// CHECK: linalg.add ins(%[[S]], %arg1 : tensor<16x16xf32>, tensor<16x16xf32>)
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d0, (d1 - d0) mod 16)>
func.func @skew(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 16)> : tensor<16x16xf32> to tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %1 = linalg.add ins(%0, %y : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (i, (j - i) mod 16)> : tensor<16x16xf32> to tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}

// An op that reads a diagonal keeps its operand; the value that it slices may
// be rewritten.
// CHECK-LABEL: func.func @diagonal(
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 1] [6, 6] [1, 1] : tensor<6x8xf32> to tensor<6x6xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[S]] by <(d0, d1) -> (d1, d0)>
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<6x6xf32>)
func.func @diagonal(%x: !a, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : !a to !l
  %s = tensor.extract_slice %0[1, 0] [6, 6] [1, 1] : !l to tensor<6x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%s : tensor<6x6xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.absf %a : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
