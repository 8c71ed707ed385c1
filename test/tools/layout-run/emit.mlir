// A compiled program is linked into a C program, which calls it many times: as
// an object file, as a shared library, and as LLVM IR.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --emit=obj -o %t/dense.o --emit-header=%t/dense.h --layout-pipeline=target=nhwc
// RUN: clang -std=c99 -Wall -Wextra -Wpedantic -Werror -I %t %S/Inputs/dense.c %t/dense.o -lm -o %t/static
// RUN: %t/static | FileCheck %s
// Code of the large model would use a table of its own.
// RUN: llvm-nm --undefined-only %t/dense.o | FileCheck %s --check-prefix=USED --implicit-check-not=_GLOBAL_OFFSET_TABLE_
// USED: U malloc
// RUN: layout-run %s --emit=shared -o %t/dense.so
// RUN: clang -I %t %S/Inputs/dense.c %t/dense.so -o %t/dynamic
// RUN: %t/dynamic | FileCheck %s
// RUN: layout-run %s --emit=shared -o %t/threads.so --threads=2
// RUN: clang -I %t %S/Inputs/dense.c %t/threads.so -o %t/threads
// RUN: %t/threads | FileCheck %s
// RUN: layout-run %s --emit=shared -o %t/loops.so --schedule=false --to=logical --flatten
// RUN: clang -I %t %S/Inputs/dense.c %t/loops.so -o %t/loops
// RUN: %t/loops | FileCheck %s
// RUN: layout-run %s --emit=llvm -o %t/dense.ll
// RUN: clang -Wno-override-module -I %t %S/Inputs/dense.c -x ir %t/dense.ll -o %t/text
// RUN: %t/text | FileCheck %s
// CHECK: result: 1.5 2 8.5 10
// CHECK-NEXT: behind: -1 -1
// CHECK-NEXT: argument: same

// The header is for C++ as well.
// RUN: FileCheck %s --check-prefix=HEADER --match-full-lines < %t/dense.h
// RUN: clang -x c++ -Wall -Wextra -Werror -fsyntax-only -include %t/dense.h /dev/null
//      HEADER: #ifndef DENSE_H
// HEADER-NEXT: #define DENSE_H
//      HEADER: #include <stdint.h>
//      HEADER: #ifdef __cplusplus
// HEADER-NEXT: extern "C" {
// HEADER-NEXT: #endif
//      HEADER: /* Written by layout-run. Compiled for the processor {{.+}}.
//      HEADER:  *   arg0: 2 x 3 elements of type f32, read
// HEADER-NEXT:  *   result0: 2 x 2 elements of type f32, written
//      HEADER:  * Calls share nothing: they may run at the same time in several threads.
// HEADER-NEXT:  * Link with -lm. */
// HEADER-NEXT: void dense(const float *arg0, float *result0);
//      HEADER: #endif

// Everything but the function is internal, and nothing takes times.
// RUN: layout-run %s --emit=llvm -o - --layout-pipeline=target=nhwc | FileCheck %s --check-prefix=LLVM
//  LLVM-NOT: layout_run
//      LLVM: @{{.*}} = internal constant [24 x i8] c"\00\00\80?\00\00\00@\00\00@@\00\00\80@\00\00\A0@\00\00\C0@", align 64
//  LLVM-NOT: layout_run
//      LLVM: define internal {{.*}}@kernel(
//      LLVM: define void @dense(ptr {{.*}}%arg0, ptr {{.*}}%result0)
//  LLVM-NOT: {{^}}define {{[^i]}}
//      LLVM: "target-cpu"="

// The function may have the name of an internal one.
// RUN: layout-run %s --emit=llvm -o - --symbol=kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL: define internal {{.*}}@kernel.internal(
// KERNEL: define void @kernel(
func.func @dense(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %bias = arith.constant dense<[0.5, 0.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.broadcast ins(%bias : tensor<2xf32>) outs(%empty : tensor<2x2xf32>) dimensions = [0]
  %2 = linalg.add ins(%0, %1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
