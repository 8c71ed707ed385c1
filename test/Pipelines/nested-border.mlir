// What callers of a function in a nested module need is made beside it, under
// names that say in which module it is.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nhwc host-json=%t/host.json host-header=%t/host.h" -o %t/planned.mlir
// RUN: FileCheck %s --input-file=%t/planned.mlir
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/host.json
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/host.h
// RUN: mlir-opt %t/planned.mlir -o /dev/null
// RUN: layout-opt %t/planned.mlir --layout-pipeline=target=nhwc | diff %t/planned.mlir -
// RUN: clang -x c -fsyntax-only %t/host.h

// The functions of @inner alone can be run: a caller that packs gets the same.
// RUN: sed -e '1,/^module @inner/d' -e '/^} .. inner/,$d' -e 's/ {layout.tensor_layout = "[^"]*"}//g' %s > %t/inner.mlir
// RUN: sed -e '1,/^  module @inner/d' -e '/^  }$/,$d' %t/planned.mlir > %t/inner.planned.mlir
// RUN: echo 'func.func @host(%%x: tensor<2x3x5x2xf32>, %%w: tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32> { %%0 = call @pack_main_arg0(%%x) : (tensor<2x3x5x2xf32>) -> tensor<2x5x2x3xf32> %%1 = call @main(%%0, %%w) : (tensor<2x5x2x3xf32>, tensor<1x3x1x1xf32>) -> tensor<2x5x2x1xf32> %%2 = call @unpack_main_result0(%%1) : (tensor<2x5x2x1xf32>) -> tensor<2x1x5x2xf32> return %%2 : tensor<2x1x5x2xf32> }' | sed 's/%%/%/g' >> %t/inner.planned.mlir
// RUN: sed 's/@main/@host/' %t/inner.mlir > %t/inner.host.mlir
// RUN: layout-check %t/inner.host.mlir %t/inner.planned.mlir --entry=host
// RUN: layout-check %t/inner.host.mlir %t/inner.planned.mlir --entry=caller

// Weights leave the functions of nested modules, too.
// RUN: sed -e 's/, %%w: tensor<1x3x1x1xf32>//' -e 's/^    %%zero/    %%w = arith.constant dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf32>\n&/' -e '/^  func.func @caller/,/^  }/d' %s > %t/weights.mlir
// RUN: layout-opt %t/weights.mlir --layout-pipeline="target=nhwc host-weights=%t/net.weights" | FileCheck %s --check-prefix=WEIGHTS
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t/net.weights.json
// WEIGHTS: module @inner
// WEIGHTS: func.func @main({{.*}}, %{{.*}}: tensor<1x1x3x1xf32> {layout.host = {{{.*}}weight = "inner::main_weight0", weight_offset = 0 : i64}})
// INDEX: "function": "inner::main",

// A name that is taken in the same module is an error.
// RUN: sed 's/@caller(/@pack_main_arg0(/' %s | not layout-opt --layout-pipeline=target=nhwc 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: 'func.func' op requires @pack_main_arg0 to be a public function of type '(tensor<2x3x5x2xf32>) -> tensor<2x5x2x3xf32>', which its callers need, found a function of type
// TAKEN: note: conflicting symbol defined here

// JSON: "name": "inner::main",
// JSON: "unpack": "inner::unpack_main_result0"
// HEADER: /* argument 0 of inner__main */
// HEADER-NEXT: static const struct layout_host_tensor inner__main_arg0 = {
// HEADER: /* argument 0 of inner::main */
// HEADER-NEXT: static const struct layout_host_tensor inner__main_2_arg0 = {
// HEADER: static const struct layout_host_tensor inner__main_2_result0 = {

// CHECK: module @inner
module @inner {
  // CHECK: func.func @main(%{{.*}}: tensor<2x5x2x3xf32> {layout.host = {
  // CHECK: func.func @pack_main_arg0(%{{.*}}: tensor<2x3x5x2xf32>) -> tensor<2x5x2x3xf32>
  // CHECK: linalg.transpose
  // CHECK: func.func @unpack_main_result0(%{{.*}}: tensor<2x5x2x1xf32>) -> tensor<2x1x5x2xf32>
  func.func @main(%x: tensor<2x3x5x2xf32> {layout.tensor_layout = "NHWC"}, %w: tensor<1x3x1x1xf32>) -> (tensor<2x1x5x2xf32> {layout.tensor_layout = "NHWC"}) {
    %zero = arith.constant dense<0.0> : tensor<2x1x5x2xf32>
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x5x2xf32>, tensor<1x3x1x1xf32>) outs(%zero : tensor<2x1x5x2xf32>) -> tensor<2x1x5x2xf32>
    return %0 : tensor<2x1x5x2xf32>
  }
  func.func @caller(%x: tensor<2x3x5x2xf32>, %w: tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32> {
    %0 = func.call @main(%x, %w) : (tensor<2x3x5x2xf32>, tensor<1x3x1x1xf32>) -> tensor<2x1x5x2xf32>
    return %0 : tensor<2x1x5x2xf32>
  }
} // inner

// These names are taken neither by a function of another module nor by one that
// has the same name in C.
// CHECK: func.func @pack_main_arg0(%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
func.func @pack_main_arg0(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// CHECK: func.func @inner__main(%{{.*}}: tensor<3x2xf32> {layout.host = {
// CHECK: func.func @pack_inner__main_arg0(
func.func @inner__main(%x: tensor<2x3xf32> {layout.tensor_layout = "AB -> BA"}) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
