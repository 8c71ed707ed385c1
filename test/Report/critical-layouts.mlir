// The report says which convolutions and matmuls have the layouts that were asked
// for, and why the others do not.
//
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NCHW16c,default] report=%t.txt" -o %t.mlir
// RUN: FileCheck %s --strict-whitespace < %t.txt
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NCHW16c,default] report=%t.json" -o %t.mlir
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NCHW16c,default] indivisible=pad report=%t.padded.txt" -o %t.mlir
// RUN: FileCheck %s --check-prefix=PAD < %t.padded.txt
//
// The plan has to choose, with locations and without.
// RUN: layout-opt %s --layout-pipeline="prefer=conv2d=[NCHW,default]|[NHWC,default] report=%t.choice.txt" -o %t.mlir
// RUN: FileCheck %s --check-prefix=CHOICE < %t.choice.txt
// RUN: layout-opt %s --strip-debuginfo --layout-pipeline="prefer=conv2d=[NCHW,default]|[NHWC,default] report=%t.choice.txt" -o %t.mlir
// RUN: FileCheck %s --check-prefix=CHOICE < %t.choice.txt
//
// Nothing is asked for.
// RUN: layout-opt %s --layout-pipeline="report=%t.none.txt" -o %t.mlir
// RUN: FileCheck %s --check-prefix=NONE --implicit-check-not="Convolutions and matmuls:" < %t.none.txt
// NONE: no target and no preference was given

//      CHECK: {{^}}Convolutions and matmuls:{{$}}
// CHECK-NEXT: {{^}}  3 of 5 conv2d: NCHW16c, OIHW16i16o -> NCHW16c{{$}}
// CHECK-NEXT: {{^}}  1 of 5 conv2d: NCHW16c, OIHW16i -> NCHW{{$}}
// CHECK-NEXT: {{^}}    1 because a block requires output channels in a multiple of 16, found 20; indivisible=pad adds 12; first at {{.*}}critical-layouts.mlir:[[# @LINE + 37]]:8{{$}}
// CHECK-NEXT: {{^}}  1 of 5 conv2d: NCHW, OIHW16o -> NCHW16c{{$}}
// CHECK-NEXT: {{^}}    1 because a block requires input channels in a static multiple of 16, found ?; first at {{.*}}critical-layouts.mlir:[[# @LINE + 40]]:8{{$}}
// CHECK-NEXT: {{^}}  1 of 1 matmul: as it came{{$}}
// CHECK-NEXT: {{^}}    1 because there is no preference for it; first at {{.*}}critical-layouts.mlir:[[# @LINE + 43]]:8{{$}}

//      JSON:   "critical": [
// JSON-NEXT:     {
// JSON-NEXT:       "kind": "conv2d",
// JSON-NEXT:       "of": 5,
// JSON-NEXT:       "n": 3,
// JSON-NEXT:       "layouts": "NCHW16c, OIHW16i16o -> NCHW16c",
// JSON-NEXT:       "reasons": []
// JSON-NEXT:     },
//      JSON:       "layouts": "NCHW16c, OIHW16i -> NCHW",
// JSON-NEXT:       "reasons": [
// JSON-NEXT:         {
// JSON-NEXT:           "reason": "a block requires output channels in a multiple of 16, found 20; indivisible=pad adds 12",
// JSON-NEXT:           "n": 1,
// JSON-NEXT:           "first": "{{.*}}critical-layouts.mlir:[[# @LINE + 18]]:8"
//      JSON:       "kind": "matmul",
// JSON-NEXT:       "of": 1,
// JSON-NEXT:       "n": 1,
// JSON-NEXT:       "layouts": null,

//      PAD:   4 of 5 conv2d: NCHW16c, OIHW16i16o -> NCHW16c{{$}}
// PAD-NEXT:     1 because a block requires output channels in a multiple of 16, found 20, padded by 12; first at
// PAD-NEXT:   1 of 5 conv2d: NCHW, OIHW16o -> NCHW16c

// CHOICE:      Convolutions and matmuls:
// CHOICE-NEXT: 4 of 5 conv2d: NCHW, OIHW -> NCHW
// CHOICE-NEXT: 1 of 5 conv2d: NHWC, HWIO -> NHWC
// CHOICE-NEXT:   1 because the plan costs less than with NCHW, OIHW -> NCHW; first at

func.func @main(%x: tensor<1x32x8x8xf32>, %w0: tensor<32x32x1x1xf32>, %w1: tensor<20x32x1x1xf32>, %e: tensor<1x32x8x8xf32>, %e1: tensor<1x20x8x8xf32>) -> (tensor<1x32x8x8xf32>, tensor<1x20x8x8xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%e : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w0 : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%e : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w1 : tensor<1x32x8x8xf32>, tensor<20x32x1x1xf32>) outs(%e1 : tensor<1x20x8x8xf32>) -> tensor<1x20x8x8xf32>
  return %1, %2 : tensor<1x32x8x8xf32>, tensor<1x20x8x8xf32>
}

func.func @dynamic(%x: tensor<1x?x8x8xf32>, %w: tensor<16x?x1x1xf32>, %e: tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x?x8x8xf32>, tensor<16x?x1x1xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %0 : tensor<1x16x8x8xf32>
}

func.func @plain(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %e: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @nhwc(%x: tensor<1x8x8x16xf32>, %w: tensor<1x1x16x16xf32>, %e: tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x16xf32>, tensor<1x1x16x16xf32>) outs(%e : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}
