// A C program calls a planned function whose tensors have layouts of the device:
// it packs by the generated functions and by the loops of the header, which
// agree, and the unpacked result is that of the program before planning.
// Covers: G20, P2, P10, P11
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nhwc host-header=%t/host.h" -o %t/planned.mlir
// RUN: layout-run %t/planned.mlir --entry=main --symbol=run --emit=obj -o %t/run.o --emit-header=%t/run.h
// RUN: layout-run %t/planned.mlir --entry=pack_main_arg0 --symbol=pack --emit=obj -o %t/pack.o --emit-header=%t/pack.h
// RUN: layout-run %t/planned.mlir --entry=unpack_main_result0 --symbol=unpack --emit=obj -o %t/unpack.o --emit-header=%t/unpack.h
// RUN: sed 's/ {layout.tensor_layout = [^}]*}//g' %s > %t/plain.mlir
// RUN: layout-run %t/plain.mlir --entry=main --symbol=plain --emit=obj -o %t/plain.o --emit-header=%t/plain.h
// RUN: clang -std=c99 -Wall -Wextra -Wpedantic -Werror -I %t %S/Inputs/host.c %t/run.o %t/pack.o %t/unpack.o %t/plain.o -lm -o %t/program
// RUN: %t/program | FileCheck %s

// CHECK: 315 elements packed in 1512 bytes, 252 of padding
// CHECK-NEXT: 441 elements of 2016 bytes are equal

func.func @main(%x: tensor<1x5x7x9xf32> {layout.tensor_layout = "NHWC[a=6]"}, %w: tensor<7x5x1x1xf32>)
    -> (tensor<1x7x7x9xf32> {layout.tensor_layout = #layout.tensor_layout<nchwc 1x7x7x9, block = 4>}) {
  %zero = arith.constant dense<0.5> : tensor<1x7x7x9xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x5x7x9xf32>, tensor<7x5x1x1xf32>)
      outs(%zero : tensor<1x7x7x9xf32>) -> tensor<1x7x7x9xf32>
  return %0 : tensor<1x7x7x9xf32>
}
