// Quantized data as PyTorch exports it, between two convolutions of i8 into
// i32: the sums are scaled, rounded and narrowed to i8, and the border is the
// zero point, which is not 0. The bytes shrink to a quarter in the middle.
//
// Covers: R17, R19, R20, R24

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>

// BLOCKED-LABEL: func.func @main(
// BLOCKED: %[[POINT:.*]] = arith.constant -7 : i8
// BLOCKED: ins(%{{.*}}, %{{.*}} : tensor<1x2x4x4x16xi32>, tensor<2x16xi32>) outs(%{{.*}} : tensor<1x2x4x4x16xi8>)
// BLOCKED: tensor.pad {{.*}} low[0, 0, 1, 1, 0] high[0, 0, 1, 1, 0]
// BLOCKED: tensor.yield %[[POINT]] : i8
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4xi8>) -> tensor<1x5x4x4xi32> {
  %zero = arith.constant 0 : i32
  %pad_value = arith.constant -7 : i8
  %scale = arith.constant 0.05 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %cw = arith.constant dense<3> : tensor<32x3x1x1xi8>
  %ce = tensor.empty() : tensor<1x32x4x4xi32>
  %ci = linalg.fill ins(%zero : i32) outs(%ce : tensor<1x32x4x4xi32>) -> tensor<1x32x4x4xi32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %cw : tensor<1x3x4x4xi8>, tensor<32x3x1x1xi8>) outs(%ci : tensor<1x32x4x4xi32>) -> tensor<1x32x4x4xi32>
  %bias = arith.constant dense<5> : tensor<32xi32>
  %qe = tensor.empty() : tensor<1x32x4x4xi8>
  %q = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<1x32x4x4xi32>, tensor<32xi32>) outs(%qe : tensor<1x32x4x4xi8>) {
  ^bb0(%in: i32, %b: i32, %out: i8):
    %0 = arith.addi %in, %b : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %low : f32
    %5 = arith.minimumf %4, %high : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<1x32x4x4xi8>
  %padded = tensor.pad %q low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %pad_value : i8
  } : tensor<1x32x4x4xi8> to tensor<1x32x6x6xi8>
  %dw = arith.constant dense<2> : tensor<5x32x3x3xi8>
  %de = tensor.empty() : tensor<1x5x4x4xi32>
  %di = linalg.fill ins(%zero : i32) outs(%de : tensor<1x5x4x4xi32>) -> tensor<1x5x4x4xi32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %dw : tensor<1x32x6x6xi8>, tensor<5x32x3x3xi8>) outs(%di : tensor<1x5x4x4xi32>) -> tensor<1x5x4x4xi32>
  return %d : tensor<1x5x4x4xi32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x4x4xi8>) -> tensor<1x5x4x4xi32> {
  %zero = arith.constant 0 : i32
  %pad_value = arith.constant -7 : i8
  %scale = arith.constant 0.05 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %cw = arith.constant dense<3> : tensor<20x3x1x1xi8>
  %ce = tensor.empty() : tensor<1x20x4x4xi32>
  %ci = linalg.fill ins(%zero : i32) outs(%ce : tensor<1x20x4x4xi32>) -> tensor<1x20x4x4xi32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %cw : tensor<1x3x4x4xi8>, tensor<20x3x1x1xi8>) outs(%ci : tensor<1x20x4x4xi32>) -> tensor<1x20x4x4xi32>
  %bias = arith.constant dense<5> : tensor<20xi32>
  %qe = tensor.empty() : tensor<1x20x4x4xi8>
  %q = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<1x20x4x4xi32>, tensor<20xi32>) outs(%qe : tensor<1x20x4x4xi8>) {
  ^bb0(%in: i32, %b: i32, %out: i8):
    %0 = arith.addi %in, %b : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %low : f32
    %5 = arith.minimumf %4, %high : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<1x20x4x4xi8>
  %padded = tensor.pad %q low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %pad_value : i8
  } : tensor<1x20x4x4xi8> to tensor<1x20x6x6xi8>
  %dw = arith.constant dense<2> : tensor<5x20x3x3xi8>
  %de = tensor.empty() : tensor<1x5x4x4xi32>
  %di = linalg.fill ins(%zero : i32) outs(%de : tensor<1x5x4x4xi32>) -> tensor<1x5x4x4xi32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %dw : tensor<1x20x6x6xi8>, tensor<5x20x3x3xi8>) outs(%di : tensor<1x5x4x4xi32>) -> tensor<1x5x4x4xi32>
  return %d : tensor<1x5x4x4xi32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4xi8>) -> tensor<?x5x4x4xi32> {
  %zero = arith.constant 0 : i32
  %pad_value = arith.constant -7 : i8
  %scale = arith.constant 0.05 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xi8>
  %cw = arith.constant dense<3> : tensor<32x3x1x1xi8>
  %ce = tensor.empty(%n) : tensor<?x32x4x4xi32>
  %ci = linalg.fill ins(%zero : i32) outs(%ce : tensor<?x32x4x4xi32>) -> tensor<?x32x4x4xi32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %cw : tensor<?x3x4x4xi8>, tensor<32x3x1x1xi8>) outs(%ci : tensor<?x32x4x4xi32>) -> tensor<?x32x4x4xi32>
  %bias = arith.constant dense<5> : tensor<32xi32>
  %qe = tensor.empty(%n) : tensor<?x32x4x4xi8>
  %q = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<?x32x4x4xi32>, tensor<32xi32>) outs(%qe : tensor<?x32x4x4xi8>) {
  ^bb0(%in: i32, %b: i32, %out: i8):
    %0 = arith.addi %in, %b : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %low : f32
    %5 = arith.minimumf %4, %high : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<?x32x4x4xi8>
  %padded = tensor.pad %q low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %pad_value : i8
  } : tensor<?x32x4x4xi8> to tensor<?x32x6x6xi8>
  %dw = arith.constant dense<2> : tensor<5x32x3x3xi8>
  %de = tensor.empty(%n) : tensor<?x5x4x4xi32>
  %di = linalg.fill ins(%zero : i32) outs(%de : tensor<?x5x4x4xi32>) -> tensor<?x5x4x4xi32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %dw : tensor<?x32x6x6xi8>, tensor<5x32x3x3xi8>) outs(%di : tensor<?x5x4x4xi32>) -> tensor<?x5x4x4xi32>
  return %d : tensor<?x5x4x4xi32>
}
