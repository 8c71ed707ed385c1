// An op that is marked as a rewrite must be one.
//
// Covers: R45

// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-raise -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// The body is that of the mark, written with loops in another order.
// CHECK-LABEL: func.func @right(
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d1, d0)>
// CHECK-NOT: layout.rewrite
func.func @right(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) attrs = {layout.rewrite = #layout.index_map<(i, j) -> (j, i)>} {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Nothing is known of a call but its mark.
// CHECK-LABEL: func.func @trusted(
// CHECK-NOT: call
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func private @pack(tensor<8x5xf32>) -> tensor<2x5x4xf32>
func.func @trusted(%x: tensor<8x5xf32>) -> tensor<2x5x4xf32> {
  %0 = call @pack(%x) {layout.rewrite = #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>} : (tensor<8x5xf32>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// -----

func.func @wrong_map(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{requires the map of 'layout.rewrite' to be that of the body, (d0, d1) -> (d1, d0), found (d0, d1) -> (d0, d1)}}
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0] {layout.rewrite = #layout.index_map<(i, j) -> (i, j)>}
  return %0 : tensor<4x4xf32>
}

// -----

func.func @computes(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{requires a body that moves elements by an index map for 'layout.rewrite', found one that is not proved to}}
  %0 = linalg.exp {layout.rewrite} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func private @pack(tensor<8x5xf32>) -> tensor<5x8xf32>
func.func @no_map(%x: tensor<8x5xf32>) -> tensor<5x8xf32> {
  // expected-error @below {{requires an index map as value of 'layout.rewrite', because the body is not known}}
  %0 = call @pack(%x) {layout.rewrite} : (tensor<8x5xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

func.func private @pack(tensor<8x5xf32>) -> tensor<5x8xf32>
func.func @wrong_type(%x: tensor<8x5xf32>) -> tensor<5x8xf32> {
  // expected-error @below {{requires the result type that the map of 'layout.rewrite' gives, 'tensor<8x5xf32>', found 'tensor<5x8xf32>'}}
  %0 = call @pack(%x) {layout.rewrite = #layout.index_map<(i, j) -> (i, j)>} : (tensor<8x5xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

func.func private @spread(tensor<8x5xf32>) -> tensor<8x5xf32>
func.func @not_bijective(%x: tensor<8x5xf32>) -> tensor<8x5xf32> {
  // expected-error @below {{requires the map of 'layout.rewrite' to be bijective on 'tensor<8x5xf32>', found (d0, d1) -> (d0, d0)}}
  %0 = call @spread(%x) {layout.rewrite = #layout.index_map<(i, j) -> (i, i)>} : (tensor<8x5xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}
