// What each kernel takes, as text and JSON. Both matmuls are calls of one
// kernel: 3 * 5 * 7 products and sums, and 3 * 7 additions; it reads 15 + 35 floats
// and writes 21.

// RUN: layout-run %s --runs=3 --profile --output=%t.npy | FileCheck %s
// RUN: layout-run %s --runs=3 --profile=%t.json --output=%t.npy | FileCheck %s --check-prefix=QUIET
// RUN: %print-json %t.json keys machine.cpu seconds least peak kernels.0.types kernels.0.calls kernels.0.operations kernels.0.bytes kernels.0.share | FileCheck %s --check-prefix=JSON
// RUN: layout-run %s --runs=1 --profile --threads=2 --output=%t.npy | FileCheck %s
// RUN: layout-run %s --runs=1 --profile --schedule=false --output=%t.npy | FileCheck %s
// RUN: layout-run %s --runs=3 --threads=2 --profile=%t.html --output=%t.npy | FileCheck %s --check-prefix=QUIET
// RUN: FileCheck %s --check-prefix=PAGE < %t.html
// RUN: not layout-run %s --profile=%t.txt 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: time: {{.*}}, median of
// CHECK: peak: {{[0-9.]+}} GFLOP/s (f32, measured)
// CHECK-NEXT: kernels: 1, {{[0-9.]+}} {{[mu]?}}s
// CHECK-NEXT: 100.0%  {{[0-9.]+}} {{[mu]?}}s, 2 calls, {{[0-9.]+}} GFLOP/s, {{[0-9]+}}% of peak, {{[0-9.]+}} GB/s
// CHECK-NEXT: profile.mlir:[[#@LINE+38]]:8: 3x5xf32, 5x7xf32 -> 3x7xf32

// QUIET: rewrites left: 0
// QUIET-NOT: kernels

// JSON: keys = ["machine", "seconds", "least", "peak", "kernels"]
// JSON-NEXT: machine.cpu = "{{.+}}"
// JSON-NEXT: seconds = {{[0-9.e-]+$}}
// JSON-NEXT: least = {{[0-9.e-]+$}}
// JSON-NEXT: peak = {"f32": {{[0-9.e+]+}}}
// JSON-NEXT: kernels.0.types = "3x5xf32, 5x7xf32 -> 3x7xf32"
// JSON-NEXT: kernels.0.calls = 2
// JSON-NEXT: kernels.0.operations = 462
// JSON-NEXT: kernels.0.bytes = 568
// JSON-NEXT: kernels.0.share = {{[0-9.e-]+$}}

// PAGE-NOT: src=
// PAGE: <title>Profile</title>
// PAGE: prefers-color-scheme: dark
// PAGE: <h1>{{.*}}profile.mlir</h1>
// PAGE-NEXT: <p>time: {{.*}}, median of 3, least {{.*}}; peak memory: {{[0-9,]+}} bytes; threads: 2</p>
// PAGE-NEXT: <p>peak: {{[0-9.]+}} GFLOP/s (f32, measured)
// PAGE: <tr><td><div class="track"><div style="width: 100.0%"></div></div></td><td>100.0%</td><td>2</td><td>{{[0-9.]+ [mu]?s}}</td><td>{{[0-9.]+}}</td><td>{{[0-9]+}}%</td><td>{{[0-9.]+}}</td><td class="text">{{.*}}profile.mlir:{{[0-9]+}}:8</td><td class="text">3x5xf32, 5x7xf32 -&gt; 3x7xf32</td></tr>
// PAGE-NEXT: </tbody>

// OTHER: layout-run: --profile takes a file that ends in .json or .html, found '{{.*}}.txt'

func.func @main(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>, %c: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %0 = call @layer(%a, %b) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %1 = call @layer(%a, %c) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  return %0, %1 : tensor<3x7xf32>, tensor<3x7xf32>
}

func.func private @layer(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<3x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x7xf32>) -> tensor<3x7xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xf32>, tensor<5x7xf32>) outs(%zeros : tensor<3x7xf32>) -> tensor<3x7xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x7xf32>) outs(%empty : tensor<3x7xf32>) {
  ^bb0(%x: f32, %out: f32):
    %2 = arith.addf %x, %half : f32
    linalg.yield %2 : f32
  } -> tensor<3x7xf32>
  return %1 : tensor<3x7xf32>
}
