// A step of a U-Net: down, up by a transposed convolution as torch-mlir lowers it
// (zeros between the elements, reversed filter), and joined with what was
// remembered. Layouts pass the insertion of zeros and the concatenation: only the
// argument and the result are rewritten.
// Covers: G26, R3, R19, R35
// RUN: layout-opt %s --layout-randomize-splats="seed=3" -o %t.random.mlir
// RUN: layout-opt %t.random.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: FileCheck %s --input-file=%t.nhwc.mlir
// RUN: layout-opt %s --layout-freeze="prefer=conv2d=[NHWC,default],transposed_conv2d=[HWNC,default]" --remark-format=emitRemark --remarks-filter-passed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: layout-opt %t.nhwc.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.random.mlir --layout-pipeline="target=nchw8c" -o %t.nchw8c.mlir
// RUN: layout-opt %t.random.mlir --layout-pipeline="target=nchw16c indivisible=pad" -o %t.nchw16c.mlir
// RUN: layout-check -O0 --entry=decoder --dims=2 %t.random.mlir %t.nhwc.mlir %t.nchw8c.mlir %t.nchw16c.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// COUNT: {"rewrites":2,

// KIND-COUNT-2: "conv2d is NHWC,
// KIND: "transposed_conv2d is HWNC,
// KIND: "conv2d is NHWC,

// CHECK-LABEL: func.func @decoder(
// CHECK: linalg.transpose ins(%arg0 :
// CHECK-NOT: linalg.transpose
// CHECK: tensor.insert_slice %{{.*}} : tensor<?x3x3x16xf32> into tensor<?x7x7x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}tensor<?x7x7x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK: tensor.concat dim(3) %{{.*}} : (tensor<?x6x6x8xf32>, tensor<?x6x6x8xf32>) -> tensor<?x6x6x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}tensor<?x6x6x16xf32>
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @decoder(%x: tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %w0 = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %w1 = arith.constant dense<0.2> : tensor<16x8x2x2xf32>
  %t = arith.constant dense<0.3> : tensor<16x8x2x2xf32>
  %w2 = arith.constant dense<0.1> : tensor<8x16x1x1xf32>
  %n = tensor.dim %x, %c0 : tensor<?x8x6x6xf32>
  %e0 = tensor.empty(%n) : tensor<?x8x6x6xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %skip = linalg.conv_2d_nchw_fchw ins(%x, %w0 : tensor<?x8x6x6xf32>, tensor<8x8x1x1xf32>) outs(%f0 : tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %e1 = tensor.empty(%n) : tensor<?x16x3x3xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x16x3x3xf32>) -> tensor<?x16x3x3xf32>
  %down = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%skip, %w1 : tensor<?x8x6x6xf32>, tensor<16x8x2x2xf32>) outs(%f1 : tensor<?x16x3x3xf32>) -> tensor<?x16x3x3xf32>
  %e2 = tensor.empty() : tensor<16x8x2x2xf32>
  %reversed = linalg.generic {indexing_maps = [#nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t : tensor<16x8x2x2xf32>) outs(%e2 : tensor<16x8x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %l = linalg.index 3 : index
    %r = arith.subi %c1, %k : index
    %s = arith.subi %c1, %l : index
    %element = tensor.extract %t[%i, %j, %r, %s] : tensor<16x8x2x2xf32>
    linalg.yield %element : f32
  } -> tensor<16x8x2x2xf32>
  %e3 = tensor.empty() : tensor<8x16x2x2xf32>
  %filter = linalg.transpose ins(%reversed : tensor<16x8x2x2xf32>) outs(%e3 : tensor<8x16x2x2xf32>) permutation = [1, 0, 2, 3]
  %e4 = tensor.empty(%n) : tensor<?x16x7x7xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
  %stuffed = tensor.insert_slice %down into %f4[0, 0, 1, 1] [%n, 16, 3, 3] [1, 1, 2, 2] : tensor<?x16x3x3xf32> into tensor<?x16x7x7xf32>
  %up = linalg.conv_2d_nchw_fchw ins(%stuffed, %filter : tensor<?x16x7x7xf32>, tensor<8x16x2x2xf32>) outs(%f0 : tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  %joined = tensor.concat dim(1) %up, %skip : (tensor<?x8x6x6xf32>, tensor<?x8x6x6xf32>) -> tensor<?x16x6x6xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%joined, %w2 : tensor<?x16x6x6xf32>, tensor<8x16x1x1xf32>) outs(%f0 : tensor<?x8x6x6xf32>) -> tensor<?x8x6x6xf32>
  return %y : tensor<?x8x6x6xf32>
}
