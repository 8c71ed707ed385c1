// An empty tensor holds nothing that lies anywhere, so that a layout stated of it
// alone would be lost: that is an error.
// RUN: layout-opt %s --layout-legalize -split-input-file -verify-diagnostics | FileCheck %s

#sticks = #layout.tensor_layout<sticks 64x128xf16, dim = 1>
func.func @alone(%x: tensor<64x128xf16>) -> tensor<64x128xf16> {
  // expected-error @+1 {{cannot meet 'layout.require': an empty tensor holds nothing that lies anywhere; the operation that writes to it may state a layout}}
  %e = tensor.empty() {layout.require = #sticks} : tensor<64x128xf16>
  %0 = linalg.exp ins(%x : tensor<64x128xf16>) outs(%e : tensor<64x128xf16>) -> tensor<64x128xf16>
  return %0 : tensor<64x128xf16>
}

// -----

#sticks = #layout.tensor_layout<sticks 64x128xf16, dim = 1>
func.func @cast(%x: tensor<64x128xf16>) -> tensor<64x128xf16> {
  // expected-error @+1 {{'tensor.empty' op requires an op that writes to it in the layout of its encoding, found a cast without it}}
  %e = tensor.empty() : tensor<64x128xf16, #sticks>
  // expected-note @+1 {{the cast is here}}
  %d = tensor.cast %e : tensor<64x128xf16, #sticks> to tensor<64x128xf16>
  %0 = linalg.exp ins(%x : tensor<64x128xf16>) outs(%d : tensor<64x128xf16>) -> tensor<64x128xf16>
  return %0 : tensor<64x128xf16>
}

// -----

// What writes to it says the same.
// CHECK-LABEL: func.func @both(
// CHECK: linalg.exp {{.*}} -> tensor<2x64x64xf16>
#sticks = #layout.tensor_layout<sticks 64x128xf16, dim = 1>
func.func @both(%x: tensor<64x128xf16>) -> tensor<64x128xf16> {
  %e = tensor.empty() {layout.require = #sticks} : tensor<64x128xf16>
  %0 = linalg.exp {layout.require = #sticks} ins(%x : tensor<64x128xf16>) outs(%e : tensor<64x128xf16>) -> tensor<64x128xf16>
  return %0 : tensor<64x128xf16>
}
