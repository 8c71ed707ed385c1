// A slice about which something is stated stays one op, although it fits no
// blocks (slices-off-blocks.mlir).
//
// Covers: R38
//
// RUN: layout-opt %s --layout-randomize-splats -o %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that is aligned.

// CHECK-LABEL: func.func @marked(
// CHECK: tensor.extract_slice %{{.*}}[0, 5, 0, 0] [1, 16, 4, 4] [1, 1, 1, 1]
// CHECK-NOT: tensor.extract_slice
func.func @marked(%x: tensor<1x16x8x8xf32>) -> tensor<1x16x4x4xf32> {
  %w = arith.constant dense<0.25> : tensor<64x16x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<64x16x1x1xf32>) outs(%zero : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
  %1 = tensor.extract_slice %0[0, 5, 0, 0] [1, 16, 4, 4] [1, 1, 1, 1] {layout.frozen} : tensor<1x64x8x8xf32> to tensor<1x16x4x4xf32>
  return %1 : tensor<1x16x4x4xf32>
}
