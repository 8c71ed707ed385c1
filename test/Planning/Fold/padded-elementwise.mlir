// Elementwise ops between crops and pads at the low ends of dims run on what
// was cropped. They select what the pads ask for if they do not compute that.
//
// Covers: R13, R14, R49
//
// RUN: layout-opt %s --layout-fold -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %t.mlir --layout-fold | diff - %t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=selects | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=two_results | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=constants | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=broadcast | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=dynamic --dims=1 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}equal{{$}}
// RUN: layout-opt %s --layout-fold --remarks-filter=".*" --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The crop promises the zeros that the pad asks for.
//
// REMARK: linalg.abs runs on what crops in front of it remove
// CHECK-LABEL: func.func @promised(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %[[A:.*]] = linalg.abs ins(%arg0 : tensor<8xf32>) outs(%[[E]] : tensor<8xf32>)
// CHECK-NEXT: return %[[A]]
func.func @promised(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = layout.crop %x offsets [1] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %1 = linalg.abs ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = layout.pad %1 low [1] high [2] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %2 : tensor<8xf32>
}

// exp(0) is 1, and what has been cropped is not known anyway.
//
// CHECK-LABEL: func.func @selects(
// CHECK-NOT: layout.
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<7x9xf32>)
// CHECK: %[[F:.*]] = math.exp
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[A:.*]] = arith.cmpi slt, %c1, %[[I]]
// CHECK: %[[B:.*]] = arith.cmpi slt, %[[I]], %c6
// CHECK: %[[AB:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[J]], %c7
// CHECK: %[[IN:.*]] = arith.andi %[[AB]], %[[C]]
// CHECK: %[[S:.*]] = arith.select %[[IN]], %[[F]], %{{.*}}
// CHECK: linalg.yield %[[S]]
// CHECK-NOT: layout.
func.func @selects(%x: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %0 = layout.crop %x offsets [2, 0] sizes [4, 7] : tensor<7x9xf32> to tensor<4x7xf32>
  %1 = math.exp %0 : tensor<4x7xf32>
  %2 = layout.pad %1 low [2, 0] high [1, 2] value(7.0 : f32) : tensor<4x7xf32> to tensor<7x9xf32>
  return %2 : tensor<7x9xf32>
}

// Indices of loops are those of the cropped values. Nobody reads the padding of
// the first result, so only the second one has to select.
//
// CHECK-LABEL: func.func @two_results(
// CHECK-NOT: layout.
// CHECK: linalg.index 0
// CHECK-NOT: arith.select
// CHECK: linalg.yield
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.select
// CHECK: return
func.func @two_results(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = layout.crop %x offsets [1] sizes [5] : tensor<8xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %m = arith.mulf %a, %k : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %2 = arith.addf %1, %0 : tensor<5xf32>
  %3 = layout.pad %1 low [1] high [2] value(poison) : tensor<5xf32> to tensor<8xf32>
  %4 = layout.pad %2 low [1] high [2] value(1.0 : f32) : tensor<5xf32> to tensor<8xf32>
  %ones = arith.constant dense<[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %d = arith.constant dense<[false, true, true, true, true, true, false, false]> : tensor<8xi1>
  %5 = arith.select %d, %3, %zeros : tensor<8xi1>, tensor<8xf32>
  return %5, %4 : tensor<8xf32>, tensor<8xf32>
}

// Constants are padded at compile time, one of equal elements with itself.
// 0 * 3 + 0 is 0, and the crop keeps its promise.
//
// CHECK-LABEL: func.func @constants(
// CHECK-DAG: %[[K:.*]] = arith.constant dense<3.000000e+00> : tensor<8xf32>
// CHECK-DAG: %[[B:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<8xf32>
// CHECK: %[[X:.*]] = arith.select
// CHECK: %[[M:.*]] = arith.mulf %[[X]], %[[K]] : tensor<8xf32>
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[M]], %[[B]] : tensor<8xf32>
// CHECK-NEXT: return %[[A]]
func.func @constants(%x: tensor<8xf32>) -> tensor<8xf32> {
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %k = arith.constant dense<3.0> : tensor<5xf32>
  %d = arith.constant dense<[false, true, true, true, true, true, false, false]> : tensor<8xi1>
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %y = arith.select %d, %x, %zeros : tensor<8xi1>, tensor<8xf32>
  %0 = layout.crop %y offsets [1] sizes [5] cropped(0.0 : f32) : tensor<8xf32> to tensor<5xf32>
  %1 = arith.mulf %0, %k : tensor<5xf32>
  %2 = arith.addf %1, %b : tensor<5xf32>
  %3 = layout.pad %2 low [1] high [2] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %3 : tensor<8xf32>
}

// The broadcast operand is not indexed by the padded dim.
//
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT: layout.
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<8x3xf32>, tensor<3xf32>)
// CHECK: arith.select
// CHECK: return
func.func @broadcast(%x: tensor<8x3xf32>, %b: tensor<3xf32>) -> tensor<8x3xf32> {
  %0 = layout.crop %x offsets [1, 0] sizes [5, 3] cropped(0.0 : f32) : tensor<8x3xf32> to tensor<5x3xf32>
  %e = tensor.empty() : tensor<5x3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<5x3xf32>, tensor<3xf32>) outs(%e : tensor<5x3xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %m = arith.addf %a, %c : f32
    linalg.yield %m : f32
  } -> tensor<5x3xf32>
  %2 = layout.pad %1 low [1, 0] high [2, 0] value(0.0 : f32) : tensor<5x3xf32> to tensor<8x3xf32>
  return %2 : tensor<8x3xf32>
}

// The dynamic dim is kept whole, beside a unit dim.
//
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: layout.
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<8x1x?xf32>)
// CHECK: math.cos
// CHECK: return
func.func @dynamic(%x: tensor<8x1x?xf32>) -> tensor<8x1x?xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<8x1x?xf32>
  %0 = layout.crop %x offsets [1, 0, 0] sizes [5, 1, %n] : tensor<8x1x?xf32> to tensor<5x1x?xf32>
  %1 = math.cos %0 : tensor<5x1x?xf32>
  %2 = layout.pad %1 low [1, 0, 0] high [2, 0, 0] value(0.0 : f32) : tensor<5x1x?xf32> to tensor<8x1x?xf32>
  return %2 : tensor<8x1x?xf32>
}

// A division of integers by what has been cropped may be undefined.
//
// CHECK-LABEL: func.func @division(
// CHECK: layout.crop
// CHECK: arith.divsi {{.*}} : tensor<5xi32>
// CHECK: layout.pad
func.func @division(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %0 = layout.crop %x offsets [1] sizes [5] : tensor<8xi32> to tensor<5xi32>
  %1 = layout.crop %y offsets [1] sizes [5] : tensor<8xi32> to tensor<5xi32>
  %2 = arith.divsi %0, %1 : tensor<5xi32>
  %3 = layout.pad %2 low [1] high [2] value(0 : i32) : tensor<5xi32> to tensor<8xi32>
  return %3 : tensor<8xi32>
}

// The crop and the pad move less than the op would compute more.
//
// CHECK-LABEL: func.func @small_part(
// CHECK: layout.crop
// CHECK: linalg.exp {{.*}} -> tensor<2xf32>
// CHECK: layout.pad
func.func @small_part(%x: tensor<100xf32>) -> tensor<100xf32> {
  %0 = layout.crop %x offsets [1] sizes [2] : tensor<100xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = layout.pad %1 low [1] high [97] value(0.0 : f32) : tensor<2xf32> to tensor<100xf32>
  return %2 : tensor<100xf32>
}

// The second crop removes something else, and the result is read as it is.
//
// CHECK-LABEL: func.func @other_offset(
// CHECK-COUNT-2: layout.crop
// CHECK: layout.pad
// CHECK-LABEL: func.func @read(
// CHECK: layout.crop
// CHECK: layout.pad
func.func @other_offset(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = layout.crop %x offsets [1] sizes [5] : tensor<8xf32> to tensor<5xf32>
  %1 = layout.crop %y offsets [2] sizes [5] : tensor<8xf32> to tensor<5xf32>
  %2 = arith.addf %0, %1 : tensor<5xf32>
  %3 = layout.pad %2 low [1] high [2] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %3 : tensor<8xf32>
}
func.func @read(%x: tensor<8xf32>) -> (tensor<5xf32>, tensor<8xf32>) {
  %0 = layout.crop %x offsets [1] sizes [5] : tensor<8xf32> to tensor<5xf32>
  %1 = math.absf %0 : tensor<5xf32>
  %2 = layout.pad %1 low [1] high [2] value(0.0 : f32) : tensor<5xf32> to tensor<8xf32>
  return %1, %2 : tensor<5xf32>, tensor<8xf32>
}
