// A loop of branches writes the same destination in each iteration while the last
// result is still read. Bufferization has to give each write its own buffer, and
// a C function frees them.
// RUN: layout-opt %s --layout-pipeline=target=nchw4c -o %t
// RUN: layout-check %s %t --int-range=2,3 | FileCheck %s
// RUN: layout-check %s %t --int-range=2,3 --code=kernels | FileCheck %s
// RUN: layout-run %t --symbol=repeat --emit=obj -o %t.o
// CHECK: {{^}}equal
func.func @main(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>, %n: index) -> tensor<1x16x6x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = tensor.empty() : tensor<1x16x6x6xf32>
  %z = arith.constant 0.0 : f32
  cf.br ^head(%c0, %x : index, tensor<1x16x6x6xf32>)
^head(%i: index, %v: tensor<1x16x6x6xf32>):
  %cmp = arith.cmpi ult, %i, %n : index
  cf.cond_br %cmp, ^body, ^exit
^body:
  %fi = linalg.fill ins(%z : f32) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%v, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%fi : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %0 : index, tensor<1x16x6x6xf32>)
^exit:
  return %v : tensor<1x16x6x6xf32>
}
