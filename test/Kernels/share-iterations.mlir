// Long loops get guided scheduling instead of equal parts.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/loops.mlir --split-input-file --layout-share-iterations --remarks-filter-passed=layout-share-iterations -o %t.mlir 2>&1 | FileCheck %t/loops.mlir --check-prefix=REMARK
// RUN: FileCheck %t/loops.mlir --input-file=%t.mlir
// RUN: layout-opt %t/loops.mlir --split-input-file --layout-share-iterations --verify-diagnostics -o /dev/null
//
// Whole kernels: a matmul of 512x512x512 gets a schedule, one of 64x64x64 none, and
// both compute the same with one thread and with two.
// RUN: layout-opt %t/kernels.mlir --layout-to-llvm="cpu=x86-64-v3 threads=2" --mlir-print-ir-after=layout-share-iterations -o /dev/null 2>&1 | FileCheck %t/kernels.mlir
// RUN: layout-run %t/kernels.mlir --entry=long --threads=1 --runs=1 --output=%t.1.npy
// RUN: layout-run %t/kernels.mlir --entry=long --threads=2 --runs=1 --output=%t.2.npy
// RUN: cmp %t.1.npy %t.2.npy
// RUN: layout-check %t/kernels.mlir %t/kernels.mlir --entry=long --code=kernels
// REQUIRES: x86

//--- loops.mlir

// REMARK-COUNT-1: remark: [Passed] schedule | Category:layout-share-iterations | Function=long | Remark="uses guided scheduling"
// REMARK-NOT: remark

// CHECK-LABEL: func.func @long(
// CHECK: omp.wsloop schedule(guided) {
func.func @long(%x: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %cst = arith.constant 1.0 : f32
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4096) step (%c1) {
        scf.for %j = %c0 to %c4096 step %c1 {
          memref.store %cst, %x[%j] : memref<4096xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Few iterations, a schedule that is there, and a number that is not known.
//
// CHECK-LABEL: func.func @others(
// CHECK: omp.wsloop {
// CHECK: omp.wsloop schedule(static) {
// CHECK: omp.wsloop {
func.func @others(%x: memref<4096xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c4096 = arith.constant 4096 : index
  %cst = arith.constant 1.0 : f32
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c16) step (%c1) {
        scf.for %j = %c0 to %c4096 step %c1 {
          memref.store %cst, %x[%j] : memref<4096xf32>
        }
        omp.yield
      }
    }
    omp.wsloop schedule(static) {
      omp.loop_nest (%i) : index = (%c0) to (%c4096) step (%c1) {
        scf.for %j = %c0 to %c4096 step %c1 {
          memref.store %cst, %x[%j] : memref<4096xf32>
        }
        omp.yield
      }
    }
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        scf.for %j = %c0 to %c4096 step %c1 {
          memref.store %cst, %x[%j] : memref<4096xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

//--- kernels.mlir

// CHECK: omp.wsloop schedule(guided)
// CHECK-NOT: schedule
func.func @long(%a: tensor<512x512xf32>, %b: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %zero = arith.constant dense<0.0> : tensor<512x1024xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x1024xf32>) outs(%zero : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %0 : tensor<512x1024xf32>
}

func.func @short(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
