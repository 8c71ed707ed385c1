// Padding next to a dynamic dim: the result is cropped to the sizes of its
// destination.
// RUN: layout-opt %s --layout-freeze="target=nchw16c indivisible=pad" | FileCheck %s
// RUN: layout-opt %s --layout-pipeline="target=nchw16c indivisible=pad" -o %t
// RUN: layout-check %s %t --dims=3

// CHECK: %[[BATCH:.*]] = tensor.dim %arg2, %c0
// CHECK: layout.crop %{{.*}} offsets [0, 0, 0, 0] sizes [%[[BATCH]], 20, 7, 7]
func.func @main(%x: tensor<?x16x9x9xf32>, %f: tensor<20x16x3x3xf32>, %o: tensor<?x20x7x7xf32>) -> tensor<?x20x7x7xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<?x16x9x9xf32>, tensor<20x16x3x3xf32>) outs(%o : tensor<?x20x7x7xf32>) -> tensor<?x20x7x7xf32>
  return %0 : tensor<?x20x7x7xf32>
}
