// With the records of a tuner, layout options cost the bytes that a copy moves
// in the time that the op takes longer than in the fastest of its layouts. Here
// a copy takes 2 ns per byte.
// Covers: R4
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json cpu=this" --remarks-filter=layout-freeze 2> remarks.txt | FileCheck in.mlir
// RUN: FileCheck in.mlir --check-prefix=REMARK < remarks.txt
// RUN: FileCheck in.mlir --check-prefix=TOTAL < remarks.txt

// The report names the ops whose records are missing.
// RUN: layout-opt in.mlir --layout-pipeline="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json cpu=this report=-" -o /dev/null 2>&1 | FileCheck in.mlir --check-prefix=HINT

// What is measured counts before a calibration, and each machine by itself.
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json cpu=this" | FileCheck in.mlir
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json cpu=other" --remarks-filter-analyse=layout-freeze 2> remarks.txt | FileCheck in.mlir --check-prefix=OTHER
// RUN: FileCheck in.mlir --check-prefix=NONE-OF < remarks.txt

// No record counts but those of the processor, which is this one by default.
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json cpu=third" 2> warnings.txt | FileCheck in.mlir --check-prefix=OTHER
// RUN: FileCheck in.mlir --check-prefix=THIRD < warnings.txt
// RUN: layout-opt in.mlir --layout-freeze="prefer=conv2d=[NCHW16c,default]|[NHWC,default]|[NCHW,default] records=tuned.json" 2>&1 | FileCheck in.mlir --check-prefix=HOST

// RUN: layout-opt in.mlir --layout-freeze="records=empty.json cpu=this" 2>&1 -o kept.mlir | FileCheck in.mlir --check-prefix=EMPTY

// Without a file there are no records of any processor.
// RUN: not layout-opt in.mlir --layout-freeze="cpu=this" -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=ALONE
// RUN: not layout-opt in.mlir --layout-pipeline="target=nhwc cpu=this" -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=ALONE

// Errors in a file are reported, and no program is written.
// RUN: not layout-opt in.mlir --layout-freeze=records=none.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=MISSING
// RUN: not layout-opt in.mlir --layout-freeze=records=newer.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NEWER
// RUN: not layout-opt in.mlir --layout-freeze=records=machine.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=CALIBRATION
// RUN: not layout-opt in.mlir --layout-freeze=records=list.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=LIST
// RUN: not layout-opt in.mlir --layout-freeze=records=torn.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=TORN
// RUN: not layout-opt in.mlir --layout-freeze=records=zero.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=ZERO
// RUN: not layout-opt in.mlir --layout-freeze=records=unknown.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=UNKNOWN
// RUN: not layout-opt in.mlir --layout-freeze="records=twice.json cpu=this" -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=TWICE
// RUN: not layout-opt in.mlir --layout-pipeline=records=newer.json -o none.mlir 2>&1 | FileCheck in.mlir --check-prefix=NEWER
// RUN: not ls none.mlir

//--- tuned.json
{"version": 1,
 "machines": [{"cpu": "this", "features": "a,b", "seconds_per_byte": 2e-9},
              {"cpu": "other", "features": "", "seconds_per_byte": 1e-9}],
 "records": [
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NCHW16c", "OIHW16i16o", "NCHW16c"], "seconds": 9e-5},
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NHWC", "HWIO", "NHWC"], "seconds": 4.1e-5},
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NCHW", "OIHW", "NCHW"], "seconds": 4e-5},
  {"machine": 0, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NCHW16c", "OIHW16i16o", "NCHW16c"], "seconds": 5e-5},
  {"machine": 1, "op": {"kind": "conv2d", "operands": ["NCHW 1x16x8x8xf32", "OIHW 32x16x3x3xf32", "NCHW 1x32x6x6xf32"], "strides": [1, 1], "dilations": [1, 1], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["NCHW", "OIHW", "NCHW"], "seconds": 7e-5},
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 8x16xf32", "KN 16x4xf32", "MN 8x4xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["KM", "KN", "MN"], "seconds": 1e-5},
  {"machine": 0, "op": {"kind": "matmul", "operands": ["MK 8x16xf32", "KN 16x4xf32", "MN 8x4xf32"], "strides": [], "dilations": [], "groups": 1, "body": "arith.mulf arith.addf"},
   "layouts": ["KM8k", "KN", "MN"], "seconds": 3e-5}]}

//--- machine.json
{"unit": "ps", "per_byte": 2.0, "efficiency": [], "version": 1}

//--- empty.json
{"version": 1, "machines": [{"cpu": "this", "features": "", "seconds_per_byte": 1}], "records": []}

//--- newer.json
{"version": 2, "times": {}}

//--- list.json
[1]

//--- torn.json
{"version": 1, "machines": [{"cpu": "th

//--- zero.json
{"version": 1, "machines": [{"cpu": "this", "features": "", "seconds_per_byte": 0}], "records": []}

//--- unknown.json
{"version": 1, "machines": [], "records": [
  {"machine": 0, "op": {"kind": "matmul", "operands": [], "strides": [], "dilations": [], "groups": 1, "body": ""}, "layouts": [], "seconds": 1}]}

//--- twice.json
{"version": 1, "machines": [{"cpu": "this", "features": "a", "seconds_per_byte": 1}, {"cpu": "this", "features": "", "seconds_per_byte": 1}], "records": []}

//--- in.mlir
//      HINT: Hints that are not met:
// HINT-NEXT: records: not used: the records do not have NCHW16c, OIHW16i16o, NCHW16c; at in.mlir:39:8
// HINT-NEXT: records: not used: the records do not have KM, KN, MN; at in.mlir:58:8
// HINT-NEXT: records: not used: it requires static extents, found ?; at in.mlir:67:8
// MISSING: in.mlir:0:0: error: cannot read 'none.json': No such file or directory
// NEWER: error: cannot read 'newer.json': requires version 1 of tuning records, found 2
// CALIBRATION: error: cannot read 'machine.json': {{.*}}missing value
// LIST: error: cannot read 'list.json': requires version 1 of tuning records, found none
// TORN: error: cannot read 'torn.json': {{.*}}Control character in string
// ZERO: error: cannot read 'zero.json': requires a time above 0
// UNKNOWN: error: cannot read 'unknown.json': requires the number of a machine
// TWICE: error: cannot read 'twice.json': requires one machine 'this', found two
// THIRD: warning: 'tuned.json' has no records of processor 'third', found those of other, this
// HOST: warning: 'tuned.json' has no records of processor '{{.+}}' with its features, found those of other, this
// EMPTY: warning: 'empty.json' has no records of processor 'this', found none
// ALONE: error: requires option 'records' with cpu=this, whose records count, found none
// TOTAL: records of 'this' have 2 of 5 ops with a choice
// NONE-OF: records of 'other' have 0 of 5 ops with a choice

// The last record of a layout counts: 10 us are 5,000 bytes. 1 us of 40 is noise.
// CHECK-LABEL: func.func @windows
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK-SAME: cost = 5000>,
// CHECK-SAME: cost = 0>,
// CHECK-SAME: cost = 0>]
// OTHER-LABEL: func.func @windows
// OTHER: linalg.conv_2d_nchw_fchw
// OTHER-SAME: cost = 0>,
// OTHER-SAME: cost = 0>,
// OTHER-SAME: cost = 0>]
func.func @windows(%x: tensor<1x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}

// Other strides are another op.
// REMARK: [[@LINE+2]]:{{.*}}keeps the costs of the preference: the records do not have NCHW16c, OIHW16i16o, NCHW16c
func.func @strides(%x: tensor<1x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<1x32x3x3xf32>) -> tensor<1x32x3x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<1x32x3x3xf32>) -> tensor<1x32x3x3xf32>
  return %0 : tensor<1x32x3x3xf32>
}

// Options of the op itself are measured too.
// CHECK-LABEL: func.func @stated
// CHECK: linalg.matmul
// CHECK-SAME: cost = 0>,
// CHECK-SAME: cost = 10000>]
func.func @stated(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_], cost = 7>,
      #layout.op_layout<operands = [<(m, k) -> (k floordiv 8, m, k mod 8)>, _, _], results = [_], cost = 3>]}
      ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// REMARK: [[@LINE+2]]:{{.*}}keeps the costs of the preference: the records do not have KM, KN, MN
func.func @doubles(%a: tensor<8x16xf64>, %b: tensor<16x4xf64>, %o: tensor<8x4xf64>) -> tensor<8x4xf64> {
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_], cost = 7>,
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 3>]}
      ins(%a, %b : tensor<8x16xf64>, tensor<16x4xf64>) outs(%o : tensor<8x4xf64>) -> tensor<8x4xf64>
  return %0 : tensor<8x4xf64>
}

// REMARK: [[@LINE+2]]:{{.*}}keeps the costs of the preference: it requires static extents, found ?
func.func @images(%x: tensor<?x16x8x8xf32>, %w: tensor<32x16x3x3xf32>, %o: tensor<?x32x6x6xf32>) -> tensor<?x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x16x8x8xf32>, tensor<32x16x3x3xf32>) outs(%o : tensor<?x32x6x6xf32>) -> tensor<?x32x6x6xf32>
  return %0 : tensor<?x32x6x6xf32>
}
