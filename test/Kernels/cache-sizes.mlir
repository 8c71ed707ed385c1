// The sizes of caches come from the option, else from the target, else from the
// module, else from the processor. With a cache that the image fits in, the loop
// over blocks of channels is the outer one; otherwise it is the inner one.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 cache-bytes=4194304" | FileCheck %t/kernel.mlir --check-prefix=LARGE
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/large.mlir" | FileCheck %t/kernel.mlir --check-prefix=LARGE
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/large.mlir cache-bytes=262144" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=nchw16c" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: cat %t/large.mlir %t/kernel.mlir | sed 's/>} {}/>} {/' > %t/both.mlir
// RUN: echo "}" >> %t/both.mlir
// RUN: layout-opt %t/both.mlir --layout-schedule-kernels="cpu=x86-64-v4" | FileCheck %t/kernel.mlir --check-prefix=LARGE
// RUN: layout-opt %t/both.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=nchw16c" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: layout-check %t/kernel.mlir %t/kernel.mlir --entry=channels_last --code=kernels
// RUN: layout-run %t/kernel.mlir --entry=channels_last --runs=1 --target=%t/large.mlir --output=%t.large.npy
// RUN: layout-run %t/kernel.mlir --entry=channels_last --runs=1 --target=nchw16c --output=%t.small.npy
// RUN: cmp %t.large.npy %t.small.npy
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/wrong.mlir" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=unknown" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %expect-exit 1 layout-run %t/kernel.mlir --entry=channels_last --target=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// REQUIRES: x86

// WRONG: wrong.mlir:1:1: error: requires 'L1_cache_size_in_bytes' to be an integer from 1 to 4294967295, found 0 : i64
// UNKNOWN: error: requires a target out of nchw, {{.*}}, or a file whose name ends in .mlir, found 'unknown'
// NONE: error: cannot read target '{{.*}}none.mlir': No such file or directory

//--- large.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>,
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i64, "L2_cache_size_in_bytes" = 4194304 : ui32>>} {}

//--- wrong.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 0 : i64>>} {}

//--- kernel.mlir
// SMALL-LABEL: func.func private @kernel(
// SMALL: scf.for %{{.*}} = %{{.*}} to %c28 step %c7 {
//
// LARGE-LABEL: func.func private @kernel(
// LARGE: scf.for %{{.*}} = %{{.*}} to %c192 step %c16 {
func.func private @kernel(%x: memref<30x30x192xf32>, %w: memref<3x3x192xf32>, %y: memref<28x28x192xf32> {llvm.noalias}) attributes {layout.kernel} {
  linalg.generic {indexing_maps = [affine_map<(h, w, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, i, j, c) -> (i, j, c)>, affine_map<(h, w, i, j, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]}
      ins(%x, %w : memref<30x30x192xf32>, memref<3x3x192xf32>) outs(%y : memref<28x28x192xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @channels_last(%x: tensor<30x30x192xf32>, %w: tensor<3x3x192xf32>, %o: tensor<28x28x192xf32>) -> tensor<28x28x192xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(h, w, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, i, j, c) -> (i, j, c)>, affine_map<(h, w, i, j, c) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]}
      ins(%x, %w : tensor<30x30x192xf32>, tensor<3x3x192xf32>) outs(%o : tensor<28x28x192xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<28x28x192xf32>
  return %0 : tensor<28x28x192xf32>
}
