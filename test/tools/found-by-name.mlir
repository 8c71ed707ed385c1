// The lit suite finds this project's tools and LLVM's by their names.
// RUN: layout-opt %s | FileCheck %s
// RUN: mlir-opt %s | FileCheck %s
// RUN: not layout-opt %src_root/no-such-file.mlir

// CHECK-LABEL: func.func @identity
// CHECK-NEXT: return %arg0
func.func @identity(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
