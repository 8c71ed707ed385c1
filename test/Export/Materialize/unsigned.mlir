// A pad of signed or unsigned integers, of which arith has no constants.
// RUN: split-file %s %t
// RUN: layout-opt %t/pads.mlir --layout-materialize -o %t/materialized.mlir
// RUN: FileCheck %s --input-file=%t/materialized.mlir
// RUN: layout-opt %t/pads.mlir --layout-bufferize -o %t/bufferized.mlir
// RUN: layout-check %t/expected.mlir %t/materialized.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/materialized.mlir --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -o %t/buffers.mlir
// RUN: layout-check %t/buffers.mlir %t/bufferized.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/materialized.mlir --layout-raise | FileCheck %s --check-prefix=RAISED
// RUN: layout-check --count %t/materialized.mlir | FileCheck %s --check-prefix=COUNT
// EQUAL: {{^equal$}}

// CHECK: %[[BITS:.*]] = arith.constant -2 : i8
// CHECK: builtin.unrealized_conversion_cast %[[BITS]] : i8 to ui8

// A pad and a transpose are one pass, 15 + 20 bytes, which is raised again. The
// two pads alone read and write 3 + 5 and 4 + 16 bytes.
// CHECK-NOT: linalg.transpose
// RAISED: %[[PADDED:.*]] = layout.pad %arg2 low [0, 0] high [1, 0] value(254 : ui8) : tensor<3x5xui8> to tensor<4x5xui8>
// RAISED: layout.layout_transform %[[PADDED]] by <(d0, d1) -> (d1, d0)>
// COUNT: executed: rewrites 55 bytes, constants 0 bytes, moves 8 bytes,

//--- pads.mlir
func.func @main(%x: tensor<3xui8>, %y: tensor<1x2xsi16>, %z: tensor<3x5xui8>) -> (tensor<5xui8>, tensor<4x2xsi16>, tensor<5x4xui8>) {
  %0 = layout.pad %x low [1] high [1] value(254 : ui8) : tensor<3xui8> to tensor<5xui8>
  %1 = layout.pad %y low [0, 0] high [3, 0] value(-7 : si16) : tensor<1x2xsi16> to tensor<4x2xsi16>
  %2 = layout.pad %z low [0, 0] high [1, 0] value(254 : ui8) : tensor<3x5xui8> to tensor<4x5xui8>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<4x5xui8> to tensor<5x4xui8>
  return %0, %1, %3 : tensor<5xui8>, tensor<4x2xsi16>, tensor<5x4xui8>
}

//--- expected.mlir
func.func @main(%x: tensor<3xui8>, %y: tensor<1x2xsi16>, %z: tensor<3x5xui8>) -> (tensor<5xui8>, tensor<4x2xsi16>, tensor<5x4xui8>) {
  %a = arith.constant dense<254> : tensor<5xui8>
  %b = arith.constant dense<-7> : tensor<4x2xsi16>
  %0 = tensor.insert_slice %x into %a[1] [3] [1] : tensor<3xui8> into tensor<5xui8>
  %1 = tensor.insert_slice %y into %b[0, 0] [1, 2] [1, 1] : tensor<1x2xsi16> into tensor<4x2xsi16>
  %c = arith.constant dense<254> : tensor<4x5xui8>
  %2 = tensor.insert_slice %z into %c[0, 0] [3, 5] [1, 1] : tensor<3x5xui8> into tensor<4x5xui8>
  %e = tensor.empty() : tensor<5x4xui8>
  %3 = linalg.transpose ins(%2 : tensor<4x5xui8>) outs(%e : tensor<5x4xui8>) permutation = [1, 0]
  return %0, %1, %3 : tensor<5xui8>, tensor<4x2xsi16>, tensor<5x4xui8>
}
