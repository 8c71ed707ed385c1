// A run that fails leaves the input as it was and writes no output. The output may be the
// input, a link, or a device.
// RUN: rm -rf %t && split-file %s %t

// RUN: cp %t/good.mlir %t/same.mlir
// RUN: layout-opt %t/same.mlir --canonicalize -o %t/same.mlir
// RUN: FileCheck %t/good.mlir < %t/same.mlir
// RUN: ln -s same.mlir %t/link.mlir
// RUN: layout-opt %t/good.mlir -o %t/link.mlir
// RUN: test -L %t/link.mlir
// RUN: layout-opt %t/good.mlir -o /dev/null
// RUN: test -c /dev/null

// RUN: cp %t/bad.mlir %t/kept.mlir
// RUN: not layout-opt %t/kept.mlir -o %t/kept.mlir
// RUN: diff %t/bad.mlir %t/kept.mlir
// RUN: not layout-opt %t/bad.mlir -o %t/none.mlir
// RUN: not ls %t/none.mlir
// RUN: not layout-opt %t/good.mlir --pass-pipeline='no-such-pass' -o %t/none.mlir
// RUN: not ls %t/none.mlir
// RUN: not layout-opt %t/good.mlir -o %t/no/such/folder.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: '{{.*}}folder.mlir': No such file or directory
// RUN: not layout-opt %t/good.mlir -o %t 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: error: '{{.*}}': Is a directory
// No temporary file is left.
// RUN: ls %t | FileCheck %s --check-prefix=LEFT
// LEFT: bad.mlir
// LEFT-NEXT: good.mlir
// LEFT-NEXT: kept.mlir
// LEFT-NEXT: link.mlir
// LEFT-NEXT: same.mlir
// LEFT-NEXT: split.mlir
// LEFT-NOT: {{.}}

// The options of mlir-opt are available.
// RUN: layout-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: layout
// RUN: layout-opt %t/good.mlir --emit-bytecode | layout-opt | FileCheck %t/good.mlir
// RUN: layout-opt %t/good.mlir --pass-pipeline='builtin.module(func.func(cse))' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: builtin.module(
// PIPELINE-NEXT: func.func(
// PIPELINE-NEXT: cse
// RUN: layout-opt %t/split.mlir --split-input-file --verify-diagnostics

//--- good.mlir
// CHECK-LABEL: func.func @f
// CHECK-NEXT: return %arg0
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

//--- bad.mlir
func.func @f(%arg0: tensor<4xf32>) -> tensor<5xf32> {
  return %arg0 : tensor<4xf32>
}

//--- split.mlir
func.func private @f()

// -----

// expected-error @+1 {{custom op 'foo' is unknown}}
foo
