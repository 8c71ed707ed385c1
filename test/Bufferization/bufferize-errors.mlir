// A layout that a program requires is not dropped, and has to fit its tensor.
// RUN: layout-opt %s -split-input-file -verify-diagnostics --layout-bufferize

// expected-error @below {{requires tensors without an encoding, which buffers do not have, found 'tensor<2x3xf32, #layout.index_map<(d0, d1) -> (d1, d0)>>'}}
func.func @encoded(%x: tensor<2x3xf32, #layout.index_map<(i, j) -> (j, i)>>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0, %c0] : tensor<2x3xf32, #layout.index_map<(i, j) -> (j, i)>>
  return %v : f32
}

// -----

func.func @inside() -> index {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires tensors without an encoding}}
  %x = tensor.empty(%c0) : tensor<?xf32, "some encoding">
  %n = tensor.dim %x, %c0 : tensor<?xf32, "some encoding">
  return %n : index
}

// -----

// expected-error @below {{argument 1, 'bufferization.buffer_layout': requires an index map of as many dims as the memref has, 3, found 2}}
func.func private @arity(%n: index, %x: tensor<4x6x8xf32> {bufferization.buffer_layout = #layout.index_map<(i, j) -> (j, i)>}) -> tensor<4x6x8xf32> {
  return %x : tensor<4x6x8xf32>
}

// -----

// expected-error @below {{argument 0, 'bufferization.buffer_layout': requires an injective index map, found (0, 0) and (0, 1) both at (0)}}
func.func private @collision(%x: tensor<4x8xf32> {bufferization.buffer_layout = #layout.index_map<(i, j) -> (i)>}) -> tensor<4x8xf32> {
  return %x : tensor<4x8xf32>
}

// -----

// Upstream's verifiers accept these tensors, but not their buffers.
func.func @dynamic_constant() -> tensor<?x?xi8> {
  // expected-error @below {{requires a static shape to become a buffer, found 'tensor<?x?xi8>'}}
  %0 = arith.constant dense_resource<bytes> : tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
{-#
  dialect_resources: {builtin: {bytes: "0x010000000102030405060708"}}
#-}

// -----

// expected-error @below {{requires a static shape to become a buffer, found 'tensor<?x4xi8>'}}
ml_program.global private @elsewhere(#ml_program.extern : tensor<?x4xi8>) : tensor<?x4xi8>

// -----

// expected-error @below {{requires a static shape to become a buffer, found 'tensor<*xi8>'}}
ml_program.global private @of_any_rank(#ml_program.extern : tensor<*xi8>) : tensor<*xi8>

// -----

func.func @other_output_shape(%x: tensor<8xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{requires an output shape like its result, 'tensor<2x4xf32>', found [2, 5]}}
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [2, 5] : tensor<8xf32> into tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// expected-error @below {{requires a value of its type, 'tensor<2x4xf32>', found 'tensor<2x3xf32>'}}
ml_program.global private @weights(dense<1.0> : tensor<2x3xf32>) : tensor<2x4xf32>

// -----

func.func @negative_pad(%x: tensor<10xf32>) -> tensor<?xf32> {
  %c-1 = arith.constant -1 : index
  // expected-error @below {{requires padding of 0 or more elements, found -1}}
  %0 = layout.pad %x low [%c-1] high [0] value(0.0 : f32) : tensor<10xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @too_many_elements(%x: tensor<2x2x4611686018427387904xf32>) -> tensor<4x4611686018427387904xf32> {
  // expected-error @below {{requires tensors of less than 2^63 elements, found 'tensor<2x2x4611686018427387904xf32>'}}
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x2x4611686018427387904xf32> into tensor<4x4611686018427387904xf32>
  return %0 : tensor<4x4611686018427387904xf32>
}

// -----

func.func @padding_of_result(%x: tensor<?xf32>, %z: f32) -> tensor<9xf32> {
  // expected-error @below {{requires a result of at least 10 elements along each dim with as much padding, found 'tensor<9xf32>'}}
  %0 = tensor.pad %x low[5] high[5] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

func.func @padding_and_source(%x: tensor<6xf32>, %z: f32, %n: index) -> tensor<3xf32> {
  // expected-error @below {{requires a result of at least 7 elements along each dim with as much padding, found 'tensor<3xf32>'}}
  %0 = tensor.pad %x low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<6xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @padding_of_2_63(%x: tensor<?xf32>, %z: f32) -> tensor<?xf32> {
  // expected-error @below {{requires indices and a size below 2^63 in dim 0, found low 4611686018427387904 and high 4611686018427387904 at the ends of 0 to 0}}
  %0 = tensor.pad %x low[4611686018427387904] high[4611686018427387904] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A subview of the buffer would have no strides.
func.func @cropped_view(%x: tensor<2x4xf32>) -> tensor<5xf32> {
  // expected-error @below {{'layout.layout_transform' op marked 'layout.view' requires a static source that is no result of a transform or crop, and only users that read elements and are not frozen}}
  %0 = layout.layout_transform %x by <(d0, d1) -> (d0 + d1 * 2)> {layout.view} : tensor<2x4xf32> to tensor<8xf32>
  // expected-note @below {{found this user}}
  %1 = layout.crop %0 offsets [0] sizes [5] : tensor<8xf32> to tensor<5xf32>
  return %1 : tensor<5xf32>
}
