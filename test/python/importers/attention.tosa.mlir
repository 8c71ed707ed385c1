// Attention with two heads of 32, as TFLite models are read.
func.func @attention(%x: tensor<1x32x64xf32>) -> tensor<1x32x64xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %no_shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %wq = "tosa.const"() {values = dense<0.1> : tensor<1x64x64xf32>} : () -> tensor<1x64x64xf32>
  %wk = "tosa.const"() {values = dense<0.2> : tensor<1x64x64xf32>} : () -> tensor<1x64x64xf32>
  %wv = "tosa.const"() {values = dense<0.3> : tensor<1x64x64xf32>} : () -> tensor<1x64x64xf32>
  %wo = "tosa.const"() {values = dense<0.4> : tensor<1x64x64xf32>} : () -> tensor<1x64x64xf32>
  %b = "tosa.const"() {values = dense<0.5> : tensor<1x1x64xf32>} : () -> tensor<1x1x64xf32>
  %scale = "tosa.const"() {values = dense<0.25> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %split = tosa.const_shape {values = dense<[1, 32, 2, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %heads = tosa.const_shape {values = dense<[2, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %turned = tosa.const_shape {values = dense<[2, 32, 32]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %four = tosa.const_shape {values = dense<[1, 2, 32, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %joined = tosa.const_shape {values = dense<[1, 32, 64]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %q0 = tosa.matmul %x, %wq, %zero, %zero : (tensor<1x32x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x64xf32>
  %q1 = tosa.add %q0, %b : (tensor<1x32x64xf32>, tensor<1x1x64xf32>) -> tensor<1x32x64xf32>
  %q2 = tosa.mul %q1, %scale, %no_shift : (tensor<1x32x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x32x64xf32>
  %q3 = tosa.reshape %q2, %split : (tensor<1x32x64xf32>, !tosa.shape<4>) -> tensor<1x32x2x32xf32>
  %q4 = tosa.transpose %q3 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x32x2x32xf32>) -> tensor<1x2x32x32xf32>
  %q = tosa.reshape %q4, %heads : (tensor<1x2x32x32xf32>, !tosa.shape<3>) -> tensor<2x32x32xf32>
  %k0 = tosa.matmul %x, %wk, %zero, %zero : (tensor<1x32x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x64xf32>
  %k1 = tosa.add %k0, %b : (tensor<1x32x64xf32>, tensor<1x1x64xf32>) -> tensor<1x32x64xf32>
  %k3 = tosa.reshape %k1, %split : (tensor<1x32x64xf32>, !tosa.shape<4>) -> tensor<1x32x2x32xf32>
  %k4 = tosa.transpose %k3 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x32x2x32xf32>) -> tensor<1x2x32x32xf32>
  %k = tosa.reshape %k4, %turned : (tensor<1x2x32x32xf32>, !tosa.shape<3>) -> tensor<2x32x32xf32>
  %v0 = tosa.matmul %x, %wv, %zero, %zero : (tensor<1x32x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x64xf32>
  %v1 = tosa.add %v0, %b : (tensor<1x32x64xf32>, tensor<1x1x64xf32>) -> tensor<1x32x64xf32>
  %v3 = tosa.reshape %v1, %split : (tensor<1x32x64xf32>, !tosa.shape<4>) -> tensor<1x32x2x32xf32>
  %v4 = tosa.transpose %v3 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x32x2x32xf32>) -> tensor<1x2x32x32xf32>
  %v = tosa.reshape %v4, %heads : (tensor<1x2x32x32xf32>, !tosa.shape<3>) -> tensor<2x32x32xf32>
  %s = tosa.matmul %q, %k, %zero, %zero : (tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x32x32xf32>
  %m = tosa.reduce_max %s {axis = 2 : i32} : (tensor<2x32x32xf32>) -> tensor<2x32x1xf32>
  %d = tosa.sub %s, %m : (tensor<2x32x32xf32>, tensor<2x32x1xf32>) -> tensor<2x32x32xf32>
  %e = tosa.exp %d : (tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %sum = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<2x32x32xf32>) -> tensor<2x32x1xf32>
  %r = tosa.reciprocal %sum : (tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %p = tosa.mul %e, %r, %no_shift : (tensor<2x32x32xf32>, tensor<2x32x1xf32>, tensor<1xi8>) -> tensor<2x32x32xf32>
  %o0 = tosa.matmul %p, %v, %zero, %zero : (tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x32x32xf32>
  %o1 = tosa.reshape %o0, %four : (tensor<2x32x32xf32>, !tosa.shape<4>) -> tensor<1x2x32x32xf32>
  %o2 = tosa.transpose %o1 {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x2x32x32xf32>) -> tensor<1x32x2x32xf32>
  %o3 = tosa.reshape %o2, %joined : (tensor<1x32x2x32xf32>, !tosa.shape<3>) -> tensor<1x32x64xf32>
  %y0 = tosa.matmul %o3, %wo, %zero, %zero : (tensor<1x32x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x64xf32>
  %y1 = tosa.add %y0, %b : (tensor<1x32x64xf32>, tensor<1x1x64xf32>) -> tensor<1x32x64xf32>
  %y = tosa.add %y1, %x : (tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %y : tensor<1x32x64xf32>
}
