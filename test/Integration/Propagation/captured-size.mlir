// A body that asks only for the size of a tensor does not read its elements, so no
// rewrite of the tensor is kept for that.
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s
// CHECK: {"rewrites":0,
#id = affine_map<(c, i) -> (c, i)>
func.func @main(%x: tensor<?x?x4xi32>) -> tensor<?x?x4xi32> {
  %c0 = arith.constant 0 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<?x?x4xi32> to tensor<?x?xi32>
  %1 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%0 : tensor<?x?xi32>) {
  ^bb0(%a: i32):
    %d = tensor.dim %0, %c0 : tensor<?x?xi32>
    %q = arith.index_cast %d : index to i32
    %s = arith.addi %a, %q : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<?x?xi32> to tensor<?x?x4xi32>
  return %2 : tensor<?x?x4xi32>
}
