// A convolution with windows of one element indexes its image without the loops
// over the window in a planned program, if upstream's fusion of elementwise ops
// can move a reshape behind it then. The first clean-up of the pipeline puts
// the loops back, by which a convolution is known.
//
// Covers: R42

// RUN: split-file %s %t

// RUN: layout-opt %t/drop.mlir --layout-clean-up=forms=planned -o %t/dropped.mlir
// RUN: FileCheck %t/drop.mlir --input-file=%t/dropped.mlir
// RUN: layout-opt %t/drop.mlir --layout-clean-up | FileCheck %s --check-prefix=OFF
// OFF: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
// RUN: layout-opt %t/dropped.mlir --layout-clean-up=forms=planning -o %t/added.mlir
// RUN: layout-opt %t/drop.mlir --layout-clean-up -o %t/clean.mlir
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=pointwise | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=residual | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=pixel | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=whole | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=strided | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=larger | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/dropped.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t/drop.mlir %t/added.mlir --entry=pointwise | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/added.mlir --layout-clean-up=forms=planned | diff %t/dropped.mlir -
// EQUAL: {{^equal$}}

// RUN: layout-opt %t/add.mlir --layout-clean-up=forms=planning -o %t/windows.mlir
// RUN: FileCheck %t/add.mlir --input-file=%t/windows.mlir
// RUN: layout-check %t/add.mlir %t/windows.mlir --entry=image | FileCheck %s --check-prefix=EQUAL

// As many elementwise ops are left as without a plan: one behind the last
// convolution.
// RUN: layout-opt %t/network.mlir --layout-randomize-splats=seed=1 -o %t/random.mlir
// RUN: layout-opt %t/random.mlir --layout-pipeline=target=%t/target.mlir -o %t/planned.mlir
// RUN: FileCheck %s --check-prefix=PLANNED --input-file=%t/planned.mlir
// RUN: layout-opt %t/planned.mlir --layout-pipeline=target=%t/target.mlir | diff %t/planned.mlir -
// RUN: layout-check %t/random.mlir %t/planned.mlir --code=kernels | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t/random.mlir --linalg-generalize-named-ops --canonicalize --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// RUN: layout-opt %t/planned.mlir --linalg-generalize-named-ops --canonicalize --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// PLANNED: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d5)>
// FUSED: linalg.generic {{.*}}"reduction"
// FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(
// FUSED: linalg.generic {{.*}}"reduction"
// FUSED: arith.maximumf
// FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(
// FUSED: linalg.generic {{.*}}"reduction"
// FUSED: math.absf
// FUSED: linalg.generic {{.*}}"parallel"]} ins(
// FUSED: math.exp
// FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(

//--- drop.mlir

// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d6)>
// CHECK-DAG: #[[WINDOWS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
// CHECK-DAG: #[[STRIDED:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>
// CHECK-DAG: #[[WHOLE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d5, d3)>

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#image = affine_map<(n, h, w, o, r, s, c) -> (n, h + r, w + s, c)>
#strided = affine_map<(n, h, w, o, r, s, c) -> (n, h * 2 + r, w * 2 + s, c)>
#filter = affine_map<(n, h, w, o, r, s, c) -> (r, s, c, o)>
#result = affine_map<(n, h, w, o, r, s, c) -> (n, h, w, o)>

// CHECK-LABEL: func.func @pointwise
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]],
func.func @pointwise(%x: tensor<1x4x3x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x4x3x6xf32>) -> tensor<1x4x3x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %2 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x3x6xf32>
  return %2 : tensor<1x4x3x6xf32>
}

// The second of two elementwise ops reads an argument too.
// CHECK-LABEL: func.func @residual
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]],
func.func @residual(%x: tensor<1x4x3x2x5xf32>, %y: tensor<1x4x3x10xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x4x3x6xf32>) -> tensor<1x4x3x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %2 = linalg.add ins(%y, %1 : tensor<1x4x3x10xf32>, tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %3 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%2, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x3x6xf32>
  return %3 : tensor<1x4x3x6xf32>
}

// An image of one pixel.
// CHECK-LABEL: func.func @pixel
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]],
func.func @pixel(%x: tensor<1x1x1x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x1x1x6xf32>) -> tensor<1x1x1x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x1x1x2x5xf32> into tensor<1x1x1x10xf32>
  %e = tensor.empty() : tensor<1x1x1x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x1x1x10xf32>) outs(%e : tensor<1x1x1x10xf32>) -> tensor<1x1x1x10xf32>
  %2 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x1x1x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x1x1x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1x6xf32>
  return %2 : tensor<1x1x1x6xf32>
}

// A pooling of a whole image.
// CHECK-LABEL: func.func @whole
// CHECK: linalg.generic {indexing_maps = [#[[WHOLE]],
func.func @whole(%x: tensor<1x4x3x2x5xf32>, %init: tensor<1x1x1x10xf32>) -> tensor<1x1x1x10xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %window = tensor.empty() : tensor<4x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, h, w, c, r, s) -> (n, h + r, w + s, c)>, affine_map<(n, h, w, c, r, s) -> (r, s)>, affine_map<(n, h, w, c, r, s) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%1, %window : tensor<1x4x3x10xf32>, tensor<4x3xf32>) outs(%init : tensor<1x1x1x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x1x1x10xf32>
  return %2 : tensor<1x1x1x10xf32>
}

// The name stays.
// CHECK-LABEL: func.func @named
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @named(%x: tensor<1x4x3x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x4x3x6xf32>) -> tensor<1x4x3x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%1, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) -> tensor<1x4x3x6xf32>
  return %2 : tensor<1x4x3x6xf32>
}

// All these stay: strides, an image that is larger than what the windows reach,
// one of unknown size, one that others read too, one whose dims have not been
// joined, and an op that no pass may touch.
// CHECK-LABEL: func.func @strided
// CHECK: linalg.generic {indexing_maps = [#[[STRIDED]],
func.func @strided(%x: tensor<1x5x3x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x3x2x6xf32>) -> tensor<1x3x2x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x5x3x2x5xf32> into tensor<1x5x3x10xf32>
  %e = tensor.empty() : tensor<1x5x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x5x3x10xf32>) outs(%e : tensor<1x5x3x10xf32>) -> tensor<1x5x3x10xf32>
  %2 = linalg.generic {indexing_maps = [#strided, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x5x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x3x2x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3x2x6xf32>
  return %2 : tensor<1x3x2x6xf32>
}

// CHECK-LABEL: func.func @larger
// CHECK: linalg.generic {indexing_maps = [#[[WINDOWS]],
func.func @larger(%x: tensor<1x4x3x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x3x3x6xf32>) -> tensor<1x3x3x6xf32> {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %2 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x3x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x3x3x6xf32>
  return %2 : tensor<1x3x3x6xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.generic {indexing_maps = [#[[WINDOWS]],
func.func @dynamic(%x: tensor<1x?x3x2x5xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x?x3x6xf32>) -> tensor<1x?x3x6xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x?x3x2x5xf32> into tensor<1x?x3x10xf32>
  %h = tensor.dim %x, %c1 : tensor<1x?x3x2x5xf32>
  %e = tensor.empty(%h) : tensor<1x?x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x?x3x10xf32>) outs(%e : tensor<1x?x3x10xf32>) -> tensor<1x?x3x10xf32>
  %2 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x?x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x?x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x?x3x6xf32>
  return %2 : tensor<1x?x3x6xf32>
}

// CHECK-LABEL: func.func @stay
// CHECK-COUNT-3: linalg.generic {indexing_maps = [#[[WINDOWS]],
func.func @stay(%x: tensor<1x4x3x2x5xf32>, %y: tensor<1x4x3x10xf32>, %w: tensor<1x1x10x6xf32>, %init: tensor<1x4x3x6xf32>) -> (tensor<1x4x3x10xf32>, tensor<1x4x3x6xf32>, tensor<1x4x3x6xf32>, tensor<1x4x3x6xf32>) {
  %0 = tensor.collapse_shape %x [[0], [1], [2], [3, 4]] : tensor<1x4x3x2x5xf32> into tensor<1x4x3x10xf32>
  %e = tensor.empty() : tensor<1x4x3x10xf32>
  %1 = linalg.abs ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %2 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%1, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x3x6xf32>
  %3 = linalg.exp ins(%y : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %4 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%3, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x3x6xf32>
  %5 = linalg.floor ins(%0 : tensor<1x4x3x10xf32>) outs(%e : tensor<1x4x3x10xf32>) -> tensor<1x4x3x10xf32>
  %6 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%5, %w : tensor<1x4x3x10xf32>, tensor<1x1x10x6xf32>) outs(%init : tensor<1x4x3x6xf32>) attrs = {layout.skip} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4x3x6xf32>
  return %1, %2, %4, %6 : tensor<1x4x3x10xf32>, tensor<1x4x3x6xf32>, tensor<1x4x3x6xf32>, tensor<1x4x3x6xf32>
}

//--- add.mlir

// CHECK-DAG: #[[WINDOWS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d2 + d4, d3 + d5)>
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d2, d3)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>

#image = affine_map<(n, o, h, w, r, s, c) -> (n, c, h, w)>
#filter = affine_map<(n, o, h, w, r, s, c) -> (o, c, r, s)>
#result = affine_map<(n, o, h, w, r, s, c) -> (n, o, h, w)>

// The image keeps its accesses in a frozen op. The rows of a matmul are no
// image, since nothing is in front of them. A loop of more than one iteration
// is no window either.
// CHECK-LABEL: func.func @image
// CHECK: linalg.generic {indexing_maps = [#[[WINDOWS]],
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]],
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]],
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]],
func.func @image(%x: tensor<1x5x4x3xf32>, %w: tensor<6x5x1x1xf32>, %v: tensor<6x5x1x2xf32>, %init: tensor<1x6x4x3xf32>, %a: tensor<4x5xf32>, %b: tensor<5x1x6xf32>, %c: tensor<4x6xf32>) -> (tensor<1x6x4x3xf32>, tensor<1x6x4x3xf32>, tensor<4x6xf32>, tensor<1x6x4x3xf32>) {
  %0 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x5x4x3xf32>, tensor<6x5x1x1xf32>) outs(%init : tensor<1x6x4x3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x6x4x3xf32>
  %1 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x5x4x3xf32>, tensor<6x5x1x1xf32>) outs(%0 : tensor<1x6x4x3xf32>) attrs = {layout.frozen} {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x6x4x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n, r, k) -> (m, k)>, affine_map<(m, n, r, k) -> (k, r, n)>, affine_map<(m, n, r, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<4x5xf32>, tensor<5x1x6xf32>) outs(%c : tensor<4x6xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  %3 = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %v : tensor<1x5x4x3xf32>, tensor<6x5x1x2xf32>) outs(%1 : tensor<1x6x4x3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x6x4x3xf32>
  return %0, %1, %2, %3 : tensor<1x6x4x3xf32>, tensor<1x6x4x3xf32>, tensor<4x6xf32>, tensor<1x6x4x3xf32>
}

// No weights for channels.
// CHECK-LABEL: func.func @scaled
// CHECK: linalg.generic {indexing_maps = [#[[PIXELS:.*]], #{{.*}}, #[[PIXELS]]]
func.func @scaled(%x: tensor<4x3x5xf32>, %w: tensor<1xf32>, %init: tensor<4x3x5xf32>) -> tensor<4x3x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(h, w, c, r) -> (h, w, c)>, affine_map<(h, w, c, r) -> (r)>, affine_map<(h, w, c, r) -> (h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x3x5xf32>, tensor<1xf32>) outs(%init : tensor<4x3x5xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

//--- target.mlir

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "default", "result" = "N*C16c">]>>>} {}

//--- network.mlir

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#bias = affine_map<(n, h, w, c) -> (c)>
func.func @main(%x: tensor<1x5x3x16xf32>) -> tensor<1x5x3x32xf32> {
  %w = arith.constant dense<0.5> : tensor<1x1x16x32xf32>
  %b = arith.constant dense<-1.0> : tensor<32xf32>
  %v = arith.constant dense<0.25> : tensor<1x1x32x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x3x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x5x3x16xf32>, tensor<1x1x16x32xf32>) outs(%init : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %b : tensor<1x5x3x32xf32>, tensor<32xf32>) outs(%e : tensor<1x5x3x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<1x5x3x32xf32>
  %u = arith.constant dense<0.125> : tensor<1x1x32x32xf32>
  %r0 = linalg.conv_2d_nhwc_hwcf ins(%1, %u : tensor<1x5x3x32xf32>, tensor<1x1x32x32xf32>) outs(%init : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %r1 = linalg.abs ins(%r0 : tensor<1x5x3x32xf32>) outs(%e : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %f = tensor.empty() : tensor<1x5x3x32xf32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%r1, %v : tensor<1x5x3x32xf32>, tensor<1x1x32x32xf32>) outs(%start : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  %3 = linalg.exp ins(%2 : tensor<1x5x3x32xf32>) outs(%f : tensor<1x5x3x32xf32>) -> tensor<1x5x3x32xf32>
  return %3 : tensor<1x5x3x32xf32>
}
