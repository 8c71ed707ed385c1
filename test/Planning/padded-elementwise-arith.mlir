// Elementwise ops of arith and math compute on padding if what they make of it is
// defined: in sticks of 64, 200 columns are 256. A quotient of integers is not.
// RUN: layout-opt %s --layout-pipeline=target=spyre -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sed 's/ {layout.tensor_layout = "default"}//g' %s > %t.plain.mlir
// RUN: layout-check %t.plain.mlir %t.mlir --entry=absolute | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.plain.mlir %t.mlir --entry=larger | FileCheck %s --check-prefix=EQUAL
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

// CHECK-LABEL: func.func @larger(
// CHECK-NEXT: arith.maximumf %arg0, %arg1 : tensor<2x3x64xf16>
// CHECK-NEXT: return
func.func @larger(%x: tensor<3x70xf16> {layout.tensor_layout = "default"}, %y: tensor<3x70xf16> {layout.tensor_layout = "default"}) -> (tensor<3x70xf16> {layout.tensor_layout = "default"}) {
  %0 = arith.maximumf %x, %y : tensor<3x70xf16>
  return %0 : tensor<3x70xf16>
}
