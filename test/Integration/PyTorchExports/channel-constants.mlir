// A constant of each channel as PyTorch exports it, between two convolutions:
// batch normalization reads vectors by (d1), a layer scale one that is expanded
// to Cx1x1 and read by (d1, 0, 0).
//
// Covers: R6, R15, R17, R20, R24

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
#channel = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#vector = affine_map<(d0, d1, d2, d3) -> (d1)>

// The constant is stored in blocks; a vector that is handed in is split in place.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-SAME: %{{.*}}: tensor<1x3x6x6xf32>, %[[SHIFT:.*]]: tensor<32xf32>)
// BLOCKED: tensor.expand_shape %[[SHIFT]] {{.*}} : tensor<32xf32> into tensor<2x1x1x16xf32>
// BLOCKED: arith.constant dense<{{.*}}> : tensor<2x1x1x16xf32>
// BLOCKED-NOT: linalg.transpose
// BLOCKED: return
func.func @main(%x: tensor<1x3x6x6xf32>, %shift: tensor<32xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f64
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %mean = arith.constant dense<0.3> : tensor<32xf32>
  %var = arith.constant dense<0.7> : tensor<32xf32>
  %gamma = arith.constant dense<1.5> : tensor<32xf32>
  %beta = arith.constant dense<0.2> : tensor<32xf32>
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %bn = linalg.generic {indexing_maps = [#id, #vector, #vector, #vector, #vector, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %gamma, %beta, %mean, %var : tensor<1x32x4x4xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = math.absf %v : f32
    %2 = arith.addf %1, %0 : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.subf %in, %m : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.mulf %5, %g : f32
    %7 = arith.addf %6, %b : f32
    linalg.yield %7 : f32
  } -> tensor<1x32x4x4xf32>
  %gamma3 = tensor.expand_shape %gamma [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bn, %gamma3 : tensor<1x32x4x4xf32>, tensor<32x1x1xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %out: f32):
    %0 = arith.mulf %in, %g : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %shift2 = tensor.expand_shape %shift [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
  %shift3 = tensor.expand_shape %shift2 [[0], [1, 2]] output_shape [32, 1, 1] : tensor<32x1xf32> into tensor<32x1x1xf32>
  %shifted = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scaled, %shift3 : tensor<1x32x4x4xf32>, tensor<32x1x1xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.addf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%shifted, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the 20 channels.
func.func @odd(%x: tensor<1x3x6x6xf32>, %shift: tensor<20xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f64
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %mean = arith.constant dense<0.3> : tensor<20xf32>
  %var = arith.constant dense<0.7> : tensor<20xf32>
  %gamma = arith.constant dense<1.5> : tensor<20xf32>
  %beta = arith.constant dense<0.2> : tensor<20xf32>
  %e = tensor.empty() : tensor<1x20x4x4xf32>
  %bn = linalg.generic {indexing_maps = [#id, #vector, #vector, #vector, #vector, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %gamma, %beta, %mean, %var : tensor<1x20x4x4xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = math.absf %v : f32
    %2 = arith.addf %1, %0 : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.subf %in, %m : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.mulf %5, %g : f32
    %7 = arith.addf %6, %b : f32
    linalg.yield %7 : f32
  } -> tensor<1x20x4x4xf32>
  %gamma3 = tensor.expand_shape %gamma [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bn, %gamma3 : tensor<1x20x4x4xf32>, tensor<20x1x1xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %out: f32):
    %0 = arith.mulf %in, %g : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x4x4xf32>
  %shift2 = tensor.expand_shape %shift [[0, 1]] output_shape [20, 1] : tensor<20xf32> into tensor<20x1xf32>
  %shift3 = tensor.expand_shape %shift2 [[0], [1, 2]] output_shape [20, 1, 1] : tensor<20x1xf32> into tensor<20x1x1xf32>
  %shifted = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scaled, %shift3 : tensor<1x20x4x4xf32>, tensor<20x1x1xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.addf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%shifted, %d_w : tensor<1x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x6x6xf32>, %shift: tensor<32xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-05 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %mean = arith.constant dense<0.3> : tensor<32xf32>
  %var = arith.constant dense<0.7> : tensor<32xf32>
  %gamma = arith.constant dense<1.5> : tensor<32xf32>
  %beta = arith.constant dense<0.2> : tensor<32xf32>
  %e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %bn = linalg.generic {indexing_maps = [#id, #vector, #vector, #vector, #vector, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %gamma, %beta, %mean, %var : tensor<?x32x4x4xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = math.absf %v : f32
    %2 = arith.addf %1, %0 : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.subf %in, %m : f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.mulf %5, %g : f32
    %7 = arith.addf %6, %b : f32
    linalg.yield %7 : f32
  } -> tensor<?x32x4x4xf32>
  %gamma3 = tensor.expand_shape %gamma [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bn, %gamma3 : tensor<?x32x4x4xf32>, tensor<32x1x1xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %g: f32, %out: f32):
    %0 = arith.mulf %in, %g : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %shift2 = tensor.expand_shape %shift [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
  %shift3 = tensor.expand_shape %shift2 [[0], [1, 2]] output_shape [32, 1, 1] : tensor<32x1xf32> into tensor<32x1x1xf32>
  %shifted = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scaled, %shift3 : tensor<?x32x4x4xf32>, tensor<32x1x1xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.addf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%shifted, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
