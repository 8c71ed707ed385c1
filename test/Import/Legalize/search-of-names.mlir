// The names of dims are searched once for all values that one search reaches:
// the search for %0 reaches %x and %1 to %4, of which %3 is read by the
// convolution. %5 is searched alone, and the names of %6 are given.
// Covers: P18
// RUN: layout-opt %s --layout-legalize -stats -o %t.mlir 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s < %t.mlir

// STATS: 7 layout-legalize {{.*}} Values searched for names of dims

// CHECK-LABEL: func.func @chain
// CHECK-COUNT-6: prefers <(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK: prefers <(d0, d1) -> (d1, d0)>
func.func @chain(%x: tensor<1x3x5x7xf32>, %w: tensor<6x3x1x1xf32>, %o: tensor<1x6x5x7xf32>, %z: tensor<5x7xf32>) -> (tensor<1x6x5x7xf32>, tensor<1x3x5x7xf32>, tensor<5x7xf32>) {
  %0 = math.exp %x {layout.prefer = "NHWC"} : tensor<1x3x5x7xf32>
  %1 = math.sin %0 {layout.prefer = "NHWC"} : tensor<1x3x5x7xf32>
  %2 = math.cos %1 {layout.prefer = "NHWC"} : tensor<1x3x5x7xf32>
  %3 = math.tanh %2 {layout.prefer = "NHWC"} : tensor<1x3x5x7xf32>
  %4 = math.absf %2 {layout.prefer = "NHWC"} : tensor<1x3x5x7xf32>
  %5 = linalg.conv_2d_nchw_fchw {layout.prefer = "NHWC"} ins(%3, %w : tensor<1x3x5x7xf32>, tensor<6x3x1x1xf32>) outs(%o : tensor<1x6x5x7xf32>) -> tensor<1x6x5x7xf32>
  %6 = math.exp %z {layout.given = "MK", layout.prefer = "KM"} : tensor<5x7xf32>
  return %5, %4, %6 : tensor<1x6x5x7xf32>, tensor<1x3x5x7xf32>, tensor<5x7xf32>
}
