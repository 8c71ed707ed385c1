// Elements of constants that are strings pass upstream's verifier, but are
// translated to bytes, where pointers should be.
//
// RUN: split-file %s %t
// RUN: not layout-run %t/global.mlir --output=%t/out.npy 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not layout-run %t/local.mlir --output=%t/out.npy 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not layout-run %t/local.mlir --emit=llvm --symbol=f -o %t/out.ll 2>&1 | FileCheck %s --check-prefix=LOCAL
// GLOBAL: global.mlir:1:1: error: 'llvm.mlir.global' op requires numbers as elements, found strings
// LOCAL: local.mlir:2:8: error: 'llvm.mlir.constant' op requires numbers as elements, found strings

//--- global.mlir
llvm.mlir.global internal constant @names(dense<["a", "b"]> : tensor<2x!llvm.ptr>) : !llvm.array<2 x ptr>
func.func @main(%i: i64) -> i64 {
  %0 = llvm.mlir.addressof @names : !llvm.ptr
  %1 = llvm.getelementptr %0[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i64
  return %2 : i64
}

//--- local.mlir
func.func @main() -> i64 {
  %0 = llvm.mlir.constant(dense<["a", "b"]> : tensor<2x!llvm.ptr>) : !llvm.array<2 x ptr>
  %two = llvm.mlir.constant(2 : i64) : i64
  %1 = llvm.alloca %two x !llvm.ptr : (i64) -> !llvm.ptr
  llvm.store volatile %0, %1 : !llvm.array<2 x ptr>, !llvm.ptr
  %2 = llvm.load volatile %1 : !llvm.ptr -> i64
  return %2 : i64
}
