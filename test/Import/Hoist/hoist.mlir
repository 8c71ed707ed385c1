// Rewrites at the ends of frozen functions, and marked ones, move to the calls.
//
// Covers: R29, R30
// Case: S1-h

// RUN: layout-opt %s --layout-hoist -o %t.hoisted.mlir
// RUN: FileCheck %s < %t.hoisted.mlir
// RUN: layout-opt %s --layout-pipeline="report=%t.txt" -o %t.mlir
// RUN: FileCheck %s --check-prefix=PLANNED < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.txt
// RUN: layout-check %s %t.hoisted.mlir %t.mlir --entry=main
// RUN: layout-check %s %t.hoisted.mlir %t.mlir --entry=chain
// RUN: layout-check %s %t.hoisted.mlir %t.mlir --entry=dynamic --dims=5

// The weights of the matmul: B_[i1, i0 floordiv 4, i0 mod 4] = B[i0, i1].
// CHECK: func.func private @matmul(%{{.*}}: tensor<16x16xf32>, %[[B:.*]]: tensor<16x4x4xf32>) -> tensor<16x16xf32> attributes {layout.frozen}
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[B]] : tensor<16x16xf32>, tensor<16x4x4xf32>)
// CHECK: return
func.func private @matmul(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {layout.frozen} {
  %0 = layout.layout_transform %b by <(i, j) -> (j, i floordiv 4, i mod 4)> : tensor<16x16xf32> to tensor<16x4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k * 4 + l)>, affine_map<(i, j, k, l) -> (j, k, l)>,
                                        affine_map<(i, j, k, l) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %0 : tensor<16x16xf32>, tensor<16x4x4xf32>) outs(%zero : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK: %[[T:.*]] = layout.layout_transform %arg1 by <(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>
// CHECK: call @matmul(%arg0, %[[T]])
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = call @matmul(%a, %b) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// Two kernels work on transposed data; between their calls nothing is left, and
// the elementwise op takes their layout.
// CHECK: func.func private @kernel(%{{.*}}: tensor<7x5xf32>) -> tensor<7x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func private @kernel(%x: tensor<5x7xf32>) -> tensor<5x7xf32> attributes {layout.frozen} {
  %e = tensor.empty() : tensor<7x5xf32>
  %f = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.transpose ins(%x : tensor<5x7xf32>) outs(%e : tensor<7x5xf32>) permutation = [1, 0]
  %1 = linalg.exp ins(%0 : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %2 = linalg.transpose ins(%1 : tensor<7x5xf32>) outs(%f : tensor<5x7xf32>) permutation = [1, 0]
  return %2 : tensor<5x7xf32>
}

// PLANNED-LABEL: func.func @chain(
// PLANNED: linalg.transpose
// PLANNED: call @kernel
// PLANNED-NOT: linalg.transpose
// PLANNED: linalg.abs ins(%{{.*}} : tensor<7x5xf32>)
// PLANNED-NOT: linalg.transpose
// PLANNED: call @kernel
// PLANNED: linalg.transpose
func.func @chain(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = call @kernel(%x) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %1 = linalg.abs ins(%0 : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %2 = call @kernel(%1) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %2 : tensor<5x7xf32>
}

// A marked op moves from a function that is not frozen; the one beside it, which
// reads what another op reads as well, stays.
// CHECK: func.func private @marked(%{{.*}}: tensor<3x?xf32>) -> tensor<3x?xf32>
func.func private @marked(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> {layout.rewrite = #layout.index_map<(i, j) -> (j, i)>} : tensor<?x3xf32> to tensor<3x?xf32>
  %1 = math.absf %0 : tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}

func.func @dynamic(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %0 = call @marked(%x) : (tensor<?x3xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// A public function has callers that are not known.
// CHECK-LABEL: func.func @public(%{{.*}}: tensor<5x7xf32>)
// CHECK: linalg.transpose
func.func @public(%x: tensor<5x7xf32>) -> tensor<7x5xf32> attributes {layout.frozen} {
  %e = tensor.empty() : tensor<7x5xf32>
  %0 = linalg.transpose ins(%x : tensor<5x7xf32>) outs(%e : tensor<7x5xf32>) permutation = [1, 0]
  %1 = linalg.exp ins(%0 : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}
// REPORT: Layouts
