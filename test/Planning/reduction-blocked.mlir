// A sum over h and w whose result is required in blocks of 4 channels reads its
// operand in such blocks. The channels, which the sum keeps, are split alike in
// operand and result.
//
// Covers: R17, R21, R24
// Case: S1-f

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

!x = tensor<32x256x213x213xf32>
!blocked = tensor<32x64x213x213x4xf32>

// The operand has the layout (i, j floordiv 4, k, l, j mod 4).
// CHECK-DAG: #[[OPERAND:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d{{.*}}, d{{.*}}, d2)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:[^:]*]]: tensor<32x64x213x213x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: indexing_maps = [#[[OPERAND]], #[[RESULT]]]
// CHECK-SAME: ins(%[[X]] : tensor<32x64x213x213x4xf32>) outs(%{{.*}} : tensor<32x64x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp {layout.frozen} ins(%[[R]] : tensor<32x64x4xf32>)
func.func @sum(%x: !blocked) -> tensor<32x64x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %x by <(i, j, k, l, b) -> (i, j * 4 + b, k, l)> : !blocked to !x
  %e = tensor.empty() : tensor<32x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x256xf32>) -> tensor<32x256xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, affine_map<(i, j, k, l) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%0 : !x) outs(%init : tensor<32x256xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<32x256xf32>
  %2 = layout.layout_transform %1 by <(n, c) -> (n, c floordiv 4, c mod 4)> : tensor<32x256xf32> to tensor<32x64x4xf32>
  %e2 = tensor.empty() : tensor<32x64x4xf32>
  %3 = linalg.exp {layout.frozen} ins(%2 : tensor<32x64x4xf32>) outs(%e2 : tensor<32x64x4xf32>) -> tensor<32x64x4xf32>
  return %3 : tensor<32x64x4xf32>
}
