// Elementwise ops take the shapes of the values around them if rewrites that
// move nothing cancel.
//
// RUN: layout-opt %s --layout-cancel-reshapes -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-cancel-reshapes | diff - %t.mlir
// RUN: layout-opt %s --layout-cancel-reshapes --remarks-filter=layout-cancel-reshapes --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %t.mlir --layout-fold --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=unit_dims | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=merged | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=residual | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=transposed | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=as_good | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=partly_broadcast | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=in_loop | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=transposed_constant | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=apart | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// Covers: R42

#id4 = affine_map<(n, c, h, w) -> (n, c, h, w)>
#bias = affine_map<(n, c, h, w) -> (c)>
#id2 = affine_map<(m, n) -> (m, n)>
#t2 = affine_map<(m, n) -> (n, m)>

// REMARK: cancel-reshapes.mlir:[[#@LINE+10]]:8: remark: [Passed] reshaped | {{.*}}2 elementwise ops take the shape of their neighbours; reshapes that keep ops apart: 0 instead of 1, others: 0 instead of 1
// CHECK-LABEL: func.func @unit_dims
// CHECK-NOT: layout_transform
// CHECK: linalg.exp ins(%arg0 : tensor<1x1x1x13xf32>) outs(%{{.*}} : tensor<1x1x1x13xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<1x1x1x13xf32>, tensor<13xf32>)
// CHECK: linalg.reduce
// CHECK: return
func.func @unit_dims(%x: tensor<1x1x1x13xf32>, %b: tensor<13xf32>) -> tensor<13xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x13xf32> to tensor<1x13x1x1xf32>
  %e = tensor.empty() : tensor<1x13x1x1xf32>
  %1 = linalg.exp ins(%0 : tensor<1x13x1x1xf32>) outs(%e : tensor<1x13x1x1xf32>) -> tensor<1x13x1x1xf32>
  %2 = linalg.generic {indexing_maps = [#id4, #bias, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %b : tensor<1x13x1x1xf32>, tensor<13xf32>) outs(%e : tensor<1x13x1x1xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x13x1x1xf32>
  %3 = layout.layout_transform %2 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x13x1x1xf32> to tensor<1x1x1x13xf32>
  %cst = arith.constant dense<0.5> : tensor<13xf32>
  %4 = linalg.reduce ins(%3 : tensor<1x1x1x13xf32>) outs(%cst : tensor<13xf32>) dimensions = [0, 1, 2]
      (%in: f32, %sum: f32) {
        %5 = arith.addf %sum, %in : f32
        linalg.yield %5 : f32
      }
  return %4 : tensor<13xf32>
}

// A bias is split as the loops are, a scale of one element per image has a unit
// dim for the blocks, and indices of loops are computed from the blocks.
//
// CHECK-LABEL: func.func @blocks
// CHECK-DAG: %[[BIAS:.*]] = layout.layout_transform %{{.*}} : tensor<32xf32> to tensor<2x16xf32>
// CHECK-DAG: %[[SCALE:.*]] = layout.layout_transform %arg1 {{.*}} : tensor<3x1xf32> to tensor<3x1x1xf32>
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[BIAS]], %[[SCALE]] : tensor<3x2x16xf32>, tensor<2x16xf32>, tensor<3x1x1xf32>)
// CHECK-NOT: layout_transform
// CHECK: return %{{.*}} : tensor<3x2x16xf32>
func.func @blocks(%x: tensor<3x2x16xf32>, %scale: tensor<3x1xf32>) -> tensor<3x2x16xf32> {
  %b = arith.constant dense<0.5> : tensor<32xf32>
  %0 = layout.layout_transform %x by <(n, c, b) -> (n, c * 16 + b)> : tensor<3x2x16xf32> to tensor<3x32xf32>
  %e = tensor.empty() : tensor<3x32xf32>
  %1 = linalg.generic {indexing_maps = [#id2, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, 0)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b, %scale : tensor<3x32xf32>, tensor<32xf32>, tensor<3x1xf32>) outs(%e : tensor<3x32xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %p, %q : f32
    %t = arith.mulf %s, %r : f32
    %u = arith.addf %t, %f : f32
    linalg.yield %u : f32
  } -> tensor<3x32xf32>
  %2 = layout.layout_transform %1 by <(n, c) -> (n, c floordiv 16, c mod 16)> : tensor<3x32xf32> to tensor<3x2x16xf32>
  return %2 : tensor<3x2x16xf32>
}

// Loops are merged.
//
// CHECK-LABEL: func.func @merged
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg0, %{{.*}} : tensor<3x32xf32>, tensor<32xf32>)
// CHECK: return %{{.*}} : tensor<3x32xf32>
func.func @merged(%x: tensor<3x32xf32>, %b: tensor<2x16xf32>) -> tensor<3x32xf32> {
  %0 = layout.layout_transform %x by <(n, c) -> (n, c floordiv 16, c mod 16)> : tensor<3x32xf32> to tensor<3x2x16xf32>
  %e = tensor.empty() : tensor<3x2x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, b) -> (n, c, b)>, affine_map<(n, c, b) -> (c, b)>, affine_map<(n, c, b) -> (n, c, b)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %b : tensor<3x2x16xf32>, tensor<2x16xf32>) outs(%e : tensor<3x2x16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %ij = arith.subi %i, %j : index
    %k = arith.index_cast %ij : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %p, %q : f32
    %t = arith.addf %s, %f : f32
    linalg.yield %t : f32
  } -> tensor<3x2x16xf32>
  %2 = layout.layout_transform %1 by <(n, c, b) -> (n, c * 16 + b)> : tensor<3x2x16xf32> to tensor<3x32xf32>
  return %2 : tensor<3x32xf32>
}

// Two operands are reshaped; after that one result is. What else is read or
// written has rewrites instead.
//
// CHECK-LABEL: func.func @residual
// CHECK-DAG: layout.layout_transform %arg2 {{.*}} : tensor<1x7x1x1xf32> to tensor<1x1x1x7xf32>
// CHECK-COUNT-3: linalg.{{.*}} -> tensor<1x1x1x7xf32>
// CHECK: %[[R:.*]] = layout.layout_transform %{{.*}} : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
// CHECK: return %[[R]]
func.func @residual(%x: tensor<1x1x1x7xf32>, %y: tensor<1x1x1x7xf32>, %z: tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
  %1 = layout.layout_transform %y by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
  %v = layout.layout_transform %y by <(n, h, w, c) -> (n, c, h, w)> : tensor<1x1x1x7xf32> to tensor<1x7x1x1xf32>
  %e = tensor.empty() : tensor<1x7x1x1xf32>
  %2 = linalg.add ins(%0, %1 : tensor<1x7x1x1xf32>, tensor<1x7x1x1xf32>) outs(%e : tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32>
  %3 = linalg.mul ins(%2, %v : tensor<1x7x1x1xf32>, tensor<1x7x1x1xf32>) outs(%e : tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32>
  %4 = linalg.sub ins(%3, %z : tensor<1x7x1x1xf32>, tensor<1x7x1x1xf32>) outs(%e : tensor<1x7x1x1xf32>) -> tensor<1x7x1x1xf32>
  return %4 : tensor<1x7x1x1xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.exp ins(%arg0 : tensor<?x1x9xf32>) outs(%{{.*}} : tensor<?x1x9xf32>)
// CHECK: return %{{.*}} : tensor<?x1x9xf32>
func.func @dynamic(%x: tensor<?x1x9xf32>) -> tensor<?x1x9xf32> {
  %0 = layout.layout_transform %x by <(n, h, c) -> (n, c, h)> : tensor<?x1x9xf32> to tensor<?x9x1xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x9xf32>
  %e = tensor.empty(%n) : tensor<?x9x1xf32>
  %1 = linalg.exp ins(%0 : tensor<?x9x1xf32>) outs(%e : tensor<?x9x1xf32>) -> tensor<?x9x1xf32>
  %2 = layout.layout_transform %1 by <(n, c, h) -> (n, h, c)> : tensor<?x9x1xf32> to tensor<?x1x9xf32>
  return %2 : tensor<?x1x9xf32>
}

// Dims of %y that are read in another order would have to be moved.
//
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<6x4xf32>, tensor<4x6xf32>)
func.func @transposed(%x: tensor<6x2x2xf32>, %y: tensor<4x6xf32>) -> tensor<6x2x2xf32> {
  %0 = layout.layout_transform %x by <(m, n, b) -> (m, n * 2 + b)> : tensor<6x2x2xf32> to tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %1 = linalg.generic {indexing_maps = [#id2, #t2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %y : tensor<6x4xf32>, tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  %2 = layout.layout_transform %1 by <(m, n) -> (m, n floordiv 2, n mod 2)> : tensor<6x4xf32> to tensor<6x2x2xf32>
  return %2 : tensor<6x2x2xf32>
}

// One rewrite for another one: the op stays.
//
// CHECK-LABEL: func.func @as_good
// CHECK: linalg.exp ins(%{{.*}} : tensor<5x1xf32>)
func.func @as_good(%x: tensor<1x5xf32>) -> tensor<5x1xf32> {
  %0 = layout.layout_transform %x by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
  %e = tensor.empty() : tensor<5x1xf32>
  %1 = linalg.exp ins(%0 : tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  return %1 : tensor<5x1xf32>
}

// Loops of which an operand has only some cannot be merged.
//
// CHECK-LABEL: func.func @partly_broadcast
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<3x4x5xf32>, tensor<4xf32>)
func.func @partly_broadcast(%x: tensor<3x20xf32>, %b: tensor<4xf32>) -> tensor<3x20xf32> {
  %0 = layout.layout_transform %x by <(n, c) -> (n, c floordiv 5, c mod 5)> : tensor<3x20xf32> to tensor<3x4x5xf32>
  %e = tensor.empty() : tensor<3x4x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, b) -> (n, c, b)>, affine_map<(n, c, b) -> (c)>, affine_map<(n, c, b) -> (n, c, b)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %b : tensor<3x4x5xf32>, tensor<4xf32>) outs(%e : tensor<3x4x5xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x4x5xf32>
  %2 = layout.layout_transform %1 by <(n, c, b) -> (n, c * 5 + b)> : tensor<3x4x5xf32> to tensor<3x20xf32>
  return %2 : tensor<3x20xf32>
}

// A rewrite in front of elementwise ops is better than one between them.
//
// CHECK-LABEL: func.func @apart
// CHECK: layout.layout_transform %arg0 {{.*}} : tensor<1x5xf32> to tensor<5x1xf32>
// CHECK-NOT: layout_transform
// CHECK: linalg.exp {{.*}} -> tensor<5x1xf32>
// CHECK: linalg.log {{.*}} -> tensor<5x1xf32>
// CHECK: linalg.ceil {{.*}} -> tensor<5x1xf32>
// CHECK: return
func.func @apart(%x: tensor<1x5xf32>) -> (tensor<5x1xf32>, tensor<5x1xf32>) {
  %e = tensor.empty() : tensor<1x5xf32>
  %0 = linalg.exp ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  %1 = layout.layout_transform %0 by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
  %f = tensor.empty() : tensor<5x1xf32>
  %2 = linalg.log ins(%1 : tensor<5x1xf32>) outs(%f : tensor<5x1xf32>) -> tensor<5x1xf32>
  %3 = linalg.ceil ins(%2 : tensor<5x1xf32>) outs(%f : tensor<5x1xf32>) -> tensor<5x1xf32>
  return %2, %3 : tensor<5x1xf32>, tensor<5x1xf32>
}

// CHECK-LABEL: func.func @frozen
// CHECK: linalg.exp {layout.frozen} ins(%{{.*}} : tensor<5x1xf32>)
// CHECK: layout.layout_transform {{.*}} {layout.frozen}
// CHECK: linalg.log {{.*}} -> tensor<1x5xf32>
func.func @frozen(%x: tensor<1x5xf32>) -> (tensor<1x5xf32>, tensor<1x5xf32>) {
  %0 = layout.layout_transform %x by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
  %e = tensor.empty() : tensor<5x1xf32>
  %1 = linalg.exp {layout.frozen} ins(%0 : tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %2 = layout.layout_transform %1 by <(m, n) -> (n, m)> : tensor<5x1xf32> to tensor<1x5xf32>
  %3 = layout.layout_transform %2 by <(m, n) -> (n, m)> {layout.frozen} : tensor<1x5xf32> to tensor<5x1xf32>
  %4 = layout.layout_transform %3 by <(m, n) -> (n, m)> {layout.frozen} : tensor<5x1xf32> to tensor<1x5xf32>
  %f = tensor.empty() : tensor<1x5xf32>
  %5 = linalg.log ins(%4 : tensor<1x5xf32>) outs(%f : tensor<1x5xf32>) -> tensor<1x5xf32>
  return %2, %5 : tensor<1x5xf32>, tensor<1x5xf32>
}

// A tensor with an encoding keeps its shape.
//
// CHECK-LABEL: func.func @encoding
// CHECK: linalg.add ins(%{{.*}}, %arg1 : tensor<5x1xf32>, tensor<5x1xf32, "elsewhere">)
func.func @encoding(%x: tensor<1x5xf32>, %y: tensor<5x1xf32, "elsewhere">) -> tensor<1x5xf32> {
  %0 = layout.layout_transform %x by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
  %e = tensor.empty() : tensor<5x1xf32>
  %1 = linalg.add ins(%0, %y : tensor<5x1xf32>, tensor<5x1xf32, "elsewhere">) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  %2 = layout.layout_transform %1 by <(m, n) -> (n, m)> : tensor<5x1xf32> to tensor<1x5xf32>
  return %2 : tensor<1x5xf32>
}

// What two iterations share is reshaped in front of the loop.
//
// CHECK-LABEL: func.func @in_loop
// CHECK: scf.for
// CHECK-NOT: layout_transform
// CHECK: linalg.add ins(%{{.*}}, %arg0 : tensor<1x5xf32>, tensor<1x5xf32>)
// CHECK: scf.yield
func.func @in_loop(%x: tensor<1x5xf32>, %n: index) -> tensor<1x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<1x5xf32> {
    %2 = layout.layout_transform %a by <(m, n) -> (n, m)> : tensor<1x5xf32> to tensor<5x1xf32>
    %e = tensor.empty() : tensor<5x1xf32>
    %3 = linalg.add ins(%2, %0 : tensor<5x1xf32>, tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
    %4 = layout.layout_transform %3 by <(m, n) -> (n, m)> : tensor<5x1xf32> to tensor<1x5xf32>
    scf.yield %4 : tensor<1x5xf32>
  }
  return %1 : tensor<1x5xf32>
}

// A constant that is read in another order cannot be read by other loops without
// moving its elements, so the ops keep their shapes.
// CHECK-LABEL: func.func @transposed_constant
// CHECK: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x3x4xf32>, tensor<4x2xf32>)
func.func @transposed_constant(%x: tensor<2x12xf32>) -> tensor<2x12xf32> {
  %c = arith.constant dense<[[1.0, 5.0], [2.0, 6.0], [3.0, 7.0], [4.0, 8.0]]> : tensor<4x2xf32>
  %e = tensor.empty() : tensor<2x12xf32>
  %f = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.exp ins(%x : tensor<2x12xf32>) outs(%e : tensor<2x12xf32>) -> tensor<2x12xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i, j floordiv 4, j mod 4)> : tensor<2x12xf32> to tensor<2x3x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d0)>,
                                        affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1, %c : tensor<2x3x4xf32>, tensor<4x2xf32>) outs(%f : tensor<2x3x4xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<2x3x4xf32>
  %3 = layout.layout_transform %2 by <(i, j, k) -> (i, j * 4 + k)> : tensor<2x3x4xf32> to tensor<2x12xf32>
  %4 = linalg.exp ins(%3 : tensor<2x12xf32>) outs(%e : tensor<2x12xf32>) -> tensor<2x12xf32>
  return %4 : tensor<2x12xf32>
}

// Rewrites that change nothing give no op another shape: it has it already.
// CHECK-LABEL: func.func @identity
// CHECK: %[[E:.*]] = tensor.empty
// CHECK-NEXT: layout.layout_transform
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[E]]
// CHECK-NEXT: layout.layout_transform
func.func @identity(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = layout.layout_transform %x by <(i, j) -> (i, j)> : tensor<4x6xf32> to tensor<4x6xf32>
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (i, j)> : tensor<4x6xf32> to tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}
