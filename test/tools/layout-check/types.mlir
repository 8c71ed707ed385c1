// All element types as arguments, constants and results; scalars; an argument that
// is returned.
// RUN: layout-check %s %s | FileCheck %s
// RUN: layout-check %s %s --int-range=-5,5 | FileCheck %s

// CHECK: result 0 : tensor<3x5xi1>: equal; no difference
// CHECK: result 1 : tensor<3x5xi4>: equal; no difference
// CHECK: result 2 : tensor<3x5xi8>: equal; no difference
// CHECK: result 3 : tensor<16xi32>: equal; no difference
// CHECK: result 4 : tensor<16xindex>: equal; no difference
// CHECK: result 5 : tensor<7xf16>: equal; worst difference 0, allowed
// CHECK: result 6 : tensor<7xbf16>: equal; worst difference 0, allowed
// CHECK: result 7 : tensor<7xf64>: equal; worst difference 0, allowed
// CHECK: result 8 : tensor<3x5xcomplex<f32>>: equal; worst difference 0, allowed
// CHECK: result 9 : f64: equal
// CHECK: result 10 : bf16: equal
// CHECK: result 11 : complex<f64>: equal
// CHECK: result 12 : tensor<16xi32>: equal
// CHECK: {{^equal$}}
func.func @f(%b: tensor<3x5xi1>, %n: tensor<3x5xi4>, %c: tensor<3x5xi8>, %i: tensor<16xi32>,
             %x: tensor<16xindex>, %h: tensor<7xf16>, %g: tensor<7xbf16>, %d: tensor<7xf64>,
             %z: tensor<3x5xcomplex<f32>>, %sd: f64, %sg: bf16, %sz: complex<f64>)
    -> (tensor<3x5xi1>, tensor<3x5xi4>, tensor<3x5xi8>, tensor<16xi32>, tensor<16xindex>,
        tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<3x5xcomplex<f32>>, f64, bf16,
        complex<f64>, tensor<16xi32>) {
  %cb = arith.constant dense_resource<bits> : tensor<3x5xi1>
  %rb = arith.xori %b, %cb : tensor<3x5xi1>
  %cn = arith.constant dense_resource<nibbles> : tensor<3x5xi4>
  %rn = arith.addi %n, %cn : tensor<3x5xi4>
  %cz = arith.constant dense_resource<pairs> : tensor<3x5xcomplex<f32>>
  %e = tensor.empty() : tensor<3x5xcomplex<f32>>
  %rz = linalg.map { complex.mul } ins(%z, %cz : tensor<3x5xcomplex<f32>>, tensor<3x5xcomplex<f32>>)
      outs(%e : tensor<3x5xcomplex<f32>>)
  %ri = arith.addi %i, %i : tensor<16xi32>
  %rh = math.exp %h : tensor<7xf16>
  %cg = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xbf16>
  %rg = arith.mulf %g, %cg : tensor<7xbf16>
  %rd = math.tanh %d : tensor<7xf64>
  %rsd = arith.mulf %sd, %sd : f64
  %rsz = complex.mul %sz, %sz : complex<f64>
  return %rb, %rn, %c, %ri, %x, %rh, %rg, %rd, %rz, %rsd, %sg, %rsz, %i
      : tensor<3x5xi1>, tensor<3x5xi4>, tensor<3x5xi8>, tensor<16xi32>, tensor<16xindex>,
        tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<3x5xcomplex<f32>>, f64, bf16,
        complex<f64>, tensor<16xi32>
}

{-#
  dialect_resources: {
    builtin: {
      bits: "0x01000000A55A",
      nibbles: "0x01000000000102030405060708090A0B0C0D0E",
      pairs: "0x040000000000803F0000004000008040000000410000803F0000004000008040000000410000803F0000004000008040000000410000803F0000004000008040000000410000803F0000004000008040000000410000803F0000004000008040000000410000803F0000004000008040000000410000803F00000040"
    }
  }
#-}
