// A program in which nothing is planned says so, and what stands there instead:
// in the first lines of the report, in a warning, or as an error.
// RUN: split-file %s %t
// RUN: layout-opt %t/tosa.mlir --layout-pipeline="target=nhwc report=%t/tosa.txt" -o /dev/null 2>&1 | FileCheck %t/tosa.mlir --check-prefix=WARNING
// RUN: FileCheck %t/tosa.mlir --input-file=%t/tosa.txt
// RUN: layout-opt %t/other.mlir --allow-unregistered-dialect --layout-pipeline="target=nhwc report=%t/other.json" -o /dev/null 2>&1 | FileCheck %t/other.mlir
// RUN: FileCheck %t/other.mlir --input-file=%t/other.json --check-prefix=JSON
// RUN: layout-opt %t/none.mlir --layout-pipeline="target=nhwc" -o /dev/null 2>&1 | FileCheck %t/none.mlir
// RUN: layout-opt %t/loop.mlir --layout-pipeline="target=nhwc" -o /dev/null 2>&1 | FileCheck %t/loop.mlir
// RUN: layout-opt %t/some.mlir --layout-pipeline="target=nhwc strict=true report=-" -o /dev/null 2>&1 | FileCheck %t/some.mlir
// RUN: layout-opt %t/some.mlir --layout-pipeline="report=-" -o /dev/null 2>&1 | FileCheck %t/some.mlir --check-prefix=UNASKED
// RUN: not layout-opt %t/tosa.mlir --layout-pipeline="target=nhwc strict=true" -o %t/out.mlir 2>&1 | FileCheck %t/tosa.mlir --check-prefix=STRICT
// RUN: not test -e %t/out.mlir

//--- tosa.mlir
// WARNING: warning: nothing is planned: 'main' holds 2 ops of 'tosa' without a layout rule; lower them to linalg on tensors first, by tosa-to-linalg-named and tosa-to-linalg
// STRICT: error: nothing is planned: 'main' holds 2 ops of 'tosa'
//      CHECK: Layouts for target nhwc: nothing was planned in this run
// CHECK-NEXT:   not planned: 'main' holds 2 ops of 'tosa' without a layout rule
func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  %1 = tosa.abs %0 : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

//--- other.mlir
// The first function is in the message, the others are in notes.
//      CHECK: warning: nothing is planned: 'relu' holds 1 op of 'onnx' without a layout rule; lower it to linalg on tensors first
//      CHECK: note: 'values' holds 1 op of 'other'
//      CHECK: note: 'frozen' is marked 'layout.frozen'
//      CHECK: note: 'buffers' works on buffers; layouts are planned on tensors, in front of bufferization
//      JSON: "planned": false
//      JSON: "unplanned": [
//      JSON:   "function": "relu",
// JSON-NEXT:   "reason": "holds 1 op of 'onnx' without a layout rule; lower it to linalg on tensors first"
//      JSON:   "function": "buffers",
func.func @relu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @values(%x: !other.tensor) -> !other.tensor {
  %0 = "other.relu"(%x) : (!other.tensor) -> !other.tensor
  return %0 : !other.tensor
}
func.func @frozen(%x: tensor<4x8xf32>, %e: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {layout.frozen} {
  %0 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  return %0 : tensor<8x4xf32>
}
func.func @buffers(%x: memref<4x8xf32>, %y: memref<8x4xf32>) {
  linalg.transpose ins(%x : memref<4x8xf32>) outs(%y : memref<8x4xf32>) permutation = [1, 0]
  return
}

//--- none.mlir
// CHECK: warning: nothing is planned: the module holds no function with a body
func.func private @declared(tensor<4xf32>)

//--- loop.mlir
// Layouts pass through loops and calls, which have no rules.
// CHECK: warning: nothing is planned: 'main' holds no convolution or matmul, no op of which the target states layouts, and no rewrite
func.func @main(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %x) -> tensor<4xf32> {
    %1 = func.call @abs(%carried) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func private @abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- some.mlir
// What is planned is not all: the others are named below the claim.
//      CHECK: Layouts for target nhwc, strategy optimal: no data is rewritten at run time
// CHECK-NEXT:   no plan is cheaper
// CHECK-NEXT:   not planned: 'sum' holds no convolution or matmul, no op of which the target states layouts, and no rewrite
//  CHECK-NOT: no target
//    UNASKED:   no plan is cheaper
// UNASKED-NEXT: no target and no preference was given: every op keeps the layouts that it has
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %e: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x2xf32>) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
func.func @sum(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
