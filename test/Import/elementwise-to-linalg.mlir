// What arith and math ops on tensors state of their layouts does not stand in
// the way of running them.
// RUN: layout-opt %s --layout-elementwise-to-linalg | FileCheck %s
// RUN: layout-opt %s --layout-pipeline -o %t.mlir
// RUN: layout-check -O0 %s %t.mlir --dims=1,7
// RUN: layout-check -O0 --code=kernels %s %t.mlir --dims=5,3
// RUN: layout-run %s --dims=2,3 --output=%t.npy

// CHECK-LABEL: func.func @main(
//   CHECK-NOT: layout.
//       CHECK: linalg.generic
//       CHECK: math.exp %{{.*}} : f32
//       CHECK: linalg.generic
//       CHECK: arith.addf %{{.*}}, %{{.*}} : f32
//   CHECK-NOT: layout.
//       CHECK: return
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = math.exp %x {layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>]>]} : tensor<?x?xf32>
  %1 = arith.addf %0, %0 {layout.frozen, layout.chosen = #layout.op_layout<operands = [_, _], results = [_]>} : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// An op on elements is left alone.
// CHECK-LABEL: func.func @scalar(
//       CHECK: math.exp %arg0 : f32
func.func @scalar(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
