// An operand that has another dim innermost than the result keeps a sum of
// products from vectors along the result. It is transposed in front if its
// elements are used often.
//
// RUN: layout-opt %s --layout-prepare-products=cpu=skylake-avx512 --remarks-filter=layout-prepare-products -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=keys
// RUN: layout-check %s %t.mlir --entry=first
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=5
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=1
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=37
// RUN: layout-check %s %t.mlir --entry=sequences --dims=2,3,2,5
// RUN: layout-check %s %t.mlir --entry=unit
// RUN: layout-check %s %t.mlir --entry=both
// RUN: layout-check %s %t.mlir --entry=filter
// RUN: layout-check %s %t.mlir --entry=windows
// RUN: layout-check %s %t.mlir --entry=dynamic_windows --dims=3
// RUN: layout-check %s %t.mlir --entry=dynamic_windows --dims=1
// RUN: layout-check %s %s --entry=keys --code=kernels
// RUN: layout-check %s %s --entry=uses --code=kernels
// RUN: layout-check %s %s --entry=first --code=kernels
// RUN: layout-check %s %s --entry=sequences --dims=2,1,2,33 --code=kernels
// RUN: layout-check %s %s --entry=unknown_rows_of_windows --dims=7 --code=kernels
// RUN: layout-check %s %s --entry=both --code=kernels
// RUN: layout-check %s %s --entry=filter --code=kernels
// RUN: layout-check %s %s --entry=unit --code=kernels
// RUN: layout-check %s %s --entry=short --code=kernels
// RUN: layout-check %s %s --entry=indices --code=kernels
// RUN: layout-check %s %s --entry=windows --code=kernels
// RUN: layout-check %s %s --entry=dynamic_windows --dims=2 --code=kernels
// Transposing once more does not change anything.
// RUN: layout-opt %t.mlir --layout-prepare-products=cpu=skylake-avx512 | diff %t.mlir -
// REQUIRES: x86
//
// REMARK-COUNT-13: products {{.*}}Remark="transposes operand
// REMARK-NOT: transposes operand

// The keys of attention: 3 heads, 27 tokens, 5 channels.
//
// CHECK-LABEL: func.func @keys(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<3x27x5xf32>, %[[K:[a-z0-9]+]]: tensor<3x19x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[K]] : tensor<3x19x5xf32>) outs({{.*}} : tensor<3x5x19xf32>) permutation = [0, 2, 1]
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[T]] : tensor<3x27x5xf32>, tensor<3x5x19xf32>)
func.func @keys(%q: tensor<3x27x5xf32>, %k: tensor<3x19x5xf32>, %o: tensor<3x27x19xf32>) -> tensor<3x27x19xf32> {
  %0 = linalg.batch_matmul
    indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%q, %k : tensor<3x27x5xf32>, tensor<3x19x5xf32>) outs(%o : tensor<3x27x19xf32>) -> tensor<3x27x19xf32>
  return %0 : tensor<3x27x19xf32>
}

// A product that is stored by columns reads the first operand by columns.
//
// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<17x5xf64>, %[[Y:[a-z0-9]+]]: tensor<5x26xf64>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<17x5xf64>) outs({{.*}} : tensor<5x17xf64>) permutation = [1, 0]
// CHECK: linalg.generic {{.*}} ins(%[[T]], %[[Y]] : tensor<5x17xf64>, tensor<5x26xf64>)
func.func @first(%x: tensor<17x5xf64>, %y: tensor<5x26xf64>, %o: tensor<26x17xf64>) -> tensor<26x17xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %y : tensor<17x5xf64>, tensor<5x26xf64>) outs(%o : tensor<26x17xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<26x17xf64>
  return %0 : tensor<26x17xf64>
}

// One reduced element: the operand has adjacent elements already.
//
// CHECK-LABEL: func.func @unit(
// CHECK-NOT: linalg.transpose
func.func @unit(%q: tensor<27x1xf32>, %k: tensor<19x1xf32>, %o: tensor<27x19xf32>) -> tensor<27x19xf32> {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : tensor<27x1xf32>, tensor<19x1xf32>) outs(%o : tensor<27x19xf32>) -> tensor<27x19xf32>
  return %0 : tensor<27x19xf32>
}

// One use is too little, and 15 elements do not fill a vector.
//
// CHECK-LABEL: func.func @short(
// CHECK-NOT: linalg.transpose
func.func @short(%q: tensor<1x5xf32>, %k: tensor<19x5xf32>, %o: tensor<1x19xf32>, %r: tensor<40x5xf32>, %l: tensor<15x5xf32>, %u: tensor<40x15xf32>) -> (tensor<1x19xf32>, tensor<40x15xf32>) {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : tensor<1x5xf32>, tensor<19x5xf32>) outs(%o : tensor<1x19xf32>) -> tensor<1x19xf32>
  %1 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%r, %l : tensor<40x5xf32>, tensor<15x5xf32>) outs(%u : tensor<40x15xf32>) -> tensor<40x15xf32>
  return %0, %1 : tensor<1x19xf32>, tensor<40x15xf32>
}

// More uses are needed where a sum has more products, and where the operand does not
// lie in the second-level cache: 6 of 512 products each, and 13 of 4 MiB.
//
// CHECK-LABEL: func.func @uses(
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul
// CHECK: linalg.transpose ins({{.*}} : tensor<32x520xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul
// CHECK: linalg.transpose ins({{.*}} : tensor<2016x520xf32>)
// CHECK: return
func.func @uses(%q: tensor<5x520xf32>, %k: tensor<32x520xf32>, %o: tensor<5x32xf32>, %r: tensor<6x520xf32>, %s: tensor<6x32xf32>, %t: tensor<11x520xf32>, %l: tensor<2016x520xf32>, %u: tensor<11x2016xf32>, %v: tensor<12x520xf32>, %w: tensor<12x2016xf32>) -> (tensor<5x32xf32>, tensor<6x32xf32>, tensor<11x2016xf32>, tensor<12x2016xf32>) {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : tensor<5x520xf32>, tensor<32x520xf32>) outs(%o : tensor<5x32xf32>) -> tensor<5x32xf32>
  %1 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%r, %k : tensor<6x520xf32>, tensor<32x520xf32>) outs(%s : tensor<6x32xf32>) -> tensor<6x32xf32>
  %2 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%t, %l : tensor<11x520xf32>, tensor<2016x520xf32>) outs(%u : tensor<11x2016xf32>) -> tensor<11x2016xf32>
  %3 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%v, %l : tensor<12x520xf32>, tensor<2016x520xf32>) outs(%w : tensor<12x2016xf32>) -> tensor<12x2016xf32>
  return %0, %1, %2, %3 : tensor<5x32xf32>, tensor<6x32xf32>, tensor<11x2016xf32>, tensor<12x2016xf32>
}

// Batches, rows and columns that are known at run time only, as those of sequences,
// are taken for many.
//
// CHECK-LABEL: func.func @sequences(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<?x?x5xf32>, %[[K:[a-z0-9]+]]: tensor<?x?x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[K]] : tensor<?x?x5xf32>) outs({{.*}} : tensor<?x5x?xf32>) permutation = [0, 2, 1]
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[T]] : tensor<?x?x5xf32>, tensor<?x5x?xf32>)
func.func @sequences(%q: tensor<?x?x5xf32>, %k: tensor<?x?x5xf32>) -> tensor<?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x5xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x5xf32>
  %n = tensor.dim %k, %c1 : tensor<?x?x5xf32>
  %e = tensor.empty(%b, %m, %n) : tensor<?x?x?xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.batch_matmul
    indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%q, %k : tensor<?x?x5xf32>, tensor<?x?x5xf32>) outs(%i : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Unknown columns do not become one loop with others.
//
// CHECK-LABEL: func.func @unknown_rows_of_windows(
// CHECK-NOT: linalg.transpose
func.func @unknown_rows_of_windows(%q: tensor<24x5xf32>, %k: tensor<?x3x5xf32>) -> tensor<24x?x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?x3x5xf32>
  %e = tensor.empty(%n) : tensor<24x?x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x?x3xf32>) -> tensor<24x?x3xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, i, j, c) -> (m, c)>, affine_map<(m, i, j, c) -> (i, j, c)>, affine_map<(m, i, j, c) -> (m, i, j)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<24x5xf32>, tensor<?x3x5xf32>) outs(%i : tensor<24x?x3xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<24x?x3xf32>
  return %0 : tensor<24x?x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.transpose ins({{.*}} : tensor<19x5xf32>)
// CHECK: linalg.transpose ins({{.*}} : tensor<19x5xf32>)
// CHECK: return
func.func @dynamic(%q: tensor<?x24x5xf32>, %k: tensor<19x5xf32>, %p: tensor<?x5xf32>) -> (tensor<?x24x19xf32>, tensor<?x19xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = tensor.dim %q, %c0 : tensor<?x24x5xf32>
  %e = tensor.empty(%b) : tensor<?x24x19xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24x19xf32>) -> tensor<?x24x19xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<?x24x5xf32>, tensor<19x5xf32>) outs(%i : tensor<?x24x19xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<?x24x19xf32>
  %n = tensor.dim %p, %c0 : tensor<?x5xf32>
  %e1 = tensor.empty(%n) : tensor<?x19xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x19xf32>) -> tensor<?x19xf32>
  %1 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%p, %k : tensor<?x5xf32>, tensor<19x5xf32>) outs(%i1 : tensor<?x19xf32>) -> tensor<?x19xf32>
  return %0, %1 : tensor<?x24x19xf32>, tensor<?x19xf32>
}

// Two operands that keep the sum from vectors together.
//
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<25x3xf32>, %[[K:[a-z0-9]+]]: tensor<17x3xf32>, %[[M:[a-z0-9]+]]: tensor<17x1x3xf32>
// CHECK-DAG: %[[KT:.*]] = linalg.transpose ins(%[[K]] : tensor<17x3xf32>) outs({{.*}} : tensor<3x17xf32>) permutation = [1, 0]
// CHECK-DAG: %[[MT:.*]] = linalg.transpose ins(%[[M]] : tensor<17x1x3xf32>) outs({{.*}} : tensor<1x3x17xf32>) permutation = [1, 2, 0]
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[KT]], %[[MT]] : tensor<25x3xf32>, tensor<3x17xf32>, tensor<1x3x17xf32>)
func.func @both(%q: tensor<25x3xf32>, %k: tensor<17x3xf32>, %m: tensor<17x1x3xf32>, %o: tensor<25x1x17xf32>) -> tensor<25x1x17xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, u, n, k) -> (m, k)>, affine_map<(m, u, n, k) -> (n, k)>, affine_map<(m, u, n, k) -> (n, u, k)>, affine_map<(m, u, n, k) -> (m, u, n)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k, %m : tensor<25x3xf32>, tensor<17x3xf32>, tensor<17x1x3xf32>) outs(%o : tensor<25x1x17xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.mulf %p, %c : f32
    %t = arith.addf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<25x1x17xf32>
  return %0 : tensor<25x1x17xf32>
}

// A constant is transposed now, and a filter has a channel innermost as well.
//
// CHECK-LABEL: func.func @filter(
// CHECK: %[[W:.*]] = arith.constant dense<{{\[\[\[}}[1.000000e+00, 3.000000e+00, 5.000000e+00, {{.*}}> : tensor<1x1x2x16xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[W]] : tensor<1x5x5x2xf32>, tensor<1x1x2x16xf32>)
func.func @filter(%x: tensor<1x5x5x2xf32>, %o: tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]], [[[5.0, 6.0]]], [[[7.0, 8.0]]], [[[9.0, 10.0]]], [[[11.0, 12.0]]], [[[13.0, 14.0]]], [[[15.0, 16.0]]], [[[17.0, 18.0]]], [[[19.0, 20.0]]], [[[21.0, 22.0]]], [[[23.0, 24.0]]], [[[25.0, 26.0]]], [[[27.0, 28.0]]], [[[29.0, 30.0]]], [[[31.0, 32.0]]]]> : tensor<16x1x1x2xf32>
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x5x5x2xf32>, tensor<16x1x1x2xf32>) outs(%o : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  return %0 : tensor<1x5x5x16xf32>
}

// Numbers of less than 32 bits have their own instructions, and an op that
// computes with indices has no vectors anyway.
//
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: linalg.transpose
func.func @narrow(%q: tensor<27x5xi16>, %k: tensor<19x5xi16>, %o: tensor<27x19xi32>) -> tensor<27x19xi32> {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : tensor<27x5xi16>, tensor<19x5xi16>) outs(%o : tensor<27x19xi32>) -> tensor<27x19xi32>
  return %0 : tensor<27x19xi32>
}

// CHECK-LABEL: func.func @indices(
// CHECK-NOT: linalg.transpose
func.func @indices(%k: tensor<19x5xi32>, %o: tensor<27x19xi32>) -> tensor<27x19xi32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%k : tensor<19x5xi32>) outs(%o : tensor<27x19xi32>) {
  ^bb0(%a: i32, %s: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %p = arith.muli %a, %c : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<27x19xi32>
  return %0 : tensor<27x19xi32>
}

// Rows of 2048 bytes share lines of the cache: a result that two vectors do not
// divide stays as it is. 127 uses are too few for 8 MiB.
//
// CHECK-LABEL: func.func @cache(
// CHECK: linalg.transpose ins({{.*}} : tensor<32x512xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @cache(%q: tensor<24x512xf32>, %k: tensor<17x512xf32>, %o: tensor<24x17xf32>, %l: tensor<32x512xf32>, %u: tensor<24x32xf32>, %r: tensor<127x256xf32>, %b: tensor<8192x256xf32>, %v: tensor<127x8192xf32>) -> (tensor<24x17xf32>, tensor<24x32xf32>, tensor<127x8192xf32>) {
  %0 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %k : tensor<24x512xf32>, tensor<17x512xf32>) outs(%o : tensor<24x17xf32>) -> tensor<24x17xf32>
  %1 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%q, %l : tensor<24x512xf32>, tensor<32x512xf32>) outs(%u : tensor<24x32xf32>) -> tensor<24x32xf32>
  %2 = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%r, %b : tensor<127x256xf32>, tensor<8192x256xf32>) outs(%v : tensor<127x8192xf32>) -> tensor<127x8192xf32>
  return %0, %1, %2 : tensor<24x17xf32>, tensor<24x32xf32>, tensor<127x8192xf32>
}

// Keys in windows of an image: 7 rows of 7 pixels fill vectors together.
//
// CHECK-LABEL: func.func @windows(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x7x3x7x5xf32>, %[[K:[a-z0-9]+]]: tensor<2x7x3x7x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[K]] : tensor<2x7x3x7x5xf32>) outs({{.*}} : tensor<2x3x5x7x7xf32>) permutation = [0, 2, 4, 1, 3]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0], [1], [2], [3, 4]]
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[C]] : tensor<2x7x3x7x5xf32>, tensor<2x3x5x49xf32>) outs({{.*}} : tensor<2x3x7x7x49xf32>)
func.func @windows(%q: tensor<2x7x3x7x5xf32>, %k: tensor<2x7x3x7x5xf32>, %o: tensor<2x3x7x7x7x7xf32>) -> tensor<2x3x7x7x7x7xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(b, w, i, j, k, l, c) -> (b, i, w, j, c)>, affine_map<(b, w, i, j, k, l, c) -> (b, k, w, l, c)>, affine_map<(b, w, i, j, k, l, c) -> (b, w, i, j, k, l)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<2x7x3x7x5xf32>, tensor<2x7x3x7x5xf32>) outs(%o : tensor<2x3x7x7x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2x3x7x7x7x7xf32>
  return %0 : tensor<2x3x7x7x7x7xf32>
}

// CHECK-LABEL: func.func @dynamic_windows(
// CHECK: linalg.transpose {{.*}} permutation = [2, 0, 1]
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<?x24x5xf32>, tensor<5x21xf32>) outs({{.*}} : tensor<?x24x21xf32>)
func.func @dynamic_windows(%q: tensor<?x24x5xf32>, %k: tensor<7x3x5xf32>) -> tensor<?x24x7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x24x5xf32>
  %e = tensor.empty(%n) : tensor<?x24x7x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x24x7x3xf32>) -> tensor<?x24x7x3xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(b, m, i, j, c) -> (b, m, c)>, affine_map<(b, m, i, j, c) -> (i, j, c)>, affine_map<(b, m, i, j, c) -> (b, m, i, j)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<?x24x5xf32>, tensor<7x3x5xf32>) outs(%i : tensor<?x24x7x3xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x24x7x3xf32>
  return %0 : tensor<?x24x7x3xf32>
}

// The queries have the rows of a window, too, but not its pixels.
//
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: linalg.transpose
func.func @rows(%q: tensor<27x7x5xf32>, %k: tensor<7x7x5xf32>, %o: tensor<27x7x7xf32>) -> tensor<27x7x7xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(m, i, j, c) -> (m, i, c)>, affine_map<(m, i, j, c) -> (i, j, c)>, affine_map<(m, i, j, c) -> (m, i, j)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<27x7x5xf32>, tensor<7x7x5xf32>) outs(%o : tensor<27x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<27x7x7xf32>
  return %0 : tensor<27x7x7xf32>
}
