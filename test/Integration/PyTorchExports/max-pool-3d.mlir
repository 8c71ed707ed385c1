// A 3-D max pooling as PyTorch exports it, between two convolutions: a pad of
// minus infinity, and a generic with windows of d2 * 2 + d5, for which there is
// no named op.
//
// Covers: R17, R21, R24

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

#window = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2 * 2 + d5, d3 * 2 + d6, d4 * 2 + d7)>
#kernel = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d6, d7)>
#result = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>

// BLOCKED-LABEL: func.func @main(
// BLOCKED: tensor.pad {{.*}} low[0, 0, 1, 1, 1, 0] high[0, 0, 1, 1, 1, 0]
// BLOCKED: ins(%{{.*}}, %{{.*}} : tensor<1x2x6x6x7x16xf32>, tensor<3x3x3xf32>) outs(%{{.*}} : tensor<1x2x2x2x3x16xf32>)
// BLOCKED-NEXT: ^bb0
// BLOCKED-NEXT: arith.maximumf
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4x5xf32>) -> tensor<1x5x2x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %cw = arith.constant dense<0.1> : tensor<32x3x1x1x1xf32>
  %ce = tensor.empty() : tensor<1x32x4x4x5xf32>
  %ci = linalg.fill ins(%zero : f32) outs(%ce : tensor<1x32x4x4x5xf32>) -> tensor<1x32x4x4x5xf32>
  %c = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%x, %cw : tensor<1x3x4x4x5xf32>, tensor<32x3x1x1x1xf32>) outs(%ci : tensor<1x32x4x4x5xf32>) -> tensor<1x32x4x4x5xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1, 1] high[0, 0, 1, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index, %m: index):
    tensor.yield %lowest : f32
  } : tensor<1x32x4x4x5xf32> to tensor<1x32x6x6x7xf32>
  %me = tensor.empty() : tensor<1x32x2x2x3xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<1x32x2x2x3xf32>) -> tensor<1x32x2x2x3xf32>
  %kernel = tensor.empty() : tensor<3x3x3xf32>
  %max = linalg.generic {indexing_maps = [#window, #kernel, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%padded, %kernel : tensor<1x32x6x6x7xf32>, tensor<3x3x3xf32>) outs(%mi : tensor<1x32x2x2x3xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x2x2x3xf32>
  %dw = arith.constant dense<0.1> : tensor<5x32x1x1x1xf32>
  %de = tensor.empty() : tensor<1x5x2x2x3xf32>
  %di = linalg.fill ins(%zero : f32) outs(%de : tensor<1x5x2x2x3xf32>) -> tensor<1x5x2x2x3xf32>
  %d = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%max, %dw : tensor<1x32x2x2x3xf32>, tensor<5x32x1x1x1xf32>) outs(%di : tensor<1x5x2x2x3xf32>) -> tensor<1x5x2x2x3xf32>
  return %d : tensor<1x5x2x2x3xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x4x4x5xf32>) -> tensor<1x5x2x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %cw = arith.constant dense<0.1> : tensor<20x3x1x1x1xf32>
  %ce = tensor.empty() : tensor<1x20x4x4x5xf32>
  %ci = linalg.fill ins(%zero : f32) outs(%ce : tensor<1x20x4x4x5xf32>) -> tensor<1x20x4x4x5xf32>
  %c = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%x, %cw : tensor<1x3x4x4x5xf32>, tensor<20x3x1x1x1xf32>) outs(%ci : tensor<1x20x4x4x5xf32>) -> tensor<1x20x4x4x5xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1, 1] high[0, 0, 1, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index, %m: index):
    tensor.yield %lowest : f32
  } : tensor<1x20x4x4x5xf32> to tensor<1x20x6x6x7xf32>
  %me = tensor.empty() : tensor<1x20x2x2x3xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<1x20x2x2x3xf32>) -> tensor<1x20x2x2x3xf32>
  %kernel = tensor.empty() : tensor<3x3x3xf32>
  %max = linalg.generic {indexing_maps = [#window, #kernel, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%padded, %kernel : tensor<1x20x6x6x7xf32>, tensor<3x3x3xf32>) outs(%mi : tensor<1x20x2x2x3xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x2x2x3xf32>
  %dw = arith.constant dense<0.1> : tensor<5x20x1x1x1xf32>
  %de = tensor.empty() : tensor<1x5x2x2x3xf32>
  %di = linalg.fill ins(%zero : f32) outs(%de : tensor<1x5x2x2x3xf32>) -> tensor<1x5x2x2x3xf32>
  %d = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%max, %dw : tensor<1x20x2x2x3xf32>, tensor<5x20x1x1x1xf32>) outs(%di : tensor<1x5x2x2x3xf32>) -> tensor<1x5x2x2x3xf32>
  return %d : tensor<1x5x2x2x3xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4x5xf32>) -> tensor<?x5x2x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4x5xf32>
  %cw = arith.constant dense<0.1> : tensor<32x3x1x1x1xf32>
  %ce = tensor.empty(%n) : tensor<?x32x4x4x5xf32>
  %ci = linalg.fill ins(%zero : f32) outs(%ce : tensor<?x32x4x4x5xf32>) -> tensor<?x32x4x4x5xf32>
  %c = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%x, %cw : tensor<?x3x4x4x5xf32>, tensor<32x3x1x1x1xf32>) outs(%ci : tensor<?x32x4x4x5xf32>) -> tensor<?x32x4x4x5xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1, 1] high[0, 0, 1, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index, %m: index):
    tensor.yield %lowest : f32
  } : tensor<?x32x4x4x5xf32> to tensor<?x32x6x6x7xf32>
  %me = tensor.empty(%n) : tensor<?x32x2x2x3xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<?x32x2x2x3xf32>) -> tensor<?x32x2x2x3xf32>
  %kernel = tensor.empty() : tensor<3x3x3xf32>
  %max = linalg.generic {indexing_maps = [#window, #kernel, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%padded, %kernel : tensor<?x32x6x6x7xf32>, tensor<3x3x3xf32>) outs(%mi : tensor<?x32x2x2x3xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x2x2x3xf32>
  %dw = arith.constant dense<0.1> : tensor<5x32x1x1x1xf32>
  %de = tensor.empty(%n) : tensor<?x5x2x2x3xf32>
  %di = linalg.fill ins(%zero : f32) outs(%de : tensor<?x5x2x2x3xf32>) -> tensor<?x5x2x2x3xf32>
  %d = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
      ins(%max, %dw : tensor<?x32x2x2x3xf32>, tensor<5x32x1x1x1xf32>) outs(%di : tensor<?x5x2x2x3xf32>) -> tensor<?x5x2x2x3xf32>
  return %d : tensor<?x5x2x2x3xf32>
}
