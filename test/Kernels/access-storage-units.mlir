// RUN: layout-opt %s --split-input-file --layout-access-storage-units \
// RUN:   -verify-diagnostics | FileCheck %s

// Vectors of narrow elements are loaded and stored as whole storage units.

// CHECK-LABEL: func.func @bits(
// CHECK-SAME: %[[X:.*]]: memref<8x32xi1, strided<[40, 1], offset: ?>>, %[[Y:.*]]: memref<8x32xi1>
func.func @bits(%x: memref<8x32xi1, strided<[40, 1], offset: ?>>,
                %y: memref<8x32xi1>, %i: index, %mask: vector<16xi1>) {
  // A bit is set if its unit is not zero; the padding is extended.
  // CHECK-DAG: %[[UNITS:.*]] = builtin.unrealized_conversion_cast %[[X]] : memref<8x32xi1, strided<[40, 1], offset: ?>> to memref<8x32xi8, strided<[40, 1], offset: ?>>
  // CHECK-DAG: %[[PAD:.*]] = arith.extui %{{.*}} : i1 to i8
  // CHECK: %[[READ:.*]] = vector.transfer_read %[[UNITS]][%{{.*}}, %{{.*}}], %[[PAD]], %{{.*}} : memref<8x32xi8, strided<[40, 1], offset: ?>>, vector<16xi8>
  // CHECK: %[[BITS:.*]] = arith.cmpi ne, %[[READ]], %{{.*}} : vector<16xi8>
  %pad = arith.constant true
  %0 = vector.transfer_read %x[%i, %i], %pad, %mask
      : memref<8x32xi1, strided<[40, 1], offset: ?>>, vector<16xi1>
  // CHECK: %[[STORED:.*]] = arith.extui %[[BITS]] : vector<16xi1> to vector<16xi8>
  // CHECK: vector.maskedstore %{{.*}}, %{{.*}}, %[[STORED]] : memref<8x32xi8>, vector<16xi1>, vector<16xi8>
  vector.maskedstore %y[%i, %i], %mask, %0
      : memref<8x32xi1>, vector<16xi1>, vector<16xi1>
  return
}

// -----

// CHECK-LABEL: func.func @widths(
func.func @widths(%x: memref<32xi24>, %y: memref<32xbf16>, %z: memref<32xi4>,
                  %i: index, %mask: vector<9xi1>, %other: vector<9xi4>) {
  // CHECK: %[[X:.*]] = vector.load %{{.*}} : memref<32xi32>, vector<9xi32>
  // CHECK: %[[X24:.*]] = arith.trunci %[[X]] : vector<9xi32> to vector<9xi24>
  %0 = vector.load %x[%i] : memref<32xi24>, vector<9xi24>
  // CHECK: %[[X32:.*]] = arith.extui %[[X24]] : vector<9xi24> to vector<9xi32>
  // CHECK: vector.store %[[X32]], %{{.*}} : memref<32xi32>, vector<9xi32>
  vector.store %0, %x[%i] : memref<32xi24>, vector<9xi24>
  // CHECK: %[[Y:.*]] = affine.vector_load %{{.*}} : memref<32xi16>, vector<9xi16>
  // CHECK: arith.bitcast %[[Y]] : vector<9xi16> to vector<9xbf16>
  %1 = affine.vector_load %y[3] : memref<32xbf16>, vector<9xbf16>
  // CHECK: affine.vector_store %{{.*}} : memref<32xi16>, vector<9xi16>
  affine.vector_store %1, %y[4] : memref<32xbf16>, vector<9xbf16>
  // CHECK: vector.expandload %{{.*}} : memref<32xi8>, vector<9xi1>, vector<9xi8> into vector<9xi8>
  // CHECK: arith.trunci %{{.*}} : vector<9xi8> to vector<9xi4>
  %2 = vector.expandload %z[%i], %mask, %other
      : memref<32xi4>, vector<9xi1>, vector<9xi4> into vector<9xi4>
  // CHECK: vector.compressstore %{{.*}} : memref<32xi8>, vector<9xi1>, vector<9xi8>
  vector.compressstore %z[%i], %mask, %2
      : memref<32xi4>, vector<9xi1>, vector<9xi4>
  return
}

// -----

// Whole units, elements without a unit and vectors as elements stay.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK: vector.load %{{.*}} : memref<32xi16>, vector<9xi16>
// CHECK: vector.load %{{.*}} : memref<32xf80>, vector<9xf80>
// CHECK: vector.load %{{.*}} : memref<32xindex>, vector<9xindex>
// CHECK: vector.load %{{.*}} : memref<32xvector<9xi1>>, vector<9xi1>
// CHECK: return
func.func @others(%x: memref<32xi16>, %y: memref<32xf80>, %z: memref<32xindex>,
                  %u: memref<32xvector<9xi1>>, %i: index)
    -> (vector<9xi16>, vector<9xf80>, vector<9xindex>, vector<9xi1>) {
  %0 = vector.load %x[%i] : memref<32xi16>, vector<9xi16>
  %1 = vector.load %y[%i] : memref<32xf80>, vector<9xf80>
  %2 = vector.load %z[%i] : memref<32xindex>, vector<9xindex>
  %3 = vector.load %u[%i] : memref<32xvector<9xi1>>, vector<9xi1>
  return %0, %1, %2, %3
      : vector<9xi16>, vector<9xf80>, vector<9xindex>, vector<9xi1>
}

// -----

func.func @mask(%x: memref<32xi1>, %i: index, %mask: vector<16xi1>)
    -> vector<16xi1> {
  %pad = arith.constant false
  // expected-note@+1 {{of this op}}
  %0 = vector.mask %mask {
    // expected-error@+1 {{requires a mask as an operand to access elements of less than a storage unit, found a region}}
    vector.transfer_read %x[%i], %pad : memref<32xi1>, vector<16xi1>
  } : vector<16xi1> -> vector<16xi1>
  return %0 : vector<16xi1>
}
