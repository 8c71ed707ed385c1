// Tensors without elements may be permuted, but not split into blocks.
// RUN: layout-opt %s --split-input-file --layout-legalize=target=nchw8c -verify-diagnostics -o /dev/null

func.func @permuted(%x: tensor<0x3x4x4xf32> {layout.tensor_layout = "NCHW -> NHWC"}) -> tensor<0x3x4x4xf32> {
  return %x : tensor<0x3x4x4xf32>
}

// -----

// expected-error @below {{layout 'NCHW8c' requires elements to split dims of, found a dim of size 0}}
func.func @blocks(%x: tensor<0x3x4x4xf32> {layout.tensor_layout = "NCHW -> NCHW8c"}) -> tensor<0x3x4x4xf32> {
  return %x : tensor<0x3x4x4xf32>
}
