// --count adds up what rewrites and moves read and write as a program runs: as
// often as loops, branches and calls run, with the sizes of the run.
// RUN: split-file %s %t
// RUN: layout-check --count %t/loop.mlir --dims=3,5 --int-range=4,4 | FileCheck %s --check-prefix=LOOP
// RUN: layout-check --count %t/calls.mlir | FileCheck %s --check-prefix=CALLS
// RUN: layout-check --count %t/branch.mlir --int-range=0,0 | FileCheck %s --check-prefix=ELSE
// RUN: layout-check --count %t/branch.mlir --int-range=1,1 | FileCheck %s --check-prefix=THEN
// RUN: layout-check --count %t/parallel.mlir | FileCheck %s --check-prefix=PARALLEL
// RUN: layout-check --count %t/buffers.mlir | FileCheck %s --check-prefix=BUFFERS
// RUN: layout-check --count %t/constant.mlir | FileCheck %s --check-prefix=CONSTANT

// Two programs that compute the same, before and after planning.
// RUN: layout-opt %t/conv.mlir --layout-pipeline="target=nchw4c indivisible=pad" -o %t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=COUNTED
// RUN: layout-check --count %t/conv.mlir %t/planned.mlir | FileCheck %s --check-prefix=BOTH

// A run that depends on the seed has a line for each.
// RUN: layout-check --count %t/seeds.mlir %t/seeds.mlir --seed=3 --int-range=0,1 | FileCheck %s --check-prefix=SEEDS

// RUN: %expect-exit 2 layout-check %t/loop.mlir | FileCheck %s --check-prefix=ONE
// RUN: %expect-exit 2 layout-check --count %t/bad.mlir 2>&1 | FileCheck %s --check-prefix=BAD

// Four iterations transpose 3x5 elements of 2 bytes. With unknown sizes,
// --layout-count counts one element, ten times.
// LOOP: loop.mlir executed: rewrites 480 bytes, constants 0 bytes, moves 0 bytes, copies {{[0-9]+}} bytes, 0 of them by rewrites
// LOOP-NEXT: loop.mlir counted by --layout-count: rewrites 80 bytes, constants 0 bytes, moves 0 bytes, sizes, trip counts and conditions unknown

//--- loop.mlir
func.func @main(%x: tensor<?x?xf16>, %n: index) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c0 : tensor<?x?xf16>
  %w = tensor.dim %x, %c1 : tensor<?x?xf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?x?xf16> {
    %e = tensor.empty(%w, %h) : tensor<?x?xf16>
    %t = linalg.transpose ins(%a : tensor<?x?xf16>) outs(%e : tensor<?x?xf16>) permutation = [1, 0]
    %m = linalg.exp ins(%t : tensor<?x?xf16>) outs(%e : tensor<?x?xf16>) -> tensor<?x?xf16>
    %f = tensor.empty(%h, %w) : tensor<?x?xf16>
    %u = linalg.transpose ins(%m : tensor<?x?xf16>) outs(%f : tensor<?x?xf16>) permutation = [1, 0]
    scf.yield %u : tensor<?x?xf16>
  }
  return %r : tensor<?x?xf16>
}

// A function runs twice in each of three iterations; one that is not called
// does not count. A slice is a view on buffers.
// CALLS: calls.mlir executed: rewrites 288 bytes, constants 0 bytes, moves 32 bytes, copies {{[0-9]+}} bytes, 0 of them by rewrites
// CALLS-NOT: counted

//--- calls.mlir
func.func private @turn(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  %r = tensor.expand_shape %c [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @unused(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  return %t : tensor<3x2xf32>
}
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<2x3xf32> {
    %0 = func.call @turn(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = func.call @turn(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    scf.yield %1 : tensor<2x3xf32>
  }
  %s = tensor.extract_slice %r[0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}

// One of two branches pads, which is a move of 12 + 20 bytes; the other one
// transposes. Both are counted by --layout-count.
// ELSE: branch.mlir executed: rewrites 40 bytes, constants 0 bytes, moves 0 bytes
// ELSE-NEXT: branch.mlir counted by --layout-count: rewrites 40 bytes, constants 0 bytes, moves 36 bytes, sizes, trip counts and conditions unknown
// THEN: branch.mlir executed: rewrites 0 bytes, constants 0 bytes, moves 36 bytes

//--- branch.mlir
func.func @main(%x: tensor<4x1xi32>, %y: tensor<1x5xi32>, %n: index) -> tensor<1x5xi32> {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %p = arith.cmpi ne, %n, %c0 : index
  %r = scf.if %p -> tensor<1x5xi32> {
    %f = tensor.collapse_shape %x [[0, 1]] : tensor<4x1xi32> into tensor<4xi32>
    %s = tensor.expand_shape %f [[0, 1]] output_shape [1, 4] : tensor<4xi32> into tensor<1x4xi32>
    %q = tensor.pad %s low[0, 1] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %i0 : i32
    } : tensor<1x4xi32> to tensor<1x5xi32>
    scf.yield %q : tensor<1x5xi32>
  } else {
    %e = tensor.empty() : tensor<1x5xi32>
    %c = linalg.copy ins(%y : tensor<1x5xi32>) outs(%e : tensor<1x5xi32>) -> tensor<1x5xi32>
    scf.yield %c : tensor<1x5xi32>
  }
  return %r : tensor<1x5xi32>
}

// Each of two iterations takes two slices of 12 bytes and inserts one.
// PARALLEL: parallel.mlir executed: rewrites 0 bytes, constants 0 bytes, moves 144 bytes
// PARALLEL-NOT: counted

//--- parallel.mlir
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %r = scf.forall (%i) in (2) shared_outs(%o = %e) -> tensor<2x3xf32> {
    %s = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
    %d = tensor.extract_slice %o[%i, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
    %m = linalg.negf ins(%s : tensor<1x3xf32>) outs(%d : tensor<1x3xf32>) -> tensor<1x3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<2x3xf32>
    }
  }
  return %r : tensor<2x3xf32>
}

// A copy that stands in the program is a move.
// BUFFERS: buffers.mlir executed: rewrites 48 bytes, constants 0 bytes, moves 48 bytes, copies 0 bytes, 0 of them by rewrites

//--- buffers.mlir
func.func @main(%x: memref<2x3xf32>, %y: memref<3x2xf32>, %z: memref<3x2xf32>) {
  linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  memref.copy %y, %z : memref<3x2xf32> to memref<3x2xf32>
  return
}

// CONSTANT: constant.mlir executed: rewrites 0 bytes, constants 48 bytes, moves 0 bytes

//--- constant.mlir
func.func @main(%x: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %w = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %t = linalg.transpose ins(%w : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) permutation = [1, 0]
  %r = arith.addi %x, %t : tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

// COUNTED: "rewrites":2,"bytes":5376,"moves":{"n":0,"bytes":0}
// BOTH: conv.mlir executed: rewrites 0 bytes, constants 0 bytes, moves 0 bytes
// BOTH-NEXT: planned.mlir executed: rewrites 5376 bytes, constants 0 bytes, moves 0 bytes
// BOTH-NEXT: {{^equal$}}

//--- conv.mlir
func.func @main(%x: tensor<1x3x8x8xf32>, %w: tensor<6x3x1x1xf32>) -> tensor<1x6x8x8xf32> {
  %f = arith.constant dense<"0x0000803F0000004000004040000080400000A0400000C0400000E0400000004100001041000020410000304100004041000050410000604100007041000080410000884100009041"> : tensor<6x3x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x6x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x3x8x8xf32>, tensor<6x3x1x1xf32>) outs(%zero : tensor<1x6x8x8xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}

// SEEDS: seeds.mlir executed with seed 3: rewrites [[A:[0-9]+]] bytes
// SEEDS-NEXT: seeds.mlir executed with seed 4: rewrites {{[0-9]+}} bytes
// SEEDS-NEXT: seeds.mlir counted by --layout-count: rewrites 1200 bytes

//--- seeds.mlir
func.func @main(%x: tensor<3x5xf32>, %a: index, %b: index, %c: index, %d: index) -> tensor<3x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.addi %a, %b : index
  %three = arith.addi %two, %c : index
  %n = arith.addi %three, %d : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<3x5xf32> {
    %e = tensor.empty() : tensor<3x5xf32>
    %t = linalg.copy ins(%y : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
    scf.yield %t : tensor<3x5xf32>
  }
  return %r : tensor<3x5xf32>
}

// ONE: could not compare: requires two programs, found one; --count takes one
// BAD: bad.mlir:3:{{[0-9]+}}: error: cannot count the bytes of a value of type 'tensor<2x2x!llvm.ptr>'
// BAD: could not count: {{.*}}bad.mlir failed

//--- bad.mlir
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %p = func.call @pointers() : () -> tensor<2x3x!llvm.ptr>
  %s = tensor.extract_slice %p[0, 1] [2, 2] [1, 1] : tensor<2x3x!llvm.ptr> to tensor<2x2x!llvm.ptr>
  func.call @use(%s) : (tensor<2x2x!llvm.ptr>) -> ()
  return %x : tensor<3xf32>
}
func.func private @pointers() -> tensor<2x3x!llvm.ptr>
func.func private @use(tensor<2x2x!llvm.ptr>)
