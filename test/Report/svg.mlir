// Graphviz draws the plan if the name of the report ends in .svg.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=plan.svg" -o out.mlir
// RUN: %python -c "import sys, xml.etree.ElementTree as e; [print(t.text) for t in e.parse('plan.svg').iter('{http://www.w3.org/2000/svg}text')]" | FileCheck %s
// RUN: FileCheck %s --check-prefix=XML < plan.svg
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc report=plan.json" | diff out.mlir -
//
// Nothing was planned.
// RUN: echo 'func.func private @f()' | layout-opt --layout-report=path=empty.svg
// RUN: FileCheck %s --check-prefix=EMPTY < empty.svg
//
// Without Graphviz, and if it fails, no picture is written.
// RUN: mkdir failing && printf '#!/bin/sh\necho "no fonts" >&2; exit 3\n' > failing/dot && chmod +x failing/dot
// RUN: not env PATH=%t %build_root/bin/layout-opt in.mlir --layout-pipeline="target=nhwc report=none.svg" -o none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not env PATH=%t/failing %build_root/bin/layout-opt in.mlir --layout-pipeline="target=nhwc report=none.svg" -o none.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not ls none.svg none.mlir
// NONE: error: cannot write the report: requires the program 'dot' for a picture, found none in PATH: install graphviz, or choose .dot, .html, .json or text
// FAILS: error: cannot write the report: {{.*}}/failing/dot failed: no fonts

//      CHECK: Layouts for target nhwc, strategy optimal: 3 rewrites at run time, 24.6 kB
// CHECK-NEXT: 1 · conv_2d_nhwc_hwcf ×2
// CHECK-NEXT: argument 0 of @a<b
// CHECK-NEXT: 1x64x4x4xf32 NCHW
//      CHECK: layer1
// CHECK-NEXT: conv_2d_nhwc_hwcf
// CHECK-NEXT: 1x64x4x4xf32 NHWC
//      CHECK: 8,192 bytes
// CHECK-NEXT: NCHW to NHWC

// XML: {{^}}<svg width=
// XML: fill="#bdefcf"

// EMPTY: {{^}}<svg width=
// EMPTY: Layouts: nothing was planned in this run

func.func @"a<b"(%x: tensor<1x64x4x4xf32>) -> (tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>) {
  %w = arith.constant dense<0.01> : tensor<64x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x64x4x4xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32> loc("layer1"("in.mlir":1:2))
  %1 = linalg.exp ins(%0 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %2 = linalg.abs ins(%0 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x64x4x4xf32>, tensor<64x64x1x1xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %4 = linalg.add ins(%3, %2 : tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  %5 = linalg.exp ins(%3 : tensor<1x64x4x4xf32>) outs(%zero : tensor<1x64x4x4xf32>) -> tensor<1x64x4x4xf32>
  return %4, %5 : tensor<1x64x4x4xf32>, tensor<1x64x4x4xf32>
}
