// Descriptors of arguments and results that describe no tensor, or another one.
// RUN: layout-opt %s --layout-host -verify-diagnostics -split-input-file

// expected-error@+1 {{requires a string 'layout' and a ranked tensor 'logical' in 'layout.host'}}
func.func @no_tensor(%x: tensor<4x6xf32> {layout.host = {layout = "BA", logical = f32}}) {
  return
}

// -----

// expected-error@+1 {{requires 'layout.host' to describe a tensor of type 'tensor<4x6xf32>', found 'tensor<6x4xf32>'}}
func.func @other_tensor(%x: tensor<4x6xf32> {layout.host = {layout = "AB -> BA", logical = tensor<4x6xf32>}}) {
  return
}
