// Branches of other dialects are not known.
// RUN: layout-opt %s --layout-bufferize -verify-diagnostics -o /dev/null
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-error @below {{requires 'cf.cond_br' or 'cf.switch' to branch to several blocks of a program on tensors, found another op}}
  llvm.cond_br %c, ^then, ^end
^then:
  return %x : tensor<4xf32>
^end:
  return %y : tensor<4xf32>
}
