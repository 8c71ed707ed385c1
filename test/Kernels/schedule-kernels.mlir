// Kernels become loops on vectors. The registers are those of a processor with
// AVX-512, 32 of 64 bytes, or with AVX2, 16 of 32 bytes.

// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v4" -o %t.mlir --remarks-filter-missed="layout-schedule-kernels" 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v3 contract=true" | FileCheck %s --check-prefix=AVX2
// RUN: layout-opt %s --layout-schedule-kernels="cpu=x86-64-v4 cache-bytes=4194304" | FileCheck %s --check-prefix=CACHE
// RUN: layout-opt %s --pass-pipeline='builtin.module(func.func(layout-schedule-kernels))' -o %t.host.mlir
// RUN: layout-check %s %t.mlir --entry=main --int-range=-9,9
// RUN: layout-check %s %t.host.mlir --entry=main --int-range=-9,9
// RUN: %expect-exit 1 layout-opt %s --layout-schedule-kernels="cpu=unknown" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REQUIRES: x86

// UNKNOWN: error: requires 'cpu' to be host or a processor that LLVM knows for x86_64, found 'unknown'

#x = affine_map<(n, f, h, w, g, c, i, j, k) -> (n, c, h + i, w + j, k)>
#w = affine_map<(n, f, h, w, g, c, i, j, k) -> (f, c, i, j, k, g)>
#y = affine_map<(n, f, h, w, g, c, i, j, k) -> (n, f, h, w, g)>
#id = affine_map<(n, f, h, w, g) -> (n, f, h, w, g)>
#none = affine_map<(n, f, h, w, g) -> ()>
#row = affine_map<(n, f, h, w, g) -> (f, g)>

// A convolution in NCHW16c with bias and ReLU. Two blocks of channels and 14
// pixels are in registers: each of 28 sums is a vector, and so is the filter of
// each block. Zeros are no memory.
//
// CHECK-LABEL: func.func private @convolution(
// CHECK-NOT: memref.alloc
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: scf.for
// CHECK-NOT: transfer_write
// CHECK: %{{.*}}:28 = scf.for %{{.*}} iter_args(%{{[^=]*}} = %[[ZERO]],
// CHECK: scf.for {{.*}} iter_args
// CHECK: memref.load {{.*}} : memref<2x16x16x16xf32>
// CHECK-NEXT: vector.broadcast {{.*}} : f32 to vector<16xf32>
// CHECK-COUNT-28: arith.mulf {{.*}} : vector<16xf32>
// CHECK: scf.yield
// CHECK: vector.transfer_read {{.*}} : memref<2x16xf32>, vector<16xf32>
// CHECK: arith.maximumf {{.*}} fastmath<nsz> : vector<16xf32>
// CHECK-NEXT: vector.transfer_write
// CHECK-NOT: memref.alloc
// CHECK: return
//
// With half the registers of half the length a block of 16 channels is two
// vectors. Products and sums may be fused.
//
// AVX2-LABEL: func.func private @convolution(
// AVX2-SAME: passthrough = ["noinline", ["prefer-vector-width", "256"]]
// AVX2: %{{.*}}:12 = scf.for
// AVX2: arith.mulf {{.*}} fastmath<contract> : vector<8xf32>
func.func private @convolution(%x: memref<1x2x16x16x16xf32>, %w: memref<2x2x3x3x16x16xf32>, %b: memref<2x16xf32>,
                               %y: memref<1x2x14x14x16xf32> {llvm.noalias}) attributes {layout.kernel, passthrough = ["noinline"]} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<1x2x14x14x16xf32>
  linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%zero : f32) outs(%t : memref<1x2x14x14x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<1x2x16x16x16xf32>, memref<2x2x3x3x16x16xf32>) outs(%t : memref<1x2x14x14x16xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%t, %b : memref<1x2x14x14x16xf32>, memref<2x16xf32>) outs(%y : memref<1x2x14x14x16xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %t : memref<1x2x14x14x16xf32>
  return
}

// Neither extent is a multiple of the tile: the last iterations have code of
// their own, with vectors of the elements that are left.
//
// CHECK-LABEL: func.func private @matmul(
// CHECK: vector<16xi32>
// CHECK: vector<5xi32>
func.func private @matmul(%a: memref<31x7xi32>, %b: memref<7x37xi32>, %c: memref<31x37xi32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<31x7xi32>, memref<7x37xi32>) outs(%c : memref<31x37xi32>) {
  ^bb0(%p: i32, %q: i32, %out: i32):
    %0 = arith.muli %p, %q : i32
    %1 = arith.addi %out, %0 : i32
    linalg.yield %1 : i32
  }
  return
}

// The result depends on the order of the rows: they are taken as they stand.
//
// CHECK-LABEL: func.func private @order(
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[TWO:.*]] step
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[FOUR:.*]] step
// CHECK: vector.transfer_read %{{.*}}[%[[J]], %[[I]], %{{.*}}]
func.func private @order(%x: memref<4x2x5xf32>, %y: memref<5xf32> {llvm.noalias}) attributes {layout.kernel} {
  %half = arith.constant 0.5 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, i, k)>, affine_map<(i, j, k) -> (k)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : memref<4x2x5xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %out, %half : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// An op that reads what it overwrites.
//
// CHECK-LABEL: func.func private @in_place(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func private @in_place(%x: memref<3x40xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x40xf32>) outs(%x : memref<3x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// A scalar whose neighbours are far away.
//
// CHECK-LABEL: func.func private @far(
// CHECK: memref.load %{{.*}} : memref<8xf32, strided<[9], offset: ?>>
// CHECK: vector.broadcast
func.func private @far(%x: memref<8xf32, strided<[9], offset: ?>>, %y: memref<8x16xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8xf32, strided<[9], offset: ?>>) outs(%y : memref<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// Nothing reads the result.
//
// CHECK-LABEL: func.func private @dead(
// CHECK-NEXT: return
func.func private @dead(%x: memref<?x3xf32>, %rows: index) attributes {layout.kernel} {
  %y = memref.alloc(%rows) : memref<?x3xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x3xf32>) outs(%y : memref<?x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %y : memref<?x3xf32>
  return
}

// What stays a loop nest, and why.
//
// CHECK-LABEL: func.func private @dynamic_transposition(
// CHECK: linalg.generic
// REMARK: [Missed] kernel | Category:layout-schedule-kernels{{.*}} | Function=dynamic_transposition | Remark="kernel stays a loop nest: it moves elements of a dynamic shape"
func.func private @dynamic_transposition(%x: memref<?x8xf32>, %y: memref<8x?xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x8xf32>) outs(%y : memref<8x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// CHECK-LABEL: func.func private @digits(
// CHECK: linalg.generic
// REMARK: Function=digits | Remark="kernel stays a loop nest: an operand is indexed by quotients or remainders"
func.func private @digits(%x: memref<6x8x16xf32>, %window: memref<2xf32>, %y: memref<47x16xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(w, c, i) -> ((w + i) floordiv 8, (w + i) mod 8, c)>, affine_map<(w, c, i) -> (i)>, affine_map<(w, c, i) -> (w, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %window : memref<6x8x16xf32>, memref<2xf32>) outs(%y : memref<47x16xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func private @overlapping(
// CHECK: linalg.generic
// REMARK: Function=overlapping | Remark="kernel stays a loop nest: a buffer that it writes may overlap another one"
func.func private @overlapping(%x: memref<8xf32>, %y: memref<8xf32>) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func private @transposed(
// CHECK: linalg.generic
// REMARK: Function=transposed | Remark="kernel stays a loop nest: elements that are adjacent in a result are not in an operand"
func.func private @transposed(%x: memref<8x4xf32>, %y: memref<4x8xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x4xf32>) outs(%y : memref<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func private @copy(
// CHECK: linalg.generic
// REMARK: Function=copy | Remark="kernel stays a loop nest: it only moves elements"
func.func private @copy(%x: memref<4x128xf32, strided<[130, 1]>>, %y: memref<4x128xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x128xf32, strided<[130, 1]>>) outs(%y : memref<4x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Functions that are no kernels stay as they are.
//
// Elements of the last dim are added up in 64 lanes, which are combined at the
// end. The five that remain are combined at once.
//
// CHECK-LABEL: func.func private @rows(
// CHECK: scf.for
// CHECK: %{{.*}}:4 = scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-4: arith.addf {{.*}} : vector<16xf32>
// CHECK: scf.yield
// CHECK: vector.reduction <add>, {{.*}} fastmath<reassoc> : vector<16xf32> into f32
// CHECK: vector.reduction <add>, {{.*}} fastmath<reassoc> : vector<5xf32> into f32
// CHECK: memref.store
func.func private @rows(%x: memref<6x197xf32>, %y: memref<6x1xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<6x197xf32>) outs(%y : memref<6x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Functions are expanded to arithmetic on vectors.
//
// CHECK-LABEL: func.func private @function(
// CHECK-NOT: math.exp
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: return
func.func private @function(%x: memref<5x21xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : memref<5x21xf32>) {
  ^bb0(%out: f32):
    %0 = math.exp %out : f32
    linalg.yield %0 : f32
  }
  return
}

// A cube is two products; a root of 0.5 is none, because the power of -inf is
// inf.
//
// CHECK-LABEL: func.func private @powers(
// CHECK: %[[X:.*]] = math.absf {{.*}} : vector<16xf32>
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] : vector<16xf32>
// CHECK: %[[CUBE:.*]] = arith.mulf %[[X]], %[[SQUARE]] : vector<16xf32>
// CHECK: math.powf %[[CUBE]], {{.*}} : vector<16xf32>
func.func private @powers(%x: memref<33xf32> {llvm.noalias}) attributes {layout.kernel} {
  %three = arith.constant 3.0 : f32
  %half = arith.constant 0.5 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<33xf32>) {
  ^bb0(%out: f32):
    %0 = math.absf %out : f32
    %1 = math.powf %0, %three : f32
    %2 = math.powf %1, %half : f32
    linalg.yield %2 : f32
  }
  return
}

// Rows of %a fit in the cache, so that each block of 32 columns of %b is read
// once: the loop over columns is the outer one.
//
// CHECK-LABEL: func.func private @columns_first(
// CHECK: scf.for %{{.*}} = %{{.*}} to %c768 step %c32 {
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %c117 step %c13 {
func.func private @columns_first(%a: memref<128x192xf32>, %b: memref<192x768xf32>, %c: memref<128x768xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<128x192xf32>, memref<192x768xf32>) outs(%c : memref<128x768xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// The image does not fit in the cache. All channels of a tile are computed
// before the next tile, so that longer runs of elements are read; tiles of 7x4
// pixels share more of the window than those of 14x2. In a cache that the image
// fits in, the lines of 16 channels are read once into the first one.
//
// CACHE-LABEL: func.func private @channels_last(
// CACHE: scf.for %{{.*}} = %{{.*}} to %c192 step %c16 {
//
// CHECK-LABEL: func.func private @channels_last(
// CHECK: scf.for %[[H:.*]] = %{{.*}} to %c28 step %c7 {
// CHECK-NEXT: scf.for %[[W:.*]] = %{{.*}} to %c28 step %c4 {
// CHECK-NEXT: scf.for %[[C:.*]] = %{{.*}} to %c192 step %c16 {
// CHECK: vector.transfer_read %{{.*}}, %[[C]]]
func.func private @channels_last(%x: memref<30x30x192xf32>, %w: memref<3x3x192xf32>, %y: memref<28x28x192xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(h, w, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, i, j, c) -> (i, j, c)>, affine_map<(h, w, i, j, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]}
      ins(%x, %w : memref<30x30x192xf32>, memref<3x3x192xf32>) outs(%y : memref<28x28x192xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// The image fits in the cache, but rows of all channels do not in the first one:
// those of 16 channels are read once.
//
// CHECK-LABEL: func.func private @channels_first(
// CHECK: scf.for %{{.*}} = %{{.*}} to %c128 step %c16 {
// CHECK-NEXT: scf.for
func.func private @channels_first(%x: memref<14x14x128xf32>, %w: memref<3x3x128xf32>, %y: memref<12x12x128xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(h, w, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, i, j, c) -> (i, j, c)>, affine_map<(h, w, i, j, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]}
      ins(%x, %w : memref<14x14x128xf32>, memref<3x3x128xf32>) outs(%y : memref<12x12x128xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// What is added up is computed on the way, vector by vector.
//
// CHECK-LABEL: func.func private @mean(
// CHECK-NOT: memref.alloc
// CHECK: scf.for %{{.*}} = %c0 to %c7
// CHECK: scf.for %{{.*}} = %c0 to %c3
// CHECK: arith.maximumf {{.*}} fastmath<nsz> : vector<16xf32>
// CHECK: scf.yield
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK-NOT: memref.alloc
// CHECK: return
func.func private @mean(%x: memref<2x7x3x33xf32>, %y: memref<2x33xf32> {llvm.noalias}) attributes {layout.kernel} {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %sum = memref.alloc() : memref<2x33xf32>
  %relu = memref.alloc() : memref<2x7x3x33xf32>
  linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
      outs(%sum : memref<2x33xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<2x7x3x33xf32>) outs(%relu : memref<2x7x3x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, c)>], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%relu : memref<2x7x3x33xf32>) outs(%sum : memref<2x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : memref<2x33xf32>) outs(%y : memref<2x33xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %quarter : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func private @long_rows(
// CHECK: linalg.generic
// REMARK: Function=long_rows | Remark="kernel stays a loop nest: a tile of it would be thousands of instructions"
func.func private @long_rows(%x: memref<2x40000xf32>, %y: memref<2xf32> {llvm.noalias}) attributes {layout.kernel} {
  %square = memref.alloc() : memref<2x40000xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x40000xf32>) outs(%square : memref<2x40000xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%square : memref<2x40000xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @main(
func.func @main(%x: memref<1x2x16x16x16xf32>, %w: memref<2x2x3x3x16x16xf32>, %b: memref<2x16xf32>,
                %a: memref<31x7xi32>, %m: memref<7x37xi32>, %c: memref<31x37xi32>,
                %rows: memref<4x2x5xf32>, %sum: memref<5xf32>, %p: memref<3x40xf32>, %s: memref<8x9xf32>, %t: memref<8x16xf32>,
                %long: memref<6x197xf32>, %sums: memref<6x1xf32>, %e: memref<5x21xf32>, %q: memref<33xf32>,
                %a2: memref<128x192xf32>, %b2: memref<192x768xf32>, %c2: memref<128x768xf32>,
                %image: memref<2x7x3x33xf32>, %pooled: memref<4x21x24xi32>, %window: memref<3x3xi32>, %pools: memref<10x24x1xi32>)
    -> (memref<1x2x14x14x16xf32>, memref<2x33xf32>) {
  %y = memref.alloc() : memref<1x2x14x14x16xf32>
  call @convolution(%x, %w, %b, %y) : (memref<1x2x16x16x16xf32>, memref<2x2x3x3x16x16xf32>, memref<2x16xf32>, memref<1x2x14x14x16xf32>) -> ()
  call @matmul(%a, %m, %c) : (memref<31x7xi32>, memref<7x37xi32>, memref<31x37xi32>) -> ()
  call @order(%rows, %sum) : (memref<4x2x5xf32>, memref<5xf32>) -> ()
  call @in_place(%p) : (memref<3x40xf32>) -> ()
  %column = memref.subview %s[0, 3] [8, 1] [1, 1] : memref<8x9xf32> to memref<8xf32, strided<[9], offset: 3>>
  %any = memref.cast %column : memref<8xf32, strided<[9], offset: 3>> to memref<8xf32, strided<[9], offset: ?>>
  call @far(%any, %t) : (memref<8xf32, strided<[9], offset: ?>>, memref<8x16xf32>) -> ()
  call @rows(%long, %sums) : (memref<6x197xf32>, memref<6x1xf32>) -> ()
  call @function(%e) : (memref<5x21xf32>) -> ()
  call @powers(%q) : (memref<33xf32>) -> ()
  call @columns_first(%a2, %b2, %c2) : (memref<128x192xf32>, memref<192x768xf32>, memref<128x768xf32>) -> ()
  %means = memref.alloc() : memref<2x33xf32>
  call @one_element(%pooled, %window, %pools) : (memref<4x21x24xi32>, memref<3x3xi32>, memref<10x24x1xi32>) -> ()
  call @mean(%image, %means) : (memref<2x7x3x33xf32>, memref<2x33xf32>) -> ()
  return %y, %means : memref<1x2x14x14x16xf32>, memref<2x33xf32>
}

// A matmul in a prime number of blocks of columns, which stores its result by
// columns. A tile has 8 columns of one block, whose weights share a cache line:
// columns of several blocks would have as many lines.
//
// CHECK-LABEL: func.func private @columns_in_blocks(
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c48 {
// CHECK: scf.for %{{.*}} = %{{.*}} to %c13 step %c1 {
// CHECK: scf.for %{{.*}} = %{{.*}} to %c16 step %c8 {
// CHECK: %{{.*}}:24 = scf.for
func.func private @columns_in_blocks(%x: memref<384x768xf32>, %w: memref<13x384x16xf32>, %y: memref<13x16x768xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(b, g, m, k) -> (k, m)>, affine_map<(b, g, m, k) -> (b, k, g)>, affine_map<(b, g, m, k) -> (b, g, m)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<384x768xf32>, memref<13x384x16xf32>) outs(%y : memref<13x16x768xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Powers of integers have no form on vectors.
//
// REMARK-DAG: kernel stays a loop nest: LLVM raises vectors only to floating-point powers
// CHECK-LABEL: func.func private @integer_powers(
// CHECK: linalg.generic
// CHECK: math.fpowi {{.*}} : f32, i32
func.func private @integer_powers(%n: memref<32xi32>, %x: memref<32xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%n : memref<32xi32>) outs(%x : memref<32xf32>) {
  ^bb0(%in: i32, %out: f32):
    %0 = math.fpowi %out, %in : f32, i32
    linalg.yield %0 : f32
  }
  return
}

// The last dim of the result has one element, and the loop over it cannot be
// dropped, because the image is larger than what the windows reach. The channels
// in front of it become vectors all the same.
//
// CHECK-LABEL: func.func private @one_element(
// CHECK: arith.addi {{.*}} : vector<16xi32>
// CHECK: return
func.func private @one_element(%x: memref<4x21x24xi32>, %w: memref<3x3xi32>, %y: memref<10x24x1xi32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(w, c, h, i, j) -> (h * 2 + i, w * 2 + j, c)>, affine_map<(w, c, h, i, j) -> (i, j)>, affine_map<(w, c, h, i, j) -> (w, c, h)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<4x21x24xi32>, memref<3x3xi32>) outs(%y : memref<10x24x1xi32>) {
  ^bb0(%in: i32, %v: i32, %sum: i32):
    %0 = arith.addi %sum, %in : i32
    linalg.yield %0 : i32
  }
  return
}

// The result is the first element of each row.
//
// REMARK-DAG: kernel stays a loop nest: a result is written at constant indices
// CHECK-LABEL: func.func private @first_elements(
// CHECK: linalg.generic
func.func private @first_elements(%x: memref<64x32xf32>, %y: memref<64x16xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x32xf32>) outs(%y : memref<64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}
