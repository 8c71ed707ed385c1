// The factors of a product may come in any order: those of a contraction are
// exchanged if the result has columns in front of rows, so that a target's
// layouts of data and kernel are those of the operands that they are meant for.
//
// Covers: R20, R35
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.

// RUN: layout-opt %s --layout-clean-up=forms=planning | FileCheck %s
// RUN: layout-opt %s --layout-clean-up | FileCheck %s --check-prefix=OFF
// OFF-LABEL: func.func @matmul(
// OFF: ins(%{{.*}}, %arg0 : tensor<24x16xf32>, tensor<?x24xf32>)
// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=x86-avx512 -o %t.planned.mlir
// RUN: FileCheck %s --check-prefix=PLANNED --input-file=%t.planned.mlir
// RUN: layout-check %t.mlir %t.planned.mlir --entry=matmul --dims=7,7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.planned.mlir --entry=heads | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.mlir %t.planned.mlir --entry=mixed | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#columns = affine_map<(m, n, k) -> (k, n)>
#rows = affine_map<(m, n, k) -> (m, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// The weights are packed, not the data.
// CHECK-LABEL: func.func @matmul(
// CHECK: linalg.matmul {layer = "first"} ins(%arg0, %{{.*}} : tensor<?x24xf32>, tensor<24x16xf32>)
// PLANNED-LABEL: func.func @matmul(
// PLANNED: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<{{.*}}x24xf32>, tensor<1x24x16xf32>)
func.func @matmul(%x: tensor<?x24xf32>, %e: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %w = arith.constant dense<0.5> : tensor<24x16xf32>
  %0 = linalg.generic {indexing_maps = [#columns, #rows, #result], iterator_types = ["parallel", "parallel", "reduction"], layer = "first"}
      ins(%w, %x : tensor<24x16xf32>, tensor<?x24xf32>) outs(%e : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// A product of batches by another name, with a batch and a row of 1.
// CHECK-LABEL: func.func @heads(
// CHECK: linalg.batch_matmul ins(%arg1, %arg0 : tensor<1x1x5xf32>, tensor<1x5x9xf32>)
func.func @heads(%k: tensor<1x5x9xf32>, %q: tensor<1x1x5xf32>, %e: tensor<1x1x9xf32>) -> tensor<1x1x9xf32> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, k)>,
                       affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%k, %q : tensor<1x5x9xf32>, tensor<1x1x5xf32>) outs(%e : tensor<1x1x9xf32>) -> tensor<1x1x9xf32>
  return %0 : tensor<1x1x9xf32>
}

// The factors have different types, and the body converts one of them.
// CHECK-LABEL: func.func @mixed(
// CHECK: linalg.{{.*}} ins(%arg1, %arg0 : tensor<3x4xf32>, tensor<4x5xf16>)
func.func @mixed(%w: tensor<4x5xf16>, %x: tensor<3x4xf32>, %e: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.generic {indexing_maps = [#columns, #rows, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %x : tensor<4x5xf16>, tensor<3x4xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f16, %b: f32, %o: f32):
    %c = arith.extf %a : f16 to f32
    %m = arith.mulf %c, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// Rows are first already; rows and columns alternate; frozen ops stay; and the
// kernel is the second factor, though its columns come first in the result.
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.matmul ins(%arg0, %arg1
// CHECK: linalg.generic {{.*}} ins(%arg2, %arg3 : tensor<2x3x6xf32>, tensor<6x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg1, %arg0 : tensor<4x5xf32>, tensor<3x4xf32>) {{.*}} attrs = {layout.frozen}
// CHECK: linalg.generic {{.*}} ins(%arg1, %{{.*}} : tensor<4x5xf32>, tensor<3x4xf32>)
func.func @kept(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %y: tensor<2x3x6xf32>, %v: tensor<6x4xf32>,
                %e: tensor<3x5xf32>, %f: tensor<2x4x3xf32>)
    -> (tensor<3x5xf32>, tensor<2x4x3xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %constant = arith.constant dense<0.5> : tensor<3x4xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<3x4xf32>, tensor<4x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>,
                       affine_map<(a, b, n, k) -> (a, n, b)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%y, %v : tensor<2x3x6xf32>, tensor<6x4xf32>) outs(%f : tensor<2x4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x4x3xf32>
  %2 = linalg.generic {indexing_maps = [#columns, #rows, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %x : tensor<4x5xf32>, tensor<3x4xf32>) outs(%e : tensor<3x5xf32>) attrs = {layout.frozen} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  %3 = linalg.generic {indexing_maps = [#columns, #rows, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %constant : tensor<4x5xf32>, tensor<3x4xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %0, %1, %2, %3 : tensor<3x5xf32>, tensor<2x4x3xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}
