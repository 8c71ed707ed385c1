// Buffers that are not live at the same time share memory. Each function is
// compared with the program before, and a second run changes nothing.

// RUN: layout-opt %s --layout-plan-memory=report=%t.json -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.json --check-prefix=REPORT
// RUN: layout-opt %t --layout-plan-memory | diff %t -
// RUN: layout-opt %s --layout-plan-memory=report=- -o /dev/null 2>&1 | diff %t.json -
// RUN: layout-check %s %t --entry=chain
// RUN: layout-check %s %t --entry=alignments
// RUN: layout-check %s %t --entry=element_types
// RUN: layout-check %s %t --entry=views
// RUN: layout-check %s %t --entry=loop --int-range=-50,50
// RUN: layout-check %s %t --entry=carried
// RUN: layout-check %s %t --entry=other_loops --int-range=-50,50
// RUN: layout-check %s %t --entry=branches
// RUN: layout-check %s %t --entry=blocks
// RUN: layout-check %s %t --entry=back_edge
// RUN: layout-check %s %t --entry=read_again
// RUN: layout-check %s %t --entry=calls
// RUN: layout-check %s %t --entry=freed
// RUN: layout-check %s %t --entry=freed_once --int-range=0,1

// REPORT: "version": 1
// REPORT-LABEL: "name": "chain"
// REPORT-NEXT: "buffers": 3,
// REPORT-NEXT: "left": 0,
// REPORT-NEXT: "dynamic": false,
// REPORT-NEXT: "sum": 384,
// REPORT-NEXT: "peak": 256,
// REPORT-NEXT: "bound": 256

// A buffer is live where it is read and the next one is written.
// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<256xi8> to memref<5x1x6xf32>
// CHECK-NEXT: linalg.exp ins(%arg0 : memref<5x1x6xf32>) outs(%[[V0]] : memref<5x1x6xf32>)
// CHECK-NEXT: %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT: %[[V1:.*]] = memref.view %[[ARENA]][%[[C128]]][] : memref<256xi8> to memref<5x1x6xf32>
// CHECK: %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V2:.*]] = memref.view %[[ARENA]][%[[C0_0]]][] : memref<256xi8> to memref<5x1x6xf32>
// CHECK-NOT: memref.dealloc
func.func @chain(%x: memref<5x1x6xf32>, %y: memref<5x1x6xf32>) {
  %0 = memref.alloc() : memref<5x1x6xf32>
  linalg.exp ins(%x : memref<5x1x6xf32>) outs(%0 : memref<5x1x6xf32>)
  %1 = memref.alloc() : memref<5x1x6xf32>
  linalg.abs ins(%0 : memref<5x1x6xf32>) outs(%1 : memref<5x1x6xf32>)
  %2 = memref.alloc() : memref<5x1x6xf32>
  linalg.negf ins(%1 : memref<5x1x6xf32>) outs(%2 : memref<5x1x6xf32>)
  memref.copy %2, %y : memref<5x1x6xf32> to memref<5x1x6xf32>
  return
}

// Both are live at once. The second one is at a multiple of 256 without a gap.
// CHECK-LABEL: func.func @alignments(
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 256 : i64} : memref<384xi8>
// CHECK-NEXT: %[[FIRST:.*]] = arith.constant 192 : index
// CHECK-NEXT: memref.view %[[ARENA]][%[[FIRST]]][] : memref<384xi8> to memref<48xf32>
// CHECK-NEXT: %[[SECOND:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.view %[[ARENA]][%[[SECOND]]][] : memref<384xi8> to memref<33xf32>
func.func @alignments(%x: memref<48xf32>, %y: memref<33xf32>) {
  %0 = memref.alloc() {alignment = 16 : i64} : memref<48xf32>
  %1 = memref.alloc() {alignment = 256 : i64} : memref<33xf32>
  linalg.exp ins(%x : memref<48xf32>) outs(%0 : memref<48xf32>)
  linalg.exp ins(%y : memref<33xf32>) outs(%1 : memref<33xf32>)
  memref.copy %0, %x : memref<48xf32> to memref<48xf32>
  memref.copy %1, %y : memref<33xf32> to memref<33xf32>
  return
}

// An i1 takes a byte, an i24 four, a vector<3xf32> sixteen.
// CHECK-LABEL: func.func @element_types(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<512xi8>
// CHECK-DAG: memref<512xi8> to memref<65xi1>
// CHECK-DAG: memref<512xi8> to memref<17xi24>
// CHECK-DAG: memref<512xi8> to memref<9xvector<3xf32>>
// CHECK-DAG: memref<512xi8> to memref<f64>
// REPORT-LABEL: "name": "element_types"
// REPORT: "sum": 512,
func.func @element_types(%x: memref<65xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c17 = arith.constant 17 : index
  %c65 = arith.constant 65 : index
  %zero = arith.constant 0.5 : f32
  %flags = memref.alloc() : memref<65xi1>
  %ints = memref.alloc() : memref<17xi24>
  %vectors = memref.alloc() : memref<9xvector<3xf32>>
  %scalar = memref.alloc() : memref<f64>
  scf.for %i = %c0 to %c65 step %c1 {
    %v = memref.load %x[%i] : memref<65xf32>
    %p = arith.cmpf ogt, %v, %zero : f32
    memref.store %p, %flags[%i] : memref<65xi1>
  }
  scf.for %i = %c0 to %c17 step %c1 {
    %n = arith.index_cast %i : index to i24
    memref.store %n, %ints[%i] : memref<17xi24>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<65xf32>
    %b = vector.broadcast %v : f32 to vector<3xf32>
    memref.store %b, %vectors[%i] : memref<9xvector<3xf32>>
  }
  %one = arith.constant 1.0 : f64
  memref.store %one, %scalar[] : memref<f64>
  scf.for %i = %c0 to %c65 step %c1 {
    %p = memref.load %flags[%i] : memref<65xi1>
    %j = arith.remui %i, %c17 : index
    %k = arith.remui %i, %c9 : index
    %n = memref.load %ints[%j] : memref<17xi24>
    %f = arith.sitofp %n : i24 to f32
    %b = memref.load %vectors[%k] : memref<9xvector<3xf32>>
    %e = vector.extract %b[2] : f32 from vector<3xf32>
    %d = memref.load %scalar[] : memref<f64>
    %t = arith.truncf %d : f64 to f32
    %0 = arith.select %p, %f, %e : f32
    %1 = arith.addf %0, %t : f32
    memref.store %1, %x[%i] : memref<65xf32>
  }
  return
}

// A buffer is live as long as its views: %0 is read by way of %4 after %1 and %2
// are written, so that three are live. Its shape of a memref.reshape is, too.
// CHECK-LABEL: func.func @views(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<448xi8>
func.func @views(%x: memref<4x6xf32>, %y: memref<2x6xf32>, %z: memref<12x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  %c12 = arith.constant 12 : i32
  %shape = memref.alloc() : memref<2xi32>
  memref.store %c12, %shape[%c0] : memref<2xi32>
  memref.store %c2, %shape[%c1] : memref<2xi32>
  %0 = memref.alloc() : memref<4x6xf32>
  linalg.exp ins(%x : memref<4x6xf32>) outs(%0 : memref<4x6xf32>)
  %collapsed = memref.collapse_shape %0 [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %expanded = memref.expand_shape %collapsed [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %part = memref.subview %expanded[1, 1] [2, 2] [2, 2] : memref<6x4xf32> to memref<2x2xf32, strided<[8, 2], offset: 5>>
  %4 = memref.cast %part : memref<2x2xf32, strided<[8, 2], offset: 5>> to memref<2x?xf32, strided<[8, 2], offset: ?>>
  %1 = memref.alloc() : memref<4x6xf32>
  linalg.abs ins(%x : memref<4x6xf32>) outs(%1 : memref<4x6xf32>)
  %2 = memref.alloc() : memref<4x6xf32>
  linalg.negf ins(%1 : memref<4x6xf32>) outs(%2 : memref<4x6xf32>)
  %reshaped = memref.reshape %2(%shape) : (memref<4x6xf32>, memref<2xi32>) -> memref<12x2xf32>
  memref.copy %reshaped, %z : memref<12x2xf32> to memref<12x2xf32>
  %5 = memref.load %4[%c1, %c1] : memref<2x?xf32, strided<[8, 2], offset: ?>>
  memref.store %5, %y[%c0, %c1] : memref<2x6xf32>
  %3 = memref.alloc() : memref<2x6xf32>
  linalg.exp ins(%y : memref<2x6xf32>) outs(%3 : memref<2x6xf32>)
  memref.copy %3, %y : memref<2x6xf32> to memref<2x6xf32>
  return
}

// %sum is written in the loop and read by its next iteration: it shares with
// neither %a nor %b, which are live within an iteration, one after the other.
// %before and %after are not live in the loop.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK-DAG: %[[BEFORE:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<192xi8> to memref<1x9xi32>
// CHECK: scf.for
// CHECK: memref.view %[[ARENA]][%{{.*}}][] : memref<192xi8> to memref<7xi32>
// CHECK: memref.view %[[ARENA]][%{{.*}}][] : memref<192xi8> to memref<7xi32>
// REPORT-LABEL: "name": "loop"
// REPORT: "buffers": 6,
// REPORT: "sum": 384,
// REPORT-NEXT: "peak": 192,
// REPORT-NEXT: "bound": 192
func.func @loop(%x: memref<7xi32>, %y: memref<1x9xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %before = memref.alloc() : memref<1x9xi32>
  linalg.copy ins(%y : memref<1x9xi32>) outs(%before : memref<1x9xi32>)
  linalg.add ins(%before, %y : memref<1x9xi32>, memref<1x9xi32>) outs(%y : memref<1x9xi32>)
  %sum = memref.alloc() : memref<7xi32>
  linalg.copy ins(%x : memref<7xi32>) outs(%sum : memref<7xi32>)
  scf.for %i = %c0 to %c5 step %c1 {
    %a = memref.alloc() : memref<7xi32>
    linalg.add ins(%sum, %x : memref<7xi32>, memref<7xi32>) outs(%a : memref<7xi32>)
    scf.for %j = %c0 to %c5 step %c1 {
      linalg.add ins(%a, %sum : memref<7xi32>, memref<7xi32>) outs(%sum : memref<7xi32>)
    }
    %b = memref.alloc() : memref<7xi32>
    linalg.mul ins(%sum, %x : memref<7xi32>, memref<7xi32>) outs(%b : memref<7xi32>)
    %c = memref.alloc() : memref<7xi32>
    linalg.copy ins(%b : memref<7xi32>) outs(%c : memref<7xi32>)
    linalg.add ins(%sum, %c : memref<7xi32>, memref<7xi32>) outs(%sum : memref<7xi32>)
  }
  %after = memref.alloc() : memref<1x9xi32>
  linalg.copy ins(%y : memref<1x9xi32>) outs(%after : memref<1x9xi32>)
  memref.copy %sum, %x : memref<7xi32> to memref<7xi32>
  memref.copy %after, %y : memref<1x9xi32> to memref<1x9xi32>
  return
}

// The loop carries both buffers and may exchange them: both are live with %2.
// CHECK-LABEL: func.func @carried(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<192xi8>
func.func @carried(%x: memref<7xf32>, %y: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<7xf32>
  %1 = memref.alloc() : memref<7xf32>
  linalg.copy ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %0, %t = %1) -> (memref<7xf32>, memref<7xf32>) {
    %2 = memref.alloc() : memref<7xf32>
    linalg.exp ins(%s : memref<7xf32>) outs(%2 : memref<7xf32>)
    linalg.add ins(%2, %x : memref<7xf32>, memref<7xf32>) outs(%t : memref<7xf32>)
    scf.yield %t, %s : memref<7xf32>, memref<7xf32>
  }
  %3 = memref.alloc() : memref<7xf32>
  linalg.abs ins(%r#0 : memref<7xf32>) outs(%3 : memref<7xf32>)
  memref.copy %3, %y : memref<7xf32> to memref<7xf32>
  return
}

// The results of branches are live after them; what a branch does not hand on
// is not.
// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<192xi8>
func.func @branches(%x: memref<7xf32>, %y: memref<7xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %flag = arith.cmpi ugt, %n, %c1 : index
  %r = scf.if %flag -> memref<7xf32> {
    %0 = memref.alloc() : memref<7xf32>
    linalg.negf ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
    %1 = memref.alloc() : memref<7xf32>
    linalg.abs ins(%0 : memref<7xf32>) outs(%1 : memref<7xf32>)
    scf.yield %1 : memref<7xf32>
  } else {
    %2 = memref.alloc() : memref<7xf32>
    linalg.exp ins(%x : memref<7xf32>) outs(%2 : memref<7xf32>)
    scf.yield %2 : memref<7xf32>
  }
  %3 = memref.alloc() : memref<7xf32>
  linalg.copy ins(%x : memref<7xf32>) outs(%3 : memref<7xf32>)
  %4 = arith.select %flag, %r, %3 : memref<7xf32>
  memref.copy %4, %y : memref<7xf32> to memref<7xf32>
  return
}

// %0 is used in two blocks and shares with none; %1 and %2 are each used in one.
// CHECK-LABEL: func.func @blocks(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
func.func @blocks(%x: memref<7xf32>, %y: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<7xf32>
  linalg.copy ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %c3 : index
  cf.cond_br %more, ^body, ^end
^body:
  %1 = memref.alloc() : memref<7xf32>
  linalg.exp ins(%0 : memref<7xf32>) outs(%1 : memref<7xf32>)
  linalg.add ins(%1, %x : memref<7xf32>, memref<7xf32>) outs(%0 : memref<7xf32>)
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  %2 = memref.alloc() : memref<7xf32>
  linalg.abs ins(%0 : memref<7xf32>) outs(%2 : memref<7xf32>)
  memref.copy %2, %y : memref<7xf32> to memref<7xf32>
  return
}

// The called function does not keep its arguments.
// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
func.func @calls(%x: memref<7xf32>, %y: memref<7xf32>) {
  %0 = memref.alloc() : memref<7xf32>
  func.call @negate(%x, %0) : (memref<7xf32>, memref<7xf32>) -> ()
  %1 = memref.alloc() : memref<7xf32>
  func.call @negate(%0, %1) : (memref<7xf32>, memref<7xf32>) -> ()
  %2 = memref.alloc() : memref<7xf32>
  func.call @negate(%1, %2) : (memref<7xf32>, memref<7xf32>) -> ()
  memref.copy %2, %y : memref<7xf32> to memref<7xf32>
  return
}

// One buffer has nothing to share.
// CHECK-LABEL: func.func private @negate(
// CHECK-NEXT: memref.alloc() : memref<7xf32>
func.func private @negate(%x: memref<7xf32>, %y: memref<7xf32>) {
  %0 = memref.alloc() : memref<7xf32>
  linalg.negf ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  memref.copy %0, %y : memref<7xf32> to memref<7xf32>
  return
}

// Buffers are not freed one by one; the arena is freed at the end.
// CHECK-LABEL: func.func @freed(
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64xi8>
// CHECK-NOT: memref.dealloc
// CHECK: memref.dealloc %[[ARENA]] : memref<64xi8>
// CHECK-NEXT: return
func.func @freed(%x: memref<7xf32>, %y: memref<7xf32>) {
  %0 = memref.alloc() : memref<7xf32>
  linalg.negf ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  linalg.copy ins(%0 : memref<7xf32>) outs(%y : memref<7xf32>)
  memref.dealloc %0 : memref<7xf32>
  %1 = memref.alloc() : memref<7xf32>
  linalg.abs ins(%y : memref<7xf32>) outs(%1 : memref<7xf32>)
  memref.copy %1, %y : memref<7xf32> to memref<7xf32>
  memref.dealloc %1 : memref<7xf32>
  return
}

// One op frees either buffer.
// CHECK-LABEL: func.func @freed_once(
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK-NOT: memref.dealloc
// CHECK: memref.dealloc %[[ARENA]] : memref<128xi8>
// CHECK-NEXT: return
func.func @freed_once(%x: memref<7xf32>, %flag: i1) {
  %r = scf.if %flag -> memref<7xf32> {
    %0 = memref.alloc() : memref<7xf32>
    linalg.negf ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
    scf.yield %0 : memref<7xf32>
  } else {
    %1 = memref.alloc() : memref<7xf32>
    linalg.exp ins(%x : memref<7xf32>) outs(%1 : memref<7xf32>)
    scf.yield %1 : memref<7xf32>
  }
  memref.copy %r, %x : memref<7xf32> to memref<7xf32>
  memref.dealloc %r : memref<7xf32>
  return
}

// %0 and %keep are live in the loops; those that the loops allocate are not live
// at once.
// CHECK-LABEL: func.func @other_loops(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK: scf.while
// CHECK: %[[T:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[T]]][] : memref<192xi8> to memref<7xi32>
// CHECK: ^bb0
// CHECK-NEXT: %[[U:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[U]]][] : memref<192xi8> to memref<7xi32>
// CHECK: affine.for
// CHECK-NEXT: %[[S:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[S]]][] : memref<192xi8> to memref<i32>
// CHECK: affine.if
// CHECK-NEXT: %[[P:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[P]]][] : memref<192xi8> to memref<i32>
func.func @other_loops(%x: memref<7xi32>, %y: memref<7xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<7xi32>
  linalg.copy ins(%x : memref<7xi32>) outs(%0 : memref<7xi32>)
  %keep = memref.alloc() : memref<7xi32>
  linalg.copy ins(%y : memref<7xi32>) outs(%keep : memref<7xi32>)
  %r = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ult, %i, %c3 : index
    %t = memref.alloc() : memref<7xi32>
    linalg.copy ins(%0 : memref<7xi32>) outs(%t : memref<7xi32>)
    linalg.add ins(%t, %y : memref<7xi32>, memref<7xi32>) outs(%y : memref<7xi32>)
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %u = memref.alloc() : memref<7xi32>
    linalg.add ins(%x, %keep : memref<7xi32>, memref<7xi32>) outs(%u : memref<7xi32>)
    linalg.add ins(%u, %0 : memref<7xi32>, memref<7xi32>) outs(%0 : memref<7xi32>)
    %n = arith.addi %i, %c1 : index
    scf.yield %n : index
  }
  affine.for %i = 0 to 7 {
    %s = memref.alloc() : memref<i32>
    %v = affine.load %0[%i] : memref<7xi32>
    affine.store %v, %s[] : memref<i32>
    %w = affine.load %s[] : memref<i32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %p = memref.alloc() : memref<i32>
      affine.store %w, %p[] : memref<i32>
      %q = affine.load %p[] : memref<i32>
      affine.store %q, %x[%i] : memref<7xi32>
    }
  }
  scf.forall (%i) in (7) {
    %v = memref.load %keep[%i] : memref<7xi32>
    %w = memref.load %y[%i] : memref<7xi32>
    %z = arith.addi %v, %w : i32
    memref.store %z, %y[%i] : memref<7xi32>
  }
  return
}

// A branch leads back to the use of %0 after %2 is written.
// CHECK-LABEL: func.func @back_edge(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
func.func @back_edge(%x: memref<7xf32>, %y: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<7xf32>
  linalg.exp ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  cf.br ^body(%c0 : index)
^body(%j: index):
  linalg.add ins(%0, %y : memref<7xf32>, memref<7xf32>) outs(%y : memref<7xf32>)
  %2 = memref.alloc() : memref<7xf32>
  linalg.abs ins(%y : memref<7xf32>) outs(%2 : memref<7xf32>)
  linalg.mul ins(%2, %y : memref<7xf32>, memref<7xf32>) outs(%y : memref<7xf32>)
  %next = arith.addi %j, %c1 : index
  %more = arith.cmpi ult, %next, %c3 : index
  cf.cond_br %more, ^body(%next : index), ^end
^end:
  return
}

// Each iteration reads %0 before it writes %1.
// CHECK-LABEL: func.func @read_again(
// CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<128xi8>
func.func @read_again(%x: memref<7xf32>, %y: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.alloc() : memref<7xf32>
  linalg.exp ins(%x : memref<7xf32>) outs(%0 : memref<7xf32>)
  scf.for %i = %c0 to %c3 step %c1 {
    linalg.add ins(%0, %y : memref<7xf32>, memref<7xf32>) outs(%y : memref<7xf32>)
    %1 = memref.alloc() : memref<7xf32>
    linalg.abs ins(%y : memref<7xf32>) outs(%1 : memref<7xf32>)
    linalg.add ins(%1, %y : memref<7xf32>, memref<7xf32>) outs(%y : memref<7xf32>)
  }
  return
}
