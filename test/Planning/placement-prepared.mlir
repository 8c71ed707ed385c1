// What a function copies that prepares arguments before the first call is not
// copied at run time.
//
// RUN: layout-opt %s --layout-pipeline="target=nhwc placement=true report=%t.json" -o %t.mlir
// RUN: %print-json %t.json plan.placed plan.as_planned after.moves after.constants | FileCheck %s
// RUN: layout-opt %t.mlir --layout-bufferize --layout-place-buffers --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// CHECK: {"n": 0, "bytes": 0}
// CHECK-NEXT: {{[Tt]}}rue
// CHECK-NEXT: {"n": 0, "bytes": 0}
// CHECK-NEXT: {"n": 1, "bytes": 2048}
// COUNT: "moves":{"n":0,"bytes":0}
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32> {layout.constant}) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %right = tensor.extract_slice %w[0, 16] [16, 16] [1, 1] : tensor<16x32xf32> to tensor<16x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %o = linalg.matmul ins(%x, %right : tensor<8x16xf32>, tensor<16x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %o : tensor<8x16xf32>
}
