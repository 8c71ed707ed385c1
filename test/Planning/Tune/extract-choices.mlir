// Each distinct op with several layout options becomes a program with a
// function for each of them, on operands that have these layouts already.
// Covers: R4
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default,NCHW],depthwise_conv2d=[NCHW16c,default]|[NHWC,default],batch_matmul=[BMK,BKN]|[BMK,BNK,BMN],matmul=[MK,KN]|[MK,NK,MN]" --layout-extract-choices=folder=choices -o same.mlir --remarks-filter-missed=layout-extract-choices 2> remarks.txt
// RUN: FileCheck %s --check-prefix=REMARK < remarks.txt
// RUN: %print-json choices/ops.json version ops.0.uses ops.0.program ops.0.op ops.0.choices ops.1.op ops.1.choices ops.2.op ops.2.choices ops.3.op ops.3.choices ops.4.op ops.4.uses ops.5.choices | FileCheck %s --check-prefix=INDEX
// RUN: FileCheck %s --check-prefix=CONV < choices/op0.mlir
// RUN: FileCheck %s --check-prefix=QUANTIZED < choices/op4.mlir
// RUN: mlir-opt choices/op2.mlir | FileCheck %s --check-prefix=BATCH
// RUN: not ls choices/op6.mlir

// The programs run, and the program that they are from stays.
// RUN: layout-run choices/op1.mlir --entry=layouts1 --output=result.npy
// RUN: layout-run choices/op4.mlir --entry=layouts1 --output=result.npy
// RUN: layout-run choices/op5.mlir --entry=layouts1 --output=result.npy
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default,NCHW],depthwise_conv2d=[NCHW16c,default]|[NHWC,default],batch_matmul=[BMK,BKN]|[BMK,BNK,BMN],matmul=[MK,KN]|[MK,NK,MN]" -o frozen.mlir
// RUN: diff frozen.mlir same.mlir

// In front of layout-freeze only ops that state options have a choice.
// RUN: layout-opt %s --layout-extract-choices=folder=stated -o same.mlir
// RUN: %print-json stated/ops.json ops.*.op.operands | FileCheck %s --check-prefix=STATED
// STATED: ops.*.op.operands = {{\[\[}}"MK 7x5xf32", "KN 5x6xf32", "MN 7x6xf32"]]

// RUN: not layout-opt %s --layout-extract-choices -o none.mlir 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: error: requires 'folder', found nothing
// RUN: not layout-opt %s --layout-extract-choices=folder=frozen.mlir/choices -o none.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: 'frozen.mlir/choices': Not a directory
// RUN: not ls none.mlir

// INDEX: version = 1
// INDEX-NEXT: ops.0.uses = 3
// INDEX-NEXT: ops.0.program = "op0.mlir"
// INDEX-NEXT: ops.0.op = {"body": "arith.mulf arith.addf", "dilations": [1, 1], "groups": 1, "kind": "conv2d", "operands": ["NCHW 1x16x9x9xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x4x4xf32"], "strides": [2, 2]}
// INDEX-NEXT: ops.0.choices = [{"function": "layouts0", "layouts": ["NCHW16c", "OIHW16i16o", "NCHW16c"]}, {"function": "layouts1", "layouts": ["NHWC", "HWIO", "NCHW"]}]
// INDEX-NEXT: ops.1.op = {"body": "arith.mulf arith.addf", "dilations": [2, 2], "groups": 16, "kind": "depthwise_conv2d", "operands": ["NCHW 1x16x9x9xf32", "CHW 16x3x3xf32", "NCHW 1x16x5x5xf32"], "strides": [1, 1]}
// INDEX-NEXT: ops.1.choices = [{"function": "layouts0", "layouts": ["NCHW16c", "CHW16c", "NCHW16c"]}, {"function": "layouts1", "layouts": ["NHWC", "HWC", "NHWC"]}]
// Dims of one letter are numbered, in the order of the data.
// INDEX-NEXT: ops.2.op = {"body": "arith.mulf arith.addf", "dilations": [], "groups": 1, "kind": "batch_matmul", "operands": ["B0B1MK 2x3x4x5xf32", "B0B1KN 2x3x5x6xf32", "B0B1MN 2x3x4x6xf32"], "strides": []}
// INDEX-NEXT: ops.2.choices = [{"function": "layouts0", "layouts": ["B0B1MK", "B1B0KN", "B0B1MN"]}, {"function": "layouts1", "layouts": ["B0B1MK", "B1B0NK", "B0B1MN"]}]
// INDEX-NEXT: ops.3.op = {"body": "arith.extf arith.extf arith.mulf arith.addf", "dilations": [], "groups": 1, "kind": "matmul", "operands": ["MK 4x5xf16", "KN 5x6xf16", "MN 4x6xf32"], "strides": []}
// INDEX-NEXT: ops.3.choices = [{"function": "layouts0", "layouts": ["MK", "KN", "MN"]}, {"function": "layouts1", "layouts": ["MK", "NK", "MN"]}]
// INDEX-NEXT: ops.4.op = {{.*}} "operands": ["MK 4x5xi8", "KN 5x6xi8", "i32", "i32", "MN 4x6xi32"], "strides": []}
// INDEX-NEXT: ops.4.uses = 1
// INDEX-NEXT: ops.5.choices = [{"function": "layouts0", "layouts": ["MK", "KN", "MN"]}, {"function": "layouts1", "layouts": ["MK8k pad K=3", "KN8k pad K=3", "MN"]}]

// CONV: func.func @layouts0(%[[DATA:.*]]: tensor<1x1x9x9x16xf32>, %[[FILTER:.*]]: tensor<2x1x3x3x16x16xf32>) -> tensor<1x2x4x4x16xf32> {
// CONV: linalg.fill
// CONV-NEXT: %[[RESULT:.*]] = linalg.generic
// CONV-SAME: ins(%[[DATA]], %[[FILTER]] :
// CONV: return %[[RESULT]]
// CONV: func.func @layouts1(%[[DATA:.*]]: tensor<1x9x9x16xf32>, %[[FILTER:.*]]: tensor<3x3x16x32xf32>) -> tensor<1x32x4x4xf32> {
// CONV: linalg.fill
// CONV-NEXT: linalg.generic
// CONV-SAME: ins(%[[DATA]], %[[FILTER]] :
// CONV-NOT: layout.

// QUANTIZED: func.func @layouts1(%[[A:.*]]: tensor<4x5xi8>, %[[B:.*]]: tensor<6x5xi8>, %[[ZERO_A:.*]]: i32, %[[ZERO_B:.*]]: i32) -> tensor<4x6xi32> {
// QUANTIZED: ins(%[[A]], %[[B]], %[[ZERO_A]], %[[ZERO_B]] :

// BATCH: func.func @layouts1(%{{.*}}: tensor<2x3x4x5xf32>, %{{.*}}: tensor<3x2x6x5xf32>) -> tensor<2x3x4x6xf32> {

// Data and sums of the first two differ, which does not change their time.
func.func @main(%x: tensor<1x16x9x9xf32>, %y: tensor<1x16x9x9xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<1x32x4x4xf32>) -> (tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>) {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x16x9x9xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%y, %w : tensor<1x16x9x9xf32>, tensor<32x16x3x3xf32>) outs(%0 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %0, %1 : tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>
}

// Neither does the order of dims.
func.func @images(%x: tensor<1x9x9x16xf32>, %w: tensor<3x3x16x32xf32>, %o: tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x9x9x16xf32>, tensor<3x3x16x32xf32>) outs(%o : tensor<1x4x4x32xf32>) -> tensor<1x4x4x32xf32>
  return %0 : tensor<1x4x4x32xf32>
}

func.func @depthwise(%x: tensor<1x9x9x16xf32>, %w: tensor<3x3x16xf32>, %o: tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x9x9x16xf32>, tensor<3x3x16xf32>) outs(%o : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  return %0 : tensor<1x5x5x16xf32>
}

func.func @batches(%a: tensor<2x3x4x5xf32>, %b: tensor<3x2x5x6xf32>, %o: tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(p, q, m, n, k) -> (p, q, m, k)>, affine_map<(p, q, m, n, k) -> (q, p, k, n)>, affine_map<(p, q, m, n, k) -> (p, q, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x3x4x5xf32>, tensor<3x2x5x6xf32>) outs(%o : tensor<2x3x4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x4x6xf32>
  return %0 : tensor<2x3x4x6xf32>
}

func.func @matmuls(%a: tensor<4x5xf16>, %b: tensor<5x6xf16>, %o: tensor<4x6xf32>, %c: tensor<4x5xi8>, %d: tensor<5x6xi8>, %z: i32, %s: tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf16>, tensor<5x6xf16>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.quantized_matmul ins(%c, %d, %z, %z : tensor<4x5xi8>, tensor<5x6xi8>, i32, i32) outs(%s : tensor<4x6xi32>) -> tensor<4x6xi32>
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xi32>
}

func.func @padded(%a: tensor<7x5xf32>, %b: tensor<5x6xf32>, %o: tensor<7x6xf32>) -> tensor<7x6xf32> {
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(m, k) -> (m, k floordiv 8, k mod 8)> pad [0, 3], <(k, n) -> (k floordiv 8, n, k mod 8)> pad [3, 0], _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<7x5xf32>, tensor<5x6xf32>) outs(%o : tensor<7x6xf32>) -> tensor<7x6xf32>
  return %0 : tensor<7x6xf32>
}

// REMARK: [[@LINE+2]]:{{.*}}cannot be timed by itself: it requires static extents, found ?
func.func @dynamic(%a: tensor<?x5xf32>, %b: tensor<5x6xf32>, %o: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// REMARK: [[@LINE+2]]:{{.*}}cannot be timed by itself: it requires a convolution, matmul or pooling, found another
func.func @elementwise(%a: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.exp {layout.op_layout = [
      #layout.op_layout<operands = [_, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, <(m, k) -> (k, m)>], results = [<(m, k) -> (k, m)>], cost = 0>]}
      ins(%a : tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
