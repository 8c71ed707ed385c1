// A function that writes one of its buffers computes what its loops say also if
// the caller passes buffers that overlap, and runs vector code if they do not.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --emit=obj -o %t/ramp.o --emit-header=%t/ramp.h --entry=ramp
// RUN: clang -std=c99 -Wall -Wextra -Werror -I %t %S/Inputs/ramp.c %t/ramp.o -lm -o %t/kernels
// RUN: %t/kernels | FileCheck %s
// RUN: layout-run %s --emit=obj -o %t/ramp.o --emit-header=%t/ramp.h --entry=ramp --schedule=false
// RUN: clang -I %t %S/Inputs/ramp.c %t/ramp.o -lm -o %t/loops
// RUN: %t/loops | FileCheck %s
// CHECK: apart: 1 1 1 1 1
// CHECK-NEXT: one behind: 1 2 3 4 1024
// CHECK-NEXT: one in front: 1 1 1 1 1
// CHECK-NEXT: the same: 1 1 1 1 1
// CHECK-NEXT: last of the other: 1 1 1 1 2

// RUN: layout-opt %s --layout-to-kernels --remarks-filter-missed=layout-schedule-kernels -o %t/kernels.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t/kernels.mlir
// REMARK: Function=kernel_0 | Remark="kernel stays a loop nest: a buffer that it writes may overlap another one"
// REMARK: Function=kernel_2 | Remark="kernel stays a loop nest: a buffer that it writes may overlap another one"
// REMARK: Function=kernel_4 | Remark="kernel stays a loop nest: a buffer that it writes may overlap another one"
// REMARK-NOT: Remark
// KERNELS: func.func private @kernel(%{{.*}} {llvm.noalias})
// KERNELS: vector.transfer_write
// KERNELS: func.func private @kernel_0(
// KERNELS: linalg.generic
// KERNELS: func.func private @kernel_1(

// A kernel that adds to what the caller passes is vector code as well.
// RUN: layout-check %s %s --code=kernels --entry=matmul
// RUN: layout-check %s %s --code=kernels --entry=dynamic --dims=1
// RUN: layout-check %s %s --code=kernels --entry=dynamic --dims=37

func.func @ramp(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<1024xf32>) outs(%y : memref<1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %one : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @matmul(%a: tensor<13x37xf32>, %b: tensor<37x19xf32>, %c: tensor<13x19xf32>) -> tensor<13x19xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<13x37xf32>, tensor<37x19xf32>) outs(%c : tensor<13x19xf32>) -> tensor<13x19xf32>
  return %0 : tensor<13x19xf32>
}

func.func @dynamic(%a: memref<?x37xf32>, %b: memref<37x19xf32>, %c: memref<?x19xf32>) {
  linalg.matmul ins(%a, %b : memref<?x37xf32>, memref<37x19xf32>) outs(%c : memref<?x19xf32>)
  return
}
