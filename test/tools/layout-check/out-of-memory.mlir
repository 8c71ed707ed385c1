// A program that needs more memory than there is cannot be compared: an error says
// how much it needs.
// RUN: split-file %s %t
// RUN: %expect-exit 2 layout-check %t/small.mlir %t/buffer.mlir 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: %expect-exit 2 layout-check %t/argument.mlir %t/argument.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENT

// BUFFER-DAG: error: out of memory: requires 256,000,000,000,064 bytes for one buffer, found {{[0-9,]+}} bytes of memory in all
// BUFFER-DAG: buffer.mlir:1:1: error: running this function failed
// BUFFER: could not compare: {{.*}}buffer.mlir failed
// ARGUMENT-DAG: error: out of memory: requires 256,000,000,000,000 bytes for one buffer
// ARGUMENT-DAG: could not compare: {{.*}}argument.mlir failed

//--- small.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- buffer.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<40000000x400000x4xf32>
  %0 = linalg.broadcast ins(%x : tensor<4xf32>)
      outs(%e : tensor<40000000x400000x4xf32>) dimensions = [0, 1]
  %1 = tensor.extract_slice %0[5, 5, 0] [1, 1, 4] [1, 1, 1]
      : tensor<40000000x400000x4xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

//--- argument.mlir
func.func @main(%x: tensor<40000000x400000x4xf32>) -> tensor<40000000x400000x4xf32> {
  return %x : tensor<40000000x400000x4xf32>
}
