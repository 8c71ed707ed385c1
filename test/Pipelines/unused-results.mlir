// What is stated of results that nothing uses stands in the report, once for
// each of them, also if the op stays: upstream drops results of loops and
// branches. What is stated of a result that is used is met.
// Covers: G20, P18, P19
// RUN: layout-opt %s --layout-pipeline="report=%t.txt" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.txt
// RUN: layout-check -O0 %s %t.mlir --entry=loops --dims=4
// RUN: layout-opt %s --layout-clean-up --remarks-filter-missed=layout-legalize -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS

//      CHECK: Hints that are not met:
// CHECK-NEXT:   layout.require = "MK -> KM": the operation, or its result, was removed or replaced before layouts were read, {{.*}}:[[@LINE+18]]:10
// CHECK-NEXT:   2 times layout.prefer = "MK -> KM": the operation, or its result, was removed or replaced before layouts were read, {{.*}}:[[@LINE+23]]:10
// CHECK-NEXT:   layout.require = "MK -> KM": not used: the value has no users; at {{.*}}:[[@LINE+27]]:10
//  CHECK-NOT: layout.

// REMARKS: unused-results.mlir:[[@LINE+13]]:10: remark: [Missed] unused | Category:layout-legalize | Function=loops | Remark="layout 'MK -> KM' is not used: the value has no users"
func.func private @callee(%x: tensor<5x?xf32>) -> (tensor<5x?xf32>, tensor<5x?xf32>) {
  %0 = math.absf %x : tensor<5x?xf32>
  return %0, %x : tensor<5x?xf32>, tensor<5x?xf32>
}

func.func @loops(%x: tensor<5x?xf32>) -> tensor<5x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  // %1#0 needs the second value, which the loop passes on.
  %y = math.sin %x : tensor<5x?xf32>
  %1:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<5x?xf32>, tensor<5x?xf32>) {
    %p = arith.mulf %a, %b : tensor<5x?xf32>
    %q = math.sin %b : tensor<5x?xf32>
    scf.yield %p, %q : tensor<5x?xf32>, tensor<5x?xf32>
  } {layout.require = ["_", "MK -> KM"]}
  // Nothing uses the loop.
  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<5x?xf32>, tensor<5x?xf32>) {
    %p = math.absf %a : tensor<5x?xf32>
    %q = math.sin %b : tensor<5x?xf32>
    scf.yield %p, %q : tensor<5x?xf32>, tensor<5x?xf32>
  } {layout.prefer = "MK -> KM"}
  %3:2 = func.call @callee(%1#0) {layout.require = ["_", "MK -> KM"]} : (tensor<5x?xf32>) -> (tensor<5x?xf32>, tensor<5x?xf32>)
  return %3#0 : tensor<5x?xf32>
}
