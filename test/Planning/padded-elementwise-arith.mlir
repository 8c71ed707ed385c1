// Elementwise ops of arith and math compute on padding if what they make of it is
// defined: in sticks of 64, 200 columns are 256. A quotient of integers is not, nor
// is a remainder, which upstream calls pure, unless the divisor is a constant.
// RUN: layout-opt %s --layout-pipeline=target=spyre -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sed 's/ {layout.tensor_layout = "default"}//g' %s > %t.plain.mlir
// RUN: layout-check %t.plain.mlir %t.mlir --entry=absolute | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=larger | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=quotient --int-range=1,9 --allow-vacuous | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=remainders --int-range=1,9 --allow-vacuous | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=by_constant | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=by_minus_one --int-range=1,9 --allow-vacuous | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}equal{{$}}

// CHECK-LABEL: func.func @absolute(
// CHECK-NEXT: math.absf %arg0 : tensor<4x7x64xf16>
// CHECK-NEXT: return
func.func @absolute(%x: tensor<7x200xf16> {layout.tensor_layout = "default"}) -> (tensor<7x200xf16> {layout.tensor_layout = "default"}) {
  %0 = math.absf %x : tensor<7x200xf16>
  return %0 : tensor<7x200xf16>
}

// CHECK-LABEL: func.func @quotient(
// CHECK: arith.divsi %{{.*}}, %{{.*}} : tensor<7x200xi16>
func.func @quotient(%x: tensor<7x200xi16> {layout.tensor_layout = "default"}, %y: tensor<7x200xi16> {layout.tensor_layout = "default"}) -> (tensor<7x200xi16> {layout.tensor_layout = "default"}) {
  %0 = arith.divsi %x, %y : tensor<7x200xi16>
  return %0 : tensor<7x200xi16>
}

// CHECK-LABEL: func.func @remainders(
// CHECK: arith.remsi %{{.*}}, %{{.*}} : tensor<7x200xi16>
// CHECK: arith.remui %{{.*}}, %{{.*}} : tensor<7x200xi16>
// CHECK: arith.floordivsi %{{.*}}, %{{.*}} : tensor<7x200xi16>
func.func @remainders(%x: tensor<7x200xi16> {layout.tensor_layout = "default"}, %y: tensor<7x200xi16> {layout.tensor_layout = "default"}) -> (tensor<7x200xi16> {layout.tensor_layout = "default"}) {
  %0 = arith.remsi %x, %y : tensor<7x200xi16>
  %1 = arith.remui %0, %y : tensor<7x200xi16>
  %2 = arith.floordivsi %1, %y : tensor<7x200xi16>
  return %2 : tensor<7x200xi16>
}

// CHECK-LABEL: func.func @by_constant(
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4x7x64xi16>) outs(%{{.*}} : tensor<4x7x64xi16>)
// CHECK: arith.remsi
func.func @by_constant(%x: tensor<7x200xi16> {layout.tensor_layout = "default"}) -> (tensor<7x200xi16> {layout.tensor_layout = "default"}) {
  %five = arith.constant 5 : i16
  %e = tensor.empty() : tensor<7x200xi16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x200xi16>) outs(%e : tensor<7x200xi16>) {
  ^bb0(%v: i16, %o: i16):
    %q = arith.remsi %v, %five : i16
    linalg.yield %q : i16
  } -> tensor<7x200xi16>
  return %0 : tensor<7x200xi16>
}

// The least integer divided by -1 fits no type.
// CHECK-LABEL: func.func @by_minus_one(
// CHECK: arith.remsi %{{.*}}, %{{.*}} : tensor<7x200xi16>
func.func @by_minus_one(%x: tensor<7x200xi16> {layout.tensor_layout = "default"}) -> (tensor<7x200xi16> {layout.tensor_layout = "default"}) {
  %y = arith.constant dense<-1> : tensor<7x200xi16>
  %0 = arith.remsi %x, %y : tensor<7x200xi16>
  return %0 : tensor<7x200xi16>
}

// CHECK-LABEL: func.func @larger(
// CHECK-NEXT: arith.maximumf %arg0, %arg1 : tensor<2x3x64xf16>
// CHECK-NEXT: return
func.func @larger(%x: tensor<3x70xf16> {layout.tensor_layout = "default"}, %y: tensor<3x70xf16> {layout.tensor_layout = "default"}) -> (tensor<3x70xf16> {layout.tensor_layout = "default"}) {
  %0 = arith.maximumf %x, %y : tensor<3x70xf16>
  return %0 : tensor<3x70xf16>
}
