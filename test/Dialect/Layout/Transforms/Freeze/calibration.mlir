// With a calibration that says what convolutions take longer in some layouts,
// options cost the bytes that a copy moves in that time. Here a copy takes 2 ps
// per byte.
// Covers: R35
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default] calibration=machine.json" --remarks-filter-missed=layout-freeze 2> remarks.txt | FileCheck in.mlir
// RUN: FileCheck in.mlir --check-prefix=REMARK < remarks.txt
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,OHWI] calibration=machine.json" | FileCheck in.mlir --check-prefix=KERNEL

// The plan is the one that costs less in time, and computes the same.
// RUN: layout-opt in.mlir --layout-pipeline="prefer=conv2d=[NCHW16c,default]|[NHWC,default] calibration=machine.json report=report.json" -o planned.mlir
// RUN: FileCheck in.mlir --check-prefix=PLAN < planned.mlir
// RUN: layout-check in.mlir planned.mlir --entry=main

// Errors in a file are reported, and no program is written.
// RUN: not layout-opt in.mlir --layout-freeze=calibration=none.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NONE
// RUN: not layout-opt in.mlir --layout-freeze=calibration=negative.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NEGATIVE
// RUN: not layout-opt in.mlir --layout-freeze=calibration=nameless.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NAMELESS
// RUN: not ls none.mlir

//--- machine.json
{"version": 1, "unit": "ps", "per_byte": 2.0, "efficiency": [],
 "kernels": [
   {"kind": "conv2d", "data": "NCHW16c", "result": "NCHW16c", "per_multiply_add": 0},
   {"kind": "conv2d", "data": "NHWC", "result": "NHWC", "per_multiply_add": 0.5},
   {"kind": "pointwise_conv2d", "data": "NCHW16c", "result": "NCHW16c", "per_multiply_add": 4.0},
   {"kind": "pointwise_conv2d", "data": "NHWC", "result": "NHWC", "per_multiply_add": 0}]}

//--- negative.json
{"version": 1, "unit": "ps", "per_byte": 2.0, "efficiency": [],
 "kernels": [{"kind": "conv2d", "data": "NHWC", "result": "NHWC", "per_multiply_add": -1}]}

//--- nameless.json
{"version": 1, "unit": "ps", "per_byte": 2.0, "efficiency": [],
 "kernels": [{"kind": "conv2d", "data": "NHWC", "per_multiply_add": 1}]}

//--- in.mlir
// NONE: error: cannot read 'none.json': No such file or directory
// NEGATIVE: error: cannot read 'negative.json': requires a number of at least 0
// NAMELESS: error: cannot read 'nameless.json': missing value

// 165888 multiply-adds of 0.5 ps.
// CHECK-LABEL: func.func @windows
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-SAME: cost = 0>,
// CHECK-SAME: cost = 41472>]

// A filter in another layout than the default one was not measured.
// KERNEL-LABEL: func.func @windows
// KERNEL: linalg.conv_2d_nchw_fchw
// KERNEL-SAME: cost = 0>,
// KERNEL-SAME: cost = 0>]
func.func @windows(%x: tensor<1x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

// The kind that says more comes first: 18432 multiply-adds of 4 ps.
// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-SAME: cost = 36864>,
// CHECK-SAME: cost = 0>]
// PLAN-LABEL: func.func @main
// PLAN: linalg.conv_2d_nhwc_hwcf
func.func @main(%x: tensor<1x16x6x6xf32>, %w: tensor<32x16x1x1xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x6x6xf32>, tensor<32x16x1x1xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

// CHECK-LABEL: func.func @image
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-SAME: cost = 0>,
// CHECK-SAME: cost = 0>]
// REMARK: [[@LINE+2]]:{{.*}}keeps the costs of the preference: the calibration does not have NCHW, OIHW16o -> NCHW16c
func.func @image(%x: tensor<1x3x8x8xf32>, %w: tensor<32x3x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<32x3x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

// CHECK-LABEL: func.func @images
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-SAME: cost = 0>,
// CHECK-SAME: cost = 0>]
// REMARK: [[@LINE+2]]:{{.*}}keeps the costs of the preference: it has dynamic extents
func.func @images(%x: tensor<?x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<?x32x6x6xf32>) -> tensor<?x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<?x32x6x6xf32>) -> tensor<?x32x6x6xf32>
  return %0 : tensor<?x32x6x6xf32>
}
