// A copy of a tensor is the tensor, unless it converts elements. Buffers get a
// second copy where they need one.
// RUN: layout-opt %s --split-input-file --layout-raise --layout-fold --layout-materialize | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check --split-input-file %s %t.mlir

// CHECK-LABEL: func.func @between_convolutions(
// CHECK-NOT: linalg.copy
// CHECK: return
// Two of the input and the result, and three of weights that are arguments.
// COUNT: "rewrites":4,
func.func @between_convolutions(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x1x1xf32>, %v: tensor<16x16x1x1xf32>) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %r = linalg.copy ins(%a : tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %s = linalg.conv_2d_nchw_fchw ins(%r, %v : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%f : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %s : tensor<1x16x8x8xf32>
}

// -----

// The copy is written to, and its source is read afterwards.
// CHECK-LABEL: func.func @written(
// CHECK-NOT: linalg.copy
// CHECK: tensor.insert %{{.*}} into %arg0
// CHECK: return
func.func @written(%x: tensor<3x5xf32>, %v: f32) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<3x5xf32>
  %c = linalg.copy ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %i = tensor.insert %v into %c[%c1, %c1] : tensor<3x5xf32>
  %a = linalg.add ins(%x, %i : tensor<3x5xf32>, tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %i, %a : tensor<3x5xf32>, tensor<3x5xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[CAST:.*]] = tensor.cast %arg0 : tensor<?x5xf32> to tensor<3x5xf32>
// CHECK: return %[[CAST]]
func.func @dynamic(%x: tensor<?x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %c = linalg.copy ins(%x : tensor<?x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %c : tensor<3x5xf32>
}

// -----

// CHECK-LABEL: func.func @converts(
// CHECK: linalg.copy
func.func @converts(%x: tensor<3x5xf16>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %c = linalg.copy ins(%x : tensor<3x5xf16>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %c : tensor<3x5xf32>
}
