// A target may state the machine that kernels are compiled for. Its fields count
// before the caches of dlti beside it, and after options.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/large.mlir" | FileCheck %t/kernel.mlir --check-prefix=LARGE
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/large.mlir cache-bytes=262144" | FileCheck %t/kernel.mlir --check-prefix=SMALL
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/short.mlir" | FileCheck %t/kernel.mlir --check-prefix=SHORT
// Integers have any type but i1; unsigned ones are what they say.
// RUN: sed 's/32 : i64/32 : ui6/; s/16 : i64/16 : i8/' %t/short.mlir > %t/types.mlir
// RUN: layout-opt %t/kernel.mlir --layout-schedule-kernels="cpu=x86-64-v4 target=%t/types.mlir" | FileCheck %t/kernel.mlir --check-prefix=SHORT
// RUN: sed 's/16 : i64/true/' %t/short.mlir > %t/bool.mlir
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/bool.mlir" 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: error: NPU.layout.machine.num_vectors: requires an integer of at least 1, found true
// RUN: cat %t/large.mlir %t/kernel.mlir | sed 's/>} {}/>} {/' > %t/both.mlir
// RUN: echo "}" >> %t/both.mlir
// RUN: layout-opt %t/both.mlir --layout-schedule-kernels="cpu=x86-64-v4" | FileCheck %t/kernel.mlir --check-prefix=LARGE
//
// An operand is transposed if its elements are used often enough.
// RUN: layout-opt %t/product.mlir --layout-prepare-products=cpu=x86-64-v4 | FileCheck %s --check-prefix=TRANSPOSED
// RUN: layout-opt %t/product.mlir --layout-prepare-products="cpu=x86-64-v4 target=%t/uses.mlir" | FileCheck %s --check-prefix=AS-IT-IS
// RUN: cat %t/uses.mlir %t/product.mlir | sed 's/>} {}/>} {/' > %t/uses-both.mlir
// RUN: echo "}" >> %t/uses-both.mlir
// RUN: layout-opt %t/uses-both.mlir --layout-prepare-products=cpu=x86-64-v4 | FileCheck %s --check-prefix=AS-IT-IS
// RUN: layout-run %t/product.mlir --target=%t/uses.mlir --runs=1 --output=%t/uses.npy
// TRANSPOSED: linalg.transpose
// AS-IT-IS-NOT: linalg.transpose
//
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/unknown.mlir" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-pipeline=target=%t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/power.mlir" 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-prepare-products="target=%t/most.mlir" 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/least.mlir" 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/real.mlir" 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: %expect-exit 1 layout-opt %t/kernel.mlir --layout-schedule-kernels="target=%t/text.mlir" 2>&1 | FileCheck %s --check-prefix=TEXT
// UNKNOWN: error: NPU.layout.machine: requires a key out of level1_bytes, level2_bytes, line_bytes, {{.*}}, sum_end_time, found 'level3_bytes'
// POWER: error: NPU.layout.machine.line_bytes: requires a power of two, found 48
// MOST: error: NPU.layout.machine.num_vectors: requires an integer of at most 64, found 1024
// LEAST: error: NPU.layout.machine.ahead_lines: requires an integer of at least 1, found 0 : i64
// REAL: error: NPU.layout.machine.late_byte: requires a finite floating-point number of at least 0, found 4 : i64
// TEXT: error: NPU.layout.machine: requires #dlti.map<...>, found "fast"
// REQUIRES: x86

//--- large.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "other">>,
  "NPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 65536 : i64, "layout" = #dlti.map<"machine" = #dlti.map<"level2_bytes" = 4194304 : i64>>>>} {}

//--- short.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"vector_bytes" = 32 : i64, "num_vectors" = 16 : i64>>>>} {}

//--- uses.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"least_uses" = 100 : i64>>>>} {}

//--- unknown.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"level3_bytes" = 4194304 : i64>>>>} {}

//--- power.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"line_bytes" = 48 : i64>>>>} {}

//--- most.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"num_vectors" = 1024 : i64>>>>} {}

//--- least.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"ahead_lines" = 0 : i64>>>>} {}

//--- real.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = #dlti.map<"late_byte" = 4 : i64>>>>} {}

//--- text.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"machine" = "fast">>>} {}

//--- product.mlir
func.func @main(%x: tensor<64x32xf32>, %y: tensor<48x32xf32>, %o: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x32xf32>, tensor<48x32xf32>) outs(%o : tensor<64x48xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}

//--- kernel.mlir
// SMALL-LABEL: func.func private @kernel(
// SMALL: scf.for %{{.*}} = %{{.*}} to %c28 step %c7 {
//
// LARGE-LABEL: func.func private @kernel(
// LARGE: scf.for %{{.*}} = %{{.*}} to %c192 step %c16 {
//
// SHORT-LABEL: func.func private @kernel(
// SHORT: vector<8xf32>
// SHORT-NOT: vector<16xf32>
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
