// Errors about layouts stated of values: texts, places, names that contradict
// each other, and layouts that a value cannot have.
// Covers: G31, P16
// RUN: layout-opt %s --layout-legalize=target=%S/Inputs/rank.mlir -allow-unregistered-dialect -verify-diagnostics -split-input-file

// expected-error@+1 {{requires 'layout.require' to be a layout in a string or an attribute, found 4 : i64}}
func.func private @no_text(%x: tensor<4xf32> {layout.require = 4})

// -----

// expected-error@+1 {{requires 'layout.given' to be a layout in a string, found #layout.index_map<(d0) -> (d0)>}}
func.func private @no_names(%x: tensor<4xf32> {layout.given = #layout.index_map<(i) -> (i)>})

// -----

// expected-error@+1 {{'layout.require': requires an injective index map, found (0) and (2) both at (0)}}
func.func private @no_layout(%x: tensor<4xf32> {layout.require = #layout.index_map<(i) -> (i mod 2)>})

// -----

// expected-error@+1 {{'layout.tensor_layout': requires a box of at least [4, 4, 64], found [4, 4, 32]}}
func.func private @small(%x: tensor<4x200xf16> {layout.tensor_layout = #layout.tensor_layout<(i, j) -> (j floordiv 64, i, j mod 64) in [4, 4, 32]>})

// -----

// expected-error@+1 {{'layout.tensor_layout': requires a padding of type 'f16', found 0.000000e+00 : f32}}
func.func private @padding(%x: tensor<4x200xf16> {layout.tensor_layout = #layout.tensor_layout<sticks 4x200xf16, dim = 1, padding = 0.0 : f32>})

// -----

// expected-error@+1 {{requires 'layout.prefer' to hold a layout 'layout' and an f64 'price' of at least 0, found {layout = "A", price = -1.000000e+00 : f64}}}
func.func private @price(%x: tensor<4xf32> {layout.prefer = {layout = "A", price = -1.0}})

// -----

// expected-error@+1 {{requires a ranked tensor for 'layout.require', found 'f32'}}
func.func private @scalar(%x: f32 {layout.require = "A"})

// -----

func.func @two_results(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{requires 'layout.require' to list 1 layouts, one for each result, found 2}}
  %0 = tensor.cast %x {layout.require = ["_", "_"]} : tensor<4x6xf32> to tensor<?x6xf32>
  return
}

// -----

// expected-error@+1 {{layout 'NC' requires the names of the dims in front of it, as in 'NCHW -> NHWC': no op around the value tells them}}
func.func @no_names(%x: tensor<4x6xf32> {layout.require = "NC"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{layout 'NHW' requires dims 'NHW' in some order, found 'NC'}}
func.func @other_names(%x: tensor<4x6xf32> {layout.prefer = "NC -> NHW"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{layout 'NC4' requires a lower-case letter after block size 4, found ''}}
func.func @malformed(%x: tensor<4x6xf32> {layout.require = "NC -> NC4"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{layout 'aB2b' requires a static shape, unless it is one of letters or a map}}
func.func @dynamic(%x: tensor<?x6xf32> {layout.require = "aB2b"}) -> tensor<?x6xf32> {
  return %x : tensor<?x6xf32>
}

// -----

// expected-error@+1 {{cannot meet 'layout.require': requires at most 5 dims, which is what the target has, found 6}}
func.func @rank(%x: tensor<4x6x8xf32> {layout.require = "map:(i, j, k) -> (i floordiv 2, j floordiv 2, k floordiv 2, i mod 2, j mod 2, k mod 2)"}) -> tensor<4x6x8xf32> {
  return %x : tensor<4x6x8xf32>
}

// -----

func.func @adapt_unknown(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error@+1 {{requires 'from', or a source with 'layout.given', found neither}}
  %0 = layout.adapt %x : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

func.func @adapt_no_user(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error@+1 {{requires 'as', or a convolution or matmul that reads the result, found neither}}
  %0 = layout.adapt %x from "MK" : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

func.func @adapt_shape(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{requires 'tensor<6x4xf32>' in layout 'MK' for 'tensor<4x6xf32>' in layout 'KM', found 'tensor<4x6xf32>'}}
  %0 = layout.adapt %x from "MK" as "KM" : tensor<4x6xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @adapt_names(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error@+1 {{cannot adapt 'MK' to 'NK': layout 'MK' requires dims 'MK' in some order, found 'NK'}}
  %0 = layout.adapt %x from "MK" as "NK" : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

func.func @adapt_elements(%x: tensor<4x6xf32>) -> tensor<6x4xf16> {
  // expected-error@+1 {{requires a result with elements of type 'f32', found 'f16'}}
  %0 = layout.adapt %x from "MK" as "KM" : tensor<4x6xf32> to tensor<6x4xf16>
  return %0 : tensor<6x4xf16>
}

// -----

// The names go through the permutation, which is the wrong one.
// expected-note@+1 {{dims 'NHWC' are given here}}
func.func @contradiction(%x: tensor<1x8x8x8xf32> {layout.given = "NHWC"}, %w: tensor<8x8x1x1xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %t = layout.layout_transform %x by <(n, h, w, c) -> (n, w, c, h)> : tensor<1x8x8x8xf32> to tensor<1x8x8x8xf32>
  // expected-error@+1 {{requires operand 0 with dims 'NCHW', found 'NWCH'; 'layout.adapt' rearranges dims by their names}}
  %0 = linalg.conv_2d_nchw_fchw ins(%t, %w : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// -----

// expected-error@+1 {{requires 2 names in 'layout.given' for 'tensor<4x6xf32>', found 'NHWC'}}
func.func @given_rank(%x: tensor<4x6xf32> {layout.given = "NHWC"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{argument 0: requires 'layout.tensor_layout' or 'bufferization.buffer_layout', found both}}
func.func @both(%x: tensor<4x6xf32> {layout.tensor_layout = "BA", bufferization.buffer_layout = #layout.index_map<(i, j) -> (j, i)>}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{argument 0: requires an index map of as many dims as the tensor has, 2, found 1}}
func.func private @arity(%x: tensor<4x6xf32> {bufferization.buffer_layout = #layout.index_map<(i) -> (i)>}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}

// -----

// expected-error@+1 {{requires calls that may change for a layout at its boundary, found another use}}
func.func private @taken(%x: tensor<4x6xf32> {layout.tensor_layout = "ba"}) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}
func.func @takes() -> ((tensor<4x6xf32>) -> tensor<4x6xf32>) {
  // expected-note@+1 {{used here}}
  %f = constant @taken : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %f : (tensor<4x6xf32>) -> tensor<4x6xf32>
}

// -----

// expected-error@+1 {{requires an encoding or 'layout.tensor_layout', found both}}
func.func private @encoding(%x: tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>> {layout.tensor_layout = "ba"})

// -----

// expected-error@+1 {{requires types without a layout as encoding where layouts may not change}}
func.func private @frozen(%x: tensor<4x6xf32, #layout.index_map<(i, j) -> (j, i)>>) attributes {layout.frozen}

// -----

func.func @two_blocked(%x: tensor<1x2x4x4x4xf32>) -> tensor<1x1x4x4x8xf32> {
  // expected-error@+1 {{requires a layout without blocks on one side, found 'NCHW4c' and 'NCHW8c'}}
  %0 = layout.adapt %x from "NCHW4c" as "NCHW8c" : tensor<1x2x4x4x4xf32> to tensor<1x1x4x4x8xf32>
  return %0 : tensor<1x1x4x4x8xf32>
}

// -----

// expected-error@+1 {{argument 0: requires a ranked tensor without encoding for its layout, found 'tensor<4x6xf32, "strange">'}}
func.func private @strange_encoding(%x: tensor<4x6xf32, "strange"> {layout.tensor_layout = "ba"})

// -----

// expected-error@+1 {{argument 0: layout '(i, j, k) -> (j, i, k)' requires 3 dims, found 2}}
func.func private @dynamic_rank(%x: tensor<?x6xf32> {layout.tensor_layout = "(i, j, k) -> (j, i, k)"})

// -----

// expected-error@+1 {{argument 0: layout '(i, j) -> (j floordiv 4, i, j mod 4)' requires a type that its blocks divide, if it has dynamic dims}}
func.func private @dynamic_blocks(%x: tensor<?x6xf32> {layout.tensor_layout = "(i, j) -> (j floordiv 4, i, j mod 4)"})

// -----

// Places that nothing is in lie between the elements.
// expected-error@+1 {{argument 0: layout '(i, j) -> (i * 2, j)' is no pad followed by a permutation of elements}}
func.func private @spread(%x: tensor<4x6xf32> {layout.tensor_layout = "(i, j) -> (i * 2, j)"})

// -----

// expected-error@+1 {{requires known uses for a layout at its boundary}}
func.func private @used(%x: tensor<4x6xf32> {layout.tensor_layout = "ba"})
"test.module"() ({
  "test.op"() : () -> ()
}) : () -> ()
