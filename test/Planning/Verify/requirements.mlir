// layout-verify emits an error at every op whose requirement or map is not
// proved, and nothing else.
// Covers: G13, R38
// RUN: layout-opt %s --split-input-file --layout-verify --verify-diagnostics

// A dynamic size is a multiple of 16 if it was padded to one, if a digit of 16
// was merged into it, or if it is computed as one.
#multiple = affine_map<()[s] -> ((s ceildiv 16) * 16 - s)>
func.func @proved(%x: tensor<?x3xf32>, %y: tensor<?x16xf32>, %n: index) -> tensor<?x3x16xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x3xf32>
  %high = affine.apply #multiple()[%d]
  %0 = layout.pad %x low [0, 0] high [%high, 0] value(0.0 : f32) : tensor<?x3xf32> to tensor<?x3xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 16, j, i mod 16)>
      : tensor<?x3xf32> to tensor<?x3x16xf32>

  %2 = layout.layout_transform %y by <(i, j) -> (i * 16 + j)> : tensor<?x16xf32> to tensor<?xf32>
  %3 = layout.layout_transform %2 by <(i) -> (i floordiv 8, i mod 8)> : tensor<?xf32> to tensor<?x8xf32>

  %c16 = arith.constant 16 : index
  %m = arith.muli %n, %c16 : index
  %4 = tensor.empty(%m) : tensor<?xf32>
  %5 = layout.layout_transform %4 by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  return %1 : tensor<?x3x16xf32>
}

// -----

func.func @unproved(%x: tensor<?xf32>) -> tensor<?x16xf32> {
  // expected-error @+1 {{'layout.layout_transform' op requires dim 0 to be a multiple of 16, which is not proved for its dynamic size}}
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// -----

// A multiple of 8 is not enough for 16; an inner split requires the product.
func.func @too_little(%x: tensor<?x8xf32>) -> tensor<?x4x4xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (i * 8 + j)> : tensor<?x8xf32> to tensor<?xf32>
  // expected-error @+1 {{requires dim 0 to be a multiple of 16}}
  %1 = layout.layout_transform %0 by <(i) -> (i floordiv 16, (i floordiv 4) mod 4, i mod 4)> : tensor<?xf32> to tensor<?x4x4xf32>
  return %1 : tensor<?x4x4xf32>
}

// -----

func.func @permuted(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @unmet(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{'linalg.matmul' op requires operand 1 in layout (d0, d1) -> (d1, d0), found it in another layout}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// A single option that the op meets already.
func.func @met(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, <(k, n) -> (k, n)>, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @undecided(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{'linalg.matmul' op requires a chosen layout, found 2 to choose from}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
                                          #layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Ops to be skipped are not verified.
func.func @left(%x: tensor<?xf32>) -> tensor<?x16xf32> attributes {layout.skip} {
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}
