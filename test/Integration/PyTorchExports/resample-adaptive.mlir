// Adaptive average pooling as PyTorch exports it, between two convolutions: a
// padded image, a reduction over windows whose place and size the body
// computes, and a division by that size.
//
// Covers: R17, R21, R24, R25

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=adaptive
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=adaptive
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#window = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#result = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

func.func @adaptive(%x: tensor<1x3x7x7xf32>) -> tensor<1x5x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x5x5xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x5x5xf32>) -> tensor<1x32x5x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x7x7xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x5x5xf32>) -> tensor<1x32x5x5xf32>
  %padded = tensor.pad %c low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x5x5xf32> to tensor<1x32x6x6xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %eu = tensor.empty() : tensor<1x32x3x3xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<1x32x3x3xf32>) -> tensor<1x32x3x3xf32>
  %sum = linalg.generic {indexing_maps = [#window, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%window : tensor<3x3xf32>) outs(%iu : tensor<1x32x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %y = linalg.index 4 : index
    %z = linalg.index 5 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %hat = arith.addi %hfirst, %y : index
    %wat = arith.addi %wfirst, %z : index
    %t = tensor.extract %padded[%b, %f, %hat, %wat] : tensor<1x32x6x6xf32>
    %inh = arith.cmpi ult, %y, %hsize : index
    %inw = arith.cmpi ult, %z, %wsize : index
    %both = arith.andi %inh, %inw : i1
    %v = arith.select %both, %t, %zero : f32
    %s = arith.addf %v, %out : f32
    linalg.yield %s : f32
  } -> tensor<1x32x3x3xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x32x3x3xf32>) outs(%eu : tensor<1x32x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %area = arith.muli %hsize, %wsize : index
    %a1 = arith.index_cast %area : index to i64
    %a2 = arith.sitofp %a1 : i64 to f32
    %m = arith.divf %in, %a2 : f32
    linalg.yield %m : f32
  } -> tensor<1x32x3x3xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x3x3xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %d_w : tensor<1x32x3x3xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  return %d : tensor<1x5x3x3xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x7x7xf32>) -> tensor<1x5x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x5x5xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x5x5xf32>) -> tensor<1x20x5x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x7x7xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x5x5xf32>) -> tensor<1x20x5x5xf32>
  %padded = tensor.pad %c low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x20x5x5xf32> to tensor<1x20x6x6xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %eu = tensor.empty() : tensor<1x20x3x3xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<1x20x3x3xf32>) -> tensor<1x20x3x3xf32>
  %sum = linalg.generic {indexing_maps = [#window, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%window : tensor<3x3xf32>) outs(%iu : tensor<1x20x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %y = linalg.index 4 : index
    %z = linalg.index 5 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %hat = arith.addi %hfirst, %y : index
    %wat = arith.addi %wfirst, %z : index
    %t = tensor.extract %padded[%b, %f, %hat, %wat] : tensor<1x20x6x6xf32>
    %inh = arith.cmpi ult, %y, %hsize : index
    %inw = arith.cmpi ult, %z, %wsize : index
    %both = arith.andi %inh, %inw : i1
    %v = arith.select %both, %t, %zero : f32
    %s = arith.addf %v, %out : f32
    linalg.yield %s : f32
  } -> tensor<1x20x3x3xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x20x3x3xf32>) outs(%eu : tensor<1x20x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %area = arith.muli %hsize, %wsize : index
    %a1 = arith.index_cast %area : index to i64
    %a2 = arith.sitofp %a1 : i64 to f32
    %m = arith.divf %in, %a2 : f32
    linalg.yield %m : f32
  } -> tensor<1x20x3x3xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x3x3xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %d_w : tensor<1x20x3x3xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  return %d : tensor<1x5x3x3xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x7x7xf32>) -> tensor<?x5x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x7x7xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x5x5xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x5x5xf32>) -> tensor<?x32x5x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x7x7xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x5x5xf32>) -> tensor<?x32x5x5xf32>
  %padded = tensor.pad %c low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x32x5x5xf32> to tensor<?x32x6x6xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %eu = tensor.empty(%n) : tensor<?x32x3x3xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<?x32x3x3xf32>) -> tensor<?x32x3x3xf32>
  %sum = linalg.generic {indexing_maps = [#window, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%window : tensor<3x3xf32>) outs(%iu : tensor<?x32x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %y = linalg.index 4 : index
    %z = linalg.index 5 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %hat = arith.addi %hfirst, %y : index
    %wat = arith.addi %wfirst, %z : index
    %t = tensor.extract %padded[%b, %f, %hat, %wat] : tensor<?x32x6x6xf32>
    %inh = arith.cmpi ult, %y, %hsize : index
    %inw = arith.cmpi ult, %z, %wsize : index
    %both = arith.andi %inh, %inw : i1
    %v = arith.select %both, %t, %zero : f32
    %s = arith.addf %v, %out : f32
    linalg.yield %s : f32
  } -> tensor<?x32x3x3xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<?x32x3x3xf32>) outs(%eu : tensor<?x32x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h0 = arith.muli %h, %c5 : index
    %hfirst = arith.floordivsi %h0, %c3 : index
    %h1 = arith.addi %h, %c1 : index
    %h2 = arith.muli %h1, %c5 : index
    %h3 = arith.subi %h2, %c1 : index
    %h4 = arith.floordivsi %h3, %c3 : index
    %hend = arith.addi %h4, %c1 : index
    %hsize = arith.subi %hend, %hfirst : index
    %w0 = arith.muli %w, %c5 : index
    %wfirst = arith.floordivsi %w0, %c3 : index
    %w1 = arith.addi %w, %c1 : index
    %w2 = arith.muli %w1, %c5 : index
    %w3 = arith.subi %w2, %c1 : index
    %w4 = arith.floordivsi %w3, %c3 : index
    %wend = arith.addi %w4, %c1 : index
    %wsize = arith.subi %wend, %wfirst : index
    %area = arith.muli %hsize, %wsize : index
    %a1 = arith.index_cast %area : index to i64
    %a2 = arith.sitofp %a1 : i64 to f32
    %m = arith.divf %in, %a2 : f32
    linalg.yield %m : f32
  } -> tensor<?x32x3x3xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x3x3xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x3x3xf32>) -> tensor<?x5x3x3xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%mean, %d_w : tensor<?x32x3x3xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x3x3xf32>) -> tensor<?x5x3x3xf32>
  return %d : tensor<?x5x3x3xf32>
}
