// A generic op that reads elements of its source several times along dims of
// that, as upsampling does, is a broadcast to new dims, which are joined.
//
// RUN: layout-opt %s --layout-raise --canonicalize --cse -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=maps | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=indices | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=floats | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=rounded | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=unit_dim | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=tiled | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=cut | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=transposed | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @maps(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<1x5xf32>) outs(%{{.*}} : tensor<1x3x5x2xf32>) dimensions = [1, 3]
// CHECK: layout.layout_transform %[[B]] by <(d0, d1, d2, d3) -> (d1, d2 * 2 + d3)> : tensor<1x3x5x2xf32> to tensor<3x10xf32>
func.func @maps(%x: tensor<1x5xf32>) -> tensor<3x10xf32> {
  %e = tensor.empty() : tensor<3x10xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i floordiv 3, j floordiv 2)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x5xf32>) outs(%e : tensor<3x10xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<3x10xf32>
  return %r : tensor<3x10xf32>
}

// CHECK-LABEL: func.func @indices(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<3x5xf32>) outs(%{{.*}} : tensor<3x2x5xf32>) dimensions = [1]
// CHECK: layout.layout_transform %[[B]] by <(d0, d1, d2) -> (d0 * 2 + d1, d2)>
func.func @indices(%x: tensor<3x5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %c2 = arith.constant 2 : index
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<6x5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %h = arith.divui %i, %c2 : index
    %a = tensor.extract %x[%h, %j] : tensor<3x5xf32>
    linalg.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// As torch-mlir writes it, the index is computed with floats.
//
// CHECK-LABEL: func.func @floats(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<3x5xf32>) outs(%{{.*}} : tensor<3x2x5xf32>) dimensions = [1]
// CHECK: layout.layout_transform %[[B]] by <(d0, d1, d2) -> (d0 * 2 + d1, d2)>
func.func @floats(%x: tensor<3x5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %half = arith.constant 0.5 : f32
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<6x5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %s = arith.mulf %f, %half : f32
    %t = math.floor %s : f32
    %k = arith.fptosi %t : f32 to i64
    %h = arith.index_cast %k : i64 to index
    %a = tensor.extract %x[%h, %j] : tensor<3x5xf32>
    linalg.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// Half a pixel is added: the first row is read once, and others twice.
//
// CHECK-LABEL: func.func @rounded(
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.generic
func.func @rounded(%x: tensor<4x5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %half = arith.constant 0.5 : f32
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<6x5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %s = arith.mulf %f, %half : f32
    %t = math.ceil %s : f32
    %k = arith.fptosi %t : f32 to i64
    %h = arith.index_cast %k : i64 to index
    %a = tensor.extract %x[%h, %j] : tensor<4x5xf32>
    linalg.yield %a : f32
  } -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// The index of the dim of size 1 is the constant 0.
//
// CHECK-LABEL: func.func @unit_dim(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<1x5xf32>) outs(%{{.*}} : tensor<1x5x3xf32>) dimensions = [2]
// CHECK: layout.layout_transform %[[B]] by <(d0, d1, d2) -> (d0, d1 * 3 + d2)>
func.func @unit_dim(%x: tensor<1x5xf32>) -> tensor<1x15xf32> {
  %e = tensor.empty() : tensor<1x15xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (0, j floordiv 3)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x15xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x15xf32>
  return %r : tensor<1x15xf32>
}

// The rows are repeated one by one and together, and all of it along a new dim.
//
// CHECK-LABEL: func.func @tiled(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<3x5xf32>) outs(%{{.*}} : tensor<4x2x3x3x5xf32>) dimensions = [0, 1, 3]
// CHECK: layout.layout_transform %[[B]] by <(d0, d1, d2, d3, d4) -> (d0, d1 * 9 + d2 * 3 + d3, d4)>
func.func @tiled(%x: tensor<3x5xf32>) -> tensor<4x18x5xf32> {
  %e = tensor.empty() : tensor<4x18x5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j) -> ((i floordiv 3) mod 3, j)>, affine_map<(n, i, j) -> (n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3x5xf32>) outs(%e : tensor<4x18x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x18x5xf32>
  return %r : tensor<4x18x5xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0 : tensor<?x5xf32>) outs(%{{.*}} : tensor<?x5x2xf32>) dimensions = [2]
func.func @dynamic(%x: tensor<?x5xf32>) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%n) : tensor<?x10xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j floordiv 2)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x5xf32>) outs(%e : tensor<?x10xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// The last element is repeated less often than others: it stays as it is.
//
// CHECK-LABEL: func.func @cut(
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.generic
func.func @cut(%x: tensor<3x5xf32>) -> tensor<3x9xf32> {
  %e = tensor.empty() : tensor<3x9xf32>
  %c2 = arith.constant 2 : index
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<3x9xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %h = arith.divui %j, %c2 : index
    %a = tensor.extract %x[%i, %h] : tensor<3x5xf32>
    linalg.yield %a : f32
  } -> tensor<3x9xf32>
  return %r : tensor<3x9xf32>
}

// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.generic
func.func @transposed(%x: tensor<3x5xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x6xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j floordiv 2, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x5xf32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
