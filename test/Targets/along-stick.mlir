// What is reduced along sticks lies in sticks with one element each. Elementwise
// ops keep it so, a broadcast reads it, and others get it dense by a rewrite.
// Covers: P5, P13, P16, P17, P21, P24
//
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-freeze=target=%t/npu.mlir | FileCheck %s --check-prefix=FREEZE
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
//
// FREEZE-LABEL: func.func @chain
// FREEZE: linalg.generic {{.*}} outs({{.*}} : tensor<5x1xf32>) attrs =  {layout.along_stick = 16 : i64}
//
// The operand is row-major, whose rows are what is reduced: sticks belong to the
// innermost dim.
// CHECK-LABEL: func.func @chain
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<5x20xf32>) outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x16xf32>) outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x16xf32>, tensor<5x16xf32>) outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x20xf32>, tensor<5x16xf32>) outs({{.*}} : tensor<5x20xf32>)
// CHECK: return
// RUN: layout-check --entry=chain %t/program.mlir %t/planned.mlir
//
// The function returns dense values: 5 of 4 bytes are read and written.
// CHECK-LABEL: func.func @dense
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<5x16xf32>)
// CHECK: tensor.extract_slice {{.*}}[0, 0] [5, 1] [1, 1]
// CHECK: return
// RUN: layout-check --entry=dense %t/program.mlir %t/planned.mlir
//
// What is reduced is not innermost: results are dense.
// CHECK-LABEL: func.func @outer
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<5x20xf32>) outs({{.*}} : tensor<20
// CHECK-NOT: tensor<20x16xf32>
// CHECK: return
// RUN: layout-check --entry=outer %t/program.mlir %t/planned.mlir
//
// A dim of size 1 that the program has is used.
// CHECK-LABEL: func.func @kept
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<5x20xf32>) outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x20xf32>, tensor<5x16xf32>)
// RUN: layout-check --entry=kept %t/program.mlir %t/planned.mlir
//
// Two dims of size 1, of which one becomes a stick; the other one stays also
// when the program is planned again.
// CHECK-LABEL: func.func @two_kept
// CHECK: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<3x4x20xf32>) outs({{.*}} : tensor<3x1x16xf32>)
// RUN: layout-check --entry=two_kept %t/program.mlir %t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-pipeline=target=%t/npu.mlir | diff %t/planned.mlir -
//
// Sticks of 16-bit elements have twice as many; all dims reduced, unit dims and
// dynamic ones.
// CHECK-LABEL: func.func @half
// CHECK: outs({{.*}} : tensor<5x32xf16>)
// RUN: layout-check --entry=half %t/program.mlir %t/planned.mlir
// CHECK-LABEL: func.func @all
// CHECK: outs({{.*}} : tensor<16xf32>)
// RUN: layout-check --entry=all %t/program.mlir %t/planned.mlir
// CHECK-LABEL: func.func @unit
// RUN: layout-check --entry=unit %t/program.mlir %t/planned.mlir
// CHECK-LABEL: func.func @dynamic
// CHECK: outs({{.*}} : tensor<?x16xf32>)
// RUN: layout-check --entry=dynamic %t/program.mlir %t/planned.mlir
//
// Elementwise ops on tensors follow as structured ops do.
// CHECK-LABEL: func.func @tensors
// CHECK: linalg.generic {{.*}}reduction{{.*}} outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<5x20xf32>, tensor<5x16xf32>)
// RUN: layout-check --entry=tensors %t/program.mlir %t/planned.mlir
//
// So do ops with a loop of one iteration over the dim, as exporters write them.
// CHECK-LABEL: func.func @looped
// CHECK: linalg.generic {{.*}}reduction{{.*}} outs({{.*}} : tensor<1x5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x5x16xf32>) outs({{.*}} : tensor<1x5x16xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<1x5x20xf32>, tensor<1x5x16xf32>)
// CHECK-NEXT: ^bb0
// RUN: layout-check --entry=looped %t/program.mlir %t/planned.mlir
//
// A planned program stays as it is, and holds what is required.
// RUN: layout-opt %t/planned.mlir --layout-pipeline=target=%t/npu.mlir | diff %t/planned.mlir -
// RUN: layout-opt %t/planned.mlir --layout-verify=target=%t/strict.mlir -o /dev/null
// RUN: not layout-opt %t/program.mlir --layout-verify=target=%t/strict.mlir 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: 'linalg.generic' op requires operand 1 in layout sparse by target 'NPU', found dense; result 0 in layout sparse by target 'NPU', found dense
//
// A layout of the operand decides which dim has sticks.
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/columns.mlir" -o %t/columns.planned.mlir
// RUN: FileCheck %s --check-prefix=COLUMNS --input-file=%t/columns.planned.mlir
// RUN: layout-check --entry=outer %t/program.mlir %t/columns.planned.mlir
// COLUMNS-LABEL: func.func @outer
// COLUMNS: linalg.generic {{.*}}reduction{{.*}} ins({{.*}} : tensor<20x5xf32>) outs({{.*}} : tensor<20x16xf32>)

// What cannot be had: a missed remark for a preference, an error for a
// requirement.
// RUN: layout-opt %t/refused.mlir --layout-freeze=target=%t/npu.mlir --remarks-filter-missed=layout-freeze -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: reduction cannot be agree -> sparse: it requires results of one size of elements that divides a stick of 64 bytes, found complex<f32>
// RUN: not layout-opt %t/refused.mlir --layout-freeze=target=%t/strict.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: refused.mlir:4:8: error: 'linalg.generic' op cannot take the layouts that target 'NPU' requires
// ERROR: note: reduction cannot be agree -> sparse: it requires results of one size of elements that divides a stick of 64 bytes, found complex<f32>
// REMARK: reduction cannot be agree -> sparse: it requires destinations of equal elements, found argument 1 of @given
// RUN: layout-opt %t/refused.mlir --layout-pipeline="target=%t/npu.mlir report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=HINT
//      HINT: Hints that are not met:
// HINT-NEXT: reduction agree -> sparse: it requires results of one size of elements that divides a stick of 64 bytes, found complex<f32>; the results are dense; at {{.*}}refused.mlir:4:8
// HINT-NEXT: reduction agree -> sparse: it requires destinations of equal elements, found argument 1 of @given; the results are dense; at {{.*}}refused.mlir:13:8
// RUN: not layout-opt %t/program.mlir --layout-freeze=target=%t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: note: reduction cannot be agree -> sparse: it requires at most 1 dims, found 2 of results in sticks
// RUN: not layout-opt %t/named.mlir --layout-freeze=target=%t/name.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: note: linalg.exp cannot be agree -> sparse: it requires a softmax or a structured op that reduces, found linalg.exp

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 64 : i64,
    "prefers" = [#dlti.map<"kind" = "reduction", "operands" = "agree", "along_stick" = "sparse">]>>>} {}
//--- columns.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 64 : i64,
    "requires" = [#dlti.map<"kind" = "reduction", "operands" = "ba", "along_stick" = "sparse">]>>>} {}
//--- strict.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 64 : i64,
    "requires" = [#dlti.map<"kind" = "reduction", "along_stick" = "sparse">]>>>} {}
//--- rank.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 64 : i64, "max_rank" = 1 : i64,
    "requires" = [#dlti.map<"kind" = "reduction", "along_stick" = "sparse">]>>>} {}
//--- name.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"stick_bytes" = 64 : i64,
    "requires" = [#dlti.map<"kind" = "linalg.exp", "along_stick" = "sparse">]>>>} {}

//--- program.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

func.func @chain(%x: tensor<5x20xf32>) -> tensor<5x20xf32> {
  %e1 = tensor.empty() : tensor<5xf32>
  %e = tensor.empty() : tensor<5x20xf32>
  %two = arith.constant dense<2.0> : tensor<5xf32>
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%z : tensor<5xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %0 = linalg.exp ins(%sum : tensor<5xf32>) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %1 = linalg.mul ins(%0, %two : tensor<5xf32>, tensor<5xf32>) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %1 : tensor<5x20xf32>, tensor<5xf32>) outs(%e : tensor<5x20xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %y = arith.subf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x20xf32>
  return %2 : tensor<5x20xf32>
}
func.func @dense(%x: tensor<5x20xf32>) -> tensor<5xf32> {
  %e0 = tensor.empty() : tensor<5xf32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %sum : tensor<5xf32>
}
func.func @outer(%x: tensor<5x20xf32>) -> tensor<20xf32> {
  %e0 = tensor.empty() : tensor<20xf32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<20xf32>) -> tensor<20xf32>
  %max = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<20xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.maximumf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<20xf32>
  return %max : tensor<20xf32>
}
func.func @kept(%x: tensor<5x20xf32>, %o: tensor<5x1xf32>) -> tensor<5x20xf32> {
  %e = tensor.empty() : tensor<5x20xf32>
  %max = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<5x1xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.maximumf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x1xf32>
  %2 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<5x20xf32>, tensor<5x1xf32>) outs(%e : tensor<5x20xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %y = arith.subf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x20xf32>
  return %2 : tensor<5x20xf32>
}
func.func @two_kept(%x: tensor<3x4x20xf32>) -> tensor<3x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x1x1xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, 0, 0)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x4x20xf32>) outs(%o : tensor<3x1x1xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<3x1x1xf32>
  return %sum : tensor<3x1x1xf32>
}
func.func @half(%x: tensor<5x20xf16>) -> tensor<5xf16> {
  %e0 = tensor.empty() : tensor<5xf16>
  %zero = arith.constant 0.0 : f16
  %o = linalg.fill ins(%zero : f16) outs(%e0 : tensor<5xf16>) -> tensor<5xf16>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf16>) outs(%o : tensor<5xf16>) {
  ^bb0(%a: f16, %s: f16):
    %y = arith.maximumf %a, %s : f16
    linalg.yield %y : f16
  } -> tensor<5xf16>
  return %max : tensor<5xf16>
}
func.func @all(%x: tensor<5x20xf32>) -> tensor<f32> {
  %e0 = tensor.empty() : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %max = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.maximumf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  return %max : tensor<f32>
}
func.func @unit(%x: tensor<1x1xf32>) -> tensor<1xf32> {
  %e0 = tensor.empty() : tensor<1xf32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x1xf32>) outs(%o : tensor<1xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<1xf32>
  return %sum : tensor<1xf32>
}
func.func @dynamic(%x: tensor<?x20xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x20xf32>
  %e0 = tensor.empty(%d) : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x20xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.maximumf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<?xf32>
  return %max : tensor<?xf32>
}
func.func @tensors(%x: tensor<5x20xf32>) -> tensor<5x20xf32> {
  %e0 = tensor.empty() : tensor<5xf32>
  %zero = arith.constant 0.0 : f32
  %o = linalg.fill ins(%zero : f32) outs(%e0 : tensor<5xf32>) -> tensor<5xf32>
  %e = tensor.empty() : tensor<5x20xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %0 = math.exp %sum : tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<5x20xf32>, tensor<5xf32>) outs(%e : tensor<5x20xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %y = arith.subf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5x20xf32>
  return %1 : tensor<5x20xf32>
}
func.func @looped(%x: tensor<1x5x20xf32>) -> tensor<1x5x20xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 20.0 : f32
  %e0 = tensor.empty() : tensor<1x5x1xf32>
  %e = tensor.empty() : tensor<1x5x20xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x5x20xf32>) outs(%z : tensor<1x5x1xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<1x5x1xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(h, i, u) -> (0, i, 0)>, affine_map<(h, i, u) -> (h, i, u)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x5x1xf32>) outs(%e0 : tensor<1x5x1xf32>) {
  ^bb0(%s: f32, %out: f32):
    %u = linalg.index 2 : index
    %i = arith.index_cast %u : index to i32
    %f = arith.sitofp %i : i32 to f32
    %d = arith.addf %n, %f : f32
    %y = arith.divf %s, %d : f32
    linalg.yield %y : f32
  } -> tensor<1x5x1xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (0, i, 0)>, affine_map<(h, i, j) -> (h, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<1x5x20xf32>, tensor<1x5x1xf32>) outs(%e : tensor<1x5x20xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %y = arith.subf %a, %m : f32
    linalg.yield %y : f32
  } -> tensor<1x5x20xf32>
  return %2 : tensor<1x5x20xf32>
}
//--- refused.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @complex(%x: tensor<5x20xcomplex<f32>>, %o: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xcomplex<f32>>) outs(%o : tensor<5xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %s: complex<f32>):
    %y = complex.add %a, %s : complex<f32>
    linalg.yield %y : complex<f32>
  } -> tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}
func.func @given(%x: tensor<5x20xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x20xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%a: f32, %s: f32):
    %y = arith.addf %a, %s : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
//--- named.mlir
func.func @named(%x: tensor<5xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.exp ins(%x : tensor<5xf32>) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
