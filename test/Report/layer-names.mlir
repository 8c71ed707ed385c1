// Reports give the names of layers that locations carry, as importers write
// them: the path of a module in PyTorch, the name of a node in ONNX. A name may
// stand around a place in a file, beside it, or in a call stack.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nchw16c report=names.txt" -o /dev/null
// RUN: FileCheck %s < names.txt
// RUN: layout-opt in.mlir --layout-pipeline="target=nchw16c report=names.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON < names.json
// RUN: layout-opt in.mlir --layout-pipeline="target=nchw16c report=names.dot" -o /dev/null
// RUN: FileCheck %s --check-prefix=DOT < names.dot

//      CHECK: 1 of 2 conv2d: NCHW, OIHW16o -> NCHW16c
// CHECK-NEXT:   1 because a block requires input channels in a multiple of 16, found 3; indivisible=pad adds 13; first at net:10:4 'layer1.0.conv1'
//      CHECK: Left, the largest first:
// CHECK-NEXT:   net:20:4 'layer1.0.conv2, layer1.0.bn2': 8,192 bytes {{.*}}back by {{.*}}, between linalg.generic 'layer1.0.conv2, layer1.0.bn2' at 20:4 and result 0 of @main, blocked by frozen linalg.generic 'layer1.0.conv2, layer1.0.bn2' at 20:4 and the signature of @main

//      JSON: "first": "net:10:4",
// JSON-NEXT: "name": "layer1.0.conv1"
//      JSON: "location": "net:20:4",
// JSON-NEXT: "name": "layer1.0.conv2, layer1.0.bn2",
//      JSON: "linalg.generic 'layer1.0.conv2, layer1.0.bn2' at net:20:4",

// What the names of most ops of a block begin with names the block. The name of a
// caller is the scope of that of the callee.
// DOT: label="layer1";
// DOT: label="argument 0 of @main\n
// DOT: label="layer1.0.conv1\nconvolution\n
// DOT: label="layer1.0/relu\nmax\n
// DOT: label="layer1.0.conv2, layer1.0.bn2\nconvolution\n

#relu = loc(callsite("relu"("act":5:1) at "layer1.0"("net":12:1)))
func.func @main(%x: tensor<1x3x8x8xf32> loc("images")) -> tensor<1x16x8x8xf32> {
  %v = arith.constant dense<0.5> : tensor<16x3x1x1xf32>
  %w = arith.constant dense<0.25> : tensor<16x16x1x1xf32>
  %e = tensor.empty() : tensor<1x16x8x8xf32>
  %f = arith.constant 0.0 : f32
  %zero = linalg.fill ins(%f : f32) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> loc("layer1.0.conv1"("net":10:4))
  %1 = linalg.max ins(%0, %zero : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) outs(%e : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> loc(#relu)
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x16x8x8xf32>, tensor<16x16x1x1xf32>) outs(%zero : tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32> loc(fused["layer1.0.conv2"("net":20:4), "layer1.0.bn2"])
  return %2 : tensor<1x16x8x8xf32>
}
