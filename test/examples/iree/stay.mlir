// Convolutions stay as they are, with a remark that says why, if an operand is
// empty or too large, the elements have no zero of arith, a body may divide by
// zero, or one op would become very many.
//
// RUN: layout-opt %s --load-pass-plugin=%iree_plugin --pass-pipeline="builtin.module(iree-convolution-forms)" --remarks-filter=iree.* --remark-format=emitRemark -o %t.mlir 2>%t.txt
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t.txt
// RUN: mlir-opt %t.mlir -o /dev/null

#image = affine_map<(n, h, w, f, kh, kw, c) -> (n, h + kh, w + kw, c)>
#filter = affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>
#result = affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>

// CHECK-NOT: tensor.pad
// CHECK-NOT: linalg.matmul
// CHECK-NOT: tensor.extract_slice

// REMARKS: [Missed] form {{.*}} Function=complex | Remark="rows of 7 elements are not computed wider: arith has no zero of the element type"
func.func @complex(%x: tensor<1x9x9x6xcomplex<f32>>, %w: tensor<3x3x6x20xcomplex<f32>>, %o: tensor<1x7x7x20xcomplex<f32>>) -> tensor<1x7x7x20xcomplex<f32>> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x6xcomplex<f32>>, tensor<3x3x6x20xcomplex<f32>>)
      outs(%o : tensor<1x7x7x20xcomplex<f32>>) -> tensor<1x7x7x20xcomplex<f32>>
  return %0 : tensor<1x7x7x20xcomplex<f32>>
}

// REMARKS: [Missed] form {{.*}} Function=unsigned | Remark="rows of 7 elements are not computed wider: arith has no zero of the element type"
func.func @unsigned(%x: tensor<1x9x9x6xui8>, %w: tensor<2x3x6x20xui8>, %o: tensor<1x8x7x20xi32>) -> tensor<1x8x7x20xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x9x9x6xui8>, tensor<2x3x6x20xui8>) outs(%o : tensor<1x8x7x20xi32>) {
  ^bb0(%a: ui8, %b: ui8, %sum: i32):
    %c = builtin.unrealized_conversion_cast %a : ui8 to i32
    %d = builtin.unrealized_conversion_cast %b : ui8 to i32
    %e = arith.muli %c, %d : i32
    %f = arith.addi %sum, %e : i32
    linalg.yield %f : i32
  } -> tensor<1x8x7x20xi32>
  return %0 : tensor<1x8x7x20xi32>
}

// REMARKS: [Missed] form {{.*}} Function=divides | Remark="rows of 7 elements are not computed wider: its body may divide by zero"
func.func @divides(%x: tensor<1x9x9x6xi32>, %w: tensor<2x3x6x20xi32>, %o: tensor<1x8x7x20xi32>) -> tensor<1x8x7x20xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x9x9x6xi32>, tensor<2x3x6x20xi32>) outs(%o : tensor<1x8x7x20xi32>) {
  ^bb0(%a: i32, %b: i32, %sum: i32):
    %e = arith.divsi %b, %a : i32
    %f = arith.addi %sum, %e : i32
    linalg.yield %f : i32
  } -> tensor<1x8x7x20xi32>
  return %0 : tensor<1x8x7x20xi32>
}

// REMARKS: [Missed] form {{.*}} Function=no_batch | Remark="stays as it is: an operand has no elements"
func.func @no_batch(%x: tensor<0x9x9x6xf32>, %w: tensor<3x3x6x20xf32>, %o: tensor<0x7x7x20xf32>) -> tensor<0x7x7x20xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<0x9x9x6xf32>, tensor<3x3x6x20xf32>)
      outs(%o : tensor<0x7x7x20xf32>) -> tensor<0x7x7x20xf32>
  return %0 : tensor<0x7x7x20xf32>
}

// REMARKS: [Missed] form {{.*}} Function=no_channels | Remark="stays as it is: an operand has no elements"
func.func @no_channels(%x: tensor<1x9x9x0xf32>, %w: tensor<1x3x0x20xf32>, %o: tensor<1x9x7x20xf32>) -> tensor<1x9x7x20xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x0xf32>, tensor<1x3x0x20xf32>)
      outs(%o : tensor<1x9x7x20xf32>) -> tensor<1x9x7x20xf32>
  return %0 : tensor<1x9x7x20xf32>
}

// REMARKS: [Missed] form {{.*}} Function=unit_window | Remark="stays as it is: an operand has no elements"
func.func @unit_window(%x: tensor<0x9x9x6xf32>, %w: tensor<1x1x6x20xf32>, %o: tensor<0x5x5x20xf32>) -> tensor<0x5x5x20xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<0x9x9x6xf32>, tensor<1x1x6x20xf32>) outs(%o : tensor<0x5x5x20xf32>) -> tensor<0x5x5x20xf32>
  return %0 : tensor<0x5x5x20xf32>
}

// REMARKS: [Missed] form {{.*}} Function=too_large | Remark="stays as it is: no index counts the elements of an operand"
func.func @too_large(%x: tensor<1x9x9223372036854775807x6xf32>, %w: tensor<2x1x6x20xf32>, %o: tensor<1x8x9223372036854775807x20xf32>) -> tensor<1x8x9223372036854775807x20xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9223372036854775807x6xf32>, tensor<2x1x6x20xf32>)
      outs(%o : tensor<1x8x9223372036854775807x20xf32>) -> tensor<1x8x9223372036854775807x20xf32>
  return %0 : tensor<1x8x9223372036854775807x20xf32>
}

// REMARKS: [Missed] form {{.*}} Function=long_window | Remark="stays as it is: there would be a contraction for each of too many elements of the window"
func.func @long_window(%x: tensor<1x9x1000000x6xf32>, %w: tensor<1x100001x6x20xf32>, %o: tensor<1x9x900000x20xf32>) -> tensor<1x9x900000x20xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x1000000x6xf32>, tensor<1x100001x6x20xf32>)
      outs(%o : tensor<1x9x900000x20xf32>) -> tensor<1x9x900000x20xf32>
  return %0 : tensor<1x9x900000x20xf32>
}

// REMARKS: [Missed] form {{.*}} Function=channels | Remark="all 1000000000 output channels are computed by one op: more than 128 would be needed for blocks of 64"
func.func @channels(%x: tensor<1x9x9x6xf32>, %o: tensor<1x8x8x1000000000xf32>) -> tensor<1x8x8x1000000000xf32> {
  %w = arith.constant dense<2.0> : tensor<2x2x6x1000000000xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x6xf32>, tensor<2x2x6x1000000000xf32>)
      outs(%o : tensor<1x8x8x1000000000xf32>) -> tensor<1x8x8x1000000000xf32>
  return %0 : tensor<1x8x8x1000000000xf32>
}
