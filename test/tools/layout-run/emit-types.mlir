// The C function takes and returns elements of all types, scalars, memrefs and
// dynamic dims. It frees all memory, and aborts on results of other extents.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --entry=types --emit=obj -o %t/types.o --emit-header=%t/types.h
// RUN: layout-run %s --entry=scalars --emit=obj -o %t/scalars.o --emit-header=%t/scalars.h
// RUN: layout-run %s --entry=buffers --emit=obj -o %t/buffers.o --emit-header=%t/buffers.h
// RUN: layout-run %s --entry=dynamic --emit=obj -o %t/dynamic.o --emit-header=%t/dynamic.h
// RUN: layout-run %s --entry=dynamic --symbol=aborting --emit=obj -o %t/aborting.o --emit-header=%t/aborting.h
// RUN: layout-run %s --entry=state --emit=obj -o %t/state.o --emit-header=%t/state.h
// RUN: layout-run %s --entry=insert --emit=obj -o %t/insert.o --emit-header=%t/insert.h
// RUN: layout-run %s --entry=stored --emit=obj -o %t/stored.o --emit-header=%t/stored.h
// RUN: clang -I %t %S/Inputs/types.c %t/insert.o %t/types.o %t/scalars.o %t/buffers.o %t/dynamic.o %t/aborting.o %t/state.o %t/stored.o -lm -o %t/program
// RUN: %t/program | FileCheck %s
//      CHECK: i1: 0 1 0
// CHECK-NEXT: i8: 2 -4 6 -128
// CHECK-NEXT: i16: 10 -1200
// CHECK-NEXT: f16: 4000 c400
// CHECK-NEXT: bf16: 3f80 c000
// CHECK-NEXT: i64: 2 -2
// CHECK-NEXT: scalars: 0 2.5 14 0.0771
// The rows 1 and 3, and the columns 1 and 2. The memref is doubled first.
// CHECK-NEXT: buffers: 5 6 13 14, 0 -30, 0
// CHECK-NEXT: dynamic: 3 5 7 -1, 5
// CHECK-NEXT: dynamic: 6 9 -1 -1, 5
// CHECK-NEXT: state: 5
// Bufferization would write to the argument if it were free to.
// CHECK-NEXT: insert: 9 2, of 1 2
// The elements 0, ..., 11 are those of x[k][i][j].
// CHECK-NEXT: stored: 0 4 8 1 5 9 2 6 10 3 7 11, 2 6 10 4
// CHECK-NEXT: leaked: 0
// RUN: not --crash %t/program abort 2>&1 | FileCheck %s --check-prefix=ABORT
// ABORT: result0_dim0 is not the extent of the result

// RUN: FileCheck %s --check-prefix=TYPES --match-full-lines --strict-whitespace < %t/types.h
//      TYPES: *   arg0: 3 elements of type i1, 0 or 1, read
// TYPES-NEXT: *   arg1: 2 x 2 elements of type i8, read
// TYPES-NEXT: *   arg2: 2 elements of type i16, read
// TYPES-NEXT: *   arg3: 2 elements of type f16, as bits, read
//      TYPES: *   result5: 2 elements of type i64, written
//      TYPES:void types(const uint8_t *arg0, const int8_t *arg1, const int16_t *arg2, const uint16_t *arg3, const uint16_t *arg4, const int64_t *arg5, uint8_t *result0, int8_t *result1, int16_t *result2, uint16_t *result3, uint16_t *result4, int64_t *result5);
// RUN: FileCheck %s --check-prefix=SCALARS < %t/scalars.h
//      SCALARS: *   arg2: one element of type index, read
//      SCALARS: void scalars(const uint8_t *arg0, const double *arg1, const int64_t *arg2, uint8_t *result0, double *result1, int64_t *result2, double *result3);
// RUN: FileCheck %s --check-prefix=BUFFERS < %t/buffers.h
//      BUFFERS: *   arg1: 4 x 4 elements of type f32, read and written
//      BUFFERS: void buffers(const float *arg0, float *arg1, float *result0, float *result1);
// RUN: FileCheck %s --check-prefix=DYNAMIC < %t/aborting.h
//      DYNAMIC: *   arg0: arg0_dim0 x arg0_dim1 elements of type f32, read
// DYNAMIC-NEXT: *   result0: result0_dim0 elements of type f32, written
//      DYNAMIC: void aborting(int64_t arg0_dim0, int64_t arg0_dim1, const float *arg0, int64_t result0_dim0, float *result0, int64_t result1_dim0, int64_t result1_dim1, float *result1);
// RUN: FileCheck %s --check-prefix=STATE < %t/state.h
//      STATE: * Calls share memory that they write: only one may run at a time.
// RUN: FileCheck %s --check-prefix=STORED --match-full-lines --strict-whitespace < %t/stored.h
//      STORED: * Each buffer holds its elements without gaps, in row-major order unless it
// STORED-NEXT: * says where an element lies. Buffers that are written overlap no other:
// STORED-NEXT: *   arg0: arg0_dim0 x 2 x arg0_dim2 elements of type f32, read, at (d0, d1, d2) -> (d2, d0, d1)
// STORED-NEXT: *   arg1: 2 x 3 elements of type f32, read, at (d0, d1) -> (d1, d0)
// STORED-NEXT: *   result0: result0_dim0 x 2 x result0_dim2 elements of type f32, written

func.func @types(%flags: tensor<3xi1>, %bytes: tensor<2x2xi8>, %shorts: tensor<2xi16>, %halves: tensor<2xf16>, %brains: tensor<2xbf16>, %longs: tensor<2xi64>)
    -> (tensor<3xi1>, tensor<2x2xi8>, tensor<2xi16>, tensor<2xf16>, tensor<2xbf16>, tensor<2xi64>) {
  %true = arith.constant dense<true> : tensor<3xi1>
  %0 = arith.xori %flags, %true : tensor<3xi1>
  %1 = arith.addi %bytes, %bytes : tensor<2x2xi8>
  %2 = arith.addi %shorts, %shorts : tensor<2xi16>
  %3 = arith.addf %halves, %halves : tensor<2xf16>
  %4 = arith.addi %longs, %longs : tensor<2xi64>
  return %0, %1, %2, %3, %brains, %4 : tensor<3xi1>, tensor<2x2xi8>, tensor<2xi16>, tensor<2xf16>, tensor<2xbf16>, tensor<2xi64>
}
func.func @scalars(%b: i1, %d: f64, %i: index) -> (i1, f64, index, f64) {
  %true = arith.constant true
  %0 = arith.xori %b, %true : i1
  %1 = arith.addf %d, %d : f64
  %2 = arith.addi %i, %i : index
  %3 = math.erfc %d : f64
  return %0, %1, %2, %3 : i1, f64, index, f64
}
func.func @buffers(%x: tensor<4x4xf32>, %m: memref<4x4xf32>) -> (tensor<2x2xf32>, memref<4x4xf32>) {
  %0 = tensor.extract_slice %x[1, 1] [2, 2] [2, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  linalg.add ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  return %0, %m : tensor<2x2xf32>, memref<4x4xf32>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%columns) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %sums = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) dimensions = [0]
    (%in: f32, %out: f32) {
      %0 = arith.addf %in, %out : f32
      linalg.yield %0 : f32
    }
  return %sums, %x : tensor<?xf32>, tensor<?x?xf32>
}
memref.global "private" @sum : memref<f32> = dense<3.0>
func.func @state(%x: f32) -> f32 {
  %sum = memref.get_global @sum : memref<f32>
  %0 = memref.load %sum[] : memref<f32>
  %1 = arith.addf %0, %x : f32
  memref.store %1, %sum[] : memref<f32>
  return %1 : f32
}
func.func @insert(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f32
  %0 = tensor.insert %nine into %x[%c0] : tensor<2xf32>
  return %0 : tensor<2xf32>
}
#last_first = #layout.index_map<(i, j, k) -> (k, i, j)>
#columns = #layout.index_map<(i, j) -> (j, i)>
func.func @stored(%x: tensor<?x2x?xf32> {bufferization.buffer_layout = #last_first}, %y: tensor<2x3xf32> {bufferization.buffer_layout = #columns})
    -> (tensor<?x2x?xf32>, tensor<2x3xf32>) {
  %0 = arith.addf %y, %y : tensor<2x3xf32>
  return %x, %0 : tensor<?x2x?xf32>, tensor<2x3xf32>
}
