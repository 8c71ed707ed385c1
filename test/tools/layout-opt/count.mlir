// --layout-count prints one line on standard output instead of the program. It may follow
// other passes.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-count | FileCheck %s --check-prefix=ONE
// RUN: layout-opt %s --layout-count | count 1
// RUN: layout-opt %s --layout-count | %print-json - keys | FileCheck %s --check-prefix=KEYS
// RUN: layout-opt %s --inline --symbol-dce --layout-count | FileCheck %s --check-prefix=TWO
// RUN: layout-opt %s --pass-pipeline='builtin.module(inline,symbol-dce,layout-count)' | FileCheck %s --check-prefix=TWO
// With -o FILE the program is written as well.
// RUN: layout-opt %s --layout-count -o %t/out.mlir | count 1
// RUN: FileCheck %s < %t/out.mlir

// A function that is called twice runs twice.
// ONE: {"rewrites":1,"bytes":384,"moves":{"n":0,"bytes":0},"constants":{"n":0,"bytes":0},"absorbed":{"n":0,"bytes":0},"dynamic":false}
// TWO: {"rewrites":2,"bytes":384,
// KEYS: keys = ["rewrites", "bytes", "moves", "constants", "absorbed", "dynamic"]{{$}}
// CHECK-NOT: rewrites
// CHECK-LABEL: func.func private @turn
func.func private @turn(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  // CHECK: linalg.transpose
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %0 = call @turn(%x) : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = call @turn(%y) : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<6x4xf32>
}
