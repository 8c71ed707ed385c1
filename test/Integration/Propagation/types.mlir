// Elements of every type are moved correctly: complex numbers, i1, i4, f16 and bf16, and
// quantized integers that are dequantized on the way.
//
// Covers: R17, R18, R19, R20, R24

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -o %t.backward.mlir
// RUN: FileCheck %s < %t.backward.mlir
// RUN: layout-opt %t.backward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.backward.mlir --layout-materialize --canonicalize -o %t.backward.after.mlir
// RUN: layout-check %t.before.mlir %t.backward.after.mlir --entry=main --dims=3,5
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -o %t.forward.mlir
// RUN: FileCheck %s < %t.forward.mlir
// RUN: layout-opt %t.forward.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-opt %t.forward.mlir --layout-materialize --canonicalize -o %t.forward.after.mlir
// RUN: layout-check %t.before.mlir %t.forward.after.mlir --entry=main --dims=2,1

// The rewrites of @widened, and at most those on both sides of @indivisible.
// COUNT: {"rewrites":{{[1-3]}},

#id = affine_map<(c, i) -> (c, i)>
#c = affine_map<(c, i) -> (c)>
#i = affine_map<(c, i) -> (i)>
#s = affine_map<(c, i) -> ()>

// CHECK-LABEL: func.func @complex(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x4xcomplex<f32>>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<3x5x4xcomplex<f32>>) outs(%{{.*}}, %{{.*}} : tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @complex(%x: tensor<3x5x4xcomplex<f32>>) -> (tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>) {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xcomplex<f32>> to tensor<12x5xcomplex<f32>>
  %e = tensor.empty() : tensor<12x5xcomplex<f32>>
  %f = tensor.empty() : tensor<12x5xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<12x5xcomplex<f32>>) outs(%e, %f : tensor<12x5xcomplex<f32>>, tensor<12x5xf32>) {
  ^bb0(%v: complex<f32>, %o: complex<f32>, %p: f32):
    %q = complex.mul %v, %v : complex<f32>
    %i = complex.im %v : complex<f32>
    linalg.yield %q, %i : complex<f32>, f32
  } -> (tensor<12x5xcomplex<f32>>, tensor<12x5xf32>)
  %2 = layout.layout_transform %1#0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<12x5xcomplex<f32>> to tensor<3x5x4xcomplex<f32>>
  %3 = layout.layout_transform %1#1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<12x5xf32> to tensor<3x5x4xf32>
  return %2, %3 : tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>
}

// A select by i1 between two f16 tensors in the same blocks.
// CHECK-LABEL: func.func @bits(
// CHECK-SAME: %[[M:[^:]*]]: tensor<3x5x4xi1>, %[[X:[^:]*]]: tensor<3x5x4xf16>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[M]], %[[X]] : tensor<3x5x4xi1>, tensor<3x5x4xf16>) outs(%{{.*}} : tensor<3x5x4xf16>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @bits(%m: tensor<3x5x4xi1>, %x: tensor<3x5x4xf16>) -> tensor<3x5x4xf16> {
  %0 = layout.layout_transform %m by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xi1> to tensor<12x5xi1>
  %1 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xf16> to tensor<12x5xf16>
  %low = arith.constant -2.0 : f16
  %e = tensor.empty() : tensor<12x5xf16>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<12x5xi1>, tensor<12x5xf16>) outs(%e : tensor<12x5xf16>) {
  ^bb0(%b: i1, %v: f16, %o: f16):
    %s = arith.select %b, %v, %low : f16
    linalg.yield %s : f16
  } -> tensor<12x5xf16>
  %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<12x5xf16> to tensor<3x5x4xf16>
  return %3 : tensor<3x5x4xf16>
}

// A transpose of i4, one column of which is a single element.
// CHECK-LABEL: func.func @nibbles(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5x1x12xi4>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.add ins(%[[X]], %[[X]] : tensor<5x1x12xi4>, tensor<5x1x12xi4>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @nibbles(%x: tensor<5x1x12xi4>) -> tensor<5x1x12xi4> {
  %0 = layout.layout_transform %x by <(i, u, c) -> (c, i, u)> : tensor<5x1x12xi4> to tensor<12x5x1xi4>
  %e = tensor.empty() : tensor<12x5x1xi4>
  %1 = linalg.add ins(%0, %0 : tensor<12x5x1xi4>, tensor<12x5x1xi4>) outs(%e : tensor<12x5x1xi4>) -> tensor<12x5x1xi4>
  %2 = layout.layout_transform %1 by <(c, i, u) -> (i, u, c)> : tensor<12x5x1xi4> to tensor<5x1x12xi4>
  return %2 : tensor<5x1x12xi4>
}

// Constants of these types are rewritten at compile time.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x2xi4>, %[[M:[^:]*]]: tensor<2x3x2xi1>, %[[Z:[^:]*]]: tensor<2x3x2xcomplex<f32>>
// CHECK-DAG: arith.constant dense<{{\[\[}}[1, 4], [2, 5], [3, 6]], {{\[}}[7, -6], [-8, -5], [-7, -4]{{\]\]}}> : tensor<2x3x2xi4>
// CHECK-DAG: arith.constant dense<{{\[\[}}[true, true], [false, true], [false, false]], {{\[}}[false, false], [true, false], [false, true]{{\]\]}}> : tensor<2x3x2xi1>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @constants(%x: tensor<2x3x2xi4>, %m: tensor<2x3x2xi1>, %z: tensor<2x3x2xcomplex<f32>>)
    -> (tensor<2x3x2xi4>, tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>) {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 2 + b, i)> : tensor<2x3x2xi4> to tensor<4x3xi4>
  %1 = layout.layout_transform %m by <(c, i, b) -> (c * 2 + b, i)> : tensor<2x3x2xi1> to tensor<4x3xi1>
  %2 = layout.layout_transform %z by <(c, i, b) -> (c * 2 + b, i)> : tensor<2x3x2xcomplex<f32>> to tensor<4x3xcomplex<f32>>
  %k = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, -8, -7], [-6, -5, -4]]> : tensor<4x3xi4>
  %l = arith.constant dense<[[true, false, false], [true, true, false], [false, true, false], [false, false, true]]> : tensor<4x3xi1>
  %c = arith.constant dense<[[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], [(7.0, 8.0), (9.0, 10.0), (11.0, 12.0)],
                             [(1.5, 2.5), (3.5, 4.5), (5.5, 6.5)], [(-1.0, 2.0), (-3.0, 4.0), (-5.0, 6.0)]]> : tensor<4x3xcomplex<f32>>
  %e = tensor.empty() : tensor<4x3xi4>
  %f = tensor.empty() : tensor<4x3xi1>
  %g = tensor.empty() : tensor<4x3xcomplex<f32>>
  %3 = linalg.map { arith.addi } ins(%0, %k : tensor<4x3xi4>, tensor<4x3xi4>) outs(%e : tensor<4x3xi4>)
  %4 = linalg.map { arith.xori } ins(%1, %l : tensor<4x3xi1>, tensor<4x3xi1>) outs(%f : tensor<4x3xi1>)
  %5 = linalg.map { complex.mul } ins(%2, %c : tensor<4x3xcomplex<f32>>, tensor<4x3xcomplex<f32>>) outs(%g : tensor<4x3xcomplex<f32>>)
  %6 = layout.layout_transform %3 by <(c, i) -> (c floordiv 2, i, c mod 2)> : tensor<4x3xi4> to tensor<2x3x2xi4>
  %7 = layout.layout_transform %4 by <(c, i) -> (c floordiv 2, i, c mod 2)> : tensor<4x3xi1> to tensor<2x3x2xi1>
  %8 = layout.layout_transform %5 by <(c, i) -> (c floordiv 2, i, c mod 2)> : tensor<4x3xcomplex<f32>> to tensor<2x3x2xcomplex<f32>>
  return %6, %7, %8 : tensor<2x3x2xi4>, tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>
}

// bf16 with run-time numbers of rows and blocks.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xbf16>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.abs ins(%[[X]] : tensor<?x?x4xbf16>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @dynamic(%x: tensor<?x?x4xbf16>) -> tensor<?x?x4xbf16> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<?x?x4xbf16> to tensor<?x?xbf16>
  %1 = linalg.abs ins(%0 : tensor<?x?xbf16>) outs(%0 : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<?x?xbf16> to tensor<?x?x4xbf16>
  return %2 : tensor<?x?x4xbf16>
}

// Blocked i4 becomes row-major f16: the i4 tensor is rewritten, because it has fewer
// bytes.
// CHECK-LABEL: func.func @widened(
// CHECK: %[[T:.*]] = layout.layout_transform %{{.*}} : tensor<3x5x4xi4> to tensor<12x5xi4>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[T]], %{{.*}}, %{{.*}} : tensor<12x5xi4>, tensor<12xf16>, tensor<12xi4>) outs(%{{.*}} : tensor<12x5xf16>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @widened(%x: tensor<3x5x4xi4>, %scale: tensor<12xf16>, %zero: tensor<12xi4>) -> tensor<12x5xf16> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xi4> to tensor<12x5xi4>
  %e = tensor.empty() : tensor<12x5xf16>
  %1 = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %scale, %zero : tensor<12x5xi4>, tensor<12xf16>, tensor<12xi4>) outs(%e : tensor<12x5xf16>) {
  ^bb0(%q: i4, %s: f16, %z: i4, %o: f16):
    %q32 = arith.extsi %q : i4 to i32
    %z32 = arith.extsi %z : i4 to i32
    %d = arith.subi %q32, %z32 : i32
    %f = arith.sitofp %d : i32 to f16
    %r = arith.mulf %f, %s : f16
    linalg.yield %r : f16
  } -> tensor<12x5xf16>
  return %1 : tensor<12x5xf16>
}

// Quantization and dequantization between two blocked tensors; the scales per channel are
// split like the channels, which moves nothing.
// CHECK-LABEL: func.func @quantized(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x4xf32>, %[[S:[^:]*]]: tensor<12xf32>
// CHECK: %[[SS:.*]] = layout.layout_transform %[[S]] {{.*}} : tensor<12xf32> to tensor<3x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[Q:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[SS]] : tensor<3x5x4xf32>, tensor<3x4xf32>) outs(%{{.*}} : tensor<3x5x4xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[SS]] : tensor<3x5x4xi8>, tensor<3x4xf32>) outs(%{{.*}} : tensor<3x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @quantized(%x: tensor<3x5x4xf32>, %scale: tensor<12xf32>) -> tensor<3x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xf32> to tensor<12x5xf32>
  %eq = tensor.empty() : tensor<12x5xi8>
  %e = tensor.empty() : tensor<12x5xf32>
  %low = arith.constant -127.0 : f32
  %high = arith.constant 127.0 : f32
  %eighth = arith.constant 0.125 : f32
  %1 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %scale : tensor<12x5xf32>, tensor<12xf32>) outs(%eq : tensor<12x5xi8>) {
  ^bb0(%v: f32, %s: f32, %o: i8):
    %a = math.absf %s : f32
    %p = arith.addf %a, %eighth : f32
    %d = arith.divf %v, %p : f32
    %r = math.roundeven %d : f32
    %c0 = arith.maximumf %r, %low : f32
    %c1 = arith.minimumf %c0, %high : f32
    %q = arith.fptosi %c1 : f32 to i8
    linalg.yield %q : i8
  } -> tensor<12x5xi8>
  %2 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %scale : tensor<12x5xi8>, tensor<12xf32>) outs(%e : tensor<12x5xf32>) {
  ^bb0(%q: i8, %s: f32, %o: f32):
    %a = math.absf %s : f32
    %p = arith.addf %a, %eighth : f32
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %p : f32
    linalg.yield %r : f32
  } -> tensor<12x5xf32>
  %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<12x5xf32> to tensor<3x5x4xf32>
  return %3 : tensor<3x5x4xf32>
}

// Ten of twelve i4 elements are read, and twelve are written.
func.func @indivisible(%x: tensor<3x5x4xi4>) -> tensor<3x5x4xi4> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<3x5x4xi4> to tensor<12x5xi4>
  %1 = layout.crop %0 offsets [0, 0] sizes [10, 5] : tensor<12x5xi4> to tensor<10x5xi4>
  %e = tensor.empty() : tensor<10x5xi4>
  %2 = linalg.add ins(%1, %1 : tensor<10x5xi4>, tensor<10x5xi4>) outs(%e : tensor<10x5xi4>) -> tensor<10x5xi4>
  %3 = layout.pad %2 low [0, 0] high [2, 0] value(3 : i4) : tensor<10x5xi4> to tensor<12x5xi4>
  %4 = layout.layout_transform %3 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<12x5xi4> to tensor<3x5x4xi4>
  return %4 : tensor<3x5x4xi4>
}
// Calls all functions, each with its own arguments.
func.func @main(%a0: tensor<3x5x4xcomplex<f32>>, %a1: tensor<3x5x4xi1>, %a2: tensor<3x5x4xf16>, %a3: tensor<5x1x12xi4>,
                %a4: tensor<2x3x2xi4>, %a5: tensor<2x3x2xi1>, %a6: tensor<2x3x2xcomplex<f32>>, %a7: tensor<?x?x4xbf16>,
                %a8: tensor<3x5x4xi4>, %a9: tensor<12xf16>, %a10: tensor<12xi4>, %a11: tensor<3x5x4xf32>,
                %a12: tensor<12xf32>, %a13: tensor<3x5x4xi4>)
    -> (tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>, tensor<3x5x4xf16>, tensor<5x1x12xi4>, tensor<2x3x2xi4>,
        tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>, tensor<?x?x4xbf16>, tensor<12x5xf16>, tensor<3x5x4xf32>,
        tensor<3x5x4xi4>) {
  %0:2 = call @complex(%a0) : (tensor<3x5x4xcomplex<f32>>) -> (tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>)
  %1 = call @bits(%a1, %a2) : (tensor<3x5x4xi1>, tensor<3x5x4xf16>) -> tensor<3x5x4xf16>
  %2 = call @nibbles(%a3) : (tensor<5x1x12xi4>) -> tensor<5x1x12xi4>
  %3:3 = call @constants(%a4, %a5, %a6) : (tensor<2x3x2xi4>, tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>) -> (tensor<2x3x2xi4>, tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>)
  %4 = call @dynamic(%a7) : (tensor<?x?x4xbf16>) -> tensor<?x?x4xbf16>
  %5 = call @widened(%a8, %a9, %a10) : (tensor<3x5x4xi4>, tensor<12xf16>, tensor<12xi4>) -> tensor<12x5xf16>
  %6 = call @quantized(%a11, %a12) : (tensor<3x5x4xf32>, tensor<12xf32>) -> tensor<3x5x4xf32>
  %7 = call @indivisible(%a13) : (tensor<3x5x4xi4>) -> tensor<3x5x4xi4>
  return %0#0, %0#1, %1, %2, %3#0, %3#1, %3#2, %4, %5, %6, %7
      : tensor<3x5x4xcomplex<f32>>, tensor<3x5x4xf32>, tensor<3x5x4xf16>, tensor<5x1x12xi4>, tensor<2x3x2xi4>,
        tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>, tensor<?x?x4xbf16>, tensor<12x5xf16>, tensor<3x5x4xf32>,
        tensor<3x5x4xi4>
}
