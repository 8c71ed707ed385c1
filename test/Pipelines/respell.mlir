// test/python/test_spellings.py plans what this pass of layout-test-opt writes:
// the same program by other ops. It says how many ops it has changed.
//
// Covers: R35

// RUN: layout-test-opt %s --test-layout-respell=spellings=generic 2>&1 | FileCheck %s --check-prefix=GENERIC
// GENERIC: respelled 3
// GENERIC-NOT: linalg.matmul
// RUN: layout-test-opt %s --test-layout-respell=spellings=contract 2>/dev/null | FileCheck %s --check-prefix=CONTRACT
// CONTRACT: linalg.contract indexing_maps = {{.*}} ins(%arg0, %arg1 : tensor<5x7xf32>, tensor<7x3xf32>)
// RUN: layout-test-opt %s --test-layout-respell=spellings=factor-order 2>/dev/null | FileCheck %s --check-prefix=FACTORS
// FACTORS: linalg.generic {{.*}} ins(%arg1, %arg0 : tensor<7x3xf32>, tensor<5x7xf32>)
// RUN: layout-test-opt %s --test-layout-respell=spellings=bias-behind 2>/dev/null | FileCheck %s --check-prefix=BEHIND
// BEHIND: %[[B:.*]] = linalg.broadcast
// BEHIND: %[[Z:.*]] = linalg.fill
// BEHIND: %[[S:.*]] = linalg.matmul {{.*}} outs(%[[Z]] : tensor<5x3xf32>)
// BEHIND: linalg.add ins(%[[S]], %[[B]] : tensor<5x3xf32>, tensor<5x3xf32>)
// RUN: layout-test-opt %s --test-layout-respell=spellings=bias-behind,bias-first -o %t.both.mlir 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: layout-check %s %t.both.mlir | FileCheck %s --check-prefix=EQUAL
// BOTH: respelled 2
// EQUAL: {{^equal$}}
// RUN: layout-test-opt %s --test-layout-respell=spellings=tensors 2>/dev/null | FileCheck %s --check-prefix=TENSORS
// TENSORS: math.exp %{{.*}} : tensor<5x3xf32>
//
// RUN: not layout-test-opt %s --test-layout-respell=spellings=runes 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: requires the name of a spelling, found 'runes'

func.func @main(%x: tensor<5x7xf32>, %w: tensor<7x3xf32>, %b: tensor<3xf32>) -> tensor<5x3xf32> {
  %e = tensor.empty() : tensor<5x3xf32>
  %i = linalg.broadcast ins(%b : tensor<3xf32>) outs(%e : tensor<5x3xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<5x7xf32>, tensor<7x3xf32>) outs(%i : tensor<5x3xf32>) -> tensor<5x3xf32>
  %1 = linalg.exp ins(%0 : tensor<5x3xf32>) outs(%e : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}
