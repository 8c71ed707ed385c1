// What cannot be emitted is refused, and no file is written.

// RUN: rm -rf %t && mkdir %t %t/bin
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/no/x.o --emit-header=%t/x.h 2>&1 | FileCheck %s --check-prefix=WHERE
// WHERE: layout-run: '{{.*}}no/x.o': No such file or directory
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/x.o --emit-header=%t/no/x.h 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: layout-run: '{{.*}}no/x.h': No such file or directory
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: layout-run: '{{.*}}': Is a directory

// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: layout-run: --emit requires a file to write, -o FILE
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/x.o --emit-header=%t/x.o 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: layout-run: -o and --emit-header require two files, found '{{.*}}x.o' twice
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/x.o --profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: layout-run: --profile cannot be combined with --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/x.o --output=%t/y.npy 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: layout-run: --output cannot be combined with --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=obj -o %t/x.o --dims=3 2>&1 | FileCheck %s --check-prefix=DIMS
// DIMS: layout-run: --dims cannot be combined with --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy -o %t/x.o 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: layout-run: -o requires --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit-header=%t/x.h 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: layout-run: --emit-header requires --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy --symbol=copy 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: layout-run: --symbol requires --emit
// RUN: %expect-exit 1 layout-run %s --entry=copy --emit=exe -o %t/x.o 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: layout-run: for the --emit option: Cannot find option named 'exe'!

// RUN: %expect-exit 1 layout-run %s --entry=main --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: [[#@LINE+29]]:1: error: requires a C identifier that is free as the name of the function (choose with --symbol), found 'main', with which a C program begins
// MAIN: layout-run: {{.*}}emit-errors.mlir cannot be called from C
// RUN: %expect-exit 1 layout-run %s --entry=a.b --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=DOT
// DOT: error: {{.*}}, found 'a.b', which is no identifier
// RUN: %expect-exit 1 layout-run %s --entry=main --symbol=double --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=KEYWORD
// KEYWORD: error: {{.*}}, found 'double', which is a keyword
// RUN: %expect-exit 1 layout-run %s --entry=main --symbol=malloc --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MALLOC
// MALLOC: error: {{.*}}, found 'malloc', which is a function of the C library
// RUN: %expect-exit 1 layout-run %s --entry=blocked --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=BLOCKED
// BLOCKED: error: requires a layout that permutes dims for a C function, found arg0 with #layout.index_map<(d0) -> (d0 floordiv 2, d0 mod 2)>
// RUN: %expect-exit 1 layout-run %s --entry=spread --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=SPREAD
// SPREAD: error: requires a layout that permutes dims for a C function, found arg0 with #layout.tensor_layout<
// RUN: %expect-exit 1 layout-run %s --entry=narrow --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: error: requires elements of type i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64 for a C function, found arg1 of type 'tensor<2xi4>'
// RUN: %expect-exit 1 layout-run %s --entry=encoded --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=ENCODED
// ENCODED: error: requires row-major tensors for a C function, found arg0 of type 'tensor<2xf32, "some">'
// RUN: %expect-exit 1 layout-run %s --entry=recursive --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RECURSIVE: error: requires an entry that the program does not call itself for a C function
// RUN: %expect-exit 1 layout-run %s --entry=calling --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=CALLING
// CALLING: error: compiling this function failed: requires a program that uses nothing but the C library, found a use of 'unknown'
// RUN: %expect-exit 1 layout-run %s --entry=calling --symbol=unknown --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: compiling this function failed: the compiled code uses another 'unknown'
// RUN: %expect-exit 1 layout-run %s --entry=loading --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=LOADING
// LOADING: error: {{.*}}, found a use of 'elsewhere'
// RUN: %expect-exit 1 layout-run %s --entry=atomic --emit=obj -o %t/x.o 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: error: requires buffers that are freed for a C function, found one that is not: upstream's deallocation does not follow values through regions of some op
// RUN: not ls %t/x.o
// RUN: not ls %t/x.h

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @copy(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @a.b(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @narrow(%x: tensor<2xf32>, %y: tensor<2xi4>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @encoded(%x: tensor<2xf32, "some">) -> tensor<2xf32, "some"> {
  return %x : tensor<2xf32, "some">
}
func.func @recursive(%x: f32) -> f32 {
  %0 = call @recursive(%x) : (f32) -> f32
  return %0 : f32
}
func.func private @unknown(tensor<2xf32>) -> tensor<2xf32>
func.func @calling(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @unknown(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
memref.global @elsewhere : memref<f32>
func.func @loading(%x: f32) -> f32 {
  %0 = memref.get_global @elsewhere : memref<f32>
  %1 = memref.load %0[] : memref<f32>
  return %1 : f32
}
func.func @atomic(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<2xf32>
  %y = memref.generic_atomic_rmw %m[%c0] : memref<2xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  %0 = tensor.from_elements %y, %y : tensor<2xf32>
  %1 = arith.addf %x, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @blocked(%x: tensor<4xf32> {bufferization.buffer_layout = #layout.index_map<(i) -> (i floordiv 2, i mod 2)>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @spread(%x: tensor<4xf32> {bufferization.buffer_layout = #layout.tensor_layout<(i) -> (i) in [8]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
