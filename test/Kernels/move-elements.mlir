// Ops that permute elements become loops on tiles that are transposed in vector
// registers, here those of a processor with AVX-512. With AVX2, vectors have two
// lanes instead of four.
//
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v4" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v3" -o %t.avx2.mlir
// RUN: FileCheck %s --input-file=%t.avx2.mlir --check-prefix=AVX2
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64" -o %t.sse.mlir
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v4 threads=2" -o %t.threads.mlir
// RUN: FileCheck %s --input-file=%t.threads.mlir --check-prefix=THREADS
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-check %s %t.avx2.mlir --entry=main
// RUN: layout-check %s %t.sse.mlir --entry=main
// RUN: layout-check %s %t.threads.mlir --entry=main
// REQUIRES: x86

// AVX2-LABEL: func.func private @matrix(
// AVX2: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// AVX2-COUNT-8: vector.store {{.*}}, vector<8xf32>

// Each thread has a buffer of its own.
//
// THREADS-LABEL: func.func private @blocks(
// THREADS: scf.parallel
// THREADS: memref.alloca
// THREADS: scf.reduce

// A last tile that is far smaller does not overlap the one before it.
//
// CHECK-LABEL: func.func private @rests(
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK-COUNT-16: vector.store {{.*}}, vector<16xf32>
// CHECK-COUNT-16: vector.store {{.*}}, vector<1xf32>
// CHECK: }
// CHECK-COUNT-3: vector.store {{.*}}, vector<16xf32>
// CHECK-COUNT-3: vector.store {{.*}}, vector<1xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func private @rests(%x: memref<17x35xf32>, %y: memref<35x17xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<17x35xf32>) outs(%y : memref<35x17xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Parts of 16 rows are loaded into the 16-byte lanes of four vectors, which are
// interleaved twice. The last tiles end with the matrix.
//
// CHECK-LABEL: func.func private @matrix(
// CHECK: memref.reinterpret_cast %arg0 to offset: [0], sizes: [984], strides: [1]
// CHECK: scf.for %[[I:.*]] = %c0 to %c41 step %c16
// CHECK: affine.min #{{.*}}(%[[I]])
// CHECK: scf.for %[[J:.*]] = %c0 to %c24 step %c16
// CHECK: affine.min #{{.*}}(%[[J]])
// CHECK-COUNT-4: vector.load {{.*}}, vector<4xf32>
// CHECK: vector.shuffle {{.*}} [0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29] : vector<16xf32>, vector<16xf32>
// CHECK-COUNT-16: vector.store {{.*}}, vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func private @matrix(%x: memref<24x41xf32>, %y: memref<41x24xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<24x41xf32>) outs(%y : memref<41x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// 64 rows of bytes, 16 of each at a time, interleaved four times.
//
// CHECK-LABEL: func.func private @bytes(
// CHECK-COUNT-64: vector.load {{.*}}, vector<16xi8>
// CHECK-COUNT-64: vector.store {{.*}}, vector<64xi8>
// CHECK-NOT: vector.store
// CHECK: return
func.func private @bytes(%x: memref<100x150xi8>, %y: memref<150x100xi8> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x150xi8>) outs(%y : memref<150x100xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}

// 32 rows of 8 elements at a time.
//
// CHECK-LABEL: func.func private @half(
// CHECK: vector.load {{.*}}, vector<8xi16>
// CHECK-COUNT-32: vector.store {{.*}}, vector<32xi16>
// CHECK-NOT: vector.store
// CHECK: return
func.func private @half(%x: memref<43x47xbf16>, %y: memref<47x43xbf16> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<43x47xbf16>) outs(%y : memref<47x43xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    linalg.yield %in : bf16
  }
  return
}

// Eight rows of two elements. Loops of one iteration vanish.
//
// CHECK-LABEL: func.func private @doubles(
// CHECK: scf.for %{{.*}} = %c0 to %c20 step %c8
// CHECK: scf.for %{{.*}} = %c0 to %c12 step %c8
// CHECK: vector.load {{.*}}, vector<2xf64>
// CHECK-COUNT-8: vector.store {{.*}}, vector<8xf64>
// CHECK: return
func.func private @doubles(%x: memref<12x1x20xf64>, %y: memref<20x1x12xf64> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (c, b, a)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<12x1x20xf64>) outs(%y : memref<20x1x12xf64>) {
  ^bb0(%in: f64, %out: f64):
    linalg.yield %in : f64
  }
  return
}

// Fewer elements than a vector has, in rows that follow each other.
//
// CHECK-LABEL: func.func private @small(
// CHECK-NOT: scf.for
// CHECK: vector.load {{.*}}, vector<15xf32>
// CHECK: vector.shuffle {{.*}} [0, 3, 6, 9, 12, 1, 4, 7, 10, 13, 2, 5, 8, 11, 14] : vector<15xf32>, vector<15xf32>
// CHECK: vector.store {{.*}}, vector<15xf32>
// CHECK: return
func.func private @small(%x: memref<5x3xf32>, %y: memref<3x5xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<5x3xf32>) outs(%y : memref<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Dims that follow each other in source and result are one: 5x9 is 45.
//
// CHECK-LABEL: func.func private @merged(
// CHECK: scf.for %{{.*}} = %c0 to %c45 step %c16
// CHECK: scf.for %{{.*}} = %c0 to %c24 step %c16
// CHECK-NOT: scf.for
// CHECK: return
func.func private @merged(%x: memref<1x24x5x9xf32>, %y: memref<1x5x9x24xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, d, b, c)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<1x24x5x9xf32>) outs(%y : memref<1x5x9x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// What is far in both is a loop around the tiles.
//
// CHECK-LABEL: func.func private @reverse(
// CHECK-COUNT-4: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func private @reverse(%x: memref<24x3x2x32xf32>, %y: memref<32x2x3x24xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (d, c, b, a)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<24x3x2x32xf32>) outs(%y : memref<32x2x3x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Rows of three elements that follow each other are written as whole vectors.
//
// CHECK-LABEL: func.func private @image(
// CHECK: scf.for %{{.*}} = %c0 to %c63 step %c16
// CHECK-COUNT-3: vector.load {{.*}}, vector<16xf32>
// CHECK: vector.shuffle {{.*}} [0, 16, -1, 3, 17, -1, 6, 18, -1,
// CHECK-COUNT-3: vector.store {{.*}}, vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func private @image(%x: memref<1x3x7x9xf32>, %y: memref<1x7x9x3xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, d, b, c)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<1x3x7x9xf32>) outs(%y : memref<1x7x9x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Four floats that stay together are a lane: four of them are a vector.
//
// CHECK-LABEL: func.func private @quads(
// CHECK-NOT: [0, 16, 1, 17
// CHECK: vector.load {{.*}}, vector<4xf32>
// CHECK: vector.store {{.*}}, vector<16xf32>
// CHECK: return
func.func private @quads(%x: memref<6x7x4xf32>, %y: memref<7x6x4xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<6x7x4xf32>) outs(%y : memref<7x6x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Pairs are interleaved like elements of eight bytes.
//
// CHECK-LABEL: func.func private @pairs(
// CHECK: vector.shuffle {{.*}} [0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29]
// CHECK: vector.store {{.*}}, vector<16xf32>
// CHECK: return
func.func private @pairs(%x: memref<9x10x2xf32>, %y: memref<10x9x2xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<9x10x2xf32>) outs(%y : memref<10x9x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Four groups that are no part of a lane are shuffled from four rows.
//
// CHECK-LABEL: func.func private @triples(
// CHECK-COUNT-4: vector.load {{.*}}, vector<12xf32>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 12, 13, 14,
// CHECK-COUNT-4: vector.store {{.*}}, vector<12xf32>
// CHECK: return
func.func private @triples(%x: memref<6x7x3xf32>, %y: memref<7x6x3xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<6x7x3xf32>) outs(%y : memref<7x6x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Longer groups are copied, vector by vector. The last one ends with the group.
//
// CHECK-LABEL: func.func private @rows(
// CHECK-COUNT-2: vector.load {{.*}}, vector<16xf32>
// CHECK-NOT: vector.load
// CHECK: return
func.func private @rows(%x: memref<6x7x24xf32>, %y: memref<7x6x24xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<6x7x24xf32>) outs(%y : memref<7x6x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Source and result may be parts of other buffers.
//
// CHECK-LABEL: func.func private @gaps(
// CHECK: memref.extract_strided_metadata
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [530], strides: [1]
// CHECK: return
func.func private @gaps(%x: memref<18x20xf32, strided<[30, 1], offset: ?>>, %y: memref<20x18xf32, strided<[40, 1], offset: ?>> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<18x20xf32, strided<[30, 1], offset: ?>>) outs(%y : memref<20x18xf32, strided<[40, 1], offset: ?>>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// No elements of the source are adjacent: they are loaded one by one.
//
// CHECK-LABEL: func.func private @spread(
// CHECK: vector.load {{.*}}, vector<1xf32>
// CHECK: vector.store {{.*}}, vector<16xf32>
// CHECK: return
func.func private @spread(%x: memref<18x5xf32, strided<[30, 2], offset: ?>>, %y: memref<5x18xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<18x5xf32, strided<[30, 2], offset: ?>>) outs(%y : memref<5x18xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// More than fits in the cache is moved block by block. The lines of the next
// block are prefetched in source and result; the last one is smaller, and is
// prefetched with a part of the one before.
//
// CHECK-LABEL: func.func private @prefetched(
// CHECK-NOT: memref.alloca
// CHECK-DAG: %[[SOURCE:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG: %[[RESULT:.*]] = memref.reinterpret_cast %arg1
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c78 step %c1 {
// CHECK: affine.min #{{.*}}(%[[BLOCK]])
// CHECK-COUNT-16: memref.prefetch %[[SOURCE]][{{.*}}], read, locality<2>, data
// CHECK-COUNT-16: memref.prefetch %[[RESULT]][{{.*}}], read, locality<2>, data
// CHECK-COUNT-16: vector.store {{.*}}, vector<16xf32>
// CHECK: return
func.func private @prefetched(%x: memref<380x410xf32>, %y: memref<410x380xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<380x410xf32>) outs(%y : memref<410x380xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Blocks of all loops, in the order of the source.
//
// CHECK-LABEL: func.func private @reversed(
// CHECK-DAG: %[[SOURCE:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG: %[[RESULT:.*]] = memref.reinterpret_cast %arg1
// CHECK: memref.prefetch %[[SOURCE]][
// CHECK: memref.prefetch %[[RESULT]][
// CHECK: return
func.func private @reversed(%x: memref<9x11x1x47x63xf32>, %y: memref<63x47x1x11x9xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e) -> (e, d, c, b, a)>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<9x11x1x47x63xf32>) outs(%y : memref<63x47x1x11x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Groups that fill vectors are put together in a buffer, block by block, and rows
// of that are copied to the result. The last block is smaller.
//
// CHECK-LABEL: func.func private @blocks(
// CHECK: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
// CHECK: vector.store {{.*}}, %[[BUFFER]][
// CHECK: vector.load %[[BUFFER]][
// CHECK: vector.store
// CHECK: return
func.func private @blocks(%x: memref<90x130x20xf32>, %y: memref<130x90x20xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<90x130x20xf32>) outs(%y : memref<130x90x20xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// A copy of short rows.
//
// CHECK-LABEL: func.func private @copy(
// CHECK-COUNT-1: vector.load {{.*}}, vector<8xf32>
// CHECK: return
func.func private @copy(%x: memref<4x8xf32, strided<[16, 1], offset: ?>>, %y: memref<4x8xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32, strided<[16, 1], offset: ?>>) outs(%y : memref<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
func.func @main(%rests: memref<17x35xf32>, %matrix: memref<24x41xf32>, %bytes: memref<100x150xi8>, %half: memref<43x47xbf16>, %doubles: memref<12x1x20xf64>, %small: memref<5x3xf32>, %merged: memref<1x24x5x9xf32>, %reverse: memref<24x3x2x32xf32>, %image: memref<1x3x7x9xf32>, %quads: memref<6x7x4xf32>, %pairs: memref<9x10x2xf32>, %triples: memref<6x7x3xf32>, %rows: memref<6x7x24xf32>, %gaps: memref<19x30xf32>, %spread: memref<19x30xf32>, %prefetched: memref<380x410xf32>, %reversed: memref<9x11x1x47x63xf32>, %blocks: memref<90x130x20xf32>, %copy: memref<5x16xf32>)
    -> (memref<35x17xf32>, memref<41x24xf32>, memref<150x100xi8>, memref<47x43xbf16>, memref<20x1x12xf64>, memref<3x5xf32>, memref<1x5x9x24xf32>, memref<32x2x3x24xf32>, memref<1x7x9x3xf32>, memref<7x6x4xf32>, memref<10x9x2xf32>, memref<7x6x3xf32>, memref<7x6x24xf32>, memref<20x40xf32>, memref<5x18xf32>, memref<410x380xf32>, memref<63x47x1x11x9xf32>, memref<130x90x20xf32>, memref<4x8xf32>) {
  %rests_y = memref.alloc() : memref<35x17xf32>
  call @rests(%rests, %rests_y) : (memref<17x35xf32>, memref<35x17xf32>) -> ()
  %matrix_y = memref.alloc() : memref<41x24xf32>
  call @matrix(%matrix, %matrix_y) : (memref<24x41xf32>, memref<41x24xf32>) -> ()
  %bytes_y = memref.alloc() : memref<150x100xi8>
  call @bytes(%bytes, %bytes_y) : (memref<100x150xi8>, memref<150x100xi8>) -> ()
  %half_y = memref.alloc() : memref<47x43xbf16>
  call @half(%half, %half_y) : (memref<43x47xbf16>, memref<47x43xbf16>) -> ()
  %doubles_y = memref.alloc() : memref<20x1x12xf64>
  call @doubles(%doubles, %doubles_y) : (memref<12x1x20xf64>, memref<20x1x12xf64>) -> ()
  %small_y = memref.alloc() : memref<3x5xf32>
  call @small(%small, %small_y) : (memref<5x3xf32>, memref<3x5xf32>) -> ()
  %merged_y = memref.alloc() : memref<1x5x9x24xf32>
  call @merged(%merged, %merged_y) : (memref<1x24x5x9xf32>, memref<1x5x9x24xf32>) -> ()
  %reverse_y = memref.alloc() : memref<32x2x3x24xf32>
  call @reverse(%reverse, %reverse_y) : (memref<24x3x2x32xf32>, memref<32x2x3x24xf32>) -> ()
  %image_y = memref.alloc() : memref<1x7x9x3xf32>
  call @image(%image, %image_y) : (memref<1x3x7x9xf32>, memref<1x7x9x3xf32>) -> ()
  %quads_y = memref.alloc() : memref<7x6x4xf32>
  call @quads(%quads, %quads_y) : (memref<6x7x4xf32>, memref<7x6x4xf32>) -> ()
  %pairs_y = memref.alloc() : memref<10x9x2xf32>
  call @pairs(%pairs, %pairs_y) : (memref<9x10x2xf32>, memref<10x9x2xf32>) -> ()
  %triples_y = memref.alloc() : memref<7x6x3xf32>
  call @triples(%triples, %triples_y) : (memref<6x7x3xf32>, memref<7x6x3xf32>) -> ()
  %rows_y = memref.alloc() : memref<7x6x24xf32>
  call @rows(%rows, %rows_y) : (memref<6x7x24xf32>, memref<7x6x24xf32>) -> ()
  %gaps_part = memref.subview %gaps[1, 0] [18, 20] [1, 1] : memref<19x30xf32> to memref<18x20xf32, strided<[30, 1], offset: 30>>
  %gaps_x = memref.cast %gaps_part : memref<18x20xf32, strided<[30, 1], offset: 30>> to memref<18x20xf32, strided<[30, 1], offset: ?>>
  %gaps_y = memref.alloc() : memref<20x40xf32>
  %gaps_zero = arith.constant 0.0 : f32
  linalg.fill ins(%gaps_zero : f32) outs(%gaps_y : memref<20x40xf32>)
  %gaps_out = memref.subview %gaps_y[0, 3] [20, 18] [1, 1] : memref<20x40xf32> to memref<20x18xf32, strided<[40, 1], offset: 3>>
  %gaps_to = memref.cast %gaps_out : memref<20x18xf32, strided<[40, 1], offset: 3>> to memref<20x18xf32, strided<[40, 1], offset: ?>>
  call @gaps(%gaps_x, %gaps_to) : (memref<18x20xf32, strided<[30, 1], offset: ?>>, memref<20x18xf32, strided<[40, 1], offset: ?>>) -> ()
  %spread_part = memref.subview %spread[1, 0] [18, 5] [1, 2] : memref<19x30xf32> to memref<18x5xf32, strided<[30, 2], offset: 30>>
  %spread_x = memref.cast %spread_part : memref<18x5xf32, strided<[30, 2], offset: 30>> to memref<18x5xf32, strided<[30, 2], offset: ?>>
  %spread_y = memref.alloc() : memref<5x18xf32>
  call @spread(%spread_x, %spread_y) : (memref<18x5xf32, strided<[30, 2], offset: ?>>, memref<5x18xf32>) -> ()
  %prefetched_y = memref.alloc() : memref<410x380xf32>
  call @prefetched(%prefetched, %prefetched_y) : (memref<380x410xf32>, memref<410x380xf32>) -> ()
  %reversed_y = memref.alloc() : memref<63x47x1x11x9xf32>
  call @reversed(%reversed, %reversed_y) : (memref<9x11x1x47x63xf32>, memref<63x47x1x11x9xf32>) -> ()
  %blocks_y = memref.alloc() : memref<130x90x20xf32>
  call @blocks(%blocks, %blocks_y) : (memref<90x130x20xf32>, memref<130x90x20xf32>) -> ()
  %copy_part = memref.subview %copy[1, 0] [4, 8] [1, 1] : memref<5x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 16>>
  %copy_x = memref.cast %copy_part : memref<4x8xf32, strided<[16, 1], offset: 16>> to memref<4x8xf32, strided<[16, 1], offset: ?>>
  %copy_y = memref.alloc() : memref<4x8xf32>
  call @copy(%copy_x, %copy_y) : (memref<4x8xf32, strided<[16, 1], offset: ?>>, memref<4x8xf32>) -> ()
  return %rests_y, %matrix_y, %bytes_y, %half_y, %doubles_y, %small_y, %merged_y, %reverse_y, %image_y, %quads_y, %pairs_y, %triples_y, %rows_y, %gaps_y, %spread_y, %prefetched_y, %reversed_y, %blocks_y, %copy_y : memref<35x17xf32>, memref<41x24xf32>, memref<150x100xi8>, memref<47x43xbf16>, memref<20x1x12xf64>, memref<3x5xf32>, memref<1x5x9x24xf32>, memref<32x2x3x24xf32>, memref<1x7x9x3xf32>, memref<7x6x4xf32>, memref<10x9x2xf32>, memref<7x6x3xf32>, memref<7x6x24xf32>, memref<20x40xf32>, memref<5x18xf32>, memref<410x380xf32>, memref<63x47x1x11x9xf32>, memref<130x90x20xf32>, memref<4x8xf32>
}
