// A matmul whose columns do not divide by the block is split, and so is its
// constant argument, before the first call: neither part is cut at run time.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc-packed16 report=%t.json" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %print-json %t.json after.constants after.moves | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir
// RUN: layout-check %s %t.mlir --code=kernels

// The concatenation copies 100 numbers, each read and written.
// COUNT: after.constants = {"n": 2,
// COUNT-NEXT: after.moves = {"n": 1, "bytes": 800}

// CHECK: func.func @main.prepare({{.*}}) -> (tensor<3x128x16xf32>, tensor<128x2xf32>)
// CHECK: tensor.extract_slice %{{.*}}[0, 48] [128, 2]
// CHECK: func.func @main(
// CHECK-NOT: extract_slice
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x128xf32>, tensor<128x2xf32>)
// CHECK: tensor.concat
// CHECK: return
func.func @main(%x: tensor<2x128xf32>, %w: tensor<128x50xf32> {layout.constant}) -> tensor<2x50xf32> {
  %z = arith.constant dense<0.0> : tensor<2x50xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x128xf32>, tensor<128x50xf32>) outs(%z : tensor<2x50xf32>) -> tensor<2x50xf32>
  return %0 : tensor<2x50xf32>
}
