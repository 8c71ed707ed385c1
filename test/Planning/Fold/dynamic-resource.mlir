// A resource may have a dynamic shape, and a splat more elements than an index
// can count; neither has data that can be moved.
// RUN: layout-opt %s --layout-fold --remarks-filter=layout-fold --remark-format=emitRemark 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

// CHECK-LABEL: func.func @dynamic(
// CHECK: layout.layout_transform
// REMARK: Function=dynamic | Remark="layout_transform of a constant stays: it is not a tensor of static shape with less than 2^63 elements"
func.func @dynamic() -> tensor<?x?xi8> {
  %0 = arith.constant dense_resource<bytes> : tensor<?x?xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<?x?xi8> to tensor<?x?xi8>
  return %1 : tensor<?x?xi8>
}

// CHECK-LABEL: func.func @uncountable(
// CHECK: layout.layout_transform
// REMARK: Function=uncountable | Remark="layout_transform of a constant stays: it is not a tensor of static shape with less than 2^63 elements"
func.func @uncountable() -> tensor<32x4611686018427387904xf32> {
  %0 = arith.constant dense<0.5> : tensor<4611686018427387904x32xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
      : tensor<4611686018427387904x32xf32> to tensor<32x4611686018427387904xf32>
  return %1 : tensor<32x4611686018427387904xf32>
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x01000000010203040506"
    }
  }
#-}
