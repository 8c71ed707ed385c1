// The one row of a matmul is padded to a tile of 16 rows. A dim of the result
// that is split afterwards is one digit in the tile and two in the program; the
// crop to one row copies 16 elements and is no transpose in any case.
//
// RUN: layout-opt %s --layout-pipeline="target=nchw16c-mm16 indivisible=pad report=%t.json" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// REPORT: "moves": 128,

// CHECK: %[[TILE:.*]] = linalg.mmt4d
// CHECK-NOT: linalg.
// CHECK: tensor.extract_slice {{.*}} to tensor<1x{{.*}}xf32>
// CHECK: return
func.func @main(%a: tensor<1x64xf32>, %b: tensor<64x16xf32>, %c: tensor<1x16xf32>) -> tensor<1x8x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1x64xf32>, tensor<64x16xf32>) outs(%c : tensor<1x16xf32>) -> tensor<1x16xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [1, 8, 2] : tensor<1x16xf32> into tensor<1x8x2xf32>
  return %1 : tensor<1x8x2xf32>
}
