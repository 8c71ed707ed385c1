// Folding rewrites into constants: splats, shared constants, reshapes, chains.
// Covers: R15, R32
// RUN: layout-opt %s --layout-fold --split-input-file | FileCheck %s

// A splat stays a splat if it is padded with its value or with poison.
// CHECK-LABEL: func.func @splat
// CHECK-NEXT: arith.constant dense<5.000000e-01> : tensor<2x3x2xf32>
// CHECK-NEXT: arith.constant dense<5.000000e-01> : tensor<3x3xf32>
// CHECK-NEXT: return
func.func @splat() -> (tensor<2x3x2xf32>, tensor<3x3xf32>) {
  %0 = arith.constant dense<0.5> : tensor<3x4xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j floordiv 2, i, j mod 2)>
      : tensor<3x4xf32> to tensor<2x3x2xf32>
  %2 = layout.pad %0 low [0, 1] high [0, 0] value(0.5 : f32) : tensor<3x4xf32> to tensor<3x5xf32>
  %3 = layout.pad %2 low [1, 0] high [0, 0] value(poison) : tensor<3x5xf32> to tensor<4x5xf32>
  %4 = layout.crop %3 offsets [1, 2] sizes [3, 3] : tensor<4x5xf32> to tensor<3x3xf32>
  return %1, %4 : tensor<2x3x2xf32>, tensor<3x3xf32>
}

// -----

// A splat that is padded with another value becomes dense data.
// CHECK-LABEL: func.func @splat_expanded
// CHECK-NEXT{LITERAL}: arith.constant dense<[[0, 7], [7, 7], [0, 0]]> : tensor<3x2xi8>
// CHECK-NEXT: arith.constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-NEXT: arith.constant dense<[(1.000000e+00,2.000000e+00), (1.000000e+00,-2.000000e+00)]> : tensor<2xcomplex<f32>>
// CHECK-NEXT: return
func.func @splat_expanded() -> (tensor<3x2xi8>, tensor<3xi1>, tensor<2xcomplex<f32>>) {
  %0 = arith.constant dense<7> : tensor<3xi8>
  %1 = layout.pad %0 low [1] high [2] value(0 : i8) : tensor<3xi8> to tensor<6xi8>
  %2 = layout.layout_transform %1 by <(i) -> (i floordiv 2, i mod 2)> : tensor<6xi8> to tensor<3x2xi8>
  %3 = arith.constant dense<false> : tensor<1xi1>
  %4 = layout.pad %3 low [1] high [1] value(true) : tensor<1xi1> to tensor<3xi1>
  %5 = arith.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %6 = layout.pad %5 low [0] high [1] value([1.0 : f32, -2.0 : f32])
      : tensor<1xcomplex<f32>> to tensor<2xcomplex<f32>>
  return %2, %4, %6 : tensor<3x2xi8>, tensor<3xi1>, tensor<2xcomplex<f32>>
}

// -----

// Poison padding of dense data is written as zeros.
// CHECK-LABEL: func.func @poison
// CHECK-NEXT: arith.constant dense<[1, 2, 0]> : tensor<3xi32>
func.func @poison() -> tensor<3xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = layout.pad %0 low [0] high [1] value(poison) : tensor<2xi32> to tensor<3xi32>
  return %1 : tensor<3xi32>
}

// -----

// A chain through a crop; another op uses its intermediate value.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 2, 9], [3, 4, 9]]> : tensor<2x3xi32>
// CHECK-NEXT{LITERAL}: arith.constant dense<[[2], [4]]> : tensor<2x1xi32>
// CHECK-NEXT: return
func.func @chain() -> (tensor<2x3xi32>, tensor<2x1xi32>) {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = layout.pad %0 low [0, 0] high [0, 1] value(9 : i32) : tensor<2x2xi32> to tensor<2x3xi32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<2x3xi32> to tensor<3x2xi32>
  %3 = layout.crop %2 offsets [1, 0] sizes [1, 2] : tensor<3x2xi32> to tensor<1x2xi32>
  %4 = layout.layout_transform %3 by <(i, j) -> (j, i)> : tensor<1x2xi32> to tensor<2x1xi32>
  return %1, %4 : tensor<2x3xi32>, tensor<2x1xi32>
}

// -----

// Maps without digit form are applied element by element.
// CHECK-LABEL: func.func @skew
// CHECK-NEXT{LITERAL}: arith.constant dense<[[1, 2, 3], [6, 4, 5], [8, 9, 7]]> : tensor<3x3xi32>
func.func @skew() -> tensor<3x3xi32> {
  %0 = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i, (i + j) mod 3)>
      : tensor<3x3xi32> to tensor<3x3xi32>
  return %1 : tensor<3x3xi32>
}

// -----

// CHECK-LABEL: func.func @empty
// CHECK-NEXT: arith.constant dense<> : tensor<3x0xf32>
// CHECK-NEXT: arith.constant dense<1.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: arith.constant dense<> : tensor<0xi1>
// CHECK-NEXT: return
func.func @empty() -> (tensor<3x0xf32>, tensor<2x3xf32>, tensor<0xi1>) {
  %0 = arith.constant dense<> : tensor<0x3xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<0x3xf32> to tensor<3x0xf32>
  %2 = layout.pad %0 low [2, 0] high [0, 0] value(1.0 : f32) : tensor<0x3xf32> to tensor<2x3xf32>
  %3 = arith.constant dense<[true, false]> : tensor<2xi1>
  %4 = layout.crop %3 offsets [2] sizes [0] : tensor<2xi1> to tensor<0xi1>
  return %1, %2, %4 : tensor<3x0xf32>, tensor<2x3xf32>, tensor<0xi1>
}

// -----

// Packed elements cross byte boundaries; the first one is in the lowest bit.
// CHECK-LABEL: func.func @bits
// CHECK-NEXT: arith.constant dense<[false, true, true, false, false, false, true, false, true, true, false, true]> : tensor<12xi1>
// CHECK-NEXT: arith.constant dense_resource<bits_layout> : tensor<2x5xi1>
// CHECK-NEXT: arith.constant dense_resource<nibbles_layout> : tensor<4xi4>
// CHECK: bits_layout: "0x010000002703"
// CHECK-NEXT: nibbles_layout: "0x010000001F32"
func.func @bits() -> (tensor<12xi1>, tensor<2x5xi1>, tensor<4xi4>) {
  %0 = arith.constant dense<[true, true, false, false, false, true, false, true, true, false, true]> : tensor<11xi1>
  %1 = layout.pad %0 low [1] high [0] value(false) : tensor<11xi1> to tensor<12xi1>
  // The pairs 11 10 10 01 01 become 11100 10011.
  %2 = arith.constant dense_resource<bits> : tensor<5x2xi1>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<5x2xi1> to tensor<2x5xi1>
  %4 = arith.constant dense_resource<nibbles> : tensor<3xi4>
  %5 = layout.pad %4 low [1] high [0] value(-1 : i4) : tensor<3xi4> to tensor<4xi4>
  return %1, %3, %5 : tensor<12xi1>, tensor<2x5xi1>, tensor<4xi4>
}
{-#
  dialect_resources: {
    builtin: {
      bits: "0x010000009702",
      nibbles: "0x010000002103"
    }
  }
#-}

// -----

// The original constant stays if it has other users. Equal layouts share one
// constant in all functions, and reshapes share its bytes.
// CHECK-LABEL: func.func @shared
// CHECK-NEXT: %[[W:.*]] = arith.constant {tag = "weights"} dense_resource<w> : tensor<2x3xi8>
// CHECK-NEXT: %[[T:.*]] = arith.constant {tag = "weights"} dense_resource<w_layout> : tensor<3x2xi8>
// CHECK-NEXT: %[[VIEW:.*]] = arith.constant {tag = "weights"} dense_resource<w> : tensor<6xi8>
// CHECK-NEXT: %[[FLAT:.*]] = arith.constant {tag = "weights"} dense_resource<w_layout> : tensor<6xi8>
// CHECK-NEXT: return %[[W]], %[[T]], %[[VIEW]], %[[T]], %[[FLAT]]
func.func @shared() -> (tensor<2x3xi8>, tensor<3x2xi8>, tensor<6xi8>, tensor<3x2xi8>, tensor<6xi8>) {
  %0 = arith.constant {tag = "weights"} dense_resource<w> : tensor<2x3xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %2 = layout.layout_transform %0 by <(i, j) -> (i * 3 + j)> : tensor<2x3xi8> to tensor<6xi8>
  %3 = layout.layout_transform %0 by <(i, j) -> (j, i)> {again} : tensor<2x3xi8> to tensor<3x2xi8>
  %4 = layout.layout_transform %0 by <(i, j) -> (j * 2 + i)> : tensor<2x3xi8> to tensor<6xi8>
  return %0, %1, %2, %3, %4
      : tensor<2x3xi8>, tensor<3x2xi8>, tensor<6xi8>, tensor<3x2xi8>, tensor<6xi8>
}
// CHECK-LABEL: func.func @elsewhere
// CHECK-NEXT: arith.constant dense_resource<w_layout> : tensor<3x2xi8>
// CHECK-NEXT: return
func.func @elsewhere() -> tensor<3x2xi8> {
  %0 = arith.constant dense_resource<w> : tensor<2x3xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  return %1 : tensor<3x2xi8>
}
// CHECK: builtin: {
// CHECK-NEXT: w: "0x01000000010203040506"
// CHECK-NEXT: w_layout: "0x01000000010402050306"
// CHECK-NEXT: }
{-#
  dialect_resources: {
    builtin: {
      w: "0x01000000010203040506"
    }
  }
#-}

// -----

// A blob is freed only if no attribute in the module refers to it.
// CHECK: ml_program.global private @table(dense_resource<in_global> : tensor<2x2xi8>)
// CHECK-LABEL: func.func @referred_to
// CHECK-SAME: attributes {note = {deep = [dense_resource<in_attribute> : tensor<4xi8>]}}
// CHECK-NEXT: arith.constant dense_resource<in_global_layout>
// CHECK-NEXT: arith.constant dense_resource<in_attribute_layout>
// CHECK-NEXT: arith.constant dense_resource<in_leave_layout>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @left
// CHECK-NEXT: arith.constant dense_resource<in_leave>
// CHECK-NEXT: layout.layout_transform
// CHECK: builtin: {
// CHECK-NEXT: in_global: "0x0100000001020304"
// CHECK-NEXT: in_attribute: "0x0100000005060708"
// CHECK-NEXT: in_global_layout: "0x0100000001030204"
// CHECK-NEXT: in_attribute_layout: "0x0100000005070608"
// CHECK-NEXT: in_leave_layout: "0x01000000090B0A0C"
// CHECK-NEXT: in_leave: "0x01000000090A0B0C"
// CHECK-NEXT: }
ml_program.global private @table(dense_resource<in_global> : tensor<2x2xi8>) : tensor<2x2xi8>
func.func @referred_to() -> (tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>)
    attributes {note = {deep = [dense_resource<in_attribute> : tensor<4xi8>]}} {
  %0 = arith.constant dense_resource<in_global> : tensor<2x2xi8>
  %1 = arith.constant dense_resource<in_attribute> : tensor<2x2xi8>
  %2 = arith.constant dense_resource<in_leave> : tensor<2x2xi8>
  %3 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %4 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %5 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %3, %4, %5 : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>
}
func.func @left() -> tensor<2x2xi8> attributes {layout.skip} {
  %0 = arith.constant dense_resource<in_leave> : tensor<2x2xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}
{-#
  dialect_resources: {
    builtin: {
      in_global: "0x0100000001020304",
      in_attribute: "0x0100000005060708",
      in_leave: "0x01000000090A0B0C"
    }
  }
#-}

// -----

// A constant of another dialect is replaced by a constant of that dialect.
// CHECK-LABEL: func.func @tosa
// CHECK-NEXT{LITERAL}: "tosa.const"() <{values = dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>}>
func.func @tosa() -> tensor<2x2xi32> {
  %0 = "tosa.const"() <{values = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi32> to tensor<2x2xi32>
  return %1 : tensor<2x2xi32>
}

// -----

// A second run does not append another suffix to the resource name.
// CHECK-LABEL: func.func @names
// CHECK-NEXT: arith.constant dense_resource<w_layout_1> : tensor<2x2xi8>
// CHECK: builtin: {
// CHECK-NEXT: w_layout_1: "0x0100000001030204"
func.func @names() -> tensor<2x2xi8> {
  %0 = arith.constant dense_resource<w_layout> : tensor<2x2xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}
{-#
  dialect_resources: {
    builtin: {
      w_layout: "0x0100000001020304"
    }
  }
#-}

// -----

// A constant that lists its nonzero elements is rewritten as any other.
// CHECK-LABEL: func.func @sparse
// CHECK-NEXT{LITERAL}: arith.constant dense<[[0.000000e+00, 0.000000e+00], [5.000000e+00, 0.000000e+00], [0.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
// CHECK-NEXT: arith.constant dense<[false, true, true]> : tensor<3xi1>
// CHECK-NEXT: arith.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,0.000000e+00)]> : tensor<2xcomplex<f32>>
// CHECK-NEXT: return
func.func @sparse() -> (tensor<3x2xf32>, tensor<3xi1>, tensor<2xcomplex<f32>>) {
  %0 = arith.constant sparse<[[0, 1], [1, 2]], [5.0, 6.0]> : tensor<2x3xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %2 = arith.constant sparse<[[1]], [true]> : tensor<2xi1>
  %3 = layout.pad %2 low [0] high [1] value(true) : tensor<2xi1> to tensor<3xi1>
  %4 = arith.constant sparse<[[1]], [(1.0, 2.0)]> : tensor<2xcomplex<f32>>
  %5 = layout.layout_transform %4 by <(i) -> (1 - i)> : tensor<2xcomplex<f32>> to tensor<2xcomplex<f32>>
  return %1, %3, %5 : tensor<3x2xf32>, tensor<3xi1>, tensor<2xcomplex<f32>>
}
