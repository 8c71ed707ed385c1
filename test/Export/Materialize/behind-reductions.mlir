// A reshape that joins dims and splits them in another way joins them first
// behind a reduction, such as a matmul in blocks of columns that heads of
// attention read. Upstream's fusion moves a collapse_shape into the elementwise
// op behind it; that op would have the loops of the matmul then, with which it
// cannot be fused, and not those of the heads. Behind an elementwise op the
// dims are split first, so that both elementwise ops have the same loops.
//
// Covers: R42, R43
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/reshapes.mlir --layout-materialize -o %t/reshapes.out.mlir
// RUN: FileCheck %s --input-file=%t/reshapes.out.mlir
// RUN: layout-check %t/reshapes.mlir %t/reshapes.out.mlir --entry=reduction | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/reshapes.mlir %t/reshapes.out.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/reshapes.mlir %t/reshapes.out.mlir --entry=units | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/reshapes.mlir %t/reshapes.out.mlir --entry=transposed | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/reshapes.mlir %t/reshapes.out.mlir --entry=elementwise | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @reduction
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK-NEXT: tensor.collapse_shape %[[SUM]] {{\[\[}}0], [1, 2]] : tensor<5x8x16xf32> into tensor<5x128xf32>
// CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [5, 4, 32] : tensor<5x128xf32> into tensor<5x4x32xf32>
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK-NOT: tensor.expand_shape
// CHECK: tensor.collapse_shape %[[SUM]] {{\[\[}}0], [1, 2]] : tensor<?x8x16xf32> into tensor<?x128xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 4, 32] : tensor<?x128xf32> into tensor<?x4x32xf32>
// Unit dims are joined too.
// CHECK-LABEL: func.func @units
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK-NEXT: tensor.collapse_shape %[[SUM]] {{\[\[}}0, 1], [2, 3]] : tensor<1x5x8x16xf32> into tensor<5x128xf32>
// CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] output_shape [5, 4, 1, 32] : tensor<5x128xf32> into tensor<5x4x1x32xf32>
// CHECK-LABEL: func.func @transposed
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK-NEXT: tensor.collapse_shape %[[SUM]] {{\[\[}}0], [1, 2]] : tensor<5x8x16xf32> into tensor<5x128xf32>
// CHECK-NEXT: %[[HEADS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [5, 4, 32] : tensor<5x128xf32> into tensor<5x4x32xf32>
// CHECK: linalg.transpose ins(%[[HEADS]]
// CHECK-LABEL: func.func @elementwise
// CHECK: %[[EXP:.*]] = linalg.exp
// CHECK-NEXT: tensor.expand_shape %[[EXP]] {{\[\[}}0], [1, 2], [3]] output_shape [5, 4, 2, 16] : tensor<5x8x16xf32> into tensor<5x4x2x16xf32>
// CHECK-NEXT: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<5x4x2x16xf32> into tensor<5x4x32xf32>

// The values of 4 heads of 32 columns with their biases, and weights that are
// divided by their sums: both elementwise ops are fused with the product that
// reads them, as without a plan. A block of 16 does not divide 120 columns.
// RUN: layout-opt %t/heads.mlir --layout-randomize-splats=seed=1 -o %t/random.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline=target=nhwc-packed16 -o %t/planned.mlir
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=heads --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/random.mlir %t/planned.mlir --entry=indivisible --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/random.mlir --linalg-generalize-named-ops --canonicalize --cse --linalg-fuse-elementwise-ops -o %t/fused.mlir
// RUN: FileCheck %s --check-prefix=FUSED --input-file=%t/fused.mlir
// RUN: layout-opt %t/planned.mlir --linalg-generalize-named-ops --canonicalize --cse --linalg-fuse-elementwise-ops -o %t/planned-fused.mlir
// RUN: FileCheck %s --check-prefix=FUSED --input-file=%t/planned-fused.mlir
// RUN: layout-check %t/fused.mlir %t/planned-fused.mlir --entry=heads | FileCheck %s --check-prefix=EQUAL
// FUSED-LABEL: func.func @heads
// FUSED-NOT: arith.divf
// FUSED: linalg.generic {{.*}}"reduction"{{.*}} ins(%arg0
// FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(
// FUSED: linalg.generic {{.*}}"reduction"
// FUSED: arith.divf
// FUSED: return

//--- reshapes.mlir

func.func @reduction(%x: tensor<5x8x16x3xf32>) -> tensor<5x4x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<5x8x16xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<5x8x16x3xf32>) outs(%zero : tensor<5x8x16xf32>) dimensions = [3]
  %1 = layout.layout_transform %0 by <(m, b, n) -> (m, b floordiv 2, (b mod 2) * 16 + n)> : tensor<5x8x16xf32> to tensor<5x4x32xf32>
  return %1 : tensor<5x4x32xf32>
}

func.func @dynamic(%x: tensor<?x8x16x3xf32>, %init: tensor<?x8x16xf32>) -> tensor<?x4x32xf32> {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<?x8x16x3xf32>) outs(%init : tensor<?x8x16xf32>) dimensions = [3]
  %1 = layout.layout_transform %0 by <(m, b, n) -> (m, b floordiv 2, (b mod 2) * 16 + n)> : tensor<?x8x16xf32> to tensor<?x4x32xf32>
  return %1 : tensor<?x4x32xf32>
}

func.func @units(%x: tensor<1x5x8x16x3xf32>) -> tensor<5x4x1x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x5x8x16xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<1x5x8x16x3xf32>) outs(%zero : tensor<1x5x8x16xf32>) dimensions = [4]
  %1 = layout.layout_transform %0 by <(u, m, b, n) -> (m, b floordiv 2, u, (b mod 2) * 16 + n)> : tensor<1x5x8x16xf32> to tensor<5x4x1x32xf32>
  return %1 : tensor<5x4x1x32xf32>
}

func.func @transposed(%x: tensor<5x8x16x3xf32>) -> tensor<4x5x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<5x8x16xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<5x8x16x3xf32>) outs(%zero : tensor<5x8x16xf32>) dimensions = [3]
  %1 = layout.layout_transform %0 by <(m, b, n) -> (b floordiv 2, m, (b mod 2) * 16 + n)> : tensor<5x8x16xf32> to tensor<4x5x32xf32>
  return %1 : tensor<4x5x32xf32>
}

func.func @elementwise(%x: tensor<5x8x16xf32>) -> tensor<5x4x32xf32> {
  %e = tensor.empty() : tensor<5x8x16xf32>
  %0 = linalg.exp ins(%x : tensor<5x8x16xf32>) outs(%e : tensor<5x8x16xf32>) -> tensor<5x8x16xf32>
  %1 = layout.layout_transform %0 by <(m, b, n) -> (m, b floordiv 2, (b mod 2) * 16 + n)> : tensor<5x8x16xf32> to tensor<5x4x32xf32>
  return %1 : tensor<5x4x32xf32>
}

//--- heads.mlir

#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
#hij = affine_map<(h, i, j) -> (h, i, j)>
#hi0 = affine_map<(h, i, j) -> (h, i, 0)>

func.func @heads(%x: tensor<6x128xf32>, %p: tensor<4x6x6xf32>, %sums: tensor<4x6x1xf32>) -> tensor<4x6x32xf32> {
  %w = arith.constant dense<0.5> : tensor<128x128xf32>
  %b = arith.constant dense<-1.0> : tensor<128xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x128xf32>) -> tensor<6x128xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<6x128xf32>, tensor<128x128xf32>) outs(%init : tensor<6x128xf32>) -> tensor<6x128xf32>
  %1 = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<6x128xf32>, tensor<128xf32>) outs(%e : tensor<6x128xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<6x128xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [6, 4, 32] : tensor<6x128xf32> into tensor<6x4x32xf32>
  %f = tensor.empty() : tensor<4x6x32xf32>
  %3 = linalg.transpose ins(%2 : tensor<6x4x32xf32>) outs(%f : tensor<4x6x32xf32>) permutation = [1, 0, 2]
  %g = tensor.empty() : tensor<4x6x6xf32>
  %4 = linalg.generic {indexing_maps = [#hij, #hi0, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %sums : tensor<4x6x6xf32>, tensor<4x6x1xf32>) outs(%g : tensor<4x6x6xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.divf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x6x6xf32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
  %5 = linalg.batch_matmul ins(%4, %3 : tensor<4x6x6xf32>, tensor<4x6x32xf32>) outs(%start : tensor<4x6x32xf32>) -> tensor<4x6x32xf32>
  return %5 : tensor<4x6x32xf32>
}

func.func @indivisible(%x: tensor<6x120xf32>, %p: tensor<4x6x6xf32>, %sums: tensor<4x6x1xf32>) -> tensor<4x6x30xf32> {
  %w = arith.constant dense<0.5> : tensor<120x120xf32>
  %b = arith.constant dense<-1.0> : tensor<120xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x120xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6x120xf32>) -> tensor<6x120xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<6x120xf32>, tensor<120x120xf32>) outs(%init : tensor<6x120xf32>) -> tensor<6x120xf32>
  %1 = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<6x120xf32>, tensor<120xf32>) outs(%e : tensor<6x120xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<6x120xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [6, 4, 30] : tensor<6x120xf32> into tensor<6x4x30xf32>
  %f = tensor.empty() : tensor<4x6x30xf32>
  %3 = linalg.transpose ins(%2 : tensor<6x4x30xf32>) outs(%f : tensor<4x6x30xf32>) permutation = [1, 0, 2]
  %g = tensor.empty() : tensor<4x6x6xf32>
  %4 = linalg.generic {indexing_maps = [#hij, #hi0, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %sums : tensor<4x6x6xf32>, tensor<4x6x1xf32>) outs(%g : tensor<4x6x6xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.divf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x6x6xf32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<4x6x30xf32>) -> tensor<4x6x30xf32>
  %5 = linalg.batch_matmul ins(%4, %3 : tensor<4x6x6xf32>, tensor<4x6x30xf32>) outs(%start : tensor<4x6x30xf32>) -> tensor<4x6x30xf32>
  return %5 : tensor<4x6x30xf32>
}
