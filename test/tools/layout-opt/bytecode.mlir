// Bytecode holds the data of resources, aligned, and is read back from a file or
// from standard input.
// NO-VERIFY-ROUNDTRIP: the round trip reads bytecode that is not aligned
// RUN: layout-opt %s --emit-bytecode -o %t.bc
// RUN: layout-opt %t.bc --layout-fold -o %t.folded.bc --emit-bytecode
// RUN: layout-opt %t.folded.bc | FileCheck %s
// RUN: layout-opt - < %t.bc -o /dev/null

// CHECK: arith.constant dense_resource<numbers_layout> : tensor<2x2xf32>
// CHECK: numbers_layout: "0x400000000000803F000040400000004000008040"
func.func @f() -> tensor<2x2xf32> {
  %0 = arith.constant dense_resource<numbers> : tensor<2x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x400000000000803F000000400000404000008040"
    }
  }
#-}
