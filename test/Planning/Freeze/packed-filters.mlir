// Filters packed by output channels. Blocks of channels have the order of NHWC in
// memory, so nothing moves at run time but the image and the result of the program.
//
// RUN: layout-opt %s --layout-freeze=target=nhwc-packed16 | FileCheck %s
// RUN: layout-opt %s --layout-freeze=target=nhwc-packed16 --remarks-filter-missed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-pipeline=target=nhwc-packed16 -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=chain --code=kernels
// RUN: layout-opt %t.mlir --layout-count | FileCheck %s --check-prefix=COUNT

// CHECK-LABEL: func.func @chain(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x8x8x1x16xf32>, tensor<2x3x3x1x16x16xf32>) outs({{.*}} : tensor<1x6x6x2x16xf32>) attrs = {layout.frozen}
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x6x6x2x16xf32>, tensor<1x1x1x2x16x16xf32>) outs({{.*}} : tensor<1x6x6x1x16xf32>) attrs = {layout.frozen}
//
// What is left in the five functions: the tensors at the borders and the filters,
// which are arguments here; nothing of the result of the first convolution.
// COUNT: {"rewrites":10,"bytes":111616,
func.func @chain(%x: tensor<1x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %v: tensor<16x32x1x1xf32>) -> tensor<1x16x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x32x6x6xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%f0 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %e1 = tensor.empty() : tensor<1x32x6x6xf32>
  %1 = linalg.abs ins(%0 : tensor<1x32x6x6xf32>) outs(%e1 : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %e2 = tensor.empty() : tensor<1x16x6x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x32x6x6xf32>, tensor<16x32x1x1xf32>) outs(%f2 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %2 : tensor<1x16x6x6xf32>
}

// Channels that 16 does not divide leave filters as in NHWC.
//
// REMARK: conv2d becomes NHWC, HWIO -> NHWC: a block requires output channels in a multiple of 16, found 24
// CHECK-LABEL: func.func @indivisible(
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} ins({{.*}} : tensor<1x8x8x16xf32>, tensor<3x3x16x24xf32>)
func.func @indivisible(%x: tensor<1x16x8x8xf32>, %w: tensor<24x16x3x3xf32>, %o: tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<24x16x3x3xf32>) outs(%o : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
  return %0 : tensor<1x24x6x6xf32>
}

// Input channels that 16 does not divide are read as in NHWC.
//
// CHECK-LABEL: func.func @few_inputs(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x8x8x3xf32>, tensor<2x3x3x3x16xf32>) outs({{.*}} : tensor<1x6x6x2x16xf32>) attrs = {layout.frozen}
func.func @few_inputs(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x32xf32>, %o: tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x32xf32>) outs(%o : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  return %0 : tensor<1x6x6x32xf32>
}

// CHECK-LABEL: func.func @matmul(
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<6x20xf32>, tensor<2x20x16xf32>) outs({{.*}} : tensor<6x2x16xf32>) attrs = {layout.op_layout = {{.*}}order = head_major
func.func @matmul(%a: tensor<6x20xf32>, %c: tensor<6x32xf32>) -> tensor<6x32xf32> {
  %b = arith.constant dense<0.5> : tensor<20x32xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x20xf32>, tensor<20x32xf32>) outs(%c : tensor<6x32xf32>) -> tensor<6x32xf32>
  return %0 : tensor<6x32xf32>
}

// A factor that is computed, or an argument that is not marked as constant, would be
// packed in each call, which takes longer than it saves. 8-bit integers are packed for
// instructions that add up four products.
//
// CHECK-LABEL: func.func @computed(
// CHECK: linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>]}
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<6x20xi8>, tensor<2x5x16x4xi8>)
func.func @computed(%a: tensor<6x20xf32>, %b: tensor<20x32xf32>, %c: tensor<6x32xf32>, %i: tensor<6x20xi8>, %j: tensor<20x32xi8>, %k: tensor<6x32xi32>) -> (tensor<6x32xf32>, tensor<6x32xi32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<6x20xf32>, tensor<20x32xf32>) outs(%c : tensor<6x32xf32>) -> tensor<6x32xf32>
  %1 = linalg.matmul ins(%i, %j : tensor<6x20xi8>, tensor<20x32xi8>) outs(%k : tensor<6x32xi32>) -> tensor<6x32xi32>
  return %0, %1 : tensor<6x32xf32>, tensor<6x32xi32>
}
