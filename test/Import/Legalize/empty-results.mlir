// A result without elements has the shape of its layout, also if one of its
// sizes is known at run time only.
//
// RUN: layout-opt %s --layout-legalize | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<?x0x32xf32>
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0, d2, d1)> : tensor<?x32x0xf32> to tensor<?x0x32xf32>
func.func @main(%x: tensor<?x32x0xf32>) -> (tensor<?x32x0xf32> {layout.tensor_layout = "NCW -> NWC"}) {
  return %x : tensor<?x32x0xf32>
}
