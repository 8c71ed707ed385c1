// Malformed pass options are errors, and no output is written.
//
// RUN: not layout-opt %s --layout-freeze=target=nchw32c -o %t.mlir 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: requires a target out of nchw, nhwc, nhwc-packed8, nhwc-packed16, nchw4c, nchw8c, nchw16c, nchw16c-mm16, nchw16c-1x1nhwc, conv4, x86-avx512, x86-avx2, arm-neon, cudnn-nhwc, tiles32, texture-2d, spyre, hexagon-i8, hexagon-f16, or a file whose name ends in .mlir, found 'nchw32c'; did you mean 'nchw16c'?{{$}}
// RUN: not ls %t.mlir
//
// RUN: not layout-opt %s --layout-freeze=target=my/npu.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot read target 'my/npu.mlir': No such file or directory
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv4d=[NHWC,default] 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: requires a kind of op out of conv1d, conv2d, conv3d, pointwise_conv1d, pointwise_conv2d, pointwise_conv3d, transposed_conv1d, transposed_conv2d, transposed_conv3d, depthwise_conv1d, depthwise_conv2d, depthwise_conv3d, grouped_conv1d, grouped_conv2d, grouped_conv3d, matmul, batch_matmul, pooling1d, pooling2d, pooling3d, found 'conv4d'
//
// RUN: not layout-opt %s --layout-freeze=prefer=NHWC 2>&1 | FileCheck %s --check-prefix=NOKIND
// NOKIND: error: requires a kind of op out of {{.*}}, found 'NHWC'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d 2>&1 | FileCheck %s --check-prefix=NOCHOICE
// NOCHOICE: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found ''
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=NHWC 2>&1 | FileCheck %s --check-prefix=NOBRACKET
// NOBRACKET: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found 'NHWC'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NHWC,default 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found '[NHWC,default'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NHWC] 2>&1 | FileCheck %s --check-prefix=NOKERNEL
// NOKERNEL: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found '[NHWC]'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NHWC,HWIO,NHWC,NHWC] 2>&1 | FileCheck %s --check-prefix=FOUR
// FOUR: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found '[NHWC,HWIO,NHWC,NHWC]'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NHWC,HWIO,MN] 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: requires the result layout of conv2d to order the letters NCHW, found 'MN'
//
// RUN: not layout-opt %s --layout-freeze="prefer=conv2d=[NHWC,default]|" 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found ''
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NHWC,default],conv2d=[NCHW,default] 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: requires one preference for each kind of op, found two for conv2d
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NCHW16,default] 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: layout 'NCHW16' requires a lower-case letter after block size 16, found ''
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[default,default] 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: error: layout 'default' requires a letter, or a block size and a lower-case letter, found 'default'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NCHW,HWI] 2>&1 | FileCheck %s --check-prefix=LETTERS
// LETTERS: error: requires the kernel layout of conv2d to order the letters OIHW, found 'HWI'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv1d=[NCHW,default] 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: requires the data layout of conv1d to order the letters NCW, found 'NCHW'
//
// RUN: not layout-opt %s --layout-freeze=prefer=conv2d=[NCHW16c,OIHW8w16i] 2>&1 | FileCheck %s --check-prefix=IMAGE
// IMAGE: error: requires the kernel layout of conv2d to leave W whole, found 'OIHW8w16i'
//
// RUN: not layout-opt %s --layout-freeze=prefer=grouped_conv2d=[NGCHW4g,default] 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: error: requires the data layout of grouped_conv2d to leave G whole, found 'NGCHW4g'
//
// RUN: not layout-opt %s --layout-freeze=indivisible=round 2>&1 | FileCheck %s --check-prefix=ENUM
// ENUM: for the --indivisible option: requires plain, pad or priced, found 'round'{{$}}

func.func @conv(%x: tensor<1x32x8x8xf32>, %w: tensor<32x32x3x3xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %0 : tensor<1x32x6x6xf32>
}
