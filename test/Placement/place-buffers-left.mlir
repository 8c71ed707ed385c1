// Copies that are needed, and why.
// RUN: layout-opt %s --split-input-file --layout-place-buffers --remarks-filter-missed=layout-place-buffers -o %t.mlir 2> %t.txt
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t.txt
// RUN: FileCheck %s --input-file %t.mlir

// The caller owns the buffer.

// REMARK: "128 bytes are copied: the buffer is not allocated in this function"
// CHECK-LABEL: func @argument
// CHECK: memref.copy
func.func @argument(%a: memref<4x8xf32>) -> memref<4x16xf32> {
  %d = memref.alloc() : memref<4x16xf32>
  %0 = memref.subview %d[0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
  memref.copy %a, %0 : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1]>>
  %1 = memref.subview %d[0, 8] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  linalg.exp ins(%a : memref<4x8xf32>) outs(%1 : memref<4x8xf32, strided<[16, 1], offset: 8>>)
  return %d : memref<4x16xf32>
}

// -----

// The same value in two places: one is a copy.

// REMARK: "128 bytes are copied: source and target are parts of one buffer"
// CHECK-LABEL: func @twice
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @twice(%x: memref<4x8xf32>) -> memref<4x16xf32> {
  %a = memref.alloc() : memref<4x8xf32>
  linalg.exp ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  %d = memref.alloc() : memref<4x16xf32>
  %0 = memref.subview %d[0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
  memref.copy %a, %0 : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1]>>
  %1 = memref.subview %d[0, 8] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  memref.copy %a, %1 : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  return %d : memref<4x16xf32>
}

// -----

// What the target holds is read when the source exists already.

// REMARK: "32 bytes are copied: the target is accessed before, here: linalg.matvec at
// CHECK-LABEL: func @old_value_is_read
// CHECK: memref.copy
func.func @old_value_is_read(%m: memref<8x8xf32>, %x: memref<8xf32>) -> memref<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %d = memref.alloc() : memref<2x8xf32>
  linalg.fill ins(%zero : f32) outs(%d : memref<2x8xf32>)
  %0 = memref.subview %d[0, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1]>>
  linalg.exp ins(%x : memref<8xf32>) outs(%0 : memref<8xf32, strided<[1]>>)
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
  linalg.matvec ins(%m, %0 : memref<8x8xf32>, memref<8xf32, strided<[1]>>) outs(%a : memref<8xf32>)
  memref.copy %a, %0 : memref<8xf32> to memref<8xf32, strided<[1]>>
  return %d : memref<2x8xf32>
}

// -----

// The target changes while the source is still read.

// REMARK: "32 bytes are copied: the target is written while the source is read, here: linalg.tanh at
// CHECK-LABEL: func @target_changes
// CHECK: memref.copy
func.func @target_changes(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<2x8xf32> {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %d = memref.alloc() : memref<2x8xf32>
  %0 = memref.subview %d[0, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %a, %0 : memref<8xf32> to memref<8xf32, strided<[1]>>
  %1 = memref.cast %0 : memref<8xf32, strided<[1]>> to memref<8xf32, strided<[1], offset: ?>>
  linalg.tanh ins(%1 : memref<8xf32, strided<[1], offset: ?>>) outs(%1 : memref<8xf32, strided<[1], offset: ?>>)
  linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
  return %d : memref<2x8xf32>
}

// -----

// The source changes while the target is still needed.

// REMARK: "32 bytes are copied: the source is written later, here: linalg.matvec at
// CHECK-LABEL: func @source_changes
// CHECK: memref.copy
func.func @source_changes(%m: memref<8x8xf32>, %x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %d = memref.alloc() : memref<8xf32>
  memref.copy %a, %d : memref<8xf32> to memref<8xf32>
  linalg.matvec ins(%m, %x : memref<8x8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  return %a, %d : memref<8xf32>, memref<8xf32>
}

// -----

// A function takes contiguous buffers only, and may keep what it is given.

// REMARK: "32 bytes are copied: the buffer becomes known under another name, here: func.call at
// CHECK-LABEL: func @call
// CHECK: memref.copy
func.func private @produce(memref<8xf32>)
func.func @call() -> memref<2x8xf32> {
  %a = memref.alloc() : memref<8xf32>
  func.call @produce(%a) : (memref<8xf32>) -> ()
  %d = memref.alloc() : memref<2x8xf32>
  %0 = memref.subview %d[1, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  memref.copy %a, %0 : memref<8xf32> to memref<8xf32, strided<[1], offset: 8>>
  return %d : memref<2x8xf32>
}

// -----

// An op that is frozen keeps the types of its operands.

// REMARK: "32 bytes are copied: a user requires a contiguous buffer, here: linalg.exp at
// CHECK-LABEL: func @frozen
// CHECK: memref.copy
func.func @frozen(%x: memref<2x4xf32>) -> memref<2x8xf32> {
  %a = memref.alloc() : memref<2x4xf32>
  linalg.exp {layout.frozen} ins(%x : memref<2x4xf32>) outs(%a : memref<2x4xf32>)
  %d = memref.alloc() : memref<2x8xf32>
  %0 = memref.subview %d[0, 4] [2, 4] [1, 1] : memref<2x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 4>>
  memref.copy %a, %0 : memref<2x4xf32> to memref<2x4xf32, strided<[8, 1], offset: 4>>
  return %d : memref<2x8xf32>
}

// -----

// The buffer outlives an iteration: the next one still reads it.

// REMARK: "32 bytes are copied: the buffer is allocated in another block: memref.alloc at
// CHECK-LABEL: func @carried
// CHECK: memref.copy
func.func @carried(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %d = memref.alloc() : memref<16x8xf32>
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %c16 step %c1 {
    %0 = memref.subview %d[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %a, %0 : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.add ins(%a, %x : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  }
  return %d : memref<16x8xf32>
}

// -----

// Slices at offsets that nothing is known about may overlap.

// REMARK: "32 bytes are copied: the target is accessed before, here: linalg.exp at
// CHECK-LABEL: func @unknown_offsets
// CHECK: memref.copy
func.func @unknown_offsets(%i: index, %j: index, %x: memref<8xf32>) -> memref<16x8xf32> {
  %d = memref.alloc() : memref<16x8xf32>
  %0 = memref.subview %d[%i, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
  %a = memref.alloc() : memref<8xf32>
  linalg.tanh ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%x : memref<8xf32>) outs(%0 : memref<8xf32, strided<[1], offset: ?>>)
  %1 = memref.subview %d[%j, 0] [1, 8] [1, 1] : memref<16x8xf32> to memref<8xf32, strided<[1], offset: ?>>
  memref.copy %a, %1 : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
  return %d : memref<16x8xf32>
}
