// A rewrite of a constant global folds like one of a constant. The global goes
// away if it is private and not read any more.
// RUN: layout-opt %s --layout-fold --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-fold --layout-count --split-input-file -o /dev/null | FileCheck %s --check-prefix=COUNT

// CHECK-NOT: @private
ml_program.global private @private(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-NOT: @data
ml_program.global private @data(dense_resource<data> : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK: ml_program.global public @visible
ml_program.global public @visible(dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK-LABEL: func.func @fold
// CHECK-NEXT: arith.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]>
// CHECK-NEXT: arith.constant dense_resource<data_layout> : tensor<2x2xi8>
// CHECK-NEXT: arith.constant dense<{{\[\[}}1, 3], [2, 4]]>
// CHECK-NEXT: return
// CHECK: data_layout: "0x0100000001030204"
// COUNT: {"rewrites":0,{{.*}}"constants":{"n":0,"bytes":0}
func.func @fold() -> (tensor<3x2xf32>, tensor<2x2xi8>, tensor<2x2xi8>) {
  %0 = ml_program.global_load_const @private : tensor<2x3xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %2 = ml_program.global_load_const @data : tensor<2x2xi8>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %4 = ml_program.global_load_const @visible : tensor<2x2xi8>
  %5 = layout.layout_transform %4 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %1, %3, %5 : tensor<3x2xf32>, tensor<2x2xi8>, tensor<2x2xi8>
}
{-# dialect_resources: { builtin: { data: "0x0100000001020304" } } #-}

// -----

// CHECK: ml_program.global private @shared
ml_program.global private @shared(dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK-LABEL: func.func @reads_both
// CHECK: %[[AS_IT_IS:.*]] = ml_program.global_load_const @shared
// CHECK: %[[FOLDED:.*]] = arith.constant dense<{{\[\[}}1, 3], [2, 4]]>
// CHECK: return %[[AS_IT_IS]], %[[FOLDED]]
// COUNT: {"rewrites":0,{{.*}}"constants":{"n":0,"bytes":0}
func.func @reads_both() -> (tensor<2x2xi8>, tensor<2x2xi8>) {
  %0 = ml_program.global_load_const @shared : tensor<2x2xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %0, %1 : tensor<2x2xi8>, tensor<2x2xi8>
}

// -----

// A load that may see a store, of a global that has none, and a buffer. The
// buffer of @visible_buffer may be read elsewhere, so it stays.
// CHECK-NOT: @loaded
// CHECK-NOT: @buffer
ml_program.global private @loaded(dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>) : tensor<2x2xi8>
memref.global "private" constant @buffer : memref<1x3xf32> = dense<[[1.0, 2.0, 3.0]]>
// CHECK: memref.global constant @visible_buffer
memref.global constant @visible_buffer : memref<2x2xi8> = dense<[[5, 6], [7, 8]]>
// CHECK-LABEL: func.func @reads
// CHECK-NEXT: arith.constant dense<{{\[\[}}1, 3], [2, 4]]>
// CHECK-NEXT: arith.constant dense<{{\[\[}}1.000000e+00], [2.000000e+00], [3.000000e+00]]>
// CHECK-NEXT: arith.constant dense<{{\[\[}}5, 7], [6, 8]]>
// CHECK-NEXT: return
// COUNT: {"rewrites":0,{{.*}}"constants":{"n":0,"bytes":0}
func.func @reads() -> (tensor<2x2xi8>, tensor<3x1xf32>, tensor<2x2xi8>) {
  %0 = ml_program.global_load @loaded : tensor<2x2xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  %2 = memref.get_global @buffer : memref<1x3xf32>
  %3 = bufferization.to_tensor %2 restrict : memref<1x3xf32> to tensor<1x3xf32>
  %4 = layout.layout_transform %3 by <(i, j) -> (j, i)> : tensor<1x3xf32> to tensor<3x1xf32>
  %5 = memref.get_global @visible_buffer : memref<2x2xi8>
  %6 = bufferization.to_tensor %5 restrict : memref<2x2xi8> to tensor<2x2xi8>
  %7 = layout.layout_transform %6 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %1, %4, %7 : tensor<2x2xi8>, tensor<3x1xf32>, tensor<2x2xi8>
}

// -----

// The value of this one is given elsewhere, so its rewrite runs on every call
// and is counted.
ml_program.global private @elsewhere(#ml_program.extern : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK-LABEL: func.func @stays
// CHECK: ml_program.global_load_const @elsewhere
// CHECK: layout.layout_transform
// COUNT: {"rewrites":1,"bytes":8,{{.*}}"constants":{"n":0,"bytes":0}
func.func @stays() -> tensor<2x2xi8> {
  %0 = ml_program.global_load_const @elsewhere : tensor<2x2xi8>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}
