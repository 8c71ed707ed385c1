// A buffer that cannot share memory stays as it is, and a remark says why.
// RUN: layout-opt %s --layout-plan-memory=report=%t.json --remarks-filter=layout-plan-memory --remark-format=emitRemark --verify-diagnostics -o %t
// RUN: FileCheck %s --input-file=%t --implicit-check-not=memref.view
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: not layout-opt %s --layout-plan-memory=report=%t/no/folder.json 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: {{.*}}no/folder.json

// REPORT-LABEL: "name": "dynamic"
// REPORT-NEXT: "buffers": 2,
// REPORT-NEXT: "left": 1,
// REPORT-NEXT: "dynamic": true,
// REPORT-NEXT: "sum": 128,
// REPORT-NEXT: "peak": 128,
// REPORT-NEXT: "bound": 128

// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK-NEXT: memref.alloc(%arg1) : memref<?xf32>
// CHECK-COUNT-2: memref.view
// expected-remark @+1 {{2 buffers of 128 bytes in 128 bytes, 128 of them live at once}}
func.func @dynamic(%x: memref<4xf32>, %n: index) {
  // expected-remark @+1 {{buffer keeps memory of its own: its size is not known}}
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
  linalg.exp ins(%1 : memref<4xf32>) outs(%2 : memref<4xf32>)
  memref.copy %2, %x : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

func.func @types() {
  // expected-remark @+1 {{its layout is not the identity}}
  %0 = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  // expected-remark @+1 {{it is in another memory space}}
  %1 = memref.alloc() : memref<4xf32, 1>
  // expected-remark @+1 {{the size of its elements is not known}}
  %2 = memref.alloc() : memref<4xmemref<4xf32>>
  // expected-remark @+1 {{the size of its elements is not known}}
  %3 = memref.alloc() : memref<4xvector<[4]xf32>>
  // expected-remark @+1 {{it has no elements}}
  %4 = memref.alloc() : memref<4x0xf32>
  // expected-remark @+1 {{an arena of that many bytes is too large}}
  %5 = memref.alloc() : memref<2000000000x2000000000xf32>
  // expected-remark @+1 {{it is marked layout.buffer_transforms}}
  %6 = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x4xf32>
  return
}

// CHECK-LABEL: func.func @escapes(
func.func private @external(memref<4xf32>)
func.func private @id(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
func.func private @recursive(%x: memref<4xf32>) {
  call @recursive(%x) : (memref<4xf32>) -> ()
  return
}
func.func @escapes(%table: memref<1xmemref<4xf32>>) -> memref<2x2xf32> {
  %c0 = arith.constant 0 : index
  // expected-remark-re @+1 {{func.return at {{.*}}plan-memory-remarks.mlir:{{[0-9]+}}:3 may keep it}}
  %0 = memref.alloc() : memref<4xf32>
  %view = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  // expected-remark @+1 {{memref.store at}}
  %1 = memref.alloc() : memref<4xf32>
  memref.store %1, %table[%c0] : memref<1xmemref<4xf32>>
  // expected-remark @+1 {{func.call at}}
  %2 = memref.alloc() : memref<4xf32>
  call @external(%2) : (memref<4xf32>) -> ()
  // expected-remark @+1 {{func.call at}}
  %3 = memref.alloc() : memref<4xf32>
  %same = call @id(%3) : (memref<4xf32>) -> memref<4xf32>
  // expected-remark @+1 {{func.call at}}
  %4 = memref.alloc() : memref<4xf32>
  call @recursive(%4) : (memref<4xf32>) -> ()
  // expected-remark @+1 {{memref.extract_aligned_pointer_as_index at}}
  %5 = memref.alloc() : memref<4xf32>
  %pointer = memref.extract_aligned_pointer_as_index %5 : memref<4xf32> -> index
  // expected-remark @+1 {{memref.distinct_objects at}}
  %6 = memref.alloc() : memref<4xf32>
  %7, %8 = memref.distinct_objects %6, %2 : memref<4xf32>, memref<4xf32>
  // expected-remark @+1 {{memref.realloc at}}
  %9 = memref.alloc() : memref<4xf32>
  %10 = memref.realloc %9 : memref<4xf32> to memref<8xf32>
  // expected-remark @+1 {{bufferization.to_tensor at}}
  %11 = memref.alloc() : memref<4xf32>
  %tensor = bufferization.to_tensor %11 restrict : memref<4xf32> to tensor<4xf32>
  // expected-remark @+1 {{async.execute at}}
  %12 = memref.alloc() : memref<4xf32>
  %token = async.execute {
    %v = memref.load %12[%c0] : memref<4xf32>
    // expected-remark @+1 {{async.execute at}}
    %13 = memref.alloc() : memref<4xf32>
    memref.store %v, %13[%c0] : memref<4xf32>
    async.yield
  }
  return %view : memref<2x2xf32>
}

// Iterations run at once.
// CHECK-LABEL: func.func @parallel(
// CHECK: scf.parallel
// CHECK-NEXT: memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.alloc() : memref<4xf32>
func.func @parallel(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    // expected-remark @+1 {{scf.parallel at}}
    %0 = memref.alloc() : memref<4xf32>
    // expected-remark @+1 {{may run several times at once}}
    %1 = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
    linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
  }
  return
}

// The next iteration allocates %1 while it reads the last one.
// CHECK-LABEL: func.func @outlives(
// CHECK: scf.for
// CHECK-NEXT: memref.alloc() : memref<4xf32>
// expected-remark @+1 {{1 buffers of 64 bytes in 64 bytes}}
func.func @outlives(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %0) -> memref<4xf32> {
    // expected-remark @+1 {{scf.for at}}
    %1 = memref.alloc() : memref<4xf32>
    linalg.exp ins(%last : memref<4xf32>) outs(%1 : memref<4xf32>)
    scf.yield %1 : memref<4xf32>
  }
  memref.copy %r, %x : memref<4xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @outlives_block(
func.func @outlives_block(%x: memref<4xf32>, %flag: i1) {
  cf.br ^loop(%x : memref<4xf32>)
^loop(%last: memref<4xf32>):
  // expected-remark @+1 {{@outlives_block may allocate it again while it is still used}}
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%last : memref<4xf32>) outs(%0 : memref<4xf32>)
  cf.cond_br %flag, ^loop(%0 : memref<4xf32>), ^end
^end:
  return
}

// CHECK-LABEL: func.func @freed_with_others(
// CHECK: memref.dealloc
func.func @freed_with_others(%x: memref<4xf32>, %flag: i1) {
  // expected-remark @+1 {{memref.dealloc at}}
  %0 = memref.alloc() : memref<4xf32>
  // expected-remark @+1 {{may free others, too}}
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32>
  %2 = arith.select %flag, %0, %1 : memref<4xf32>
  %3 = arith.select %flag, %x, %2 : memref<4xf32>
  memref.dealloc %3 : memref<4xf32>
  return
}

// Skipped.
// CHECK-LABEL: func.func @skipped(
// CHECK-COUNT-2: memref.alloc() : memref<4xf32>
func.func @skipped(%x: memref<4xf32>) attributes {layout.skip} {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  memref.copy %0, %1 : memref<4xf32> to memref<4xf32>
  return
}

// Elements without bits.
// CHECK-LABEL: func.func @no_bits(
// CHECK-COUNT-2: memref.alloc() : memref<4xi0>
func.func @no_bits(%x: memref<4xi0>) {
  // expected-remark @+1 {{buffer keeps memory of its own: the size of its elements is not known}}
  %0 = memref.alloc() : memref<4xi0>
  // expected-remark @+1 {{buffer keeps memory of its own: the size of its elements is not known}}
  %1 = memref.alloc() : memref<4xi0>
  memref.copy %x, %0 : memref<4xi0> to memref<4xi0>
  memref.copy %0, %1 : memref<4xi0> to memref<4xi0>
  return
}
