// Whole programs: recursion, loops of branches, loops that swap what they carry,
// and ops that copy, store or pass on tensors. Layouts flow through all that has a
// rule, and stay at calls whose callee is not known.
// Covers: R20, R22, R28, R33
// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: FileCheck %s --input-file=%t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-pipeline="target=nhwc" | diff %t.nhwc.mlir -
// RUN: layout-opt %s --layout-pipeline="target=nchw8c indivisible=pad" -o %t.nchw8c.mlir
// RUN: layout-check -O0 --entry=recursion --int-range=0,3 %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=mutual %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=while %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=swapped %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=cfloop %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=copies %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=stores %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=switch %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 --entry=winograd %s %t.nhwc.mlir %t.nchw8c.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!t = tensor<1x5x4x6xf32>
!w = tensor<5x5x1x1xf32>

// A function that calls itself takes and returns NHWC.
// CHECK-LABEL: func.func private @rec(
// CHECK-SAME: tensor<1x4x6x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: call @rec({{.*}}) : (tensor<1x4x6x5xf32>
func.func private @rec(%x: !t, %w: !w, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : !t
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> !t {
    scf.yield %x : !t
  } else {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
    %m = arith.subi %n, %c1 : index
    %1 = func.call @rec(%0, %w, %m) : (!t, !w, index) -> !t
    scf.yield %1 : !t
  }
  return %r : !t
}

// The image, the filter and the result.
// CHECK-LABEL: func.func @recursion(
// CHECK-COUNT-3: linalg.transpose
// CHECK-NOT: linalg.transpose
func.func @recursion(%x: !t, %w: !w) -> !t {
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %1 = func.call @rec(%0, %w, %c3) : (!t, !w, index) -> !t
  return %1 : !t
}

// Two functions that call each other.
// CHECK-LABEL: func.func private @even(
// CHECK-SAME: tensor<1x4x6x5xf32>
func.func private @even(%x: !t, %w: !w, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %done = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %done -> !t {
    scf.yield %0 : !t
  } else {
    %m = arith.subi %n, %c1 : index
    %1 = func.call @odd(%0, %w, %m) : (!t, !w, index) -> !t
    scf.yield %1 : !t
  }
  return %r : !t
}

func.func private @odd(%x: !t, %w: !w, %n: index) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.abs ins(%x : !t) outs(%e : !t) -> !t
  %1 = func.call @even(%0, %w, %n) : (!t, !w, index) -> !t
  return %1 : !t
}

// As above.
// CHECK-LABEL: func.func @mutual(
// CHECK-COUNT-3: linalg.transpose
// CHECK-NOT: linalg.transpose
func.func @mutual(%x: !t, %w: !w) -> !t {
  %c3 = arith.constant 3 : index
  %1 = func.call @even(%x, %w, %c3) : (!t, !w, index) -> !t
  return %1 : !t
}

// A loop whose number of runs is not known.
// CHECK-LABEL: func.func @while(
// CHECK-COUNT-2: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (tensor<1x4x6x5xf32>, index)
// CHECK-NOT: linalg.transpose
// CHECK: scf.yield
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
func.func @while(%x: !t, %w: !w) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : !t
  %r:2 = scf.while (%a = %x, %i = %c0) : (!t, index) -> (!t, index) {
    %again = arith.cmpi slt, %i, %c3 : index
    scf.condition(%again) %a, %i : !t, index
  } do {
  ^bb0(%b: !t, %j: index):
    %0 = linalg.conv_2d_nchw_fchw ins(%b, %w : !t, !w) outs(%zeros : !t) -> !t
    %k = arith.addi %j, %c1 : index
    scf.yield %0, %k : !t, index
  }
  return %r#0 : !t
}

// Values that change places.
// CHECK-LABEL: func.func @swapped(
// CHECK: scf.for {{.*}} -> (tensor<1x4x6x5xf32>, tensor<1x4x6x5xf32>)
func.func @swapped(%x: !t, %y: !t, %w: !w) -> (!t, !t) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : !t
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (!t, !t) {
    %0 = linalg.conv_2d_nchw_fchw ins(%b, %w : !t, !w) outs(%zeros : !t) -> !t
    scf.yield %0, %a : !t, !t
  }
  return %r#0, %r#1 : !t, !t
}

// A loop of branches.
// CHECK-LABEL: func.func @cfloop(
// CHECK: linalg.transpose ins(%arg0
// CHECK: cf.br ^bb1(%{{.*}} : tensor<1x4x6x5xf32>, index)
// CHECK: ^bb3:
// CHECK: linalg.transpose
func.func @cfloop(%x: !t, %w: !w) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : !t
  cf.br ^head(%x, %c0 : !t, index)
^head(%a: !t, %i: index):
  %again = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %again, ^body, ^exit
^body:
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %w : !t, !w) outs(%zeros : !t) -> !t
  %k = arith.addi %i, %c1 : index
  cf.br ^head(%0, %k : !t, index)
^exit:
  return %a : !t
}

// Buffers that the program asks for.
// CHECK-LABEL: func.func @copies(
// CHECK-COUNT-2: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<1x4x6x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: bufferization.materialize_in_destination {{.*}} : (tensor<1x4x6x5xf32>, tensor<1x4x6x5xf32>)
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
func.func @copies(%x: !t, %w: !w) -> !t {
  %zero = arith.constant 0.0 : f32
  %e = bufferization.alloc_tensor() : !t
  %f = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%f : !t) -> !t
  %g = bufferization.alloc_tensor() copy(%0) : !t
  %1 = linalg.conv_2d_nchw_fchw ins(%g, %w : !t, !w) outs(%f : !t) -> !t
  %h = bufferization.alloc_tensor() : !t
  %2 = bufferization.materialize_in_destination %1 in %h : (!t, !t) -> !t
  %3 = linalg.conv_2d_nchw_fchw ins(%2, %w : !t, !w) outs(%f : !t) -> !t
  return %3 : !t
}

// What is stored has the layout of the buffer.
// CHECK-LABEL: func.func @stores(
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable %{{.*}} : (tensor<1x5x4x6xf32>, memref<1x5x4x6xf32>)
func.func @stores(%x: !t, %w: !w, %m: memref<1x5x4x6xf32>) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  bufferization.materialize_in_destination %0 in writable %m : (!t, memref<1x5x4x6xf32>) -> ()
  %b = bufferization.to_tensor %m restrict : memref<1x5x4x6xf32> to !t
  %2 = linalg.conv_2d_nchw_fchw ins(%b, %w : !t, !w) outs(%zeros : !t) -> !t
  return %2 : !t
}

// Several branches, and a region that runs once.
// CHECK-LABEL: func.func @switch(
// CHECK-COUNT-3: linalg.transpose
// CHECK-NOT: linalg.transpose
func.func @switch(%x: !t, %w: !w, %i: index) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %e = tensor.empty() : !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %r = scf.index_switch %i -> !t
  case 2 {
    %1 = linalg.exp ins(%0 : !t) outs(%e : !t) -> !t
    scf.yield %1 : !t
  }
  default {
    scf.yield %0 : !t
  }
  %s = scf.execute_region -> !t {
    %1 = linalg.abs ins(%r : !t) outs(%e : !t) -> !t
    scf.yield %1 : !t
  }
  %2 = linalg.conv_2d_nchw_fchw ins(%s, %w : !t, !w) outs(%zeros : !t) -> !t
  return %2 : !t
}

// A callee that is not known, and one that may be called from elsewhere.
// CHECK-LABEL: func.func @indirect(
// CHECK: call_indirect %{{.*}}(%{{.*}}) : (tensor<1x5x4x6xf32>) -> tensor<1x5x4x6xf32>
func.func @indirect(%x: !t, %w: !w, %which: i1) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %exp = func.constant @exp : (!t) -> !t
  %abs = func.constant @abs : (!t) -> !t
  %f = arith.select %which, %exp, %abs : (!t) -> !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %1 = func.call_indirect %f(%0) : (!t) -> !t
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !t, !w) outs(%zeros : !t) -> !t
  return %2 : !t
}

func.func private @exp(%x: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.exp ins(%x : !t) outs(%e : !t) -> !t
  return %0 : !t
}
func.func private @abs(%x: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.abs ins(%x : !t) outs(%e : !t) -> !t
  return %0 : !t
}

// Ops of Winograd convolutions state the order of their dims: they keep their
// names and their operands.
// CHECK-LABEL: func.func @winograd(
// CHECK: linalg.winograd_filter_transform fmr(F_4_3) ins(%arg1 :
// CHECK: linalg.winograd_input_transform fmr(F_4_3) ins(%arg0 :
// CHECK: linalg.winograd_output_transform
func.func @winograd(%x: tensor<1x10x10x5xf32>, %w: tensor<2x3x3x5xf32>) -> tensor<1x8x8x2xf32> {
  %0 = arith.constant dense<0.0> : tensor<6x6x5x2xf32>
  %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%0 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %2 = arith.constant dense<0.0> : tensor<6x6x2x2x1x5xf32>
  %3 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<1x10x10x5xf32>) outs(%2 : tensor<6x6x2x2x1x5xf32>) -> tensor<6x6x2x2x1x5xf32>
  %c = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<6x6x5x2xf32> into tensor<36x5x2xf32>
  %d = tensor.collapse_shape %3 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x2x2x1x5xf32> into tensor<36x4x5xf32>
  %z = arith.constant dense<0.0> : tensor<36x4x2xf32>
  %m = linalg.batch_matmul ins(%d, %c : tensor<36x4x5xf32>, tensor<36x5x2xf32>) outs(%z : tensor<36x4x2xf32>) -> tensor<36x4x2xf32>
  %e = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 2, 2, 1, 2] : tensor<36x4x2xf32> into tensor<6x6x2x2x1x2xf32>
  %o = arith.constant dense<0.0> : tensor<1x8x8x2xf32>
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%e : tensor<6x6x2x2x1x2xf32>) outs(%o : tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %r : tensor<1x8x8x2xf32>
}

