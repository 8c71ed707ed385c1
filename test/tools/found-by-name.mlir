// The lit suite finds our tools and LLVM's by name.
// RUN: layout-opt %s | FileCheck %s
// RUN: mlir-opt %s | FileCheck %s
// RUN: not layout-opt %src_root/no-such-file.mlir

// CHECK-LABEL: func.func @identity
// CHECK-NEXT: return %arg0
func.func @identity(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
