// Loops written by hand that only move elements are rewrites: in gather and in
// scatter form, with an index that is checked, and as tensor.generate. Others
// stay, with a reason if they move elements.
// Covers: R10, R25, R44
// RUN: layout-opt %s --layout-raise -o %t.raised.mlir --remark-format=emitRemark --remarks-filter-missed=layout-raise 2> %t.missed
// RUN: FileCheck %s --input-file=%t.raised.mlir
// RUN: FileCheck %s --input-file=%t.missed --check-prefix=MISSED --implicit-check-not="[Missed]"
// RUN: layout-opt %s --layout-raise --layout-materialize | mlir-opt --lower-affine -o %t.mlir
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=transpose | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=flip | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=generate | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=scatter | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=padded | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=branch | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=unit | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=broadcast | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=part | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=unsigned | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=computes | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @transpose(
// CHECK: %[[R:.*]] = layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)> : tensor<5x6xf32> to tensor<6x5xf32>
// CHECK-NEXT: return %[[R]]
func.func @transpose(%x: tensor<5x6xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %r = affine.for %i = 0 to 6 iter_args(%a = %e) -> tensor<6x5xf32> {
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<6x5xf32> {
      %v = tensor.extract %x[%j, %i] : tensor<5x6xf32>
      %n = tensor.insert %v into %b[%i, %j] : tensor<6x5xf32>
      affine.yield %n : tensor<6x5xf32>
    }
    affine.yield %q : tensor<6x5xf32>
  }
  return %r : tensor<6x5xf32>
}

// The index is computed in the outer loop.
// CHECK-LABEL: func.func @flip(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d1, -d0 + 4)> : tensor<5x6xf32> to tensor<6x5xf32>
// CHECK-NOT: scf.for
func.func @flip(%x: tensor<5x6xf32>) -> tensor<6x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<6x5xf32>
  %r = scf.for %j = %c0 to %c5 step %c1 iter_args(%a = %e) -> tensor<6x5xf32> {
    %k = arith.subi %c4, %j : index
    %q = scf.for %i = %c0 to %c6 step %c1 iter_args(%b = %a) -> tensor<6x5xf32> {
      %v = tensor.extract %x[%k, %i] : tensor<5x6xf32>
      %n = tensor.insert %v into %b[%i, %j] : tensor<6x5xf32>
      scf.yield %n : tensor<6x5xf32>
    }
    scf.yield %q : tensor<6x5xf32>
  }
  return %r : tensor<6x5xf32>
}

// CHECK-LABEL: func.func @generate(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK-NOT: tensor.generate
func.func @generate(%x: tensor<8x5xf32>) -> tensor<2x5x4xf32> {
  %c4 = arith.constant 4 : index
  %r = tensor.generate {
  ^bb0(%t: index, %j: index, %i: index):
    %first = arith.muli %t, %c4 : index
    %row = arith.addi %first, %i : index
    %v = tensor.extract %x[%row, %j] : tensor<8x5xf32>
    tensor.yield %v : f32
  } : tensor<2x5x4xf32>
  return %r : tensor<2x5x4xf32>
}

// The loops are those of the source.
// CHECK-LABEL: func.func @scatter(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK-NOT: affine.for
func.func @scatter(%x: tensor<8x5xf32>) -> tensor<2x5x4xf32> {
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<2x5x4xf32>
  %r = affine.for %i = 0 to 8 iter_args(%a = %e) -> tensor<2x5x4xf32> {
    %t = arith.divui %i, %c4 : index
    %k = arith.remui %i, %c4 : index
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<2x5x4xf32> {
      %v = tensor.extract %x[%i, %j] : tensor<8x5xf32>
      %n = tensor.insert %v into %b[%t, %j, %k] : tensor<2x5x4xf32>
      affine.yield %n : tensor<2x5x4xf32>
    }
    affine.yield %q : tensor<2x5x4xf32>
  }
  return %r : tensor<2x5x4xf32>
}

// Six rows in tiles of four: what lies behind the last row is a constant.
// CHECK-LABEL: func.func @padded(
// CHECK: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(1.000000e+00 : f32)
// CHECK: layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
// CHECK-NOT: affine.for
func.func @padded(%x: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %one = arith.constant 1.0 : f32
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<2x5x4xf32>
  %r = affine.for %t = 0 to 2 iter_args(%a = %e) -> tensor<2x5x4xf32> {
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<2x5x4xf32> {
      %p = affine.for %i = 0 to 4 iter_args(%c = %b) -> tensor<2x5x4xf32> {
        %row = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
        %inside = arith.cmpi ult, %row, %c6 : index
        %v = scf.if %inside -> f32 {
          %w = tensor.extract %x[%row, %j] : tensor<6x5xf32>
          scf.yield %w : f32
        } else {
          scf.yield %one : f32
        }
        %n = tensor.insert %v into %c[%t, %j, %i] : tensor<2x5x4xf32>
        affine.yield %n : tensor<2x5x4xf32>
      }
      affine.yield %p : tensor<2x5x4xf32>
    }
    affine.yield %q : tensor<2x5x4xf32>
  }
  return %r : tensor<2x5x4xf32>
}

// A structured op with a branch, both dims of which are checked.
// CHECK-LABEL: func.func @branch(
// CHECK: layout.pad %arg0 low [0, 0] high [1, 3]
// CHECK: layout.layout_transform {{.*}} : tensor<4x8xf32> to tensor<2x2x2x4xf32>
// CHECK-NOT: scf.if
func.func @branch(%x: tensor<3x5xf32>) -> tensor<2x2x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<2x2x2x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<2x2x2x4xf32>) {
  ^bb0(%out: f32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %c = linalg.index 2 : index
    %d = linalg.index 3 : index
    %row = affine.apply affine_map<(a, c) -> (a * 2 + c)>(%a, %c)
    %column = affine.apply affine_map<(b, d) -> (b * 4 + d)>(%b, %d)
    %rowInside = arith.cmpi slt, %row, %c3 : index
    %columnInside = arith.cmpi slt, %column, %c5 : index
    %inside = arith.andi %rowInside, %columnInside : i1
    %v = scf.if %inside -> f32 {
      %w = tensor.extract %x[%row, %column] : tensor<3x5xf32>
      scf.yield %w : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  } -> tensor<2x2x2x4xf32>
  return %r : tensor<2x2x2x4xf32>
}

// CHECK-LABEL: func.func @unit(
// CHECK: layout.layout_transform %arg0 {{.*}} : tensor<1x3xf32> to tensor<3x1xf32>
func.func @unit(%x: tensor<1x3xf32>) -> tensor<3x1xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%j, %i] : tensor<1x3xf32>
    tensor.yield %v : f32
  } : tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}

// Not a rewrite, but a structured op, which may have other layouts.
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT: affine.for
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<6xf32>)
func.func @broadcast(%x: tensor<6xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x6xf32>
  %r = affine.for %i = 0 to 5 iter_args(%a = %e) -> tensor<5x6xf32> {
    %q = affine.for %j = 0 to 6 iter_args(%b = %a) -> tensor<5x6xf32> {
      %v = tensor.extract %x[%j] : tensor<6xf32>
      %n = tensor.insert %v into %b[%i, %j] : tensor<5x6xf32>
      affine.yield %n : tensor<5x6xf32>
    }
    affine.yield %q : tensor<5x6xf32>
  }
  return %r : tensor<5x6xf32>
}

// Neither the source nor the result is visited in order.
// CHECK-LABEL: func.func @neither(
// CHECK: affine.for
// MISSED-DAG: loops.mlir:[[@LINE+4]]:8: remark: [Missed] raise {{.*}}Reason="requires loops over the dims of the source or of the result", Remark="affine.for stays as it is"
func.func @neither(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<3x4xf32>
  %r = affine.for %i = 0 to 12 iter_args(%a = %e) -> tensor<3x4xf32> {
    %s = affine.apply affine_map<(i) -> (i floordiv 6)>(%i)
    %t = affine.apply affine_map<(i) -> (i mod 6)>(%i)
    %k = arith.divui %i, %c4 : index
    %l = arith.remui %i, %c4 : index
    %v = tensor.extract %x[%s, %t] : tensor<2x6xf32>
    %n = tensor.insert %v into %a[%k, %l] : tensor<3x4xf32>
    affine.yield %n : tensor<3x4xf32>
  }
  return %r : tensor<3x4xf32>
}

// Two rows are not written, and a column is not read.
// CHECK-LABEL: func.func @part(
// CHECK: %[[S:.*]] = layout.crop %arg0 offsets [0, 0] sizes [5, 4]
// CHECK: %[[T:.*]] = layout.layout_transform %[[S]] by <(d0, d1) -> (d1, d0)> : tensor<5x4xf32> to tensor<4x5xf32>
// CHECK: tensor.insert_slice %[[T]] into %{{.*}}[0, 0] [4, 5] [1, 1]
func.func @part(%x: tensor<5x6xf32>) -> tensor<6x5xf32> {
  %e = arith.constant dense<2.0> : tensor<6x5xf32>
  %r = affine.for %i = 0 to 4 iter_args(%a = %e) -> tensor<6x5xf32> {
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<6x5xf32> {
      %v = tensor.extract %x[%j, %i] : tensor<5x6xf32>
      %n = tensor.insert %v into %b[%i, %j] : tensor<6x5xf32>
      affine.yield %n : tensor<6x5xf32>
    }
    affine.yield %q : tensor<6x5xf32>
  }
  return %r : tensor<6x5xf32>
}

// The index depends on a size that is known at run time only.
// CHECK-LABEL: func.func @dynamic(
// CHECK: scf.for
// MISSED-DAG: loops.mlir:[[@LINE+7]]:8: remark: [Missed] raise {{.*}}Reason="requires indices that are affine in the loops", Remark="scf.for stays as it is"
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %last = arith.subi %n, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<?xf32> {
    %k = arith.subi %last, %i : index
    %v = tensor.extract %x[%k] : tensor<?xf32>
    %m = tensor.insert %v into %a[%i] : tensor<?xf32>
    scf.yield %m : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Sums, and a loop that reads what it has written: these do not only move.
// CHECK-LABEL: func.func @computes(
// CHECK-COUNT-2: affine.for
func.func @computes(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %r = affine.for %i = 0 to 6 iter_args(%a = %e) -> tensor<6xf32> {
    %v = tensor.extract %x[%i] : tensor<6xf32>
    %w = arith.addf %v, %v : f32
    %n = tensor.insert %w into %a[%i] : tensor<6xf32>
    affine.yield %n : tensor<6xf32>
  }
  %s = affine.for %i = 0 to 6 iter_args(%a = %x) -> tensor<6xf32> {
    %k = affine.apply affine_map<(i) -> (5 - i)>(%i)
    %v = tensor.extract %a[%k] : tensor<6xf32>
    %n = tensor.insert %v into %a[%i] : tensor<6xf32>
    affine.yield %n : tensor<6xf32>
  }
  return %r, %s : tensor<6xf32>, tensor<6xf32>
}

// -2 is a large number here, and the loop does not run. The other one is as if
// its bounds were signed.
// CHECK-LABEL: func.func @unsigned(
// CHECK: scf.for unsigned
// CHECK-NOT: scf.for
// MISSED-DAG: loops.mlir:[[@LINE+8]]:8: remark: [Missed] raise {{.*}}Reason="requires bounds that are no negative numbers if a loop compares them as unsigned ones", Remark="scf.for stays as it is"
func.func @unsigned(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %from = arith.constant -2 : index
  %r = scf.for unsigned %i = %from to %c3 step %c1 iter_args(%a = %y) -> tensor<6xf32> {
    %k = arith.addi %i, %c2 : index
    %l = arith.addi %i, %c3 : index
    %v = tensor.extract %x[%k] : tensor<6xf32>
    %n = tensor.insert %v into %a[%l] : tensor<6xf32>
    scf.yield %n : tensor<6xf32>
  }
  %s = scf.for unsigned %i = %c0 to %c5 step %c1 iter_args(%a = %y) -> tensor<6xf32> {
    %k = arith.subi %c5, %i : index
    %v = tensor.extract %x[%k] : tensor<6xf32>
    %n = tensor.insert %v into %a[%i] : tensor<6xf32>
    scf.yield %n : tensor<6xf32>
  }
  return %r, %s : tensor<6xf32>, tensor<6xf32>
}
