// Reductions with every combiner keep their results when reduced dims are split or moved,
// and their results take the layout of the dims that are kept.
//
// Covers: R17, R18, R21, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --int-range=-9,9 --dims=3,5
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --int-range=-9,9 --dims=1,1

// At most the rewrites around the padded blocks of @indivisible are left.
// COUNT: {"rewrites":{{[0-2]}},

!b = tensor<3x5x7x4xf32>
!x = tensor<12x5x7xf32>
!bi = tensor<3x5x7x4xi32>
!xi = tensor<12x5x7xi32>
!bb = tensor<3x5x2x4xi1>
!xb = tensor<12x5x2xi1>

// Products over a split dim and over a dim next to it.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x7x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: ins(%[[X]] : tensor<3x5x7x4xf32>) outs(%{{.*}} : tensor<5x7xf32>)
// CHECK: ins(%[[X]] : tensor<3x5x7x4xf32>) outs(%{{.*}} : tensor<3x7x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @product(%x: !b) -> (tensor<5x7xf32>, tensor<3x7x4xf32>) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %one = arith.constant dense<1.0> : tensor<5x7xf32>
  %one_1 = arith.constant dense<1.0> : tensor<12x7xf32>
  %1 = linalg.reduce {arith.mulf} ins(%0 : !x) outs(%one : tensor<5x7xf32>) dimensions = [0]
  %2 = linalg.reduce {arith.mulf} ins(%0 : !x) outs(%one_1 : tensor<12x7xf32>) dimensions = [1]
  %3 = layout.layout_transform %2 by <(c, w) -> (c floordiv 4, w, c mod 4)> : tensor<12x7xf32> to tensor<3x7x4xf32>
  return %1, %3 : tensor<5x7xf32>, tensor<3x7x4xf32>
}

// A minimum whose result is wanted transposed, as the operand comes; a signed maximum of
// integers over all dims, which no layout affects.
// CHECK-LABEL: func.func @extremes(
// CHECK-SAME: %[[X:[^:]*]]: tensor<7x5x12xf32>, %[[Y:[^:]*]]: tensor<3x5x7x4xi32>
// CHECK-NOT: layout.layout_transform
// CHECK-DAG: ins(%[[X]] : tensor<7x5x12xf32>) outs(%{{.*}} : tensor<7x12xf32>)
// CHECK-DAG: ins(%[[Y]] : tensor<3x5x7x4xi32>) outs(%{{.*}} : tensor<5x7xi32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @extremes(%x: tensor<7x5x12xf32>, %y: !bi) -> (tensor<7x12xf32>, tensor<5x7xi32>) {
  %0 = layout.layout_transform %x by <(w, h, c) -> (c, h, w)> : tensor<7x5x12xf32> to !x
  %high = arith.constant dense<1.0e30> : tensor<12x7xf32>
  %1 = linalg.reduce {arith.minimumf} ins(%0 : !x) outs(%high : tensor<12x7xf32>) dimensions = [1]
  %2 = layout.layout_transform %1 by <(c, w) -> (w, c)> : tensor<12x7xf32> to tensor<7x12xf32>
  %3 = layout.layout_transform %y by <(c, h, w, b) -> (c * 4 + b, h, w)> : !bi to !xi
  %low = arith.constant dense<-2147483648> : tensor<5x7xi32>
  %4 = linalg.reduce {arith.maxsi} ins(%3 : !xi) outs(%low : tensor<5x7xi32>) dimensions = [0]
  return %2, %4 : tensor<7x12xf32>, tensor<5x7xi32>
}

// Combiners and, or, and exclusive or of bits.
// CHECK-LABEL: func.func @bits(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x2x4xi1>
// CHECK-NOT: layout.layout_transform
// CHECK-DAG: ins(%[[X]] : tensor<3x5x2x4xi1>) outs(%{{.*}} : tensor<3x5x4xi1>)
// CHECK-DAG: ins(%[[X]] : tensor<3x5x2x4xi1>) outs(%{{.*}} : tensor<3x5x4xi1>)
// CHECK-DAG: ins(%[[X]] : tensor<3x5x2x4xi1>) outs(%{{.*}} : tensor<5x2xi1>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @bits(%x: !bb) -> (tensor<3x5x4xi1>, tensor<3x5x4xi1>, tensor<5x2xi1>) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !bb to !xb
  %true = arith.constant dense<true> : tensor<12x5xi1>
  %false = arith.constant dense<false> : tensor<12x5xi1>
  %even = arith.constant dense<false> : tensor<5x2xi1>
  %1 = linalg.reduce {arith.andi} ins(%0 : !xb) outs(%true : tensor<12x5xi1>) dimensions = [2]
  %2 = linalg.reduce {arith.ori} ins(%0 : !xb) outs(%false : tensor<12x5xi1>) dimensions = [2]
  %3 = linalg.reduce {arith.xori} ins(%0 : !xb) outs(%even : tensor<5x2xi1>) dimensions = [0]
  %4 = layout.layout_transform %1 by <(c, h) -> (c floordiv 4, h, c mod 4)> : tensor<12x5xi1> to tensor<3x5x4xi1>
  %5 = layout.layout_transform %2 by <(c, h) -> (c floordiv 4, h, c mod 4)> : tensor<12x5xi1> to tensor<3x5x4xi1>
  return %4, %5, %3 : tensor<3x5x4xi1>, tensor<3x5x4xi1>, tensor<5x2xi1>
}

// The minimum and its index along a dim next to a split one; the first of equal minima is
// taken. The integers come from a small range, so that some are equal.
// CHECK-LABEL: func.func @argmin(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x7x4xi32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<3x5x7x4xi32>) outs(%{{.*}}, %{{.*}} : tensor<3x7x4xi32>, tensor<3x7x4xindex>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @argmin(%x: !bi) -> (tensor<3x7x4xi32>, tensor<3x7x4xindex>) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !bi to !xi
  %high = arith.constant dense<2147483647> : tensor<12x7xi32>
  %none = arith.constant dense<99> : tensor<12x7xindex>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(c, w, h) -> (c, h, w)>, affine_map<(c, w, h) -> (c, w)>,
                                          affine_map<(c, w, h) -> (c, w)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0 : !xi) outs(%high, %none : tensor<12x7xi32>, tensor<12x7xindex>) {
  ^bb0(%a: i32, %m: i32, %at: index):
    %h = linalg.index 2 : index
    %less = arith.cmpi slt, %a, %m : i32
    %min = arith.select %less, %a, %m : i32
    %where = arith.select %less, %h, %at : index
    linalg.yield %min, %where : i32, index
  } -> (tensor<12x7xi32>, tensor<12x7xindex>)
  %2 = layout.layout_transform %1#0 by <(c, w) -> (c floordiv 4, w, c mod 4)> : tensor<12x7xi32> to tensor<3x7x4xi32>
  %3 = layout.layout_transform %1#1 by <(c, w) -> (c floordiv 4, w, c mod 4)> : tensor<12x7xindex> to tensor<3x7x4xindex>
  return %2, %3 : tensor<3x7x4xi32>, tensor<3x7x4xindex>
}

// Numbers of blocks and rows known at run time only, one of them 1.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: ins(%[[X]] : tensor<?x?x4xf32>) outs(%{{.*}} : tensor<?x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @dynamic(%x: tensor<?x?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %0 = layout.layout_transform %x by <(c, h, b) -> (c * 4 + b, h)> : tensor<?x?x4xf32> to tensor<?x?xf32>
  %c = tensor.dim %0, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%c) : tensor<?xf32>
  %i = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.reduce {arith.mulf} ins(%0 : tensor<?x?xf32>) outs(%i : tensor<?xf32>) dimensions = [1]
  %2 = layout.layout_transform %1 by <(c) -> (c floordiv 4, c mod 4)> : tensor<?xf32> to tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// Ten channels in blocks of four: neither a sum nor a maximum of negative numbers may see
// the two elements of padding.
func.func @indivisible(%x: !b) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<3x7x4xf32>) {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : !b to !x
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [10, 5, 7] : !x to tensor<10x5x7xf32>
  %zero = arith.constant dense<0.0> : tensor<5x7xf32>
  %low = arith.constant dense<-1.0e30> : tensor<5x7xf32>
  %one = arith.constant dense<1.0> : tensor<10x7xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<10x5x7xf32>) outs(%zero : tensor<5x7xf32>) dimensions = [0]
  %e = tensor.empty() : tensor<10x5x7xf32>
  %k = arith.constant dense<-7.0> : tensor<10x5x7xf32>
  %3 = linalg.add ins(%1, %k : tensor<10x5x7xf32>, tensor<10x5x7xf32>) outs(%e : tensor<10x5x7xf32>) -> tensor<10x5x7xf32>
  %4 = linalg.reduce {arith.maximumf} ins(%3 : tensor<10x5x7xf32>) outs(%low : tensor<5x7xf32>) dimensions = [0]
  %5 = linalg.reduce {arith.mulf} ins(%1 : tensor<10x5x7xf32>) outs(%one : tensor<10x7xf32>) dimensions = [1]
  %6 = layout.pad %5 low [0, 0] high [2, 0] value(0.0 : f32) : tensor<10x7xf32> to tensor<12x7xf32>
  %7 = layout.layout_transform %6 by <(c, w) -> (c floordiv 4, w, c mod 4)> : tensor<12x7xf32> to tensor<3x7x4xf32>
  return %2, %4, %7 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<3x7x4xf32>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: !b, %a1: tensor<7x5x12xf32>, %a2: !bi, %a3: !bb, %a4: !bi, %a5: tensor<?x?x4xf32>, %a6: !b)
    -> (tensor<5x7xf32>, tensor<3x7x4xf32>, tensor<7x12xf32>, tensor<5x7xi32>, tensor<3x5x4xi1>, tensor<3x5x4xi1>,
        tensor<5x2xi1>, tensor<3x7x4xi32>, tensor<3x7x4xindex>, tensor<?x4xf32>, tensor<5x7xf32>, tensor<5x7xf32>,
        tensor<3x7x4xf32>) {
  %0:2 = call @product(%a0) : (!b) -> (tensor<5x7xf32>, tensor<3x7x4xf32>)
  %1:2 = call @extremes(%a1, %a2) : (tensor<7x5x12xf32>, !bi) -> (tensor<7x12xf32>, tensor<5x7xi32>)
  %2:3 = call @bits(%a3) : (!bb) -> (tensor<3x5x4xi1>, tensor<3x5x4xi1>, tensor<5x2xi1>)
  %3:2 = call @argmin(%a4) : (!bi) -> (tensor<3x7x4xi32>, tensor<3x7x4xindex>)
  %4 = call @dynamic(%a5) : (tensor<?x?x4xf32>) -> tensor<?x4xf32>
  %5:3 = call @indivisible(%a6) : (!b) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<3x7x4xf32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %2#2, %3#0, %3#1, %4, %5#0, %5#1, %5#2
      : tensor<5x7xf32>, tensor<3x7x4xf32>, tensor<7x12xf32>, tensor<5x7xi32>, tensor<3x5x4xi1>, tensor<3x5x4xi1>,
        tensor<5x2xi1>, tensor<3x7x4xi32>, tensor<3x7x4xindex>, tensor<?x4xf32>, tensor<5x7xf32>, tensor<5x7xf32>,
        tensor<3x7x4xf32>
}
