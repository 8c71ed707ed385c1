// Every decision is a remark: the layout of an op, and why it has no other one.
//
// Covers: R40
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c-mm16 --remarks-filter=.* --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: layout-opt %s --layout-freeze="target=nchw16c-mm16 indivisible=pad" --remarks-filter-missed=.* --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NHWC,default]|[NCHW,default],conv3d=[NDHWC,default],matmul=[MK,KN],depthwise_conv1d=[NWC,default]" --layout-report=path=- --remarks-filter-analyse=.* --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PREFER

// CHECK: [[@LINE+3]]:8: remark: [Passed] freeze | Category:layout-freeze | Function=conv | Remark="conv2d is NCHW16c, OIHW16i16o -> NCHW16c"
// PREFER: [[@LINE+2]]:8: remark: [Analysis] freeze | Category:layout-freeze | Function=conv | Remark="conv2d has 2 layouts to choose from"
func.func @conv(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

func.func @first(%x: tensor<1x3x8x8xf32>, %w: tensor<24x3x3x3xf32>, %o: tensor<1x24x6x6xf32>, %w2: tensor<32x24x1x1xf32>, %o2: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  // CHECK: [[@LINE+4]]:8: remark: [Missed] freeze | {{.*}}Remark="conv2d becomes NCHW, OIHW -> NCHW: a block requires output channels in a multiple of 16, found 24; indivisible=pad adds 8"
  // CHECK: [[@LINE+3]]:8: remark: [Missed] freeze | {{.*}}Remark="conv2d becomes NCHW, OIHW -> NCHW: a block requires input channels in a multiple of 16, found 3; indivisible=pad adds 13"
  // PAD: [[@LINE+2]]:8: remark: [Missed] {{.*}}"conv2d becomes NCHW16c, OIHW16i16o -> NCHW16c: a block requires output channels in a multiple of 16, found 24, padded by 8"
  // PAD: [[@LINE+1]]:8: remark: [Missed] {{.*}}requires input channels in a multiple of 16, found 3, padded by 13"
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<24x3x3x3xf32>) outs(%o : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  // CHECK: [[@LINE+2]]:8: remark: [Missed] {{.*}}requires input channels in a multiple of 16, found 24; indivisible=pad adds 8"
  // CHECK: [[@LINE+1]]:8: remark: [Passed] {{.*}}Remark="conv2d is NCHW, OIHW16o -> NCHW16c"
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w2 : tensor<1x24x6x6xf32>, tensor<32x24x1x1xf32>) outs(%o2 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %1 : tensor<1x32x6x6xf32>
}

func.func @matmul(%a: tensor<?x64xf32>, %b: tensor<64x48xf32>, %c: tensor<?x48xf32>) -> tensor<?x48xf32> {
  // CHECK: [[@LINE+1]]:8: remark: [Missed] {{.*}}Remark="matmul cannot be MK16m16k, NK16n16k -> MN16m16n: it requires m in a static multiple of 16, found ?"
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x48xf32>) outs(%c : tensor<?x48xf32>) -> tensor<?x48xf32>
  return %0 : tensor<?x48xf32>
}

func.func @others(%a: tensor<4x4x8x8xf32>, %b: tensor<4x4x8x8xf32>, %c: tensor<4x4x8x8xf32>, %m: tensor<16x32xf32>, %x: tensor<32xf32>, %y: tensor<16xf32>) -> (tensor<4x4x8x8xf32>, tensor<16xf32>) {
  // CHECK: [[@LINE+2]]:8: remark: [Passed] {{.*}}Remark="matmul is written without its blocks, which are not requested"
  // CHECK: [[@LINE+1]]:8: remark: [Passed] {{.*}}Remark="matmul is MK16m16k, NK16n16k -> MN16m16n"
  %0 = linalg.mmt4d ins(%a, %b : tensor<4x4x8x8xf32>, tensor<4x4x8x8xf32>) outs(%c : tensor<4x4x8x8xf32>) -> tensor<4x4x8x8xf32>
  // CHECK: [[@LINE+1]]:8: remark: [Analysis] {{.*}}Remark="keeps its layout: there is no preference for it"
  %1 = linalg.matvec ins(%m, %x : tensor<16x32xf32>, tensor<32xf32>) outs(%y : tensor<16xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<4x4x8x8xf32>, tensor<16xf32>
}

// A kind that matches no op: a warning, and an entry in the report.
// PREFER: warning: preference for conv3d matches no op
// PREFER: warning: preference for depthwise_conv1d matches no op
// PREFER: Preferences that match no op: conv3d, depthwise_conv1d
