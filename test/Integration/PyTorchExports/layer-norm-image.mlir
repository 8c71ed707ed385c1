// A layer norm of images as ConvNeXt exports it, between two convolutions: the
// channels are moved behind the image, mean and variance taken over them in
// f64, and moved back.
//
// Covers: R12, R17, R20, R21, R24

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
#keep = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#last = affine_map<(d0, d1, d2, d3) -> (d3)>

// The transposes are gone, and the sums go over both parts of the channels.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-NOT: linalg.transpose
// BLOCKED: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}} : tensor<1x2x4x4x16xf64>) outs(%{{.*}} : tensor<1x4x4x1xf64>)
// BLOCKED-NOT: linalg.transpose
// BLOCKED: return
func.func @main(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 32.0 : f64
  %eps = arith.constant 1.0e-06 : f64
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %eh = tensor.empty() : tensor<1x4x4x32xf32>
  %h = linalg.transpose ins(%c : tensor<1x32x4x4xf32>) outs(%eh : tensor<1x4x4x32xf32>) permutation = [0, 2, 3, 1]
  %e64 = tensor.empty() : tensor<1x4x4x32xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%h : tensor<1x4x4x32xf32>) outs(%e64 : tensor<1x4x4x32xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<1x4x4x32xf64>
  %es = tensor.empty() : tensor<1x4x4x1xf64>
  %is = linalg.fill ins(%zero64 : f64) outs(%es : tensor<1x4x4x1xf64>) -> tensor<1x4x4x1xf64>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%wide : tensor<1x4x4x32xf64>) outs(%is : tensor<1x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<1x4x4x1xf64>
  %centred = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide, %sum : tensor<1x4x4x32xf64>, tensor<1x4x4x1xf64>) outs(%e64 : tensor<1x4x4x32xf64>) {
  ^bb0(%in: f64, %s: f64, %out: f64):
    %0 = arith.divf %s, %count : f64
    %1 = arith.subf %in, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<1x4x4x32xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%centred : tensor<1x4x4x32xf64>) outs(%is : tensor<1x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.mulf %in, %in : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<1x4x4x1xf64>
  %es32 = tensor.empty() : tensor<1x4x4x1xf32>
  %variance = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<1x4x4x1xf64>) outs(%es32 : tensor<1x4x4x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.divf %in, %count : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<1x4x4x1xf32>
  %gamma = arith.constant dense<1.5> : tensor<32xf32>
  %beta = arith.constant dense<0.2> : tensor<32xf32>
  %norm = linalg.generic {indexing_maps = [#id, #keep, #last, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centred, %variance, %gamma, %beta : tensor<1x4x4x32xf64>, tensor<1x4x4x1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%eh : tensor<1x4x4x32xf32>) {
  ^bb0(%in: f64, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %v, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.truncf %in : f64 to f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.mulf %4, %g : f32
    %6 = arith.addf %5, %b : f32
    linalg.yield %6 : f32
  } -> tensor<1x4x4x32xf32>
  %ec = tensor.empty() : tensor<1x32x4x4xf32>
  %back = linalg.transpose ins(%norm : tensor<1x4x4x32xf32>) outs(%ec : tensor<1x32x4x4xf32>) permutation = [0, 3, 1, 2]
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%back, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 20.0 : f64
  %eps = arith.constant 1.0e-06 : f64
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %eh = tensor.empty() : tensor<1x4x4x20xf32>
  %h = linalg.transpose ins(%c : tensor<1x20x4x4xf32>) outs(%eh : tensor<1x4x4x20xf32>) permutation = [0, 2, 3, 1]
  %e64 = tensor.empty() : tensor<1x4x4x20xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%h : tensor<1x4x4x20xf32>) outs(%e64 : tensor<1x4x4x20xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<1x4x4x20xf64>
  %es = tensor.empty() : tensor<1x4x4x1xf64>
  %is = linalg.fill ins(%zero64 : f64) outs(%es : tensor<1x4x4x1xf64>) -> tensor<1x4x4x1xf64>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%wide : tensor<1x4x4x20xf64>) outs(%is : tensor<1x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<1x4x4x1xf64>
  %centred = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide, %sum : tensor<1x4x4x20xf64>, tensor<1x4x4x1xf64>) outs(%e64 : tensor<1x4x4x20xf64>) {
  ^bb0(%in: f64, %s: f64, %out: f64):
    %0 = arith.divf %s, %count : f64
    %1 = arith.subf %in, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<1x4x4x20xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%centred : tensor<1x4x4x20xf64>) outs(%is : tensor<1x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.mulf %in, %in : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<1x4x4x1xf64>
  %es32 = tensor.empty() : tensor<1x4x4x1xf32>
  %variance = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<1x4x4x1xf64>) outs(%es32 : tensor<1x4x4x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.divf %in, %count : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<1x4x4x1xf32>
  %gamma = arith.constant dense<1.5> : tensor<20xf32>
  %beta = arith.constant dense<0.2> : tensor<20xf32>
  %norm = linalg.generic {indexing_maps = [#id, #keep, #last, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centred, %variance, %gamma, %beta : tensor<1x4x4x20xf64>, tensor<1x4x4x1xf32>, tensor<20xf32>, tensor<20xf32>) outs(%eh : tensor<1x4x4x20xf32>) {
  ^bb0(%in: f64, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %v, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.truncf %in : f64 to f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.mulf %4, %g : f32
    %6 = arith.addf %5, %b : f32
    linalg.yield %6 : f32
  } -> tensor<1x4x4x20xf32>
  %ec = tensor.empty() : tensor<1x20x4x4xf32>
  %back = linalg.transpose ins(%norm : tensor<1x4x4x20xf32>) outs(%ec : tensor<1x20x4x4xf32>) permutation = [0, 3, 1, 2]
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%back, %d_w : tensor<1x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x6x6xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 32.0 : f64
  %eps = arith.constant 1.0e-06 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %eh = tensor.empty(%n) : tensor<?x4x4x32xf32>
  %h = linalg.transpose ins(%c : tensor<?x32x4x4xf32>) outs(%eh : tensor<?x4x4x32xf32>) permutation = [0, 2, 3, 1]
  %e64 = tensor.empty(%n) : tensor<?x4x4x32xf64>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%h : tensor<?x4x4x32xf32>) outs(%e64 : tensor<?x4x4x32xf64>) {
  ^bb0(%in: f32, %out: f64):
    %0 = arith.extf %in : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<?x4x4x32xf64>
  %es = tensor.empty(%n) : tensor<?x4x4x1xf64>
  %is = linalg.fill ins(%zero64 : f64) outs(%es : tensor<?x4x4x1xf64>) -> tensor<?x4x4x1xf64>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%wide : tensor<?x4x4x32xf64>) outs(%is : tensor<?x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<?x4x4x1xf64>
  %centred = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%wide, %sum : tensor<?x4x4x32xf64>, tensor<?x4x4x1xf64>) outs(%e64 : tensor<?x4x4x32xf64>) {
  ^bb0(%in: f64, %s: f64, %out: f64):
    %0 = arith.divf %s, %count : f64
    %1 = arith.subf %in, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?x4x4x32xf64>
  %sum2 = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%centred : tensor<?x4x4x32xf64>) outs(%is : tensor<?x4x4x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.mulf %in, %in : f64
    %1 = arith.addf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<?x4x4x1xf64>
  %es32 = tensor.empty(%n) : tensor<?x4x4x1xf32>
  %variance = linalg.generic {indexing_maps = [#keep, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum2 : tensor<?x4x4x1xf64>) outs(%es32 : tensor<?x4x4x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.divf %in, %count : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<?x4x4x1xf32>
  %gamma = arith.constant dense<1.5> : tensor<32xf32>
  %beta = arith.constant dense<0.2> : tensor<32xf32>
  %norm = linalg.generic {indexing_maps = [#id, #keep, #last, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centred, %variance, %gamma, %beta : tensor<?x4x4x32xf64>, tensor<?x4x4x1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%eh : tensor<?x4x4x32xf32>) {
  ^bb0(%in: f64, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.truncf %eps : f64 to f32
    %1 = arith.addf %v, %0 : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.truncf %in : f64 to f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.mulf %4, %g : f32
    %6 = arith.addf %5, %b : f32
    linalg.yield %6 : f32
  } -> tensor<?x4x4x32xf32>
  %ec = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %back = linalg.transpose ins(%norm : tensor<?x4x4x32xf32>) outs(%ec : tensor<?x32x4x4xf32>) permutation = [0, 3, 1, 2]
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%back, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
