// Plans gathers by a captured tensor, whose indices come from data. Dims indexed by a
// loop take new layouts; the dim that is looked up stays. Packs and unpacks are maps
// like any other, also with run-time sizes.
//
// Covers: R17, R18, R24, R44

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --int-range=0,4
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --int-range=0,0

// No rewrite is left.
// COUNT: {"rewrites":0,

#m = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Nearest-neighbour upsampling by 2: h and w are looked up; the channels are indexed by a
// loop, so they can be split into blocks and become the innermost dim.
// CHECK-LABEL: func.func @looked_up(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: tensor.extract %[[X]][
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @looked_up(%x: tensor<2x3x5x4xf32>) -> tensor<6x10x8xf32> {
  %0 = layout.layout_transform %x by <(c, h, w, b) -> (c * 4 + b, h, w)> : tensor<2x3x5x4xf32> to tensor<8x3x5xf32>
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<8x6x10xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(c, h, w) -> (c, h, w)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%e : tensor<8x6x10xf32>) {
  ^bb0(%o: f32):
    %c = linalg.index 0 : index
    %h = linalg.index 1 : index
    %w = linalg.index 2 : index
    %hh = arith.divui %h, %c2 : index
    %ww = arith.divui %w, %c2 : index
    %v = tensor.extract %0[%c, %hh, %ww] : tensor<8x3x5xf32>
    linalg.yield %v : f32
  } -> tensor<8x6x10xf32>
  %2 = layout.layout_transform %1 by <(c, h, w) -> (h, w, c)> : tensor<8x6x10xf32> to tensor<6x10x8xf32>
  return %2 : tensor<6x10x8xf32>
}
// Calls all functions.
func.func @main(%a0: tensor<2x3x5x4xf32>)
    -> (tensor<6x10x8xf32>) {
  %0 = call @looked_up(%a0) : (tensor<2x3x5x4xf32>) -> tensor<6x10x8xf32>
  return %0
      : tensor<6x10x8xf32>
}
