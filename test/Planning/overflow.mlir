// Bytes, costs and trip counts beyond 2^63 count as 2^63 - 1. A bound never
// exceeds a cost.
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=conv4 indivisible=pad report=-" -o %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.txt
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nchw16c indivisible=pad" | FileCheck %s --check-prefix=PAD
// RUN: layout-opt %s --split-input-file --layout-freeze=target=nhwc --layout-flow --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT

// Trip counts are multiplied. The layout option of the convolution costs as much
// as the rewrites, and more than costs can be told apart.
// REPORT: planned for 9.22 EB, no plan takes less than 18.0 PB
// REPORT: rewrites - 9.22 EB
// CHECK-LABEL: func.func @trip_counts
// CHECK: scf.for
func.func @trip_counts(%x: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %one = arith.constant 1 : index
  %last = arith.constant 9223372036854775807 : index
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %r = scf.for %i = %one to %last step %one iter_args(%a = %x) -> (tensor<1x8x8x8xf32>) {
    %s = scf.for %j = %one to %last step %one iter_args(%b = %a) -> (tensor<1x8x8x8xf32>) {
      %v = linalg.conv_2d_nchw_fchw ins(%b, %w : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%f : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
      %t = linalg.tanh ins(%v : tensor<1x8x8x8xf32>) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
      scf.yield %t : tensor<1x8x8x8xf32>
    }
    scf.yield %s : tensor<1x8x8x8xf32>
  }
  return %r : tensor<1x8x8x8xf32>
}

// -----

// The distance of the bounds of a loop is a trip count as well.
// COUNT: {"rewrites":3,"bytes":9223372036854775807,
func.func @bounds(%x: tensor<1x8x8x8xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %first = arith.constant -9223372036854775808 : index
  %last = arith.constant 9223372036854775807 : index
  %one = arith.constant 1 : index
  %f = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
  %r = scf.for %i = %first to %last step %one iter_args(%a = %x) -> (tensor<1x8x8x8xf32>) {
    %v = linalg.conv_2d_nchw_fchw ins(%a, %f : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%o : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
    %d = tensor.cast %v : tensor<1x8x8x8xf32> to tensor<*xf32>
    %b = tensor.cast %d : tensor<*xf32> to tensor<1x8x8x8xf32>
    scf.yield %b : tensor<1x8x8x8xf32>
  }
  return %r : tensor<1x8x8x8xf32>
}

// -----

// The sum of the bytes of a padded and an unpadded tensor saturates, too. The
// plain layout costs nothing.
// CHECK-LABEL: func.func @extents
// CHECK-NOT: tensor.pad
// CHECK: linalg.conv_2d_nchw_fchw
// PAD-LABEL: func.func @extents
// PAD: arith.cmpi ult, %{{.*}}, %c4611686018427387908 : index
// PAD: tensor.extract %arg0
func.func @extents(%x: tensor<1x4611686018427387908x8x8xf32>, %w: tensor<4611686018427387908x4611686018427387908x1x1xf32>, %o: tensor<1x4611686018427387908x8x8xf32>) -> tensor<1x4611686018427387908x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4611686018427387908x8x8xf32>, tensor<4611686018427387908x4611686018427387908x1x1xf32>) outs(%o : tensor<1x4611686018427387908x8x8xf32>) -> tensor<1x4611686018427387908x8x8xf32>
  return %0 : tensor<1x4611686018427387908x8x8xf32>
}

// -----

// An extent that cannot grow is not padded.
// CHECK-LABEL: func.func @largest
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @largest(%x: tensor<1x9223372036854775807x8x8xf32>, %w: tensor<8x9223372036854775807x1x1xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x9223372036854775807x8x8xf32>, tensor<8x9223372036854775807x1x1xf32>) outs(%o : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}
