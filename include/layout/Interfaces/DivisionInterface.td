//===- DivisionInterface.td - Ops that divide integers -----*- tablegen -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_DIVISIONINTERFACE
#define LAYOUT_INTERFACES_DIVISIONINTERFACE

include "mlir/IR/OpBase.td"

def DivisionOpInterface : OpInterface<"DivisionOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    An op that divides integers, for the quotient or for the remainder. The
    processor may end the program if the divisor is 0, or if it is -1 and the
    quotient does not fit the type. See `isSafeToSpeculate`.
  }];
  let methods = [
    InterfaceMethod<"Returns the divisor: an integer, or a tensor or vector of "
                    "integers.",
      "::mlir::Value", "getDivisor", (ins)>
  ];
}

#endif // LAYOUT_INTERFACES_DIVISIONINTERFACE
