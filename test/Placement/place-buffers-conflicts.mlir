// Programs whose copies look as if they could go.
// RUN: layout-opt %s --split-input-file --layout-place-buffers --remarks-filter-missed=layout-place-buffers -o %t.mlir 2> %t.txt
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t.txt
// RUN: FileCheck %s --input-file %t.mlir
// RUN: layout-check %s %t.mlir --split-input-file --dims=9

// A function returns buffers of its own: the caller may write what it gets.

// CHECK-LABEL: func private @f
// CHECK: memref.copy
func.func private @f(%a: memref<8xf32>) -> memref<8xf32> {
  %t = memref.alloc() : memref<8xf32>
  memref.copy %a, %t : memref<8xf32> to memref<8xf32>
  return %t : memref<8xf32>
}
func.func @argument_is_returned(%x: memref<8xf32>, %z: memref<8xf32>) -> memref<8xf32> {
  %o = memref.alloc() : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %r = func.call @f(%a) : (memref<8xf32>) -> memref<8xf32>
  linalg.negf ins(%z : memref<8xf32>) outs(%r : memref<8xf32>)
  linalg.add ins(%a, %r : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  return %o : memref<8xf32>
}

// -----

// REMARK: bytes are copied: the function returns the buffer as one of its own
// CHECK-LABEL: func private @f
// CHECK: memref.copy
func.func private @f(%a: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  %s = memref.alloc() : memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%s : memref<8xf32>)
  %t = memref.alloc() : memref<8xf32>
  memref.copy %s, %t : memref<8xf32> to memref<8xf32>
  return %s, %t : memref<8xf32>, memref<8xf32>
}
func.func @returned_twice(%x: memref<8xf32>, %z: memref<8xf32>) -> memref<8xf32> {
  %o = memref.alloc() : memref<8xf32>
  %a, %r = func.call @f(%x) : (memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
  linalg.negf ins(%z : memref<8xf32>) outs(%r : memref<8xf32>)
  linalg.add ins(%a, %r : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  return %o : memref<8xf32>
}

// -----

// CHECK-LABEL: func private @f
// CHECK: memref.copy
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func private @f() -> memref<4xf32> {
  %g = memref.get_global @g : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  memref.copy %g, %t : memref<4xf32> to memref<4xf32>
  return %t : memref<4xf32>
}
func.func @global_is_returned(%x: memref<4xf32>) -> memref<4xf32> {
  %o = memref.alloc() : memref<4xf32>
  %r = func.call @f() : () -> memref<4xf32>
  linalg.negf ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
  %q = func.call @f() : () -> memref<4xf32>
  linalg.add ins(%q, %r : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return %o : memref<4xf32>
}

// -----

// The source is read in another block, where its target is written.

// REMARK: bytes are copied: the buffer is used in another block, here: linalg.add
// CHECK-LABEL: func @next_block
// CHECK: memref.copy
func.func @next_block(%x: memref<4xf32>) -> memref<4xf32> {
  %c = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<12xf32>
  %o = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%s : memref<4xf32>)
  %0 = memref.subview %d[4] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %s, %0 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  cf.br ^bb1
^bb1:
  linalg.fill ins(%c : f32) outs(%d : memref<12xf32>)
  linalg.add ins(%s, %x : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  linalg.add ins(%o, %0 : memref<4xf32>, memref<4xf32, strided<[1], offset: 4>>) outs(%o : memref<4xf32>)
  return %o : memref<4xf32>
}

// -----

// The source is written in a block that may not run.

// REMARK: bytes are copied: the buffer is used in another block, here: linalg.add
// CHECK-LABEL: func @some_block
// CHECK: memref.copy
func.func @some_block(%x: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %o = memref.alloc() : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.copy %a, %o : memref<8xf32> to memref<8xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  linalg.tanh ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  cf.br ^bb2
^bb2:
  linalg.add ins(%a, %o : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  return %o : memref<8xf32>
}

// -----

// The source is read behind a loop that has no region.

// CHECK-LABEL: func @loop_of_blocks
// CHECK-COUNT-2: memref.copy
func.func @loop_of_blocks(%x: memref<8xf32>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %o = memref.alloc() : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %o : memref<8xf32> to memref<8xf32>
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  linalg.tanh ins(%o : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.copy %a, %o : memref<8xf32> to memref<8xf32>
  %j = arith.addi %i, %c1 : index
  %k = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %k, ^bb1(%j : index), ^bb2
^bb2:
  linalg.add ins(%a, %o : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  return %o : memref<8xf32>
}

// -----

// What one iteration writes, the next one reads: each part has elements in common
// with the other one, though not in one iteration.

// CHECK-LABEL: func @next_iteration
// CHECK: memref.copy
func.func @next_iteration(%x: memref<9x4xf32>) -> memref<9x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<9x4xf32>
  %r = memref.alloc() : memref<9x4xf32>
  linalg.fill ins(%one : f32) outs(%r : memref<9x4xf32>)
  scf.for %i = %c0 to %c8 step %c1 {
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %p = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %q = memref.subview %a[%j, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %ri = memref.subview %r[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    linalg.exp ins(%xi : memref<1x4xf32, strided<[4, 1], offset: ?>>) outs(%q : memref<1x4xf32, strided<[4, 1], offset: ?>>)
    %nz = arith.cmpi ne, %i, %c0 : index
    scf.if %nz {
      memref.copy %p, %ri : memref<1x4xf32, strided<[4, 1], offset: ?>> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    }
  }
  return %r : memref<9x4xf32>
}

// -----

// CHECK-LABEL: func @other_iterations
// CHECK: memref.copy
func.func @other_iterations(%x: memref<9x4xf32>) -> memref<9x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<9x4xf32>
  %r = memref.alloc() : memref<9x4xf32>
  scf.for %k = %c0 to %c2 step %c1 {
  scf.for %i = %c0 to %c9 step %c1 {
    %p = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %xi = memref.subview %x[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %ri = memref.subview %r[%i, 0] [1, 4] [1, 1] : memref<9x4xf32> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    %z = arith.cmpi eq, %k, %c0 : index
    scf.if %z {
      linalg.exp ins(%xi : memref<1x4xf32, strided<[4, 1], offset: ?>>) outs(%p : memref<1x4xf32, strided<[4, 1], offset: ?>>)
    } else {
      memref.copy %p, %ri : memref<1x4xf32, strided<[4, 1], offset: ?>> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    }
  }
  }
  return %r : memref<9x4xf32>
}

// -----

// The target is written beside what is copied to it, where the source is read.

// CHECK-LABEL: func @written_beside
// CHECK: memref.copy
func.func @written_beside(%x: memref<4x48xf32>) -> memref<4x48xf32> {
  %c = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<4x48xf32>
  linalg.exp ins(%x : memref<4x48xf32>) outs(%s : memref<4x48xf32>)
  %t = memref.alloc() : memref<4x48xf32>
  %0 = memref.subview %s[0, 0] [4, 32] [1, 1] : memref<4x48xf32> to memref<4x32xf32, strided<[48, 1]>>
  %1 = memref.subview %t[0, 0] [4, 32] [1, 1] : memref<4x48xf32> to memref<4x32xf32, strided<[48, 1]>>
  memref.copy %0, %1 : memref<4x32xf32, strided<[48, 1]>> to memref<4x32xf32, strided<[48, 1]>>
  %2 = memref.subview %t[0, 32] [4, 16] [1, 1] : memref<4x48xf32> to memref<4x16xf32, strided<[48, 1], offset: 32>>
  linalg.fill ins(%c : f32) outs(%2 : memref<4x16xf32, strided<[48, 1], offset: 32>>)
  %o = memref.alloc() : memref<4x48xf32>
  linalg.exp ins(%t : memref<4x48xf32>) outs(%o : memref<4x48xf32>)
  %3 = memref.subview %s[0, 32] [4, 16] [1, 1] : memref<4x48xf32> to memref<4x16xf32, strided<[48, 1], offset: 32>>
  %4 = memref.subview %o[0, 0] [4, 16] [1, 1] : memref<4x48xf32> to memref<4x16xf32, strided<[48, 1]>>
  linalg.add ins(%3, %4 : memref<4x16xf32, strided<[48, 1], offset: 32>>, memref<4x16xf32, strided<[48, 1]>>) outs(%4 : memref<4x16xf32, strided<[48, 1]>>)
  return %o : memref<4x48xf32>
}

// -----

// The target is written in front of the copy and behind it.

// CHECK-LABEL: func @written_before
// CHECK: memref.copy
func.func @written_before(%x: memref<48xf32>, %i: index) -> memref<48xf32> {
  %c = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<48xf32>
  linalg.exp ins(%x : memref<48xf32>) outs(%s : memref<48xf32>)
  %t = memref.alloc() : memref<48xf32>
  linalg.tanh ins(%x : memref<48xf32>) outs(%t : memref<48xf32>)
  %0 = memref.subview %s[0] [32] [1] : memref<48xf32> to memref<32xf32, strided<[1]>>
  %1 = memref.subview %t[0] [32] [1] : memref<48xf32> to memref<32xf32, strided<[1]>>
  memref.copy %0, %1 : memref<32xf32, strided<[1]>> to memref<32xf32, strided<[1]>>
  memref.store %c, %t[%c0] : memref<48xf32>
  %o = memref.alloc() : memref<48xf32>
  linalg.exp ins(%t : memref<48xf32>) outs(%o : memref<48xf32>)
  return %o : memref<48xf32>
}

// -----

// Slices may run backwards.

// REMARK: bytes are copied: the target is accessed before, here: linalg.{{tanh|add}}
// CHECK-LABEL: func @backwards
// CHECK: memref.copy
func.func @backwards(%x: memref<4xf32>, %i: index, %z: memref<?xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %z, %c0 : memref<?xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  %o = memref.alloc() : memref<4xf32>
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%s : memref<4xf32>)
  %1 = memref.subview %d[3] [4] [-1] : memref<?xf32> to memref<4xf32, strided<[-1], offset: 3>>
  linalg.tanh ins(%x : memref<4xf32>) outs(%1 : memref<4xf32, strided<[-1], offset: 3>>)
  linalg.add ins(%1, %s : memref<4xf32, strided<[-1], offset: 3>>, memref<4xf32>) outs(%o : memref<4xf32>)
  %0 = memref.subview %d[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  memref.copy %s, %0 : memref<4xf32> to memref<4xf32, strided<[1]>>
  linalg.max ins(%o, %1 : memref<4xf32>, memref<4xf32, strided<[-1], offset: 3>>) outs(%o : memref<4xf32>)
  return %o : memref<4xf32>
}

// -----

// The rows of a view overlap: 16 elements do not overwrite 16 positions.

// CHECK-LABEL: func @overlapping_rows
// CHECK: memref.copy
func.func @overlapping_rows(%x: memref<4x4xf32>, %y: memref<16xf32>) -> (memref<16xf32>, memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %o = memref.alloc() : memref<16xf32>
  %p = memref.alloc() : memref<16xf32>
  linalg.exp ins(%y : memref<16xf32>) outs(%a : memref<16xf32>)
  memref.copy %a, %o : memref<16xf32> to memref<16xf32>
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<16xf32> to memref<4x4xf32, strided<[1, 1]>>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%v : memref<4x4xf32, strided<[1, 1]>>)
  linalg.exp ins(%a : memref<16xf32>) outs(%p : memref<16xf32>)
  return %o, %p : memref<16xf32>, memref<16xf32>
}

// -----

// No frozen copy is touched.

// CHECK-LABEL: func @frozen
// CHECK-COUNT-2: memref.copy
func.func @frozen(%x: memref<8xf32>) -> memref<8xf32> {
  %o = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %x0 = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %x1 = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %b0 = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %b1 = memref.subview %b[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %x0, %b0 {layout.frozen} : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1]>>
  memref.copy %x1, %b1 : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: 4>>
  linalg.exp ins(%b : memref<8xf32>) outs(%o : memref<8xf32>)
  return %o : memref<8xf32>
}

// -----

// A buffer with a layout of its own stays one.

// REMARK: bytes are copied: the buffer has a layout of its own
// CHECK-LABEL: func @annotated
// CHECK: memref.copy
func.func @annotated(%x: memref<4xf32>) -> memref<12xf32> {
  %c = arith.constant 5.0 : f32
  %s = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 2, i mod 2)>]} : memref<4xf32>
  %d = memref.alloc() : memref<12xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<12xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%s : memref<4xf32>)
  %0 = memref.subview %d[4] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %s, %0 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %d : memref<12xf32>
}
