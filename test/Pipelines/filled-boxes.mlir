// An insertion of a box into equal elements is a pad, and what puts equal
// elements between those of a tensor is one insertion with strides.
//
// RUN: layout-opt %s --layout-clean-up -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=box | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dropped_dim | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_boxes | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=padded_dilation | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_element | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=sliced_dilation | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=cut_dilation | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=reshaped | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=without_stride | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=from_the_end | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=generic_fills --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=generic_fills --dims=7 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_fills --dims=5 --allow-vacuous | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=no_fills --allow-vacuous --int-range=1,1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// The element is a constant of any value.
//
// CHECK-LABEL: func.func @box(
// CHECK: %[[C:.*]] = arith.constant -1.000000e+30 : f32
// CHECK: tensor.pad %arg0 low[0, 1] high[0, 2]
// CHECK: tensor.yield %[[C]] : f32
// CHECK: tensor<5x6xf32> to tensor<5x9xf32>
func.func @box(%x: tensor<5x6xf32>) -> tensor<5x9xf32> {
  %f = arith.constant dense<-1.0e30> : tensor<5x9xf32>
  %r = tensor.insert_slice %x into %f[0, 1] [5, 6] [1, 1] : tensor<5x6xf32> into tensor<5x9xf32>
  return %r : tensor<5x9xf32>
}

// CHECK-LABEL: func.func @dropped_dim(
// CHECK: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [5, 1, 6]
// CHECK: tensor.pad %[[E]] low[0, 2, 0] high[0, 1, 3]
func.func @dropped_dim(%x: tensor<5x6xf32>, %c: f32) -> tensor<5x4x9xf32> {
  %e = tensor.empty() : tensor<5x4x9xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<5x4x9xf32>) -> tensor<5x4x9xf32>
  %r = tensor.insert_slice %x into %f[0, 2, 0] [5, 1, 6] [1, 1, 1] : tensor<5x6xf32> into tensor<5x4x9xf32>
  return %r : tensor<5x4x9xf32>
}

// A size that is known at run time only has to be whole.
//
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 1] high[0, 0]
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[0, 0] [%{{.*}}, 6] [1, 1]
func.func @dynamic(%x: tensor<?x6xf32>) -> (tensor<?x7xf32>, tensor<?x7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %e = tensor.empty(%n) : tensor<?x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x7xf32>) -> tensor<?x7xf32>
  %r = tensor.insert_slice %x into %f[0, 1] [%n, 6] [1, 1] : tensor<?x6xf32> into tensor<?x7xf32>
  %m = arith.addi %n, %c1 : index
  %g = tensor.splat %zero[%m] : tensor<?x7xf32>
  %s = tensor.insert_slice %x into %g[0, 0] [%n, 6] [1, 1] : tensor<?x6xf32> into tensor<?x7xf32>
  return %r, %s : tensor<?x7xf32>, tensor<?x7xf32>
}

// Into what an insertion makes nothing is padded.
//
// CHECK-LABEL: func.func @two_boxes(
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
// CHECK: return
func.func @two_boxes(%x: tensor<5x3xf32>, %y: tensor<5x2xf32>) -> tensor<5x9xf32> {
  %f = arith.constant dense<0.0> : tensor<5x9xf32>
  %0 = tensor.insert_slice %x into %f[0, 1] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<5x9xf32>
  %r = tensor.insert_slice %y into %0[0, 5] [5, 2] [1, 1] : tensor<5x2xf32> into tensor<5x9xf32>
  return %r : tensor<5x9xf32>
}

// CHECK-LABEL: func.func @padded_dilation(
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[1, 3] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<6x15xf32>
func.func @padded_dilation(%x: tensor<5x6xf32>) -> tensor<6x15xf32> {
  %zero = arith.constant 0.0 : f32
  %f = arith.constant dense<0.0> : tensor<5x13xf32>
  %0 = tensor.insert_slice %x into %f[0, 1] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<5x13xf32>
  %r = tensor.pad %0 low[1, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<5x13xf32> to tensor<6x15xf32>
  return %r : tensor<6x15xf32>
}

// CHECK-LABEL: func.func @other_element(
// CHECK: tensor.insert_slice
// CHECK: tensor.pad
func.func @other_element(%x: tensor<5x6xf32>) -> tensor<6x15xf32> {
  %one = arith.constant 1.0 : f32
  %f = arith.constant dense<0.0> : tensor<5x13xf32>
  %0 = tensor.insert_slice %x into %f[0, 1] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<5x13xf32>
  %r = tensor.pad %0 low[1, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<5x13xf32> to tensor<6x15xf32>
  return %r : tensor<6x15xf32>
}

// CHECK-LABEL: func.func @sliced_dilation(
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[0, 1] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<5x12xf32>
func.func @sliced_dilation(%x: tensor<5x6xf32>) -> tensor<5x12xf32> {
  %f = arith.constant dense<0.0> : tensor<7x16xf32>
  %0 = tensor.insert_slice %x into %f[1, 3] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<7x16xf32>
  %r = tensor.extract_slice %0[1, 2] [5, 12] [1, 1] : tensor<7x16xf32> to tensor<5x12xf32>
  return %r : tensor<5x12xf32>
}

// The last column of what is inserted is cut off.
//
// CHECK-LABEL: func.func @cut_dilation(
// CHECK: tensor.insert_slice
// CHECK: tensor.extract_slice
func.func @cut_dilation(%x: tensor<5x6xf32>) -> tensor<5x11xf32> {
  %f = arith.constant dense<0.0> : tensor<5x16xf32>
  %0 = tensor.insert_slice %x into %f[0, 3] [5, 6] [1, 2] : tensor<5x6xf32> into tensor<5x16xf32>
  %r = tensor.extract_slice %0[0, 2] [5, 11] [1, 1] : tensor<5x16xf32> to tensor<5x11xf32>
  return %r : tensor<5x11xf32>
}

// CHECK-LABEL: func.func @reshaped(
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[1, 3] [5, 6] [1, 3] : tensor<5x6xf32> into tensor<6x19xf32>
func.func @reshaped(%x: tensor<5x6xf32>) -> tensor<6x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 6, 1] : tensor<5x6xf32> into tensor<5x6x1xf32>
  %p = tensor.pad %e low[1, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<5x6x1xf32> to tensor<6x6x3xf32>
  %c = tensor.collapse_shape %p [[0], [1, 2]] : tensor<6x6x3xf32> into tensor<6x18xf32>
  %q = tensor.pad %c low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<6x18xf32> to tensor<6x20xf32>
  %r = tensor.extract_slice %q[0, 0] [6, 19] [1, 1] : tensor<6x20xf32> to tensor<6x19xf32>
  return %r : tensor<6x19xf32>
}

// The elements of dims that are both padded have no common stride.
//
// CHECK-LABEL: func.func @without_stride(
// CHECK: tensor.pad
// CHECK: tensor.collapse_shape
// CHECK-NOT: tensor.insert_slice
func.func @without_stride(%x: tensor<5x6xf32>) -> tensor<42xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<5x6xf32> to tensor<6x7xf32>
  %c = tensor.collapse_shape %p [[0, 1]] : tensor<6x7xf32> into tensor<42xf32>
  return %c : tensor<42xf32>
}

// CHECK-LABEL: func.func @from_the_end(
// CHECK: tensor.insert_slice {{.*}}[0, 7] [1, 4] [1, -2]
// CHECK: tensor.extract_slice
func.func @from_the_end(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %z = arith.constant dense<0.0> : tensor<1x9xf32>
  %0 = tensor.insert_slice %x into %z[0, 7] [1, 4] [1, -2] : tensor<1x4xf32> into tensor<1x9xf32>
  %r = tensor.extract_slice %0[0, 0] [1, 4] [1, 1] : tensor<1x9xf32> to tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// A generic op that writes one scalar everywhere is a fill: an operand, a value
// from outside, or a constant in its body.
//
// CHECK-LABEL: func.func @generic_fills(
// CHECK-NOT: linalg.generic
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 1] high[0, 2]
// CHECK: tensor.yield %arg1 : f32
// CHECK: %[[C:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: tensor.pad %[[P]] low[0, 0] high[0, 1]
// CHECK: tensor.yield %[[C]] : f32
// CHECK-NOT: linalg.generic
func.func @generic_fills(%x: tensor<?x6xf32>, %c: f32) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %e = tensor.empty(%n) : tensor<?x7xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : f32) outs(%e : tensor<?x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x7xf32>
  %p = tensor.insert_slice %x into %f[0, 1] [%n, 6] [1, 1] : tensor<?x6xf32> into tensor<?x7xf32>
  %e9 = tensor.empty(%n) : tensor<?x9xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} outs(%e9 : tensor<?x9xf32>) {
  ^bb0(%out: f32):
    linalg.yield %c : f32
  } -> tensor<?x9xf32>
  %q = tensor.insert_slice %p into %g[0, 0] [%n, 7] [1, 1] : tensor<?x7xf32> into tensor<?x9xf32>
  %e10 = tensor.empty(%n) : tensor<?x10xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e10 : tensor<?x10xf32>) {
  ^bb0(%out: f32):
    %one = arith.constant 1.0 : f32
    linalg.yield %one : f32
  } -> tensor<?x10xf32>
  %r = tensor.insert_slice %q into %h[0, 0] [%n, 9] [1, 1] : tensor<?x9xf32> into tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// So are a splat, and ops that copy, broadcast or transpose equal elements.
//
// CHECK-LABEL: func.func @other_fills(
// CHECK-NOT: linalg.generic
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.fill ins(%arg0 : f32) outs(%{{.*}} : tensor<?x4xf32>)
// CHECK: linalg.fill ins(%cst{{.*}} : f32) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK: linalg.fill ins(%arg0 : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.fill ins(%cst{{.*}} : f32) outs(%{{.*}} : tensor<4x3xf32>)
func.func @other_fills(%c: f32, %x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = tensor.splat %c[%n] : tensor<?x4xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %e1 = tensor.empty() : tensor<3x4xf32>
  %1 = linalg.broadcast ins(%one : tensor<f32>) outs(%e1 : tensor<3x4xf32>) dimensions = [0, 1]
  %list = tensor.from_elements %c : tensor<1xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%list : tensor<1xf32>) outs(%e2 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  %e3 = tensor.empty() : tensor<4x3xf32>
  %3 = linalg.transpose ins(%1 : tensor<3x4xf32>) outs(%e3 : tensor<4x3xf32>) permutation = [1, 0]
  return %0, %1, %2, %3 : tensor<?x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4x3xf32>
}

// What is computed of positions or of what was there is none, and neither is an
// op with attributes or effects of its own.
//
// CHECK-LABEL: func.func @no_fills(
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: linalg.fill
func.func @no_fills(%x: tensor<5xf32>, %b: i1) -> (tensor<5xf32>, tensor<5xindex>, tensor<5xf32>, tensor<5xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<5xf32>) {
  ^bb0(%out: f32):
    %twice = arith.addf %out, %out : f32
    linalg.yield %twice : f32
  } -> tensor<5xf32>
  %e = tensor.empty() : tensor<5xindex>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<5xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<5xindex>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], mark} outs(%x : tensor<5xf32>) {
  ^bb0(%out: f32):
    %one = arith.constant 1.0 : f32
    linalg.yield %one : f32
  } -> tensor<5xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<5xf32>) {
  ^bb0(%out: f32):
    cf.assert %b, "never"
    %one = arith.constant 1.0 : f32
    linalg.yield %one : f32
  } -> tensor<5xf32>
  return %0, %1, %2, %3 : tensor<5xf32>, tensor<5xindex>, tensor<5xf32>, tensor<5xf32>
}

// Constants of other dialects are taken as values, and a generic op with a
// function of its own stays.
//
// CHECK-LABEL: func.func @constants_of_llvm(
// CHECK: %[[U:.*]] = llvm.mlir.undef : f32
// CHECK: %[[C:.*]] = llvm.mlir.constant(3 : i32) : i64
// CHECK: linalg.fill ins(%[[U]] : f32)
// CHECK: linalg.fill ins(%[[C]] : i64)
// CHECK: linalg.generic {{.*}}library_call = "fill_it"
func.func @constants_of_llvm() -> (tensor<5xf32>, tensor<5xi64>, tensor<5xf32>) {
  %u = llvm.mlir.undef : f32
  %c = llvm.mlir.constant(3 : i32) : i64
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<5xf32>) {
  ^bb0(%out: f32):
    linalg.yield %u : f32
  } -> tensor<5xf32>
  %i = tensor.empty() : tensor<5xi64>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%i : tensor<5xi64>) {
  ^bb0(%out: i64):
    linalg.yield %c : i64
  } -> tensor<5xi64>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "fill_it"} outs(%e : tensor<5xf32>) {
  ^bb0(%out: f32):
    linalg.yield %one : f32
  } -> tensor<5xf32>
  return %0, %1, %2 : tensor<5xf32>, tensor<5xi64>, tensor<5xf32>
}
