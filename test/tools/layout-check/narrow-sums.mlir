// A sum in bf16 stops to grow at some hundred times what is added. In another
// order, as of vectors, it is nearer to the sum in f32: numbers between the two are
// equal, others differ.
// RUN: split-file %s %t
// RUN: layout-check %t/order.mlir %t/blocks.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/order.mlir %t/order.mlir --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/order.mlir %t/exact.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: not layout-check %t/order.mlir %t/half.mlir | FileCheck %s --check-prefix=HALF
// RUN: not layout-check %t/order.mlir %t/twice.mlir | FileCheck %s --check-prefix=TWICE
// RUN: layout-check %t/half-precision.mlir %t/half-precision-blocks.mlir --allow-vacuous | FileCheck %s --check-prefix=OVERFLOW
// EQUAL: result 0 : tensor<6xbf16>: equal; worst difference {{.*}}, from the numbers between the results of narrow floats and of f32
// EQUAL: {{^}}equal
// HALF: result 0 : tensor<6xbf16>: different; worst difference 697.{{[0-9]+}},
// HALF: {{^}}different
// TWICE: result 0 : tensor<6xbf16>: different; worst difference {{[45]...}}
// TWICE: {{^}}different
// OVERFLOW: result 0 : tensor<2xf16>: equal; worst difference
// OVERFLOW: {{^}}equal

//--- order.mlir
func.func @main(%x: tensor<6x4096xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  %e = tensor.empty() : tensor<6xbf16>
  %s = linalg.abs ins(%x : tensor<6x4096xbf16>) outs(%x : tensor<6x4096xbf16>) -> tensor<6x4096xbf16>
  %sum = linalg.reduce {arith.addf} ins(%s : tensor<6x4096xbf16>) outs(%y : tensor<6xbf16>) dimensions = [1]
  %0 = linalg.mul ins(%sum, %y : tensor<6xbf16>, tensor<6xbf16>) outs(%e : tensor<6xbf16>) -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

//--- blocks.mlir
func.func @main(%x: tensor<6x4096xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  %e = tensor.empty() : tensor<6xbf16>
  %zero = arith.constant dense<0.0> : tensor<6x64xbf16>
  %s = linalg.abs ins(%x : tensor<6x4096xbf16>) outs(%x : tensor<6x4096xbf16>) -> tensor<6x4096xbf16>
  %b = tensor.expand_shape %s [[0], [1, 2]] output_shape [6, 64, 64] : tensor<6x4096xbf16> into tensor<6x64x64xbf16>
  %part = linalg.reduce {arith.addf} ins(%b : tensor<6x64x64xbf16>) outs(%zero : tensor<6x64xbf16>) dimensions = [1]
  %sum = linalg.reduce {arith.addf} ins(%part : tensor<6x64xbf16>) outs(%y : tensor<6xbf16>) dimensions = [1]
  %0 = linalg.mul ins(%sum, %y : tensor<6xbf16>, tensor<6xbf16>) outs(%e : tensor<6xbf16>) -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

//--- exact.mlir
#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<6x4096xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  %y32 = arith.extf %y : tensor<6xbf16> to tensor<6xf32>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x4096xbf16>) outs(%y32 : tensor<6xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %c = math.absf %b : f32
    %d = arith.addf %o, %c : f32
    linalg.yield %d : f32
  } -> tensor<6xf32>
  %p = arith.mulf %sum, %y32 : tensor<6xf32>
  %0 = arith.truncf %p : tensor<6xf32> to tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

//--- half.mlir
func.func @main(%x: tensor<6x4096xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  %0 = arith.addf %y, %y : tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

//--- twice.mlir
#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<6x4096xbf16>, %y: tensor<6xbf16>) -> tensor<6xbf16> {
  %y32 = arith.extf %y : tensor<6xbf16> to tensor<6xf32>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x4096xbf16>) outs(%y32 : tensor<6xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %c = math.absf %b : f32
    %d = arith.addf %o, %c : f32
    linalg.yield %d : f32
  } -> tensor<6xf32>
  %p = arith.mulf %sum, %y32 : tensor<6xf32>
  %q = arith.addf %p, %p : tensor<6xf32>
  %0 = arith.truncf %q : tensor<6xf32> to tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

// What is infinite in the order of the program may be finite in another one.
//--- half-precision.mlir
func.func @main(%x: tensor<2x8xf16>) -> tensor<2xf16> {
  %zero = arith.constant dense<0.0> : tensor<2xf16>
  %c = arith.constant dense<60000.0> : tensor<2x1xf16>
  %m = arith.constant dense<-60000.0> : tensor<2x1xf16>
  %s = tensor.concat dim(1) %c, %c, %m, %m, %x : (tensor<2x1xf16>, tensor<2x1xf16>, tensor<2x1xf16>, tensor<2x1xf16>, tensor<2x8xf16>) -> tensor<2x12xf16>
  %0 = linalg.reduce {arith.addf} ins(%s : tensor<2x12xf16>) outs(%zero : tensor<2xf16>) dimensions = [1]
  return %0 : tensor<2xf16>
}

//--- half-precision-blocks.mlir
func.func @main(%x: tensor<2x8xf16>) -> tensor<2xf16> {
  %zero = arith.constant dense<0.0> : tensor<2xf16>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<2x8xf16>) outs(%zero : tensor<2xf16>) dimensions = [1]
  return %0 : tensor<2xf16>
}
