// What packs and unpacks for callers is not taken for another function or global
// that has its name.

// RUN: layout-opt %s -layout-legalize -layout-host -verify-diagnostics -split-input-file -o /dev/null

// expected-note @below {{conflicting symbol defined here}}
func.func @pack_main_arg0(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  return %x : tensor<6x4xf32>
}
// expected-error @below {{requires @pack_main_arg0 to be a public function of type '(tensor<4x6xf32>) -> tensor<6x4xf32>', which its callers need, found a function of type '(tensor<6x4xf32>) -> tensor<6x4xf32>'}}
func.func @main(%x: tensor<4x6xf32> {layout.tensor_layout = "AB -> BA"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-note @below {{conflicting symbol defined here}}
func.func private @unpack_main_result0(%x: tensor<6x4xf32>) -> tensor<4x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<6x4xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
// expected-error @below {{found a private function of type}}
func.func @main(%x: tensor<4x6xf32>) -> (tensor<4x6xf32> {layout.tensor_layout = "AB -> BA"}) {
  return %x : tensor<4x6xf32>
}

// -----

// expected-note @below {{conflicting symbol defined here}}
ml_program.global private @pack_main_arg0(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
// expected-error @below {{found 'ml_program.global'}}
func.func @main(%x: tensor<4x6xf32> {layout.tensor_layout = "AB -> BA"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// One of that type stays: an earlier run has added it.
func.func @pack_main_arg0(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
func.func @main(%x: tensor<4x6xf32> {layout.tensor_layout = "AB -> BA"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}
