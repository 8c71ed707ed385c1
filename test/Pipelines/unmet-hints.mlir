// Layouts that are asked for and that the plan does not give stand in the
// report: what is not read at all, what a cheaper plan does without, what an op
// cannot have, and options that match nothing. What is met does not.
// Covers: P18, P19
// RUN: layout-opt %s --split-input-file --layout-pipeline="report=- pitched=matmul=false" -o /dev/null 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import sys; open(sys.argv[2], 'w').write(open(sys.argv[1]).read().split('// ---'+'--')[0])" %s %t/first.mlir
// RUN: layout-opt %t/first.mlir --layout-pipeline="report=%t/report.json" -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/report.json
// RUN: layout-check %t/first.mlir %t/planned.mlir --entry=convolutions

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C">]>>>} {
  func.func @convolutions(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
    %w = arith.constant dense<0.1> : tensor<8x8x1x1xf32>
    %z = arith.constant dense<0.0> : tensor<1x8x4x4xf32>
    %e = tensor.empty() : tensor<1x8x4x4xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    // 3.9 times 512 bytes are less than two rewrites.
    %1 = linalg.exp {layout.prefer = {layout = "NCHW", price = 3.9}} ins(%0 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    // Met: the convolutions around have the same layout.
    %3 = linalg.abs {layout.prefer = "NHWC"} ins(%2 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    %5 = linalg.exp {layout.prefer, layout.op_layout = [#layout.op_layout<
        operands = [<(n, c, h, w) -> (n, c, h, w)>, <(n, c, h, w) -> (n, c, h, w)>],
        results = [<(n, c, h, w) -> (n, c, h, w)>], cost = 0>]}
        ins(%4 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    %6 = linalg.conv_2d_nchw_fchw ins(%5, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    %free = linalg.exp {layout.prefer = {layout = "NCHW", price = 0.0}} ins(%6 : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    // Nothing uses it.
    %dead = math.exp %6 {layout.prefer = "NCHW"} : tensor<1x8x4x4xf32>
    return %free : tensor<1x8x4x4xf32>
  }
  func.func @unused(%x: tensor<5x7xf32> {layout.prefer = "MK -> KM"}, %y: tensor<5x7xf32> {layout.require = "MK -> KM"}) -> tensor<5x7xf32> {
    %e = tensor.empty() {layout.prefer = "MK -> KM"} : tensor<5x7xf32>
    %0 = linalg.exp ins(%y : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
  func.func @skipped(%x: tensor<5x7xf32>) -> tensor<5x7xf32> attributes {layout.skip} {
    %0 = math.exp %x {layout.prefer = "MK -> KM"} : tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
  func.func private @declared(tensor<5x7xf32> {layout.require = "MK -> KM"}) -> tensor<5x7xf32>
}

//      CHECK: Hints that are not met:
// CHECK-NEXT:   layout.prefer = "NCHW": the operation, or its result, was removed or replaced before layouts were read, since nothing uses it or it is written in a simpler way; at {{.*}}unmet-hints.mlir:32:13
// CHECK-NEXT:   layout.prefer = "MK -> KM": not used: the function is marked 'layout.skip'; at {{.*}}:41:10
// CHECK-NEXT:   layout.require = "MK -> KM": not used: the function has no body; at {{.*}}:44:3
// CHECK-NEXT:   layout.prefer = "MK -> KM": not used: the value has no users; at {{.*}}:35:21
// CHECK-NEXT:   layout.prefer = "MK -> KM": not used: an empty tensor holds nothing that lies anywhere; the operation that writes to it may state a layout; at
// CHECK-NEXT:   pitched=matmul: matches no operation{{$}}
// CHECK-NEXT:   layout.prefer: the value lies as NHWC, not NCHW, for which the plan pays 1,996 bytes; at {{.*}}:20:10
// CHECK-NEXT:   layout.prefer: counts for nothing: its price is 0; at
// CHECK-NEXT:   layout.op_layout: the plan gives the operation other layouts; at
// CHECK-NEXT:   layout.require: no operation reads or writes the value in the layout that it requires: the rewrites in front and behind merge; at
// CHECK-NEXT: {{.*}}: warning: pitch of matmul matches no op

//      JSON: "hints": [
//      JSON:   "hint": "layout.prefer",
// JSON-NEXT:   "outcome": "the value lies as NHWC, not NCHW, for which the plan pays 1,996 bytes",
// JSON-NEXT:   "n": 1,
// JSON-NEXT:   "first": "{{.*}}first.mlir:20:10"
//      JSON: "unmatched": []

// -----

// Two ops of a kind with the same refusal are one line. The plan takes the
// second layout of an op if the first costs more, and poolings lose a block.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [
      #dlti.map<"kind" = "conv2d", "data" = "NHWC">,
      #dlti.map<"kind" = "pooling", "data" = "N*C16c">,
      #dlti.map<"kind" = "math.tanh", "operands" = "aBcd8b", "results" = "aBcd8b">,
      #dlti.map<"kind" = "math.exp", "operands" = "abcd", "results" = "abcd">,
      #dlti.map<"kind" = "math.exp", "operands" = "acdb", "results" = "acdb", "price" = 0.1 : f64>]>>>} {
  func.func @main(%x: tensor<1x12x4x4xf32>) -> tensor<1x12x3x3xf32> {
    %w = arith.constant dense<0.1> : tensor<12x12x1x1xf32>
    %z = arith.constant dense<0.0> : tensor<1x12x4x4xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x12x4x4xf32>, tensor<12x12x1x1xf32>) outs(%z : tensor<1x12x4x4xf32>) -> tensor<1x12x4x4xf32>
    %1 = math.tanh %0 : tensor<1x12x4x4xf32>
    %2 = math.tanh %1 : tensor<1x12x4x4xf32>
    %3 = math.exp %2 : tensor<1x12x4x4xf32>
    %p = arith.constant dense<0.0> : tensor<1x12x3x3xf32>
    %window = tensor.empty() : tensor<2x2xf32>
    %4 = linalg.pooling_nchw_max ins(%3, %window : tensor<1x12x4x4xf32>, tensor<2x2xf32>) outs(%p : tensor<1x12x3x3xf32>) -> tensor<1x12x3x3xf32>
    return %4 : tensor<1x12x3x3xf32>
  }
}

// An op with several layouts has a rule: that of its options.
//  CHECK-NOT: have no layout rule
//      CHECK: Hints that are not met:
// CHECK-NEXT:   2 times math.tanh aBcd8b -> aBcd8b: requires blocks that divide dim b for aBcd8b, found size 12; the operation has the layouts of its neighbours; first at {{.*}}:82:10
// CHECK-NEXT:   pooling2d NHWC16c, HW -> NHWC16c: a block requires channels in a multiple of 16, found 12; indivisible=pad adds 4; the operation has NHWC, HW -> NHWC; at
// CHECK-NEXT:   pitched=matmul: matches no operation
// CHECK-NEXT:   math.exp abcd -> abcd: the plan costs less with acdb -> acdb; at
