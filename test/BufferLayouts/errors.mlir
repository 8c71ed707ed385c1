// Ops that cannot be rewritten and requests that contradict each other are errors.
//
// Covers: B19, B20, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -verify-diagnostics -split-input-file

// A subview that starts within a tile is passed to a function.
func.func private @taker(%v: memref<4x8xf32, strided<[8, 1], offset: 8>>) {
  return
}
func.func @view() {
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  // expected-error @below {{requires a view of whole tiles, or one that only loads and stores use, found a view of a buffer with layout #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %v = memref.subview %b[1, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
  call @taker(%v) : (memref<4x8xf32, strided<[8, 1], offset: 8>>) -> ()
  return
}

// -----

// The pointer of a buffer is extracted.
func.func @pointer() -> index {
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer without a layout, found one with layout #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %p = memref.extract_aligned_pointer_as_index %b : memref<8x8xf32> -> index
  return %p : index
}

// -----

// A layout is requested for a view, not for the allocation.
func.func @late() {
  %b = memref.alloc() : memref<8x8xf32>
  // expected-error @below {{requires an op that allocates its result, found a result with layout #layout.index_map<(d0, d1) -> (d1, d0)>}}
  %v = memref.cast %b {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32> to memref<?x8xf32>
  memref.dealloc %b : memref<8x8xf32>
  return
}

// -----

// The loops of a structured op need a size that the layout hides.
func.func private @unknown(%x: memref<?x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}, %v: f32) {
  // expected-error @below {{requires a dim that the layout does not split, or an allocation that states its size, found one of 'memref<?x8xf32>' with layout}}
  linalg.fill ins(%v : f32) outs(%x : memref<?x8xf32>)
  return
}

// -----

// Two layouts are requested for one buffer.
// expected-note @below {{the other layout is requested here}}
func.func private @callee(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}
func.func @caller() {
  // expected-error @below {{requires one layout for all aliases of a buffer, found #layout.index_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)> and #layout.index_map<(d0, d1) -> (d1, d0)>}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>]} : memref<8x8xf32>
  call @callee(%b) : (memref<8x8xf32>) -> ()
  return
}

// -----

// The callers of a public function are unknown.
// expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
// expected-note @below {{it is visible outside the module here; functions=all changes public functions, too}}
func.func @public(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}

// -----

// memref.dim asks for a size that the layout hides.
func.func private @size(%x: memref<?x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires a dim that the layout does not split, or an allocation that states its size, found one of 'memref<?x8xf32>' with layout}}
  %0 = memref.dim %x, %c0 : memref<?x8xf32>
  return %0 : index
}

// -----

// expected-error @below {{requires a bijective index map for initial values, found #layout.index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>}}
memref.global "private" constant @table : memref<3xi32> = dense<[1, 2, 3]> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]}

// -----

// The buffer comes from an external function.
// expected-note @below {{it is visible outside the module here}}
func.func private @outside() -> memref<8x8xf32>
// expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
func.func private @taker(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) {
  return
}
func.func @given() {
  %0 = call @outside() : () -> memref<8x8xf32>
  call @taker(%0) : (memref<8x8xf32>) -> ()
  return
}

// -----

// A frozen op uses the buffer.
func.func private @frozen() {
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-note @below {{it is used by a frozen op here}}
  memref.dealloc %b {layout.frozen} : memref<8x8xf32>
  return
}

// -----

// gpu.memcpy cannot copy between different layouts.
func.func @device_copy() {
  %a = gpu.alloc () : memref<12x5xf32>
  // expected-note @below {{the layout is requested here}}
  %b = gpu.alloc () {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<12x5xf32>
  // expected-error @below {{requires a buffer without a layout, found one with layout #layout.index_map<(d0, d1) -> (d1, d0)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  gpu.memcpy %b, %a : memref<12x5xf32>, memref<12x5xf32>
  return
}

// -----

// A buffer that is stored in memory has unknown aliases.
func.func @stored(%table: memref<4xmemref<8x8xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer without a layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  memref.store %b, %table[%c0] : memref<4xmemref<8x8xf32>>
  return
}

// -----

// Two pad values are requested for one buffer.
func.func private @padded(%x: memref<6xf32>) {
  return
}
func.func @twice() {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32} : memref<6xf32>
  // expected-error @below {{requires one pad value for all aliases of a buffer, found 1.000000e+00 : f32 and 0.000000e+00 : f32}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 1.0 : f32} : memref<6xf32>
  call @padded(%a) : (memref<6xf32>) -> ()
  call @padded(%b) : (memref<6xf32>) -> ()
  return
}

// -----

// expected-error @below {{requires an allocation for 'layout.pad_value', found a global}}
memref.global "private" @unfilled : memref<7xf32> = uninitialized {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 2.0 : f32}

// -----

func.func @device_padding() {
  // expected-error @below {{requires host memory for 'layout.pad_value', found device memory}}
  %a = gpu.alloc () {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 2.0 : f32} : memref<7xf32>
  return
}

// -----

func.func @unranked(%x: memref<*xf32>) {
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  // expected-error @below {{requires a buffer without a layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  memref.copy %x, %b : memref<*xf32> to memref<8x8xf32>
  return
}

// -----

// A scalable vector has an unknown number of elements.
func.func @scalable(%v: vector<[4]xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<64xf32>
  // expected-error @below {{requires a buffer without a layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  vector.store %v, %b[%c0] : memref<64xf32>, vector<[4]xf32>
  return
}

// -----

// A frozen function takes the buffer.
// expected-note @below {{it is used by a frozen op here}}
func.func private @kept(%x: memref<8x8xf32>) attributes {layout.frozen} {
  return
}
func.func @calls_kept() {
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  call @kept(%b) : (memref<8x8xf32>) -> ()
  return
}

// -----

// No op in this module launches the kernel.
gpu.module @kernels {
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  // expected-note @below {{it is visible outside the module here; functions=all changes public functions, too}}
  gpu.func @alone(%x: memref<8x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) kernel {
    gpu.return
  }
}

// -----

// A view that accesses go through has no memory of its own to point to.
func.func @pointer_of_view() -> index {
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  %v = memref.subview %b[3, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 24>>
  // expected-error @below {{requires a buffer without a layout, found a view of one with layout #layout.index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %p = memref.extract_aligned_pointer_as_index %v : memref<2x8xf32, strided<[8, 1], offset: 24>> -> index
  return %p : index
}

// -----

// The size of a view that accesses go through depends on that of its source.
func.func private @size_of_view(%x: memref<?x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]}) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.collapse_shape %x [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  // expected-error @below {{requires a dim that the layout does not split, or an allocation that states its size, found one of 'memref<?xf32>' with layout}}
  %0 = memref.dim %v, %c0 : memref<?xf32>
  return %0 : index
}

// -----

// The buffer is passed to a function without a body: an option changes nothing.
// expected-note @below {{it is visible outside the module here, by a declaration}}
func.func private @declared(memref<8x6xf32>)
func.func @passes() {
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x6xf32>
  call @declared(%b) : (memref<8x6xf32>) -> ()
  return
}

// -----

// expected-error @below {{requires a func.func or gpu.func with a body for a buffer with a layout, found one without a body}}
func.func private @argument(%b: memref<8x6xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]})

// -----

// expected-error @below {{requires a func.func or gpu.func with a body for a buffer with a layout, found another op}}
async.func @coroutine(%b: memref<8x6xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}) -> !async.token {
  return
}

// -----

// A private global without a value is declared here and defined elsewhere.
// expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
// expected-note @below {{it is visible outside the module here, by a declaration}}
memref.global "private" @defined_elsewhere : memref<4x4xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}

// -----

// The type of a function whose address is taken is part of other types.
func.func private @addressed(%x: memref<8x8xf32>) {
  return
}
func.func @address() -> ((memref<8x8xf32>) -> ()) {
  // expected-note @below {{this use of the function fixes its type}}
  %f = func.constant @addressed : (memref<8x8xf32>) -> ()
  // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  call @addressed(%b) : (memref<8x8xf32>) -> ()
  return %f : (memref<8x8xf32>) -> ()
}

// -----

// The type of a yielded buffer is part of the type of the result.
func.func @yielded(%x: memref<8x6xf32>) {
  // expected-note @below {{this op fixes its type}}
  %t, %r = async.execute -> !async.value<memref<8x6xf32>> {
    // expected-error @below {{requires a buffer whose layout may change, found one whose type is fixed}}
    %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x6xf32>
    memref.copy %x, %a : memref<8x6xf32> to memref<8x6xf32>
    async.yield %a : memref<8x6xf32>
  }
  return
}

// -----

// Memory of a kernel is not filled.
gpu.module @kernels {
  // expected-error @below {{requires an allocation for 'layout.pad_value', found none}}
  gpu.func @own() workgroup(%w: memref<7xf32, 3> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>], layout.pad_value = 0.0 : f32}) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{requires an injective index map, found (0) and (1) both at (0)}}
  gpu.func @own() private(%w: memref<8xf32, 5> {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 2)>]}) kernel {
    gpu.return
  }
}

// -----

// A loop passes a transposed buffer to its next iteration.
func.func @turns(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 2, j, i mod 2)>]} : memref<4x4xf32>
  scf.for %i = %c0 to %n step %c1 iter_args(%m = %b) -> memref<4x4xf32> {
    %t = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
    %d = memref.cast %t : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32, strided<[?, ?]>>
    // expected-error @below {{requires the layout of the other aliases of the view, #layout.index_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>, found #layout.index_map<(d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)> of}}
    %e = memref.cast %d : memref<4x4xf32, strided<[?, ?]>> to memref<4x4xf32>
    scf.yield %e : memref<4x4xf32>
  }
  return
}

// -----

// The map and the attribute separate different groups.
func.func @groups() {
  // expected-error @below {{requires 'layout.axis_separators' to be those of the layout, #layout.index_map<(d0, d1) -> (d0 floordiv 4 | d0 mod 4, d1)>, found array<i64: 2>}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4 | i mod 4, j)>], layout.axis_separators = array<i64: 2>} : memref<8x6xf32>
  return
}

// -----

// The dims that the groups consist of are transformed once more.
func.func @groups_before() {
  // expected-error @below {{requires groups in the last buffer transform only, found #layout.index_map<(d0, d1) -> (d1, d0)> after #layout.index_map<(d0, d1) -> (d0 | d1)>}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i | j)>, #layout.index_map<(i, j) -> (j, i)>]} : memref<8x6xf32>
  return
}

// -----

// The number of elements of a scalable vector is unknown.
func.func @scalable_gather(%at: vector<[4]xi32>, %mask: vector<[4]xi1>, %v: vector<[4]xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<64xf32>
  // expected-error @below {{requires a buffer without a layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  vector.scatter %b[%c0] [%at], %mask, %v : memref<64xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32>
  return
}

// -----

// Which dim is meant is known at run time only, or it is none.
func.func @which_dim(%n: index, %d: index) -> index {
  %b = memref.alloc(%n, %n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<?x?xf32>
  // expected-error @below {{requires a constant from 0 to 1 as the dim of a buffer with a layout, found a value that is not constant}}
  %0 = memref.dim %b, %d : memref<?x?xf32>
  return %0 : index
}

// -----

func.func @no_dim(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %b = memref.alloc(%n, %n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<?x?xf32>
  // expected-error @below {{requires a constant from 0 to 1 as the dim of a buffer with a layout, found 2}}
  %0 = memref.dim %b, %c2 : memref<?x?xf32>
  return %0 : index
}

// -----

// The strides of the source are those of its type, which a reinterpret_cast does
// not use.
func.func @reinterprets_view() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  %s = memref.subview %b[1, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1], offset: 6>>
  // expected-error @below {{requires a view of whole tiles, or one that only loads and stores use, found a view of a buffer with layout}}
  // expected-note @below {{a copy of the buffer (memref.copy) would have none}}
  %r = memref.reinterpret_cast %s to offset: [0], sizes: [12], strides: [1] : memref<2x6xf32, strided<[6, 1], offset: 6>> to memref<12xf32>
  return
}

// -----

// The base of a buffer is its memory, whose order changes.
func.func private @use(memref<f32>)
func.func @base_of_buffer() {
  // expected-note@+1 {{the layout is requested here}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<6x4xf32>
  // expected-error@+2 {{'memref.extract_strided_metadata' op requires a buffer without a layout, found one with layout #layout.index_map<(d0, d1) -> (d1, d0)>}}
  // expected-note@+1 {{a copy of the buffer (memref.copy) would have none}}
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %b : memref<6x4xf32> -> memref<f32>, index, index, index, index, index
  call @use(%base) : (memref<f32>) -> ()
  return
}

// -----

// Each element of the vector would take an op of its own.
func.func private @large_transfer(%x: memref<4x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>]}, %v: vector<4294967297xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires a vector of at most 16384 elements, which the layout accesses one by one, found 'vector<4294967297xf32>'}}
  vector.transfer_write %v, %x[%c0, %c0] : vector<4294967297xf32>, memref<4x8xf32>
  return
}

// -----

func.func private @large_store(%x: memref<4x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}, %m: vector<16385xi1>, %v: vector<16385xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires a vector of at most 16384 elements, which the layout accesses one by one, found 'vector<16385xf32>'}}
  vector.maskedstore %x[%c0, %c0], %m, %v : memref<4x8xf32>, vector<16385xi1>, vector<16385xf32>
  return
}

// -----

func.func private @large_gather(%x: memref<4x8xf32> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}, %i: vector<16385xi32>, %m: vector<16385xi1>, %v: vector<16385xf32>) -> vector<16385xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @below {{requires a vector of at most 16384 elements, which the layout accesses one by one, found}}
  %0 = vector.gather %x[%c0, %c0] [%i], %m, %v : memref<4x8xf32>, vector<16385xi32>, vector<16385xi1>, vector<16385xf32> into vector<16385xf32>
  return %0 : vector<16385xf32>
}

// -----

// A reversed buffer grows, and its new elements would have negative indices.
func.func @grown() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (5 - i)>]} : memref<6xf32>
  // expected-error @below {{requires an index map whose physical sizes can be computed at run time, found #layout.index_map<(d0) -> (-d0 + 5)>}}
  %r = memref.realloc %b : memref<6xf32> to memref<9xf32>
  memref.dealloc %r : memref<9xf32>
  return
}

// -----

// A mask of more dims than the buffer has.
func.func @more_dims(%x: memref<3xf32>, %i: index, %mask: vector<2x3xi1>, %none: vector<2x3xf32>) -> vector<2x3xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 2, i mod 2)>]} : memref<3xf32>
  memref.copy %x, %b : memref<3xf32> to memref<3xf32>
  // expected-error @below {{requires a vector of at most as many dims as the buffer has, 1, found 'vector<2x3xf32>'}}
  %0 = vector.maskedload %b[%i], %mask, %none : memref<3xf32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// -----

// A place of a buffer has no dims.
func.func @no_dims(%i: index, %mask: vector<2xi1>, %value: vector<2xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<3x5xf32>
  %v = memref.subview %b[%i, 2] [1, 1] [1, 1] : memref<3x5xf32> to memref<f32, strided<[], offset: ?>>
  // expected-error @below {{requires a vector of at most as many dims as the buffer has, 0, found 'vector<2xf32>'}}
  vector.maskedstore %v[], %mask, %value : memref<f32, strided<[], offset: ?>>, vector<2xi1>, vector<2xf32>
  return
}

// -----

// Offsets along the last dim of a place, which has none.
func.func @gather_from_place(%i: index, %offsets: vector<2xindex>, %mask: vector<2xi1>, %none: vector<2xf32>) -> vector<2xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<3x5xf32>
  %v = memref.subview %b[%i, 2] [1, 1] [1, 1] : memref<3x5xf32> to memref<f32, strided<[], offset: ?>>
  // expected-error @below {{requires a dim along which the elements are, found 'memref<f32, strided<[], offset: ?>>'}}
  %0 = vector.gather %v[] [%offsets], %mask, %none : memref<f32, strided<[], offset: ?>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @compress_into_place(%mask: vector<2xi1>, %value: vector<2xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<() -> (0)>]} : memref<f32>
  // expected-error @below {{requires a dim along which the elements are, found 'memref<f32>'}}
  vector.compressstore %b[], %mask, %value : memref<f32>, vector<2xi1>, vector<2xf32>
  return
}

// -----

// expected-error @below {{requires initial values that can be permuted, but resource 'elided' has no data here}}
memref.global "private" constant @few : memref<2x3xf32> = dense_resource<elided> {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]}
func.func @use_few(%i: index) -> f32 {
  %b = memref.get_global @few : memref<2x3xf32>
  %0 = memref.load %b[%i, %i] : memref<2x3xf32>
  return %0 : f32
}

// -----

func.func @no_bits(%i: index) -> vector<3xi0> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xi0>
  // expected-error @below {{requires elements of at least one bit, found 'memref<4x6xi0>'}}
  %0 = affine.vector_load %b[symbol(%i), symbol(%i)] : memref<4x6xi0>, vector<3xi0>
  return %0 : vector<3xi0>
}
