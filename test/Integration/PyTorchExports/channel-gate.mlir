// A gate for each channel (squeeze and excitation) as PyTorch exports it: the
// mean of an image, which keeps dims of one point, two convolutions of such
// points, and a product that reads the gate by (d0, d1, 0, 0).
//
// Covers: R5, R17, R20, R21, R24

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
#keep = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>

// BLOCKED-LABEL: func.func @main(
// BLOCKED: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}} : tensor<1x2x4x4x16xf32>) outs(%{{.*}} : tensor<1x2x1x1x16xf32>)
// BLOCKED-NOT: linalg.transpose
// BLOCKED: ins(%{{.*}}, %{{.*}} : tensor<1x2x1x1x16xf32>, tensor<1x2x4x4x16xf32>) outs(%{{.*}} : tensor<1x2x4x4x16xf32>)
// BLOCKED: return
func.func @main(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %count = arith.constant 16.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %es = tensor.empty() : tensor<1x32x1x1xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%c : tensor<1x32x4x4xf32>) outs(%is : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x1x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x32x1x1xf32>) outs(%es : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x1x1xf32>
  %squeeze_w = arith.constant dense<0.1> : tensor<16x32x1x1xf32>
  %squeeze_e = tensor.empty() : tensor<1x16x1x1xf32>
  %squeeze_i = linalg.fill ins(%zero : f32) outs(%squeeze_e : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %squeeze = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %squeeze_w : tensor<1x32x1x1xf32>, tensor<16x32x1x1xf32>) outs(%squeeze_i : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %eq = tensor.empty() : tensor<1x16x1x1xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%squeeze : tensor<1x16x1x1xf32>) outs(%eq : tensor<1x16x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x16x1x1xf32>
  %excite_w = arith.constant dense<0.1> : tensor<32x16x1x1xf32>
  %excite_e = tensor.empty() : tensor<1x32x1x1xf32>
  %excite_i = linalg.fill ins(%zero : f32) outs(%excite_e : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %excite = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%relu, %excite_w : tensor<1x16x1x1xf32>, tensor<32x16x1x1xf32>) outs(%excite_i : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %gate = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%excite : tensor<1x32x1x1xf32>) outs(%es : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x32x1x1xf32>
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %gated = linalg.generic {indexing_maps = [#keep, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gate, %c : tensor<1x32x1x1xf32>, tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%g: f32, %in: f32, %out: f32):
    %0 = arith.mulf %g, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%gated, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the 6 channels in the middle.
func.func @odd(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %count = arith.constant 16.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %es = tensor.empty() : tensor<1x32x1x1xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%c : tensor<1x32x4x4xf32>) outs(%is : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x1x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x32x1x1xf32>) outs(%es : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x1x1xf32>
  %squeeze_w = arith.constant dense<0.1> : tensor<6x32x1x1xf32>
  %squeeze_e = tensor.empty() : tensor<1x6x1x1xf32>
  %squeeze_i = linalg.fill ins(%zero : f32) outs(%squeeze_e : tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32>
  %squeeze = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %squeeze_w : tensor<1x32x1x1xf32>, tensor<6x32x1x1xf32>) outs(%squeeze_i : tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32>
  %eq = tensor.empty() : tensor<1x6x1x1xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%squeeze : tensor<1x6x1x1xf32>) outs(%eq : tensor<1x6x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x6x1x1xf32>
  %excite_w = arith.constant dense<0.1> : tensor<32x6x1x1xf32>
  %excite_e = tensor.empty() : tensor<1x32x1x1xf32>
  %excite_i = linalg.fill ins(%zero : f32) outs(%excite_e : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %excite = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%relu, %excite_w : tensor<1x6x1x1xf32>, tensor<32x6x1x1xf32>) outs(%excite_i : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  %gate = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%excite : tensor<1x32x1x1xf32>) outs(%es : tensor<1x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x32x1x1xf32>
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %gated = linalg.generic {indexing_maps = [#keep, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gate, %c : tensor<1x32x1x1xf32>, tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%g: f32, %in: f32, %out: f32):
    %0 = arith.mulf %g, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%gated, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x6x6xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %count = arith.constant 16.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %es = tensor.empty(%n) : tensor<?x32x1x1xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<?x32x1x1xf32>) -> tensor<?x32x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%c : tensor<?x32x4x4xf32>) outs(%is : tensor<?x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x1x1xf32>
  %mean = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<?x32x1x1xf32>) outs(%es : tensor<?x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x1x1xf32>
  %squeeze_w = arith.constant dense<0.1> : tensor<16x32x1x1xf32>
  %squeeze_e = tensor.empty(%n) : tensor<?x16x1x1xf32>
  %squeeze_i = linalg.fill ins(%zero : f32) outs(%squeeze_e : tensor<?x16x1x1xf32>) -> tensor<?x16x1x1xf32>
  %squeeze = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %squeeze_w : tensor<?x32x1x1xf32>, tensor<16x32x1x1xf32>) outs(%squeeze_i : tensor<?x16x1x1xf32>) -> tensor<?x16x1x1xf32>
  %eq = tensor.empty(%n) : tensor<?x16x1x1xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%squeeze : tensor<?x16x1x1xf32>) outs(%eq : tensor<?x16x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<?x16x1x1xf32>
  %excite_w = arith.constant dense<0.1> : tensor<32x16x1x1xf32>
  %excite_e = tensor.empty(%n) : tensor<?x32x1x1xf32>
  %excite_i = linalg.fill ins(%zero : f32) outs(%excite_e : tensor<?x32x1x1xf32>) -> tensor<?x32x1x1xf32>
  %excite = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%relu, %excite_w : tensor<?x16x1x1xf32>, tensor<32x16x1x1xf32>) outs(%excite_i : tensor<?x32x1x1xf32>) -> tensor<?x32x1x1xf32>
  %gate = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%excite : tensor<?x32x1x1xf32>) outs(%es : tensor<?x32x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x32x1x1xf32>
  %e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %gated = linalg.generic {indexing_maps = [#keep, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%gate, %c : tensor<?x32x1x1xf32>, tensor<?x32x4x4xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%g: f32, %in: f32, %out: f32):
    %0 = arith.mulf %g, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%gated, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
