// Every fold, and every rewrite of a constant that stays, emits one remark.
// RUN: layout-opt %s --layout-fold --remarks-filter=layout-fold --remark-format=emitRemark --split-input-file 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

// REMARK: remark: [Passed] merged | Category:layout-fold | Function=passed | Remark="pad merged with the one it read"
// REMARK: remark: [Passed] cancelled | Category:layout-fold | Function=passed | Remark="layout_transform cancelled: 48 bytes saved"
// REMARK: remark: [Passed] deduplicated | Category:layout-fold | Function=passed | Remark="layout_transform deduplicated: 48 bytes saved"
// REMARK: remark: [Passed] shared | Category:layout-fold | Function=passed | Remark="layout_transform is a view of an equal one: 48 bytes saved"
// REMARK: remark: [Passed] constant | Category:layout-fold | Function=passed | Remark="layout_transform of a constant folded: 56 bytes saved"
// REMARK: remark: [Passed] constant | Category:layout-fold | Function=passed | Remark="layout_transform of a constant folded: 0 bytes saved"
func.func @passed(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>,
    tensor<6xf32>, tensor<2x4xf32>, tensor<6xf32>, tensor<4x3xf32>) {
  %8 = layout.pad %arg0 low [1, 0] high [0, 0] value(0.0 : f32) : tensor<2x3xf32> to tensor<3x3xf32>
  %9 = layout.pad %8 low [0, 0] high [1, 0] value(0.0 : f32) : tensor<3x3xf32> to tensor<4x3xf32>
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  %2 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %3 = layout.layout_transform %arg0 by <(i, j) -> (j * 2 + i)> : tensor<2x3xf32> to tensor<6xf32>
  %4 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %5 = layout.pad %4 low [0, 0] high [0, 1] value(0.0 : f32) : tensor<2x3xf32> to tensor<2x4xf32>
  %6 = layout.layout_transform %5 by <(i, j) -> (j floordiv 2, i + j mod 2 * 2)>
      : tensor<2x4xf32> to tensor<2x4xf32>
  %7 = layout.layout_transform %4 by <(i, j) -> (i * 3 + j)> : tensor<2x3xf32> to tensor<6xf32>
  return %1, %0, %2, %3, %6, %7, %9 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>,
      tensor<6xf32>, tensor<2x4xf32>, tensor<6xf32>, tensor<4x3xf32>
}

// -----

// REMARK: remark: [Missed] constant | Category:layout-fold | Function=missed | Remark="layout_transform of a constant stays: resource 'elided' has no data here"
// REMARK: remark: [Missed] constant | {{.*}}"layout_transform of a constant stays: resource 'short' holds 3 bytes where tensor<2x2xi8> needs 4"
// REMARK: remark: [Missed] constant | {{.*}}"layout_transform of a constant stays: its elements have no bits"
// REMARK: remark: [Missed] constant | {{.*}}"layout_transform of a constant stays: it is neither numbers nor a dense resource"
// REMARK: remark: [Missed] constant | {{.*}}"crop of a constant stays: its widths are not known before run time"
// REMARK: remark: [Missed] constant | {{.*}}"pad of a constant stays: a splat would become 67108864 bytes of data"
// CHECK-LABEL: func.func @missed
// CHECK-NEXT: arith.constant dense_resource<elided> : tensor<2x2xi8>
// CHECK-NEXT: arith.constant dense_resource<short> : tensor<2x2xi8>
// CHECK-NEXT: arith.constant dense<{{.*}}"b"{{.*}}> : tensor<2x2x!llvm.ptr>
// CHECK-COUNT-4: layout.layout_transform
// CHECK: layout.crop
// CHECK: layout.pad
// CHECK-NEXT: return
func.func @missed(%arg0: index) -> (tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi0>, tensor<2x2x!llvm.ptr>, tensor<1xi8>, tensor<4096x4096xf32>) {
  %0 = arith.constant dense_resource<elided> : tensor<2x2xi8>
  %1 = arith.constant dense_resource<short> : tensor<2x2xi8>
  %2 = arith.constant dense<[["a", "b"], ["c", "d"]]> : tensor<2x2x!llvm.ptr>
  %3 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %4 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %10 = arith.constant dense_resource<short> : tensor<2x2xi0>
  %11 = layout.layout_transform %10 by <(i, j) -> (j, i)> : tensor<2x2xi0> to tensor<2x2xi0>
  %5 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<2x2x!llvm.ptr> to tensor<2x2x!llvm.ptr>
  %6 = arith.constant dense<[1, 2]> : tensor<2xi8>
  %7 = layout.crop %6 offsets [%arg0] sizes [1] : tensor<2xi8> to tensor<1xi8>
  %8 = arith.constant dense<1.0> : tensor<4096x4095xf32>
  %9 = layout.pad %8 low [0, 0] high [0, 1] value(0.0 : f32)
      : tensor<4096x4095xf32> to tensor<4096x4096xf32>
  return %3, %4, %11, %5, %7, %9 : tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi0>, tensor<2x2x!llvm.ptr>, tensor<1xi8>, tensor<4096x4096xf32>
}
{-#
  dialect_resources: {
    builtin: {
      short: "0x01000000010203"
    }
  }
#-}
