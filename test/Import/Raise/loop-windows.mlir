// Loops written by hand that move part of a tensor, or check that an index is in
// bounds, become slices and pads around a rewrite.
// Covers: R8, R9, R10, R44, R46
// RUN: layout-opt %s --layout-raise -o %t.raised.mlir --remark-format=emitRemark --remarks-filter-missed=layout-raise 2> %t.missed
// RUN: FileCheck %s --input-file=%t.raised.mlir
// RUN: FileCheck %s --input-file=%t.missed --check-prefix=MISSED --implicit-check-not="[Missed]"
// RUN: layout-opt %s --layout-raise --layout-materialize | mlir-opt --lower-affine -o %t.mlir
// RUN: mlir-opt %s --lower-affine -o %t.before.mlir
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=padded | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=poison | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=clamped | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=unpacked | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=scattered | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=filled | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=strided | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=affine_if | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=dynamic --dims=3,2 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=dynamic_part --dims=6,4 --int-range=1,4 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=dynamic_part --dims=6,4 --int-range=-9,-8 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check -O0 %t.before.mlir %t.mlir --entry=stays | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// A border of one row above and two below, around a transpose: the condition is
// on the row of the source.
// CHECK-LABEL: func.func @padded(
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 1] high[0, 2]
// CHECK: tensor.yield %arg1
// CHECK: layout.layout_transform %[[P]] by <(d0, d1) -> (d1, d0)> : tensor<5x7xf32> to tensor<7x5xf32>
// CHECK-NOT: scf.for
func.func @padded(%x: tensor<5x4xf32>, %v: f32) -> tensor<7x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %e = tensor.empty() : tensor<7x5xf32>
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %e) -> tensor<7x5xf32> {
    %k = arith.subi %i, %c1 : index
    %q = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<7x5xf32> {
      %above = arith.cmpi sge, %k, %c0 : index
      %below = arith.cmpi slt, %k, %c4 : index
      %inside = arith.andi %above, %below : i1
      %w = scf.if %inside -> f32 {
        %0 = tensor.extract %x[%j, %k] : tensor<5x4xf32>
        scf.yield %0 : f32
      } else {
        scf.yield %v : f32
      }
      %n = tensor.insert %w into %b[%i, %j] : tensor<7x5xf32>
      scf.yield %n : tensor<7x5xf32>
    }
    scf.yield %q : tensor<7x5xf32>
  }
  return %r : tensor<7x5xf32>
}

// What is outside may be anything.
// CHECK-LABEL: func.func @poison(
// CHECK: %[[V:.*]] = ub.poison : f32
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0] high[2]
// CHECK: tensor.yield %[[V]]
// CHECK: layout.layout_transform %[[P]] by <(d0) -> (d0 floordiv 2, d0 mod 2)>
func.func @poison(%x: tensor<6xf32>) -> tensor<3x2xf32> {
  %c6 = arith.constant 6 : index
  %r = tensor.generate {
  ^bb0(%t: index, %i: index):
    %k = affine.apply affine_map<(t, i) -> (t * 2 + i)>(%t, %i)
    %inside = arith.cmpi ult, %k, %c6 : index
    %w = scf.if %inside -> f32 {
      %v = tensor.extract %x[%k] : tensor<6xf32>
      scf.yield %v : f32
    } else {
      %v = ub.poison : f32
      scf.yield %v : f32
    }
    tensor.yield %w : f32
  } : tensor<4x2xf32>
  %s = tensor.extract_slice %r[0, 0] [3, 2] [1, 1] : tensor<4x2xf32> to tensor<3x2xf32>
  return %s : tensor<3x2xf32>
}

// The index is clamped, and the element chosen behind the read. What follows the
// pad is a reshape.
// CHECK-LABEL: func.func @clamped(
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0] high[2]
// CHECK: layout.layout_transform %[[P]] by <(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @clamped(%x: tensor<6xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %r = tensor.generate {
  ^bb0(%t: index, %i: index):
    %k = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
    %inside = arith.cmpi ult, %k, %c6 : index
    %row = arith.select %inside, %k, %c0 : index
    %v = tensor.extract %x[%row] : tensor<6xf32>
    %w = arith.select %inside, %v, %zero : f32
    tensor.yield %w : f32
  } : tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Blocks of 4 channels go back to 6: what is behind them is not written.
// CHECK-LABEL: func.func @unpacked(
// CHECK: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x5x4xf32> to tensor<8x5xf32>
// CHECK: layout.crop %[[T]] offsets [0, 0] sizes [6, 5]
// CHECK-NOT: affine.for
func.func @unpacked(%x: tensor<2x5x4xf32>) -> tensor<6x5xf32> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<6x5xf32>
  %r = affine.for %t = 0 to 2 iter_args(%a = %e) -> tensor<6x5xf32> {
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<6x5xf32> {
      %p = affine.for %i = 0 to 4 iter_args(%c = %b) -> tensor<6x5xf32> {
        %first = arith.muli %t, %c4 : index
        %row = arith.addi %first, %i : index
        %inside = arith.cmpi ult, %row, %c6 : index
        %m = scf.if %inside -> tensor<6x5xf32> {
          %v = tensor.extract %x[%t, %j, %i] : tensor<2x5x4xf32>
          %n = tensor.insert %v into %c[%row, %j] : tensor<6x5xf32>
          scf.yield %n : tensor<6x5xf32>
        } else {
          scf.yield %c : tensor<6x5xf32>
        }
        affine.yield %m : tensor<6x5xf32>
      }
      affine.yield %p : tensor<6x5xf32>
    }
    affine.yield %q : tensor<6x5xf32>
  }
  return %r : tensor<6x5xf32>
}

// The other way round: the last two places keep what the tensor is filled with.
// CHECK-LABEL: func.func @scattered(
// CHECK: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(2.000000e+00 : f32)
// CHECK: layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
// CHECK-NOT: affine.for
func.func @scattered(%x: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<2x5x4xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %r = affine.for %i = 0 to 6 iter_args(%a = %f) -> tensor<2x5x4xf32> {
    %t = arith.divui %i, %c4 : index
    %k = arith.remui %i, %c4 : index
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<2x5x4xf32> {
      %v = tensor.extract %x[%i, %j] : tensor<6x5xf32>
      %n = tensor.insert %v into %b[%t, %j, %k] : tensor<2x5x4xf32>
      affine.yield %n : tensor<2x5x4xf32>
    }
    affine.yield %q : tensor<2x5x4xf32>
  }
  return %r : tensor<2x5x4xf32>
}

// Rows that are not read keep what the tensor is filled with.
// CHECK-LABEL: func.func @filled(
// CHECK: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(3.000000e+00 : f32)
// CHECK: layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func @filled(%x: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %c6 = arith.constant 6 : index
  %e = arith.constant dense<3.0> : tensor<2x5x4xf32>
  %r = affine.for %t = 0 to 2 iter_args(%a = %e) -> tensor<2x5x4xf32> {
    %q = affine.for %j = 0 to 5 iter_args(%b = %a) -> tensor<2x5x4xf32> {
      %p = affine.for %i = 0 to 4 iter_args(%c = %b) -> tensor<2x5x4xf32> {
        %row = affine.apply affine_map<(t, i) -> (t * 4 + i)>(%t, %i)
        %inside = arith.cmpi slt, %row, %c6 : index
        %m = scf.if %inside -> tensor<2x5x4xf32> {
          %v = tensor.extract %x[%row, %j] : tensor<6x5xf32>
          %n = tensor.insert %v into %c[%t, %j, %i] : tensor<2x5x4xf32>
          scf.yield %n : tensor<2x5x4xf32>
        } else {
          scf.yield %c : tensor<2x5x4xf32>
        }
        affine.yield %m : tensor<2x5x4xf32>
      }
      affine.yield %p : tensor<2x5x4xf32>
    }
    affine.yield %q : tensor<2x5x4xf32>
  }
  return %r : tensor<2x5x4xf32>
}

// Every second row from the third one on goes to every third column from the
// second one on: loops that start elsewhere, and take other steps.
// CHECK-LABEL: func.func @strided(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[2, 0] [3, 4] [2, 1] : tensor<8x4xf32> to tensor<3x4xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[S]] by <(d0, d1) -> (d1, d0)>
// CHECK: tensor.insert_slice %[[T]] into %arg1[0, 1] [4, 3] [1, 3] : tensor<4x3xf32> into tensor<4x9xf32>
func.func @strided(%x: tensor<8x4xf32>, %y: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %r = affine.for %i = 2 to 7 step 2 iter_args(%a = %y) -> tensor<4x9xf32> {
    %to = affine.apply affine_map<(i) -> ((i - 2) floordiv 2 * 3 + 1)>(%i)
    %q = affine.for %j = 0 to 4 iter_args(%b = %a) -> tensor<4x9xf32> {
      %v = tensor.extract %x[%i, %j] : tensor<8x4xf32>
      %n = tensor.insert %v into %b[%j, %to] : tensor<4x9xf32>
      affine.yield %n : tensor<4x9xf32>
    }
    affine.yield %q : tensor<4x9xf32>
  }
  return %r : tensor<4x9xf32>
}

// A condition of the affine dialect, on a dim of size 1 as well.
// CHECK-LABEL: func.func @affine_if(
// CHECK: %[[P:.*]] = tensor.pad %arg0 low[0, 2] high[0, 1]
// CHECK: layout.layout_transform %[[P]] {{.*}} : tensor<1x7xf32> to tensor<7x1xf32>
func.func @affine_if(%x: tensor<1x4xf32>) -> tensor<7x1xf32> {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<7x1xf32>
  %r = affine.for %i = 0 to 7 iter_args(%a = %e) -> tensor<7x1xf32> {
    %k = affine.apply affine_map<(i) -> (i - 2)>(%i)
    %v = affine.if affine_set<(i) : (i - 2 >= 0, 5 - i >= 0)>(%i) -> f32 {
      %w = tensor.extract %x[%c0, %k] : tensor<1x4xf32>
      affine.yield %w : f32
    } else {
      affine.yield %one : f32
    }
    %n = tensor.insert %v into %a[%i, %c0] : tensor<7x1xf32>
    affine.yield %n : tensor<7x1xf32>
  }
  return %r : tensor<7x1xf32>
}

// Sizes that are known at run time only: all of both tensors.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d1, d2, d0)> : tensor<?x5x?xf32> to tensor<5x?x?xf32>
// CHECK-NOT: scf.for
func.func @dynamic(%x: tensor<?x5x?xf32>) -> tensor<5x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %m = tensor.dim %x, %c0 : tensor<?x5x?xf32>
  %n = tensor.dim %x, %c2 : tensor<?x5x?xf32>
  %e = tensor.empty(%n, %m) : tensor<5x?x?xf32>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %e) -> tensor<5x?x?xf32> {
    %q = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<5x?x?xf32> {
      %p = scf.for %k = %c0 to %n step %c1 iter_args(%c = %b) -> tensor<5x?x?xf32> {
        %v = tensor.extract %x[%i, %j, %k] : tensor<?x5x?xf32>
        %w = tensor.insert %v into %c[%j, %k, %i] : tensor<5x?x?xf32>
        scf.yield %w : tensor<5x?x?xf32>
      }
      scf.yield %p : tensor<5x?x?xf32>
    }
    scf.yield %q : tensor<5x?x?xf32>
  }
  return %r : tensor<5x?x?xf32>
}

// As many rows as an argument says, which need not be all. None are moved if it
// is negative.
// CHECK-LABEL: func.func @dynamic_part(
// CHECK: %[[N:.*]] = arith.maxsi %arg2, %{{.*}} : index
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, 0] [%[[N]], 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[S]] by <(d0, d1) -> (d1, d0)>
// CHECK: tensor.insert_slice %[[T]] into %arg1[0, 0] [3, %[[N]]] [1, 1]
func.func @dynamic_part(%x: tensor<?x3xf32>, %y: tensor<3x?xf32>, %n: index) -> tensor<3x?xf32> {
  %r = affine.for %i = 0 to %n iter_args(%a = %y) -> tensor<3x?xf32> {
    %q = affine.for %j = 0 to 3 iter_args(%b = %a) -> tensor<3x?xf32> {
      %v = tensor.extract %x[%i, %j] : tensor<?x3xf32>
      %w = tensor.insert %v into %b[%j, %i] : tensor<3x?xf32>
      affine.yield %w : tensor<3x?xf32>
    }
    affine.yield %q : tensor<3x?xf32>
  }
  return %r : tensor<3x?xf32>
}

// A triangle is no window, an element may be written twice, and an index may be
// data.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: affine.for
func.func @stays(%x: tensor<6x6xf32>, %p: tensor<6xindex>) -> (tensor<6x6xf32>, tensor<3xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6x6xf32>
  %e = arith.constant dense<1.0> : tensor<3xf32>
  %f = tensor.empty() : tensor<6xf32>
  // MISSED-DAG: loop-windows.mlir:[[@LINE+1]]:8: remark: [Missed] raise {{.*}}Reason="requires conditions that bound an index of the source or of the result by a constant", Remark="affine.for stays as it is"
  %r = affine.for %i = 0 to 6 iter_args(%a = %zeros) -> tensor<6x6xf32> {
    %q = affine.for %j = 0 to 6 iter_args(%b = %a) -> tensor<6x6xf32> {
      %below = arith.cmpi sle, %j, %i : index
      %m = scf.if %below -> tensor<6x6xf32> {
        %v = tensor.extract %x[%i, %j] : tensor<6x6xf32>
        %n = tensor.insert %v into %b[%i, %j] : tensor<6x6xf32>
        scf.yield %n : tensor<6x6xf32>
      } else {
        scf.yield %b : tensor<6x6xf32>
      }
      affine.yield %m : tensor<6x6xf32>
    }
    affine.yield %q : tensor<6x6xf32>
  }
  // MISSED-DAG: loop-windows.mlir:[[@LINE+1]]:8: remark: [Missed] raise {{.*}}Reason="requires every element of a box of the result to be written once", Remark="affine.for stays as it is"
  %s = affine.for %i = 0 to 6 iter_args(%a = %e) -> tensor<3xf32> {
    %k = arith.divui %i, %c2 : index
    %v = tensor.extract %x[%c0, %i] : tensor<6x6xf32>
    %n = tensor.insert %v into %a[%k] : tensor<3xf32>
    affine.yield %n : tensor<3xf32>
  }
  // MISSED-DAG: loop-windows.mlir:[[@LINE+1]]:8: remark: [Missed] raise {{.*}}Reason="requires indices that are affine in the loops", Remark="affine.for stays as it is"
  %t = affine.for %i = 0 to 6 iter_args(%a = %f) -> tensor<6xf32> {
    %d = tensor.extract %p[%i] : tensor<6xindex>
    %k = arith.remui %d, %c6 : index
    %v = tensor.extract %x[%c0, %k] : tensor<6x6xf32>
    %n = tensor.insert %v into %a[%i] : tensor<6xf32>
    affine.yield %n : tensor<6xf32>
  }
  return %r, %s, %t : tensor<6x6xf32>, tensor<3xf32>, tensor<6xf32>
}
