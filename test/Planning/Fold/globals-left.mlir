// Globals that may change, or whose value is given elsewhere, are rewritten at
// run time.
// RUN: layout-opt %s --layout-fold --remarks-filter=layout-fold --remark-format=emitRemark --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT

// COUNT: {"rewrites":6,{{.*}}"constants":{"n":1,"bytes":12}
// CHECK: ml_program.global private mutable @state
// CHECK: ml_program.global public mutable @visible
// CHECK: ml_program.global private @elsewhere
// CHECK: memref.global "private" @buffer
// CHECK: memref.global "private" constant @declared
ml_program.global private mutable @state(dense<1> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global public mutable @visible(dense<1> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @elsewhere(#ml_program.extern : tensor<2x3xi8>) : tensor<2x3xi8>
memref.global "private" @buffer : memref<2x3xi8> = dense<1>
memref.global "private" constant @declared : memref<2x3xi8>

// CHECK-LABEL: func.func @reads
// CHECK-COUNT-5: layout.layout_transform
func.func @reads() -> (tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>) {
  %0 = ml_program.global_load @state : tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: @state may change}}
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %2 = ml_program.global_load @visible : tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: @visible may change}}
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %4 = ml_program.global_load_const @elsewhere : tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: the value of @elsewhere is given elsewhere}}
  %5 = layout.layout_transform %4 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %6 = memref.get_global @buffer : memref<2x3xi8>
  %7 = bufferization.to_tensor %6 restrict : memref<2x3xi8> to tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: @buffer may change}}
  %8 = layout.layout_transform %7 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %9 = memref.get_global @declared : memref<2x3xi8>
  %10 = bufferization.to_tensor %9 restrict : memref<2x3xi8> to tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: the value of @declared is given elsewhere}}
  %11 = layout.layout_transform %10 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  return %1, %3, %5, %8, %11 : tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>, tensor<3x2xi8>
}

// A marked one is rewritten where the callers of a public function can do it
// before. They cannot in a private function.
// CHECK: ml_program.global private @marked
ml_program.global private @marked(#ml_program.extern : tensor<2x3xi8>) : tensor<2x3xi8> {layout.constant}
// CHECK-LABEL: func.func private @inner
// CHECK: layout.layout_transform
func.func private @inner() -> tensor<3x2xi8> {
  %0 = ml_program.global_load @marked : tensor<2x3xi8>
  // expected-remark @+1 {{layout_transform of a global stays: callers of a private function do not prepare @marked}}
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  return %1 : tensor<3x2xi8>
}
func.func @outer() -> (tensor<3x2xi8>, tensor<3x2xi8>) {
  %0 = ml_program.global_load @marked : tensor<2x3xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xi8> to tensor<3x2xi8>
  %2 = call @inner() : () -> tensor<3x2xi8>
  return %1, %2 : tensor<3x2xi8>, tensor<3x2xi8>
}
