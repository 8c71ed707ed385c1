// Where a program fills the padding of a result because its layout says what it
// holds, the report says so, and what `padding = #ub.poison` saves: at least
// that, as the plan with it shows.
// Covers: P28
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=spyre report=%t/report.txt" -o %t/zeros.mlir
// RUN: FileCheck %s --input-file=%t/report.txt
// RUN: layout-opt %s --layout-pipeline="target=spyre report=%t/report.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/report.json
// RUN: layout-opt %t/zeros.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=ZEROS
// RUN: layout-check %s %t/zeros.mlir
// RUN: sed 's/, padding = 0.0 : f16>/, padding = #ub.poison>/' %s > %t/any.in.mlir
// RUN: layout-opt %t/any.in.mlir --layout-pipeline="target=spyre report=%t/any.txt" -o %t/any.mlir
// RUN: FileCheck %s --check-prefix=ANY --input-file=%t/any.txt
// RUN: layout-opt %t/any.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=NONE
// RUN: layout-check %s %t/any.in.mlir
// RUN: layout-check %t/any.in.mlir %t/any.mlir

// A kernel that is padded with zeros gives zeros unless an element of the data
// is infinite.
func.func @main(%a: tensor<20x64xf16> {layout.tensor_layout = "default"}, %v: tensor<64x70xf16> {layout.constant})
    -> (tensor<20x70xf16> {layout.tensor_layout = #layout.tensor_layout<sticks 20x70xf16, dim = 1, padding = 0.0 : f16>}) {
  %zero = arith.constant dense<0.0> : tensor<20x70xf16>
  %0 = linalg.matmul ins(%a, %v : tensor<20x64xf16>, tensor<64x70xf16>) outs(%zero : tensor<20x70xf16>) -> tensor<20x70xf16>
  return %0 : tensor<20x70xf16>
}

//      CHECK: Padding that is filled:
// CHECK-NEXT:   result 0 of @main: 4,640 bytes, since its layout says that padding holds 0.000000e+00 : f16
// CHECK-NEXT:     padding = #ub.poison in that layout saves them

//      JSON: "filled_padding": [
// JSON-NEXT:   {
// JSON-NEXT:     "value": "result 0 of @main",
// JSON-NEXT:     "padding": "0.000000e+00 : f16",
// JSON-NEXT:     "bytes": 4640

// ZEROS: {"rewrites":0,"bytes":0,"moves":{"n":1,"bytes":4640}
// NONE: {"rewrites":0,"bytes":0,"moves":{"n":0,"bytes":0}
// ANY-NOT: Padding that is filled
