// Plans values through calls of private functions: the signature of a function and all
// calls of it change together, or nothing changes.
//
// Covers: R22, R23

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-materialize -o %t.backward.mlir
// RUN: layout-check %t.before.mlir %t.backward.mlir --entry=main --dims=5,3 --int-range=1,4 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold --layout-materialize -o %t.forward.mlir
// RUN: layout-check %t.before.mlir %t.forward.mlir --entry=main --dims=1,1 --int-range=1,4 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!l = tensor<12x5xf32>
!b = tensor<3x5x4xf32>

// Several ops with temporaries stay one function.
// CHECK-LABEL: func.func private @gelu(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[T:.*]] = linalg.exp ins(%[[X]] : tensor<3x5x4xf32>)
// CHECK: %[[U:.*]] = linalg.sub ins(%[[T]], %[[X]] : tensor<3x5x4xf32>, tensor<3x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[U]]
func.func private @gelu(%0: !l) -> !l {
  %e = tensor.empty() : !l
  %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
  %2 = linalg.sub ins(%1, %0 : !l, !l) outs(%e : !l) -> !l
  return %2 : !l
}

// One call passes an argument in another layout. It is rewritten at that call or in the
// loop around it, whichever moves fewer bytes.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x4xf32>, %[[Y:[^:]*]]: tensor<12x5xf32>
// CHECK: %[[B:.*]] = layout.layout_transform %[[Y]]
// CHECK-NOT: layout.layout_transform
// CHECK: scf.for {{.*}} -> (tensor<3x5x4xf32>)
// CHECK: func.call @gelu({{.*}}) : (tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
// CHECK: call @gelu(%[[B]])
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @shared(%x: !b, %y: !l) -> (!b, !b) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %0) -> !l {
    %s = func.call @gelu(%p) : (!l) -> !l
    scf.yield %s : !l
  }
  %1 = func.call @gelu(%y) : (!l) -> !l
  %2 = layout.layout_transform %r by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %3 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2, %3 : !b, !b
}

// Sizes known at run time, scalars beside tensors, a call in a called function.
// CHECK-LABEL: func.func private @outer(
// CHECK-SAME: %{{[^:]*}}: index, %[[X:[^:]*]]: tensor<?x?xf32>) -> (index, tensor<?x?xf32>)
// CHECK: call @inner(%[[X]]) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NOT: layout.layout_transform
// CHECK-LABEL: func.func private @inner(
// CHECK-NOT: layout.layout_transform
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func private @outer(%n: index, %x: tensor<?x?xf32>) -> (index, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = func.call @inner(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %0, %c0 : tensor<?x?xf32>
  %1 = arith.addi %d, %n : index
  return %1, %0 : index, tensor<?x?xf32>
}
func.func private @inner(%v: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %v, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %v, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %1 = linalg.exp ins(%v : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @nested(%x: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, index) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  %1:2 = func.call @outer(%n, %0) : (index, tensor<?x?xf32>) -> (index, tensor<?x?xf32>)
  %2 = layout.layout_transform %1#1 by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  return %2, %1#0 : tensor<?x?xf32>, index
}

// A recursive function.
// CHECK-LABEL: func.func private @down(
// CHECK-SAME: tensor<3x5x4xf32>) -> tensor<3x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK-LABEL: func.func @recursive(
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func private @down(%n: index, %x: !l) -> !l {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %go = arith.cmpi ugt, %n, %c0 : index
  %r = scf.if %go -> !l {
    %m = arith.subi %n, %c1 : index
    %e = tensor.empty() : !l
    %0 = linalg.tanh ins(%x : !l) outs(%e : !l) -> !l
    %1 = func.call @down(%m, %0) : (index, !l) -> !l
    scf.yield %1 : !l
  } else {
    scf.yield %x : !l
  }
  return %r : !l
}
func.func @recursive(%x: !b) -> !b {
  %c2 = arith.constant 2 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %1 = func.call @down(%c2, %0) : (index, !l) -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2 : !b
}

// A function that is referenced by something else than a call keeps its signature.
// CHECK-LABEL: func.func private @handed(
// CHECK-SAME: tensor<12x5xf32>) -> tensor<12x5xf32>
// CHECK-LABEL: func.func @escaped(
// CHECK: layout.layout_transform
// CHECK: call_indirect
// CHECK: call @handed
// CHECK: layout.layout_transform
func.func private @handed(%x: !l) -> !l {
  %e = tensor.empty() : !l
  %0 = linalg.exp ins(%x : !l) outs(%e : !l) -> !l
  return %0 : !l
}
func.func @escaped(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %f = constant @handed : (!l) -> !l
  %1 = func.call_indirect %f(%0) : (!l) -> !l
  %2 = func.call @handed(%1) : (!l) -> !l
  %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %3 : !b
}

// A public function keeps its signature, and so does a frozen caller.
// CHECK-LABEL: func.func @open(
// CHECK-SAME: tensor<12x5xf32>) -> tensor<12x5xf32>
func.func @open(%x: !l) -> !l {
  %e = tensor.empty() : !l
  %0 = linalg.exp ins(%x : !l) outs(%e : !l) -> !l
  return %0 : !l
}
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME: tensor<12x5xf32>) -> tensor<12x5xf32>
func.func private @kept(%x: !l) -> !l {
  %e = tensor.empty() : !l
  %0 = linalg.exp ins(%x : !l) outs(%e : !l) -> !l
  return %0 : !l
}
// CHECK-LABEL: func.func @callers(
// CHECK-COUNT-3: layout.layout_transform
func.func @callers(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %1 = func.call @open(%0) : (!l) -> !l
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %3 = layout.layout_transform %2 by <(c, i, b) -> (b * 3 + c, i)> : !b to !l
  %4 = func.call @kept(%3) {layout.frozen} : (!l) -> !l
  %5 = layout.layout_transform %4 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %5 : !b
}

func.func @main(%x: !b, %l: !l, %d: tensor<?x?xf32>, %w: tensor<1xindex>)
    -> (!b, !b, tensor<?x?xf32>, index, !b, !b, !b) {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %w[%c0] : tensor<1xindex>
  %0:2 = func.call @shared(%x, %l) : (!b, !l) -> (!b, !b)
  %1:2 = func.call @nested(%d, %n) : (tensor<?x?xf32>, index) -> (tensor<?x?xf32>, index)
  %2 = func.call @recursive(%x) : (!b) -> !b
  %3 = func.call @escaped(%x) : (!b) -> !b
  %4 = func.call @callers(%x) : (!b) -> !b
  return %0#0, %0#1, %1#0, %1#1, %2, %3, %4 : !b, !b, tensor<?x?xf32>, index, !b, !b, !b
}
