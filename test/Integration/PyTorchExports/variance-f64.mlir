// Variance as PyTorch exports it, between two convolutions: data widened to
// f64, reduced, divided, narrowed again, and an epsilon in f64 that the body
// captures and narrows. The bytes double in the middle, where a rewrite would
// cost most.
//
// Covers: R17, R19, R21, R24, R25

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=instance_norm
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=channels
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=instance_norm
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=channels
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#keep = affine_map<(n, c, h, w) -> (n, c, 0, 0)>
#column = affine_map<(n, c, h, w) -> (n, 0, h, w)>
// Mean and variance of each channel are f64 in the blocks of the convolution,
// so the sums cover a whole block at a time.
// BLOCKED-LABEL: func.func @instance_norm(
// BLOCKED: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x2x4x4x16xf32>) outs(%{{.*}} : tensor<1x2x4x4x16xf64>)
// BLOCKED: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}} : tensor<1x2x4x4x16xf64>)
// BLOCKED: arith.truncf %{{.*}} : f64 to f32
// BLOCKED: math.rsqrt
// BLOCKED: return
func.func @instance_norm(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 16.0 : f64
  %eps = arith.constant 1.0e-05 : f64
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %e64 = tensor.empty() : tensor<1x32x4x4xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x32x4x4xf32>) outs(%e64 : tensor<1x32x4x4xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<1x32x4x4xf64>
  %es = tensor.empty() : tensor<1x32x1x1xf64>
  %zs = linalg.fill ins(%zero64 : f64) outs(%es : tensor<1x32x1x1xf64>) -> tensor<1x32x1x1xf64>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%wide : tensor<1x32x4x4xf64>) outs(%zs : tensor<1x32x1x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x1x1xf64>
  %mean = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x32x1x1xf64>) outs(%es : tensor<1x32x1x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.divf %in, %count : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x1x1xf64>
  %centred64 = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide, %mean : tensor<1x32x4x4xf64>, tensor<1x32x1x1xf64>) outs(%e64 : tensor<1x32x4x4xf64>) {
  ^bb0(%in: f64, %m: f64, %out: f64):
    %0 = arith.subf %in, %m : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x4x4xf64>
  %squares = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centred64, %centred64 : tensor<1x32x4x4xf64>, tensor<1x32x4x4xf64>) outs(%e64 : tensor<1x32x4x4xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %0 = arith.mulf %a, %b : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x4x4xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%squares : tensor<1x32x4x4xf64>) outs(%zs : tensor<1x32x1x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x1x1xf64>
  %variance64 = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<1x32x1x1xf64>) outs(%es : tensor<1x32x1x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.divf %in, %count : f64
    linalg.yield %0 : f64
  } -> tensor<1x32x1x1xf64>
  %es32 = tensor.empty() : tensor<1x32x1x1xf32>
  %variance = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%variance64 : tensor<1x32x1x1xf64>) outs(%es32 : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.truncf %in : f64 to f32
    linalg.yield %0 : f32
  } -> tensor<1x32x1x1xf32>
  %root = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%variance : tensor<1x32x1x1xf32>) outs(%es32 : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %in, %0 : f32
    %2 = math.rsqrt %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x32x1x1xf32>
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %norm = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %root : tensor<1x32x4x4xf32>, tensor<1x32x1x1xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %r: f32, %out: f32):
    %0 = arith.mulf %in, %r : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%norm, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// 16 does not divide the 20 channels.
func.func @channels(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 20.0 : f64
  %eps = arith.constant 1.0e-05 : f64
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %e64 = tensor.empty() : tensor<1x20x4x4xf64>
  %es = tensor.empty() : tensor<1x1x4x4xf64>
  %zs = linalg.fill ins(%zero64 : f64) outs(%es : tensor<1x1x4x4xf64>) -> tensor<1x1x4x4xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x20x4x4xf32>) outs(%e64 : tensor<1x20x4x4xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<1x20x4x4xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%wide : tensor<1x20x4x4xf64>) outs(%zs : tensor<1x1x4x4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.mulf %in, %in : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<1x1x4x4xf64>
  %es32 = tensor.empty() : tensor<1x1x4x4xf32>
  %variance = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<1x1x4x4xf64>) outs(%es32 : tensor<1x1x4x4xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.divf %in, %count : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<1x1x4x4xf32>
  %e = tensor.empty() : tensor<1x20x4x4xf32>
  %norm = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %variance : tensor<1x20x4x4xf32>, tensor<1x1x4x4xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %v, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x20x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%norm, %d_w : tensor<1x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size and 32 channels in blocks.
func.func @batch(%x: tensor<?x3x6x6xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 32.0 : f64
  %eps = arith.constant 1.0e-05 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %e64 = tensor.empty(%n) : tensor<?x32x4x4xf64>
  %es = tensor.empty(%n) : tensor<?x1x4x4xf64>
  %zs = linalg.fill ins(%zero64 : f64) outs(%es : tensor<?x1x4x4xf64>) -> tensor<?x1x4x4xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<?x32x4x4xf32>) outs(%e64 : tensor<?x32x4x4xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<?x32x4x4xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%wide : tensor<?x32x4x4xf64>) outs(%zs : tensor<?x1x4x4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.mulf %in, %in : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<?x1x4x4xf64>
  %es32 = tensor.empty(%n) : tensor<?x1x4x4xf32>
  %variance = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<?x1x4x4xf64>) outs(%es32 : tensor<?x1x4x4xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.divf %in, %count : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<?x1x4x4xf32>
  %e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %norm = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %variance : tensor<?x32x4x4xf32>, tensor<?x1x4x4xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %v, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%norm, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
