// Scales of results become part of filters, and shifts are added. The program
// computes the same before and after, but for rounding.
//
// RUN: layout-opt %s --split-input-file --layout-fold-batch-norm -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --split-input-file
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nchw16c indivisible=pad fold-batch-norm" -o %t.planned.mlir
// RUN: layout-check %s %t.planned.mlir --split-input-file

#image = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// (x - 3) / sqrt(4) * 5 + 7 and (x - 1) / sqrt(16) * 2 + 1, from batch
// normalisation with a variance of 3 and 15 and an epsilon of 1.
// CHECK-LABEL: func.func @batch_norm
// CHECK: %[[FILTER:.*]] = arith.constant dense<{{\[\[\[\[}}2.500000e+00, 5.000000e+00]]], {{\[\[\[}}1.500000e+00, 2.000000e+00]]]]> : tensor<2x1x1x2xf32>
// CHECK: %[[SUM:.*]] = linalg.conv_2d_nchw_fchw {{.*}}ins(%{{.*}}, %[[FILTER]] :
// CHECK: %[[SHIFT:.*]] = arith.constant dense<[-5.000000e-01, 5.000000e-01]> : tensor<2xf32>
// CHECK: linalg.generic {{.*}}ins(%[[SUM]], %[[SHIFT]] : tensor<1x2x5x3xf32>, tensor<2xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[S:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[S]] : f32
// CHECK-NEXT: linalg.yield %[[Y]]
func.func @batch_norm(%image: tensor<1x1x5x4xf32>) -> tensor<1x2x5x3xf32> {
  %filter = arith.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %gamma = arith.constant dense<[5.0, 2.0]> : tensor<2xf32>
  %beta = arith.constant dense<[7.0, 1.0]> : tensor<2xf32>
  %mean = arith.constant dense<[3.0, 1.0]> : tensor<2xf32>
  %variance = arith.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x5x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x5x3xf32>) -> tensor<1x2x5x3xf32>
  %sum = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x1x5x4xf32>, tensor<2x1x1x2xf32>)
      outs(%zeros : tensor<1x2x5x3xf32>) -> tensor<1x2x5x3xf32>
  %normal = linalg.generic {
      indexing_maps = [#image, #channel, #channel, #channel, #channel, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum, %gamma, %beta, %mean, %variance : tensor<1x2x5x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      outs(%sum : tensor<1x2x5x3xf32>) {
  ^bb0(%x: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %epsilon = arith.truncf %one : f64 to f32
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %x, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %g, %3 : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<1x2x5x3xf32>
  return %normal : tensor<1x2x5x3xf32>
}

// -----

// The bias that the convolution starts from is scaled too: 4 * (x + 8) - 2, as
// ops of their own and in another order of dims. The clamp stays.
// CHECK-LABEL: func.func @chain
// CHECK: %[[FILTER:.*]] = arith.constant dense<{{.*}}4.000000e+00{{.*}}-1.200000e+01{{.*}}> : tensor<1x1x2x3xf32>
// CHECK: %[[ZEROS:.*]] = linalg.fill ins(%{{.*}} : f32)
// CHECK: %[[SUM:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}}, %[[FILTER]] : {{.*}} outs(%[[ZEROS]] :
// CHECK: %[[SHIFT:.*]] = arith.constant dense<[3.000000e+01, -8.200000e+01, 0.000000e+00]> : tensor<3xf32>
// CHECK-NOT: linalg.mul
// CHECK: linalg.generic {{.*}}ins(%[[SUM]], %[[SHIFT]] : tensor<?x4x1x3xf32>, tensor<3xf32>)
// CHECK: arith.addf
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: linalg.yield
#nhwc = affine_map<(n, c, h, w) -> (n, h, w, c)>
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @chain(%image: tensor<?x4x1x2xf32>) -> tensor<?x3x4x1xf32> {
  %filter = arith.constant dense<[[[[1.0, 2.0, -3.0], [0.5, 0.25, 7.0]]]]> : tensor<1x1x2x3xf32>
  %bias = arith.constant dense<[8.0, -20.0, 0.5]> : tensor<3xf32>
  %four = arith.constant 4.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %image, %c0 : tensor<?x4x1x2xf32>
  %empty = tensor.empty(%n) : tensor<?x4x1x3xf32>
  %start = linalg.broadcast ins(%bias : tensor<3xf32>) outs(%empty : tensor<?x4x1x3xf32>) dimensions = [0, 1, 2]
  %sum = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<?x4x1x2xf32>, tensor<1x1x2x3xf32>)
      outs(%start : tensor<?x4x1x3xf32>) -> tensor<?x4x1x3xf32>
  %fours = linalg.fill ins(%four : f32) outs(%empty : tensor<?x4x1x3xf32>) -> tensor<?x4x1x3xf32>
  %scaled = linalg.mul ins(%fours, %sum : tensor<?x4x1x3xf32>, tensor<?x4x1x3xf32>) outs(%empty : tensor<?x4x1x3xf32>) -> tensor<?x4x1x3xf32>
  %result = tensor.empty(%n) : tensor<?x3x4x1xf32>
  %clamped = linalg.generic {indexing_maps = [#nhwc, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scaled : tensor<?x4x1x3xf32>) outs(%result : tensor<?x3x4x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.subf %x, %two : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<?x3x4x1xf32>
  return %clamped : tensor<?x3x4x1xf32>
}

// -----

// The columns of a matmul, with a residual that is added behind the scale.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: %{{.*}}: tensor<5x2xf64>, %[[RESIDUAL:.*]]: tensor<5x3xf64>
// CHECK: %[[FILTER:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, -8.000000e+00, 0.000000e+00], [8.000000e+00, -2.000000e+01, 0.000000e+00]]> : tensor<2x3xf64>
// CHECK: %[[SUM:.*]] = linalg.matmul ins(%{{.*}}, %[[FILTER]] :
// CHECK: %[[SHIFT:.*]] = arith.constant dense<[0.000000e+00, -0.000000e+00, 0.000000e+00]> : tensor<3xf64>
// CHECK: linalg.generic {{.*}}ins(%[[SUM]], %[[SHIFT]], %[[RESIDUAL]] :
// CHECK: %[[X:.*]] = arith.addf
// CHECK-NEXT: arith.addf %[[X]], %{{.*}} : f64
// CHECK-NEXT: linalg.yield
func.func @matmul(%a: tensor<5x2xf64>, %residual: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %b = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %scale = arith.constant dense<[2.0, -4.0, 0.0]> : tensor<3xf64>
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<5x3xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<5x3xf64>) -> tensor<5x3xf64>
  %sum = linalg.matmul ins(%a, %b : tensor<5x2xf64>, tensor<2x3xf64>) outs(%zeros : tensor<5x3xf64>) -> tensor<5x3xf64>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%sum, %scale, %residual : tensor<5x3xf64>, tensor<3xf64>, tensor<5x3xf64>) outs(%empty : tensor<5x3xf64>) {
  ^bb0(%x: f64, %s: f64, %r: f64, %out: f64):
    %0 = arith.mulf %x, %s : f64
    %1 = arith.addf %0, %r : f64
    linalg.yield %1 : f64
  } -> tensor<5x3xf64>
  return %result : tensor<5x3xf64>
}

// -----

// What is scaled is read twice, so both readers would see the scaled sums.
// CHECK-LABEL: func.func @two_readers
// CHECK: arith.constant dense<1.500000e+00> : tensor<2x3xf32>
// CHECK: arith.mulf
func.func @two_readers(%a: tensor<5x2xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %b = arith.constant dense<1.5> : tensor<2x3xf32>
  %scale = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<5x2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<5x3xf32>) -> tensor<5x3xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.mulf %x, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<5x3xf32>
  return %sum, %scaled : tensor<5x3xf32>, tensor<5x3xf32>
}

// -----

// No pass changes what is marked layout.skip.
// CHECK-LABEL: func.func @skipped
// CHECK: arith.constant dense<1.500000e+00> : tensor<2x3xf32>
// CHECK: arith.mulf
func.func @skipped(%a: tensor<5x2xf32>) -> tensor<5x3xf32> {
  %b = arith.constant dense<1.5> : tensor<2x3xf32>
  %scale = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<5x2xf32>, tensor<2x3xf32>) outs(%zeros : tensor<5x3xf32>) -> tensor<5x3xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<5x3xf32>) outs(%empty : tensor<5x3xf32>) attrs = {layout.skip} {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.mulf %x, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<5x3xf32>
  return %scaled : tensor<5x3xf32>
}
