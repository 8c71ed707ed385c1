// A softmax between values in sticks, which its dim has: nothing is rewritten,
// neither around nor inside. Rows are one full stick of 32 elements and 18
// elements of another. All elements are below -8, so that a maximum with a
// padding of zeros would be one of these, and a sum would count them.
// Covers: P5, P12, P13, P21, P24
//
// RUN: rm -rf %t && split-file %s %t
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=spyre report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: %print-json %t/report.json after.rewrites after.bytes after.moves.n | FileCheck %s --check-prefix=COUNT
// COUNT: after.rewrites = 0
// COUNT: after.bytes = 0
// COUNT: after.moves.n = 0
//
// A caller packs and unpacks.
// RUN: cat %t/program.mlir %t/caller.txt > %t/all.mlir
// RUN: sed 's/ {layout.tensor_layout = "[^"]*"}//g' %t/all.mlir > %t/plain.mlir
// RUN: layout-opt %t/all.mlir --layout-pipeline=target=spyre -o %t/all.planned.mlir
// RUN: layout-check --entry=caller %t/plain.mlir %t/all.planned.mlir
// RUN: layout-check --entry=unit_caller %t/plain.mlir %t/all.planned.mlir
//
// Upstream cannot decompose a softmax of integers.
// RUN: layout-opt %t/integers.mlir --layout-freeze=target=spyre --remarks-filter-missed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: softmax cannot be agree -> sparse: it requires floating-point numbers, found i32
//
// CHECK-LABEL: func.func @named(
// CHECK-SAME: tensor<2x20x32xf32>
// CHECK-NOT: linalg.softmax
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x20x32xf32>) outs({{.*}} : tensor<20x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x20x32xf32>, tensor<20x32xf32>) outs({{.*}} : tensor<2x20x32xf32>)
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x20x32xf32>) outs({{.*}} : tensor<20x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x20x32xf32>, tensor<20x32xf32>) outs({{.*}} : tensor<2x20x32xf32>)
// CHECK: return
// CHECK-LABEL: func.func @decomposed(
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x20x32xf32>) outs({{.*}} : tensor<20x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x20x32xf32>, tensor<20x32xf32>) outs({{.*}} : tensor<2x20x32xf32>)
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<2x20x32xf32>) outs({{.*}} : tensor<20x32xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x20x32xf32>, tensor<20x32xf32>) outs({{.*}} : tensor<2x20x32xf32>)
// CHECK: return

//--- integers.mlir
func.func @main(%x: tensor<20x50xi32>) -> tensor<20x50xi32> {
  %e = tensor.empty() : tensor<20x50xi32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<20x50xi32>) outs(%e : tensor<20x50xi32>) -> tensor<20x50xi32>
  return %0 : tensor<20x50xi32>
}

//--- program.mlir
func.func @named(%x: tensor<20x50xf32> {layout.tensor_layout = "MK -> KM32k"})
    -> (tensor<20x50xf32> {layout.tensor_layout = "MK -> KM32k"}) {
  %e = tensor.empty() : tensor<20x50xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<20x50xf32>) outs(%e : tensor<20x50xf32>) -> tensor<20x50xf32>
  return %0 : tensor<20x50xf32>
}
func.func @decomposed(%x: tensor<20x50xf32> {layout.tensor_layout = "MK -> KM32k"})
    -> (tensor<20x50xf32> {layout.tensor_layout = "MK -> KM32k"}) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<20x50xf32>
  %r = tensor.empty() : tensor<20xf32>
  %least = linalg.fill ins(%lowest : f32) outs(%r : tensor<20xf32>) -> tensor<20xf32>
  %max = linalg.reduce ins(%x : tensor<20x50xf32>) outs(%least : tensor<20xf32>) dimensions = [1]
    (%a: f32, %m: f32) {
      %y = arith.maximumf %a, %m : f32
      linalg.yield %y : f32
    }
  %exp = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<20x50xf32>, tensor<20xf32>) outs(%e : tensor<20x50xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %y = arith.subf %a, %m : f32
    %z = math.exp %y : f32
    linalg.yield %z : f32
  } -> tensor<20x50xf32>
  %none = linalg.fill ins(%zero : f32) outs(%r : tensor<20xf32>) -> tensor<20xf32>
  %sum = linalg.reduce ins(%exp : tensor<20x50xf32>) outs(%none : tensor<20xf32>) dimensions = [1]
    (%a: f32, %s: f32) {
      %y = arith.addf %a, %s : f32
      linalg.yield %y : f32
    }
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<20x50xf32>, tensor<20xf32>) outs(%e : tensor<20x50xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %y = arith.divf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<20x50xf32>
  return %p : tensor<20x50xf32>
}

//--- caller.txt
func.func @caller(%x: tensor<20x50xf32>) -> (tensor<20x50xf32>, tensor<20x50xf32>) {
  %ten = arith.constant 10.0 : f32
  %e = tensor.empty() : tensor<20x50xf32>
  %tens = linalg.fill ins(%ten : f32) outs(%e : tensor<20x50xf32>) -> tensor<20x50xf32>
  %below = linalg.sub ins(%x, %tens : tensor<20x50xf32>, tensor<20x50xf32>) outs(%e : tensor<20x50xf32>) -> tensor<20x50xf32>
  %0 = call @named(%below) : (tensor<20x50xf32>) -> tensor<20x50xf32>
  %1 = call @decomposed(%below) : (tensor<20x50xf32>) -> tensor<20x50xf32>
  return %0, %1 : tensor<20x50xf32>, tensor<20x50xf32>
}
func.func @unit(%x: tensor<1x5xf32> {layout.tensor_layout = "MK -> KM32k"})
    -> (tensor<1x5xf32> {layout.tensor_layout = "MK -> KM32k"}) {
  %e = tensor.empty() : tensor<1x5xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}
func.func @unit_caller(%x: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %0 = call @unit(%x) : (tensor<1x5xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}
