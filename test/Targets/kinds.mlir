// A target states layouts of any op: of poolings in letters, of softmax,
// reductions, elementwise ops, calls and ops by name by the positions of dims.
// Covers: G7, G8, G12, G17, G26
// RUN: rm -rf %t && split-file %s %t
// RUN: mlir-opt %t/npu.mlir -o /dev/null
// RUN: layout-opt %t/program.mlir --layout-pipeline="target=%t/npu.mlir" -o %t/planned.mlir
// RUN: FileCheck %t/program.mlir < %t/planned.mlir
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=pool
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=softmax
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=elementwise
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=reduction
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=named
// RUN: layout-check -O0 %t/program.mlir %t/planned.mlir --entry=unit
//
// Blocks that do not divide are padded, if the op is structured.
// RUN: layout-opt %t/padded.mlir --layout-pipeline="target=%t/npu.mlir indivisible=pad" -o %t/padded.planned.mlir
// RUN: FileCheck %t/padded.mlir < %t/padded.planned.mlir
// RUN: layout-check -O0 %t/padded.mlir %t/padded.planned.mlir
// RUN: not layout-opt %t/padded.mlir --layout-freeze="target=%t/npu.mlir" 2>&1 | FileCheck %s --check-prefix=INDIVISIBLE
// INDIVISIBLE: padded.mlir:6:8: error: 'linalg.exp' op cannot take the layouts that target 'npu' requires
// INDIVISIBLE: note: elementwise cannot be aBcd16b -> aBcd16b: it requires blocks that divide dim b for aBcd16b, found size 20
// RUN: not layout-opt %t/dynamic.mlir --layout-freeze="target=%t/any-size.mlir indivisible=pad" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: 'linalg.exp' op cannot take
// DYNAMIC: note: elementwise cannot be aB16b -> agree: it requires dim b in a static multiple of 16, found ?
//
// Preferences, choices and prices; the command line speaks of poolings, too.
// RUN: layout-opt %t/choice.mlir --layout-pipeline="target=%t/choices.mlir" -o %t/choice.planned.mlir
// RUN: FileCheck %t/choice.mlir < %t/choice.planned.mlir
// RUN: layout-opt %t/program.mlir --layout-freeze="prefer=pooling2d=[NHWC,default]" | FileCheck %s --check-prefix=PREFER
// PREFER: linalg.pooling_nhwc_max
// A function that holds nothing else is planned.
// RUN: layout-opt %t/pooling.mlir --layout-pipeline="prefer=pooling2d=[NHWC,default] strict" -o %t/pooling.planned.mlir 2>&1 | FileCheck %s --check-prefix=ALONE --allow-empty
// ALONE-NOT: warning
// RUN: FileCheck %s --check-prefix=PREFER < %t/pooling.planned.mlir
// RUN: layout-check -O0 %t/pooling.mlir %t/pooling.planned.mlir
// RUN: layout-opt %t/pooling.mlir --layout-pipeline="pitched=pooling2d=true materialize=false strict" 2>&1 | FileCheck %s --check-prefix=PITCHED
// PITCHED-NOT: warning
// PITCHED: linalg.pooling_nchw_max {{.*}}layout.pitched = true
//
// A call keeps its types.
// RUN: layout-opt %t/calls.mlir --layout-pipeline="target=%t/calls-default.mlir" | FileCheck %t/calls.mlir
// RUN: not layout-opt %t/calls.mlir --layout-freeze="target=%t/calls-tag.mlir" 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: error: 'func.call' op cannot take the layouts that target 'npu' requires
// CALL: note: call cannot be ba -> agree: it requires 'default', 'agree' or '_' for operands and results of a call, found ba
//
// Lists of an op that is neither elementwise nor a call have one layout each.
// RUN: not layout-opt %t/lists.mlir --layout-freeze="target=%t/short.mlir" 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: note: linalg.reduce cannot be ab -> agree: it requires layouts of 2 operands, found 1

//--- pooling.mlir
func.func @main(%x: tensor<1x12x8x8xf32>) -> tensor<1x12x4x4xf32> {
  %z = arith.constant dense<0.5> : tensor<1x12x4x4xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x12x8x8xf32>, tensor<2x2xf32>) outs(%z : tensor<1x12x4x4xf32>) -> tensor<1x12x4x4xf32>
  return %0 : tensor<1x12x4x4xf32>
}

//--- npu.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu",
    "requires" = [
      #dlti.map<"kind" = "pooling", "data" = "N*C", "when" = #dlti.map<"strides" = "== 2", "C" = ">= 16">>,
      #dlti.map<"kind" = "softmax", "operands" = "ba", "results" = "ba">,
      #dlti.map<"kind" = "elementwise", "operands" = "aBcd16b", "results" = "aBcd16b",
                "when" = #dlti.map<"b" = ">= 16", "data_type" = "f32">>,
      #dlti.map<"kind" = "reduction", "operands" = "ba", "results" = "agree">,
      #dlti.map<"kind" = "math.tanh", "operands" = "default">,
      #dlti.map<"kind" = "math.sqrt", "operands" = "_">]>>>} {}

//--- program.mlir
// CHECK-LABEL: func.func @pool
// CHECK: linalg.pooling_nhwc_max {{.*}} ins(%{{.*}} : tensor<1x9x9x16xf32>, tensor<2x2xf32>)
// CHECK: linalg.pooling_nchw_max {{.*}} ins(%{{.*}} : tensor<1x8x9x9xf32>, tensor<2x2xf32>)
func.func @pool(%x: tensor<1x16x9x9xf32>, %y: tensor<1x8x9x9xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>) {
  %w = tensor.empty() : tensor<2x2xf32>
  %z = arith.constant dense<-1.0e38> : tensor<1x16x4x4xf32>
  %0 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<1x16x9x9xf32>, tensor<2x2xf32>) outs(%z : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %u = arith.constant dense<-1.0e38> : tensor<1x8x4x4xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%y, %w : tensor<1x8x9x9xf32>, tensor<2x2xf32>) outs(%u : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0, %1 : tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK: linalg.softmax dimension(0) ins(%{{.*}} : tensor<7x5xf32>)
func.func @softmax(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// The broadcast operand follows; there is no rewrite between the two ops, and
// none at ops for which nothing is required.
// CHECK-LABEL: func.func @elementwise
// CHECK: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x2x3x5x16xf32>, tensor<2x16xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: math.exp %{{.*}} : tensor<1x2x3x5x16xf32>
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: math.exp %{{.*}} : tensor<1x8x3x5xf32>
// CHECK: math.absf %{{.*}} : tensor<32xf32>
func.func @elementwise(%x: tensor<1x32x3x5xf32>, %y: tensor<32xf32>, %s: tensor<1x8x3x5xf32>) -> (tensor<1x32x3x5xf32>, tensor<1x8x3x5xf32>, tensor<32xf32>) {
  %e = tensor.empty() : tensor<1x32x3x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (b)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<1x32x3x5xf32>, tensor<32xf32>) outs(%e : tensor<1x32x3x5xf32>) {
    ^bb0(%a : f32, %b : f32, %o : f32):
      %1 = arith.addf %a, %b : f32
      linalg.yield %1 : f32
    } -> tensor<1x32x3x5xf32>
  %1 = math.exp %0 : tensor<1x32x3x5xf32>
  %2 = math.exp %s : tensor<1x8x3x5xf32>
  %3 = math.absf %y : tensor<32xf32>
  return %1, %2, %3 : tensor<1x32x3x5xf32>, tensor<1x8x3x5xf32>, tensor<32xf32>
}

// CHECK-LABEL: func.func @reduction
// CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<4x6xf32>) outs(%{{.*}} : tensor<6xf32>) dimensions = [0]
func.func @reduction(%x: tensor<6x4xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<6x4xf32>) outs(%o : tensor<6xf32>) dimensions = [1]
  return %0 : tensor<6xf32>
}

// The name of an op counts before its kind: `default` keeps the rewrite in front
// of it, `_` lets it go behind.
// CHECK-LABEL: func.func @named
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]
// CHECK: math.tanh %{{.*}} : tensor<4x6xf32>
// CHECK: math.sqrt %{{.*}} : tensor<6x4xf32>
func.func @named(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %t = linalg.transpose ins(%x : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) permutation = [1, 0]
  %0 = math.tanh %t : tensor<4x6xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %u = linalg.transpose ins(%y : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) permutation = [1, 0]
  %1 = math.sqrt %u : tensor<4x6xf32>
  %g = tensor.empty() : tensor<6x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<4x6xf32>) outs(%g : tensor<6x4xf32>) permutation = [1, 0]
  return %0, %2 : tensor<4x6xf32>, tensor<6x4xf32>
}

// A unit dim may have any place.
// CHECK-LABEL: func.func @unit
// CHECK: linalg.softmax dimension(1) ins(%{{.*}} : tensor<1x7xf32>)
func.func @unit(%x: tensor<1x7xf32>) -> tensor<1x7xf32> {
  %e = tensor.empty() : tensor<1x7xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<1x7xf32>) outs(%e : tensor<1x7xf32>) -> tensor<1x7xf32>
  return %0 : tensor<1x7xf32>
}

//--- padded.mlir
// CHECK-LABEL: func.func @main
// CHECK: linalg.exp ins(%{{.*}} : tensor<1x2x3x5x16xf32>)
func.func @main(%x: tensor<1x20x3x5xf32>) -> tensor<1x20x3x5xf32> {
  %e = tensor.empty() : tensor<1x20x3x5xf32>
  // CHECK: return
  %0 = linalg.exp ins(%x : tensor<1x20x3x5xf32>) outs(%e : tensor<1x20x3x5xf32>) -> tensor<1x20x3x5xf32>
  return %0 : tensor<1x20x3x5xf32>
}

//--- any-size.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "elementwise", "operands" = "aB16b">]>>>} {}

//--- dynamic.mlir
func.func @main(%x: tensor<4x?xf32>, %o: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.exp ins(%x : tensor<4x?xf32>) outs(%o : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

//--- choices.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "prefers" = [
      #dlti.map<"kind" = "elementwise", "operands" = "ba", "results" = "ba", "when" = #dlti.map<"a" = "< 100">>,
      #dlti.map<"kind" = "elementwise", "operands" = "agree", "price" = 3.0 : f64, "when" = #dlti.map<"a" = "< 50">>,
      #dlti.map<"kind" = "elementwise", "operands" = "agree", "price" = 5.0 : f64, "when" = #dlti.map<"a" = ">= 50", "b" = "< 100">>,
      #dlti.map<"kind" = "elementwise", "operands" = "aB16b">]>>>} {}

//--- choice.mlir
// Two rewrites read and write 4 times the bytes of the result.
// CHECK-LABEL: func.func @cheap
// CHECK: math.exp %{{.*}} : tensor<8x10xf32>
func.func @cheap(%x: tensor<8x10xf32>) -> tensor<8x10xf32> {
  %0 = math.exp %x : tensor<8x10xf32>
  return %0 : tensor<8x10xf32>
}
// CHECK-LABEL: func.func @dear
// CHECK: math.exp %{{.*}} : tensor<10x60xf32>
func.func @dear(%x: tensor<60x10xf32>) -> tensor<60x10xf32> {
  %0 = math.exp %x : tensor<60x10xf32>
  return %0 : tensor<60x10xf32>
}
// What cannot be had is left.
// CHECK-LABEL: func.func @indivisible
// CHECK-NEXT: math.exp %{{.*}} : tensor<200x100xf32>
func.func @indivisible(%x: tensor<200x100xf32>) -> tensor<200x100xf32> {
  %0 = math.exp %x : tensor<200x100xf32>
  return %0 : tensor<200x100xf32>
}

//--- calls-default.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "call", "operands" = "default", "when" = #dlti.map<"a" = "== 4">>]>>>} {}

//--- calls-tag.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "call", "operands" = "ba">]>>>} {}

//--- calls.mlir
// CHECK-LABEL: func.func @main
// CHECK: call @required(%{{.*}}) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK: call @free(%{{.*}}) : (tensor<6x8xf32>) -> tensor<6x8xf32>
func.func @main(%x: tensor<6x4xf32>, %y: tensor<6x8xf32>) -> (tensor<6x4xf32>, tensor<6x8xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.transpose ins(%x : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) permutation = [1, 0]
  %1 = call @required(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %f = tensor.empty() : tensor<6x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<4x6xf32>) outs(%f : tensor<6x4xf32>) permutation = [1, 0]
  %g = tensor.empty() : tensor<6x8xf32>
  %3 = linalg.exp ins(%y : tensor<6x8xf32>) outs(%g : tensor<6x8xf32>) -> tensor<6x8xf32>
  %h = tensor.empty() : tensor<8x6xf32>
  %4 = linalg.transpose ins(%3 : tensor<6x8xf32>) outs(%h : tensor<8x6xf32>) permutation = [1, 0]
  %5 = call @free(%4) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %6 = linalg.transpose ins(%5 : tensor<8x6xf32>) outs(%g : tensor<6x8xf32>) permutation = [1, 0]
  return %2, %6 : tensor<6x4xf32>, tensor<6x8xf32>
}
func.func private @required(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = math.exp %x : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
func.func private @free(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = math.exp %x : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

//--- short.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "npu", "requires" = [#dlti.map<"kind" = "linalg.reduce", "operands" = "ab">]>>>} {}

//--- lists.mlir
func.func @main(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>, %o: tensor<6xf32>, %p: tensor<6xf32>) -> tensor<6xf32> {
  %0:2 = linalg.reduce ins(%x, %y : tensor<6x4xf32>, tensor<6x4xf32>) outs(%o, %p : tensor<6xf32>, tensor<6xf32>) dimensions = [1]
    (%a: f32, %b: f32, %s: f32, %t: f32) {
      %1 = arith.addf %a, %s : f32
      %2 = arith.addf %b, %t : f32
      linalg.yield %1, %2 : f32, f32
    }
  return %0#0 : tensor<6xf32>
}
