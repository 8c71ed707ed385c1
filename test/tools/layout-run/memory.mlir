// The buffers between four kernels share the memory of two. The third 16,384
// bytes are those of the result; each allocation is aligned to 64 bytes.

// RUN: layout-run %s --output=%t.npy | FileCheck %s
// CHECK: peak memory: 49,280 bytes{{$}}
// RUN: layout-opt %s --layout-to-kernels | FileCheck %s --check-prefix=ARENA
// ARENA-LABEL: func.func @main(
// ARENA: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<32768xi8>
// ARENA-COUNT-3: memref.view %[[ARENA]]
// ARENA: return

func.func private @layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @layer(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @layer(%0, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = call @layer(%1, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = call @layer(%2, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
