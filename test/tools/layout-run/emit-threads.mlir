// Calls run at the same time in several threads, and may use several themselves:
// those of LLVM's OpenMP runtime, which a shared library finds where it was linked.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --emit=obj -o %t/product.o --emit-header=%t/product.h
// RUN: clang -I %t %S/Inputs/threads.c %t/product.o -lpthread -o %t/one
// RUN: %t/one | FileCheck %s
// RUN: layout-run %s --threads=2 --emit=obj -o %t/shared.o --emit-header=%t/product.h
// RUN: clang -I %t %S/Inputs/threads.c %t/shared.o -lpthread -L %llvm_lib -lomp -Wl,-rpath,%llvm_lib -o %t/two
// RUN: %t/two | FileCheck %s
// RUN: layout-run %s --threads=2 --emit=shared -o %t/product.so
// RUN: clang -I %t %S/Inputs/threads.c %t/product.so -lpthread -o %t/library
// RUN: %t/library | FileCheck %s
// CHECK: 1: 128, 0 wrong
// CHECK-NEXT: 3: 384, 0 wrong

// RUN: layout-run %s --threads=2 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// LLVM: call void {{.*}}@__kmpc_fork_call(
// RUN: FileCheck %s --check-prefix=HEADER < %t/product.h
//      HEADER: * Calls share nothing: they may run at the same time in several threads.
// HEADER-NEXT: * Each call uses 2 threads of LLVM's OpenMP runtime, libomp.
// HEADER-NEXT: * Link with -lm -lomp. */

func.func @product(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %w = arith.constant dense<0.5> : tensor<256x256xf32>
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%zero : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
