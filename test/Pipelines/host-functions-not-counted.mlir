// Functions that pack and unpack for callers are no part of what a program moves:
// neither counts nor reports nor another plan have them.
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.txt" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.txt
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc report=%t.again.txt" -o %t.again.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=REPORT < %t.again.txt
// RUN: diff %t.mlir %t.again.mlir
// The entry of any name is found beside them.
// RUN: sed "s/main/layer/" %s > %t.layer.mlir
// RUN: layout-opt %t.layer.mlir --layout-pipeline=target=nhwc -o %t.layer.planned.mlir
// RUN: layout-check %t.layer.mlir %t.layer.planned.mlir
// RUN: layout-run %t.layer.planned.mlir --runs=1 --output=%t.npy
// CHECK: func.func @pack_main_arg0({{.*}} attributes {layout.packs}
// CHECK: func.func @unpack_main_result0({{.*}} attributes {layout.packs}
// REPORT: 1 rewrite at run time, 3.58 kB
// REPORT: Left, the largest first:
// REPORT-NOT: pack_main
// COUNT: {"rewrites":1,"bytes":3584,
func.func @main(%x: tensor<1x3x8x8xf32> {layout.tensor_layout = "NHWC"})
    -> (tensor<1x6x8x8xf32> {layout.tensor_layout = "NCHW4c"}) {
  %w = arith.constant dense<0.1> : tensor<6x3x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x6x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<6x3x1x1xf32>)
      outs(%zero : tensor<1x6x8x8xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}
