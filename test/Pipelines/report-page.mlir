// Writes the plan as a graph in a self-contained page if the name of the report
// ends in .html.
// REQUIRES: report-page
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc strategy=optimal report=plan.json" -o out.mlir
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc strategy=optimal report=plan.html" | diff out.mlir -
// RUN: %python %S/Inputs/report_page.py plan.html plan.json | FileCheck %s --check-prefix=PAGE

// Two runs write the same page.
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc strategy=optimal report=twice.html" -o /dev/null
// RUN: diff plan.html twice.html

//      PAGE: the report is that of plan.json
// PAGE-NEXT: baseline: 4 rewrites, 6422528 bytes
// PAGE-NEXT: planned: 2 rewrites, 3211264 bytes
// PAGE-NEXT: func.return: NCHW, NCHW
// PAGE-NEXT: linalg.conv_2d_nhwc_hwcf: NHWC, NHWC
// PAGE-NEXT: linalg.conv_2d_nhwc_hwcf: NHWC, NHWC
// PAGE-NEXT: linalg.max: NCHW, NHWC
// PAGE-NEXT: nothing is fetched

func.func @block(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = arith.constant dense<0.01> : tensor<64x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x56x56xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %1 = linalg.max
      ins(%0, %zero : tensor<1x64x56x56xf32>, tensor<1x64x56x56xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %2 = linalg.conv_2d_nchw_fchw
      ins(%1, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %2 : tensor<1x64x56x56xf32>
}
