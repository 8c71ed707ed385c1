// RUN: onednn-opt %s --split-input-file --onednn-call-library --verify-diagnostics

func.func @kind(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires the kind convolution or matmul, found 'pooling'}}
  %0 = onednn.primitive "pooling" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @formats(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires a format for each of 3 operands, found 2}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @dims(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op format of operand 1: requires dims, found '4xa'}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4xa:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @tag(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op format of operand 0: }}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:a?", "4x4:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Blocks of 16 have padding.
func.func @elements(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires 64 elements for the format of operand 2, found 16}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:aB16b"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @type(%a: tensor<4x4xf64>) -> tensor<4x4xf64> {
  // expected-error @+1 {{'onednn.primitive' op requires elements of f32, found 'f64'}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf64>, tensor<4x4xf64>) outs(%a : tensor<4x4xf64>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

func.func @post_op(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires a known post-op, found 'clip:0'}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops ["clip:0"] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @inputs(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires 3 inputs, found 2}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops ["add"] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @numbers(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires strides, dilations, low and high of a convolution, and none of a matmul}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops [] {strides = array<i64: 1>} -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @tensors(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'onednn.primitive' op requires contiguous buffers, found 'tensor<4x4xf32>' as operand 0}}
  %0 = onednn.primitive "matmul" ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops [] -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @gaps(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32>) {
  // expected-error @+1 {{'onednn.primitive' op requires contiguous buffers, found 'memref<4x4xf32, strided<[8, 1]>>' as operand 0}}
  onednn.primitive "matmul" ins(%a, %b : memref<4x4xf32, strided<[8, 1]>>, memref<4x4xf32>) outs(%b : memref<4x4xf32>) formats ["4x4:ab", "4x4:ab", "4x4:ab"] post_ops []
  return
}
