// A concatenation pads the dim along which it joins: its parts are inserted into
// a tensor that holds the padding, so that nothing is padded behind it. The
// convolution behind it reads 0 there.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/concat.mlir --layout-pipeline="target=tiles32 report=%t/concat.json" -o %t/concat.out.mlir
// RUN: layout-opt %t/inserts.mlir --layout-pipeline="target=tiles32 report=%t/inserts.json" -o %t/inserts.out.mlir
// RUN: FileCheck %s --input-file=%t/concat.out.mlir
// RUN: layout-opt %t/concat.out.mlir --layout-count -o %t/counted.mlir > %t/concat.txt
// RUN: layout-opt %t/inserts.out.mlir --layout-count -o %t/counted.mlir > %t/inserts.txt
// RUN: diff %t/concat.txt %t/inserts.txt
// RUN: layout-check %t/concat.mlir %t/concat.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/inserts.mlir %t/inserts.out.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/concat.mlir %t/inserts.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// A size of the others that is known at run time only is that of the parts.
// RUN: layout-opt %t/dynamic.mlir --layout-pipeline="target=tiles32" -o %t/dynamic.out.mlir
// RUN: FileCheck %s --input-file=%t/dynamic.out.mlir --check-prefix=DYNAMIC
// RUN: layout-check %t/dynamic.mlir %t/dynamic.out.mlir --dims=3 | FileCheck %s --check-prefix=EQUAL

// CHECK: %[[ZEROS:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x5x3x64xf32>)
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %{{.*}} into %[[ZEROS]][0, 0, 0, 0] [1, 5, 3, 32] [1, 1, 1, 1]
// CHECK: %[[BOTH:.*]] = tensor.insert_slice %{{.*}} into %[[FIRST]][0, 0, 0, 32] [1, 5, 3, 1] [1, 1, 1, 1]
// CHECK-NOT: tensor.pad
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} ins(%[[BOTH]], %{{.*}} : tensor<1x5x3x64xf32>, tensor<1x1x64x32xf32>)

// DYNAMIC: %[[SIZE:.*]] = tensor.dim
// DYNAMIC: tensor.empty(%[[SIZE]]) : tensor<?x5x3x64xf32>
// DYNAMIC: tensor.insert_slice %{{.*}} into %{{.*}} : tensor<?x5x3x{{.*}}xf32> into tensor<?x5x3x64xf32>

//--- concat.mlir
func.func @main(%x: tensor<1x32x5x3xf32>, %y: tensor<1x1x5x3xf32>, %w: tensor<32x33x1x1xf32>) -> tensor<1x32x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.empty() : tensor<1x32x5x3xf32>
  %b = tensor.empty() : tensor<1x1x5x3xf32>
  %0 = linalg.exp ins(%x : tensor<1x32x5x3xf32>) outs(%a : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  %1 = linalg.exp ins(%y : tensor<1x1x5x3xf32>) outs(%b : tensor<1x1x5x3xf32>) -> tensor<1x1x5x3xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<1x32x5x3xf32>, tensor<1x1x5x3xf32>) -> tensor<1x33x5x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%a : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x33x5x3xf32>, tensor<32x33x1x1xf32>)
      outs(%z : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  return %3 : tensor<1x32x5x3xf32>
}

//--- inserts.mlir
func.func @main(%x: tensor<1x32x5x3xf32>, %y: tensor<1x1x5x3xf32>, %w: tensor<32x33x1x1xf32>) -> tensor<1x32x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.empty() : tensor<1x32x5x3xf32>
  %b = tensor.empty() : tensor<1x1x5x3xf32>
  %c = tensor.empty() : tensor<1x33x5x3xf32>
  %0 = linalg.exp ins(%x : tensor<1x32x5x3xf32>) outs(%a : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  %1 = linalg.exp ins(%y : tensor<1x1x5x3xf32>) outs(%b : tensor<1x1x5x3xf32>) -> tensor<1x1x5x3xf32>
  %i = tensor.insert_slice %0 into %c[0, 0, 0, 0] [1, 32, 5, 3] [1, 1, 1, 1]
      : tensor<1x32x5x3xf32> into tensor<1x33x5x3xf32>
  %2 = tensor.insert_slice %1 into %i[0, 32, 0, 0] [1, 1, 5, 3] [1, 1, 1, 1]
      : tensor<1x1x5x3xf32> into tensor<1x33x5x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%a : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : tensor<1x33x5x3xf32>, tensor<32x33x1x1xf32>)
      outs(%z : tensor<1x32x5x3xf32>) -> tensor<1x32x5x3xf32>
  return %3 : tensor<1x32x5x3xf32>
}

//--- dynamic.mlir
func.func @main(%x: tensor<?x5x3x32xf32>, %w: tensor<1x1x37x32xf32>, %z: tensor<?x5x3x32xf32>) -> tensor<?x5x3x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x5x3x32xf32>
  %a = tensor.empty(%n) : tensor<?x5x3x32xf32>
  %0 = linalg.exp ins(%x : tensor<?x5x3x32xf32>) outs(%a : tensor<?x5x3x32xf32>) -> tensor<?x5x3x32xf32>
  %1 = tensor.extract_slice %x[0, 0, 0, 1] [%n, 5, 3, 5] [1, 1, 1, 1]
      : tensor<?x5x3x32xf32> to tensor<?x5x3x5xf32>
  %2 = tensor.concat dim(3) %0, %1 : (tensor<?x5x3x32xf32>, tensor<?x5x3x5xf32>) -> tensor<?x5x3x37xf32>
  %3 = linalg.conv_2d_nhwc_hwcf ins(%2, %w : tensor<?x5x3x37xf32>, tensor<1x1x37x32xf32>)
      outs(%z : tensor<?x5x3x32xf32>) -> tensor<?x5x3x32xf32>
  return %3 : tensor<?x5x3x32xf32>
}
