// A second run compiles nothing again and computes the same. Other programs
// share the kernels that are equal, and damaged files are compiled again.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-run %s --runs=1 --output=%t/plain.npy | FileCheck %s --check-prefix=PLAIN
// RUN: layout-run %s --runs=1 --object-cache=%t/a/b --output=%t/cold.npy | FileCheck %s --check-prefix=COLD
// RUN: layout-run %s --runs=1 --object-cache=%t/a/b --jobs=1 --output=%t/warm.npy | FileCheck %s --check-prefix=WARM
// RUN: cmp %t/plain.npy %t/cold.npy
// RUN: cmp %t/plain.npy %t/warm.npy

// PLAIN-NOT: compiled:
// COLD: compiled: 3 objects, 0 from the cache
// WARM: compiled: 0 objects, 3 from the cache

// RUN: sed s/constant.2.0/constant\ 3.0/ %s > %t/changed.mlir
// RUN: layout-run %t/changed.mlir --runs=1 --object-cache=%t/a/b --output=%t/cached.npy | FileCheck %s --check-prefix=CHANGED
// RUN: layout-run %t/changed.mlir --runs=1 --output=%t/changed.npy
// RUN: cmp %t/cached.npy %t/changed.npy
// RUN: not cmp %t/cached.npy %t/plain.npy

// CHANGED: compiled: 1 objects, 2 from the cache

// Files cannot be written where a file stands in place of the folder.
// RUN: echo > %t/file
// RUN: not layout-run %s --runs=1 --object-cache=%t/file 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: compiling this function failed: cannot write object files to {{.*}}file: {{.*}}: Not a directory

// One byte of each file changes, or all are cut off.
// RUN: %python %S/Inputs/damage.py %t/a/b flip
// RUN: layout-run %s --runs=1 --object-cache=%t/a/b --output=%t/flipped.npy | FileCheck %s --check-prefix=COLD
// RUN: cmp %t/plain.npy %t/flipped.npy
// RUN: %python %S/Inputs/damage.py %t/a/b cut
// RUN: layout-run %s --runs=1 --object-cache=%t/a/b --output=%t/cut.npy | FileCheck %s --check-prefix=COLD
// RUN: cmp %t/plain.npy %t/cut.npy
// RUN: layout-run %s --runs=1 --object-cache=%t/a/b --output=%t/warm.npy | FileCheck %s --check-prefix=WARM

// RUN: not layout-run %s --object-cache=%t/plain.npy/a 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not layout-run %s --object-cache=%t --emit=obj -o %t/a.o 2>&1 | FileCheck %s --check-prefix=EMIT

// FILE: error: requires a directory that can be created for object files, found {{.*}}plain.npy/a: Not a directory
// EMIT: --object-cache cannot be combined with --emit

func.func @main(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>, %c: tensor<64x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x64xf32>) -> tensor<16x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x64xf32>) outs(%zeros : tensor<16x64xf32>) -> tensor<16x64xf32>
  %start = arith.constant 2.0 : f32
  %empty1 = tensor.empty() : tensor<16x16xf32>
  %starts = linalg.fill ins(%start : f32) outs(%empty1 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<16x64xf32>, tensor<64x16xf32>) outs(%starts : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
