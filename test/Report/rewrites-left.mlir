// The report has a line for each rewrite left, with its map, its ends, and what blocks it.
// RUN: layout-opt %s --split-input-file --layout-report=path=- -o /dev/null 2>&1 | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-report=path=/dev/null --remarks-filter-missed=.* --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: :15:8: remark: [Missed] left | Category:layout-report | Function=frozen | Reason="blocked by the signature of @frozen and frozen linalg.matmul at {{.*}}:18:8", Remark="192 bytes from (d0, d1) -> (d0, d1) to (d0, d1) -> (d1, d0) are rewritten between argument 0 of @frozen and linalg.matmul at {{.*}}:18:8"

// Frozen ops at both ends. Rewrites of constants are not listed.
// CHECK-LABEL: Layouts: nothing was planned in this run; 2 rewrites at run time, 384 B
// CHECK: Left, the largest first:
// CHECK-NEXT: :15:8: 192 bytes KM -> MK by (d0, d1) -> (d1, d0), between argument 0 of @frozen and linalg.matmul at 18:8, blocked by the signature of @frozen and frozen linalg.matmul at 18:8
// CHECK-NEXT: layout.tensor_layout = "map:(d0, d1) -> (d1, d0)" at argument 0 of @frozen saves it
// CHECK-NEXT: :20:8: 192 bytes MN -> NM by (d0, d1) -> (d1, d0), between linalg.matmul at 18:8 and result 0 of @frozen, blocked by frozen linalg.matmul at 18:8 and the signature of @frozen
// CHECK-NOT: bytes {{.*}}by
func.func @frozen(%x: tensor<6x4xf32>, %c: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // The line numbers above are those of this function.
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<6x4xf32> to tensor<4x6xf32>
  %k = arith.constant dense<1.0> : tensor<6x6xf32>
  %1 = layout.layout_transform %k by <(i, j) -> (j, i)> : tensor<6x6xf32> to tensor<6x6xf32>
  %2 = linalg.matmul {layout.frozen} ins(%0, %1 : tensor<4x6xf32>, tensor<6x6xf32>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %3 : tensor<6x4xf32>
}

// -----

// Only the plan keeps it; of several users three are named.
// CHECK-LABEL: Layouts: nothing was planned in this run; 1 rewrite at run time, 192 B
// CHECK: 192 bytes by (d0, d1) -> (d1, d0), between linalg.exp at {{.*}} and linalg.exp at {{.*}}, linalg.abs at {{.*}}, linalg.ceil at {{.*}} and 1 more, blocked by the signature of @adapting
func.func @adapting(%x: tensor<6x4xf32>, %o: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %0 = linalg.exp ins(%x : tensor<6x4xf32>) outs(%x : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<6x4xf32> to tensor<4x6xf32>
  %2 = linalg.exp ins(%1 : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = linalg.abs ins(%1 : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = linalg.ceil ins(%1 : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %5 = linalg.floor ins(%1 : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %2, %3, %4, %5 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}

// -----

// Upstream ops: a pack with padding and its unpack, and a gather.
// CHECK-LABEL: Layouts: nothing was planned in this run; 3 rewrites
// CHECK: 104 bytes by (d0, d1) -> (d1, d0 floordiv 4, d0 mod 4), between
// CHECK: 104 bytes back by (d0, d1) -> (d1, d0 floordiv 4, d0 mod 4), between
// CHECK: 72 bytes back by (d0, d1, d2) -> (d0 * 3 + d2, d1), between
#gather = affine_map<(a, j, b) -> (a * 3 + b, j)>
#id = affine_map<(a, j, b) -> (a, j, b)>
func.func @upstream(%x: tensor<5x2xf32>, %y: tensor<3x3xf32>) -> (tensor<5x2xf32>, tensor<1x3x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x4xf32>
  %0 = linalg.pack %x padding_value(%zero : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4]
      into %e : tensor<5x2xf32> -> tensor<2x2x4xf32>
  %f = tensor.empty() : tensor<5x2xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4]
      into %f : tensor<2x2x4xf32> -> tensor<5x2xf32>
  %g = tensor.empty() : tensor<1x3x3xf32>
  %2 = linalg.generic {indexing_maps = [#gather, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : tensor<3x3xf32>) outs(%g : tensor<1x3x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<1x3x3xf32>
  return %1, %2 : tensor<5x2xf32>, tensor<1x3x3xf32>
}

// -----

// Buffers, in a loop.
// CHECK-LABEL: Layouts: nothing was planned in this run; 1 rewrite at run time, 240 B
// CHECK: 240 bytes by (d0, d1) -> (d1, d0), between argument 0 of @buffers and memref.alloc at {{.*}}, blocked by the signature of @buffers and memref.alloc at {{.*}} (cannot adapt)
func.func @buffers(%x: memref<2x3xf32>) {
  %y = memref.alloc() : memref<3x2xf32>
  affine.for %i = 0 to 5 {
    linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  }
  return
}
