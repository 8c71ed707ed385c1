// A value that a loop only reads is rewritten once before the loop. An
// iteration argument is rewritten before and after the loop instead of in every
// iteration.
// RUN: layout-opt %s --layout-pipeline="target=nhwc report=%t.json" -o %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: layout-check %s %t

// REPORT: "frozen": {
// REPORT-NEXT: "bytes": 33792
// REPORT: "after": {
// REPORT-NEXT: "rewrites": 3,
// REPORT-NEXT: "bytes": 11264,

// CHECK: %[[WEIGHT:.*]] = linalg.transpose ins(%arg1 : tensor<16x16x1x1xf32>)
// CHECK: scf.for
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} ins(%{{.*}}, %[[WEIGHT]] :
func.func @main(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>) -> tensor<1x16x6x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x) -> tensor<1x16x6x6xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%t, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%t : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
    scf.yield %0 : tensor<1x16x6x6xf32>
  }
  return %r : tensor<1x16x6x6xf32>
}
