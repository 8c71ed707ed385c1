// Upstream's propagation of packs beside a plan: a loop of two layers, each of which
// packs what it reads and unpacks what it computes.
// RUN: rm -rf %t && mkdir %t
// RUN: packs-opt %s --propagate-packs -o %t/theirs.mlir
// RUN: packs-opt %s --plan-packs -o %t/ours.mlir
// RUN: packs-opt %s --layout-count | FileCheck %s --check-prefix=BEFORE
// RUN: packs-opt %t/theirs.mlir --layout-count | FileCheck %s --check-prefix=THEIRS
// RUN: packs-opt %t/ours.mlir --layout-count | FileCheck %s --check-prefix=OURS
// RUN: FileCheck %s --input-file=%t/ours.mlir
// RUN: layout-check %s %t/theirs.mlir
// RUN: layout-check %s %t/ours.mlir

// Upstream moves packs past the tanh, but not out of the loop, which runs four times.
// BEFORE: {"rewrites":3,"bytes":294912,
// THEIRS: {"rewrites":3,"bytes":294912,
// OURS: {"rewrites":3,"bytes":98304,
// CHECK: linalg.pack
// CHECK: linalg.pack
// CHECK: scf.for {{.*}} -> (tensor<4x4x16x16xf32>)
// CHECK-NOT: linalg.{{(un)?}}pack
// CHECK: math.tanh
// CHECK-NOT: linalg.{{(un)?}}pack
// CHECK: scf.yield %{{.*}} : tensor<4x4x16x16xf32>
// CHECK: linalg.unpack

#row = affine_map<(d0, d1) -> (d0, d1)>
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %plain = tensor.empty() : tensor<64x64xf32>
  %tiles = tensor.empty() : tensor<4x4x16x16xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%tiles : tensor<4x4x16x16xf32>) -> tensor<4x4x16x16xf32>
  %wp = linalg.pack %w outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [16, 16]
      into %tiles : tensor<64x64xf32> -> tensor<4x4x16x16xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<64x64xf32> {
    %ap = linalg.pack %a outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [16, 16]
        into %tiles : tensor<64x64xf32> -> tensor<4x4x16x16xf32>
    %m = linalg.mmt4d ins(%ap, %wp : tensor<4x4x16x16xf32>, tensor<4x4x16x16xf32>)
        outs(%fill : tensor<4x4x16x16xf32>) -> tensor<4x4x16x16xf32>
    %u = linalg.unpack %m outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [16, 16]
        into %plain : tensor<4x4x16x16xf32> -> tensor<64x64xf32>
    %t = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%u : tensor<64x64xf32>) outs(%plain : tensor<64x64xf32>) {
    ^bb0(%e: f32, %out: f32):
      %0 = math.tanh %e : f32
      linalg.yield %0 : f32
    } -> tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
