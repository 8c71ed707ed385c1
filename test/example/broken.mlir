// What a user's op builds is checked against the layouts of the plan. If it is
// something else, a warning at the op says so, and the op keeps its layouts: the
// program is right, and the next op reads what it read.
// Covers: R27, R28
// RUN: example-opt %s --layout-flow --layout-fold -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @type(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x6xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[X]]
// CHECK: %[[B:.*]] = example.broken %[[T]] builds "another type" : tensor<6x8xf32>
// CHECK: layout.layout_transform %[[B]] {{.*}} : tensor<6x8xf32> to tensor<8x6xf32>
func.func @type(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  // expected-warning @below {{'example.broken' op keeps its layouts: requires 'applyLayouts' to build result 0 as tensor<8x6xf32>, found tensor<6x8xf32>}}
  %1 = example.broken %0 builds "another type" : tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// -----

// The type is right in both layouts.
// CHECK-LABEL: func.func @own(
// CHECK: layout.layout_transform
// CHECK: example.broken %{{.*}} builds "its own result"
// CHECK: layout.layout_transform
func.func @own(%x: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<6x6xf32> to tensor<6x6xf32>
  // expected-warning @below {{'example.broken' op keeps its layouts: requires 'applyLayouts' to build result 0 as tensor<6x6xf32>, found its own result 0}}
  %1 = example.broken %0 builds "its own result" : tensor<6x6xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x6xf32> to tensor<6x6xf32>
  return %2 : tensor<6x6xf32>
}

// -----

// CHECK-LABEL: func.func @number(
// CHECK: layout.layout_transform
// CHECK: example.broken %{{.*}} builds "two results"
// CHECK: layout.layout_transform
func.func @number(%x: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x?xf32> to tensor<?x8xf32>
  // expected-warning @below {{'example.broken' op keeps its layouts: requires 'applyLayouts' to build 1 results, found 2}}
  %1 = example.broken %0 builds "two results" : tensor<?x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<?x8xf32> to tensor<8x?xf32>
  return %2 : tensor<8x?xf32>
}

// -----

// CHECK-LABEL: func.func @none(
// CHECK: layout.layout_transform
// CHECK: example.broken %{{.*}} builds "no value"
// CHECK: layout.layout_transform
func.func @none(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  // expected-warning @below {{'example.broken' op keeps its layouts: requires 'applyLayouts' to build result 0 as tensor<8x6xf32>, found none}}
  %1 = example.broken %0 builds "no value" : tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// -----

// An op beside the one with the result is wrong.
// CHECK-LABEL: func.func @invalid(
// CHECK-NOT: tensor.cast
// CHECK: layout.layout_transform
// CHECK-NOT: tensor.cast
// CHECK: example.broken %{{.*}} builds "an invalid op"
// CHECK: layout.layout_transform
func.func @invalid(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  // expected-warning @below {{'example.broken' op keeps its layouts: requires 'applyLayouts' to build valid ops, found an error: 'tensor.cast' op operand type 'tensor<8x6xf32>' and result type 'tensor<3x5xi1>' are cast incompatible}}
  %1 = example.broken %0 builds "an invalid op" : tensor<6x8xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// -----

// A layout that is required of the op is an error.
func.func @required(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-error @below {{cannot take the layouts planned for it: requires 'applyLayouts' to build result 0 as tensor<6x8xf32>, found tensor<8x6xf32>}}
  %0 = example.broken %x builds "another type" {layout.op_layout = [#layout.op_layout<
      operands = [<(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>], cost = 0>]} : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
