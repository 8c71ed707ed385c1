// An element is written into a tensor in any layout, at its physical indices.
// RUN: layout-opt %s --split-input-file --layout-pipeline=target=nchw16c -o %t.mlir
// RUN: layout-opt %t.mlir --split-input-file --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check --split-input-file %s %t.mlir
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nchw4c indivisible=pad" --mlir-print-local-scope -o %t.padded.mlir
// RUN: FileCheck %s < %t.padded.mlir
// RUN: layout-check --split-input-file %s %t.padded.mlir
// RUN: layout-opt %s --split-input-file --layout-print-rules -o /dev/null | FileCheck %s --check-prefix=RULE

// RULE: tensor.insert at {{.*}}: agnostic
// Input, result and the filters, which are arguments: nothing around the element.
// COUNT: "rewrites":4,"bytes":20480
// CHECK-LABEL: func.func @between(
// CHECK: %[[OUTER:.*]] = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%[[INDEX:.*]]]
// CHECK: %[[INNER:.*]] = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%[[INDEX]]]
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%c0, %[[OUTER]], %c2, %c2, %[[INNER]]] : tensor<1x4x8x8x4xf32>
func.func @between(%x: tensor<1x16x8x8xf32>, %w: tensor<16x16x1x1xf32>, %v: tensor<16x16x1x1xf32>, %c: index) -> tensor<1x16x8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x16x8x8xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %i = arith.remui %c, %c16 : index
  %e = tensor.extract %a[%c0, %c2, %c1, %c2] : tensor<1x16x8x8xf32>
  %r = tensor.insert %e into %a[%c0, %i, %c2, %c2] : tensor<1x16x8x8xf32>
  %s = linalg.conv_2d_nchw_fchw ins(%r, %v : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %s : tensor<1x16x8x8xf32>
}

// -----

// Channels that are no whole block, and a loop that carries the tensor.
func.func @in_loop(%x: tensor<1x6x5x1xf32>, %w: tensor<6x6x1x1xf32>) -> tensor<1x6x5x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x6x5x1xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x6x5x1xf32>, tensor<6x6x1x1xf32>) outs(%zero : tensor<1x6x5x1xf32>) -> tensor<1x6x5x1xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %a) -> tensor<1x6x5x1xf32> {
    %e = tensor.extract %t[%c0, %i, %c1, %c0] : tensor<1x6x5x1xf32>
    %f = arith.addf %e, %e : f32
    %n = tensor.insert %f into %t[%c0, %c5, %i, %c0] : tensor<1x6x5x1xf32>
    scf.yield %n : tensor<1x6x5x1xf32>
  }
  %s = linalg.conv_2d_nchw_fchw ins(%r, %w : tensor<1x6x5x1xf32>, tensor<6x6x1x1xf32>) outs(%zero : tensor<1x6x5x1xf32>) -> tensor<1x6x5x1xf32>
  return %s : tensor<1x6x5x1xf32>
}

// -----

// Dynamic sizes are permuted: no transpose stays around the element.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: linalg.transpose
// CHECK: tensor.insert %{{.*}} into %arg0[%c1, %c0]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @dynamic(%x: tensor<?x?xf32>, %v: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %t = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %i = tensor.insert %v into %t[%c0, %c1] : tensor<?x?xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.transpose ins(%i : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) permutation = [1, 0]
  return %r : tensor<?x?xf32>
}
