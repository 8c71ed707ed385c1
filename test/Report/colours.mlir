// The colour of a layout follows from its name: two programs that have it agree,
// whatever other layouts they have. Row-major is grey.
//
// RUN: rm -rf %t
// RUN: split-file %s %t && cd %t
// RUN: layout-opt first.mlir --layout-pipeline="target=nhwc report=first.dot" -o /dev/null
// RUN: FileCheck %s < first.dot
// RUN: layout-opt second.mlir --layout-pipeline="target=nhwc report=second.dot" -o /dev/null
// RUN: FileCheck %s --check-prefixes=SECOND,CHECK < second.dot
// RUN: layout-opt second.mlir --layout-pipeline="target=nchw16c-mm16 report=blocked.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=BLOCKED < blocked.dot

// SECOND: label="{{[^"]*}} row-major", fillcolor="#e6e9ee"
// CHECK: label="{{[^"]*}} NCHW", fillcolor="#bdd5ef"
// CHECK: label="conv_2d_nhwc_hwcf{{[^"]*}} NHWC", fillcolor="#bdefcf"
// BLOCKED-DAG: label="{{[^"]*}} row-major", fillcolor="#e6e9ee"
// BLOCKED-DAG: label="{{[^"]*}} NCHW16c", fillcolor="#efe0bd"
// BLOCKED-DAG: label="{{[^"]*}} AB16a16b", fillcolor="#{{[0-9a-f]+}}"

//--- first.mlir
func.func @first(%x: tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32> {
  %w = arith.constant dense<0.5> : tensor<32x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x32x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%zero : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0 : tensor<1x32x8x8xf32>
}

//--- second.mlir
func.func @second(%a: tensor<32x48xf32>, %x: tensor<1x32x8x8xf32>) -> (tensor<32x64xf32>, tensor<1x32x8x8xf32>) {
  %b = arith.constant dense<0.5> : tensor<48x64xf32>
  %e = arith.constant dense<0.0> : tensor<32x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<32x48xf32>, tensor<48x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %w = arith.constant dense<0.5> : tensor<32x32x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x32x8x8xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x1x1xf32>) outs(%zero : tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
  return %0, %1 : tensor<32x64xf32>, tensor<1x32x8x8xf32>
}
