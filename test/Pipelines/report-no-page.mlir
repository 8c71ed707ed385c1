// A build without the JavaScript libraries writes no page; the error says what
// to install, and no file is left behind.
// UNSUPPORTED: report-page
// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --layout-pipeline="target=nhwc report=%t/plan.html" -o %t/out.mlir 2>&1 | FileCheck %s
// RUN: ls %t | count 0
// CHECK: error: cannot write the report: requires a build with the JavaScript libraries of the page, found one without: install node-d3-zoom, node-d3-shape and python3-xstatic-dagre and build again, or choose .json, .svg, .dot or text
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
