//===- StructuredOp.h - A structured op for tests ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_UNIT_KERNELS_STRUCTUREDOP_H
#define LAYOUT_TEST_UNIT_KERNELS_STRUCTUREDOP_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

namespace mlir::layout {

/// A sum of products of the inputs, or of the only one, and the program that
/// has it.
class StructuredOp {
public:
  /// `loops` are their names, reductions in capital letters: "m, n, K". Each
  /// operand is a type and its indices, the result is the last one:
  /// {"64x32xf32", "m, K"}.
  StructuredOp(const std::string &loops,
               ArrayRef<std::pair<const char *, const char *>> operands) {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect>();
    module = parseSourceString<ModuleOp>(getText(loops, operands), &context);
    module->walk([&](linalg::GenericOp found) { op = found; });
  }

  operator linalg::GenericOp() const { return op; }
  linalg::GenericOp get() const { return op; }

private:
  static std::string
  getText(const std::string &loops,
          ArrayRef<std::pair<const char *, const char *>> operands) {
    std::string maps, arguments, ins, types, iterators;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      auto [type, indices] = operand;
      std::string name = "%v" + std::to_string(i);
      std::string tensor = "tensor<" + std::string(type) + ">";
      bool isResult = i + 1 == operands.size();
      maps += (i ? ", affine_map<(" : "affine_map<(") + loops + ") -> (" +
              indices + ")>";
      arguments += (i ? ", " : "") + name + ": " + tensor;
      if (!isResult) {
        ins += (i ? ", " : "") + name;
        types += (i ? ", " : "") + tensor;
      }
    }
    for (char c : loops)
      if (llvm::isAlpha(c))
        iterators += std::string(iterators.empty() ? "\"" : ", \"") +
                     (llvm::isUpper(c) ? "reduction\"" : "parallel\"");
    std::string result = "%v" + std::to_string(operands.size() - 1);
    std::string type = "tensor<" + std::string(operands.back().first) + ">";
    std::string block =
        operands.size() == 2
            ? "^bb0(%p: f32, %s: f32):\n  %0 = arith.addf %s, %p : f32\n"
            : "^bb0(%p: f32, %q: f32, %s: f32):\n"
              "  %m = arith.mulf %p, %q : f32\n"
              "  %0 = arith.addf %s, %m : f32\n";
    return "func.func @f(" + arguments + ") -> " + type +
           " {\n  %r = linalg.generic {indexing_maps = [" + maps +
           "], iterator_types = [" + iterators + "]} ins(" + ins + " : " +
           types + ") outs(" + result + " : " + type + ") {\n" + block +
           "  linalg.yield %0 : f32\n  } -> " + type +
           "\n  return %r : " + type + "\n}\n";
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  linalg::GenericOp op;
};

/// A core with vectors of so many bytes.
inline Machine getMachine(int64_t vectorBytes, int64_t numVectors,
                          int64_t level2Bytes = 1 << 18) {
  Machine machine;
  machine.vectorBytes = vectorBytes;
  machine.numVectors = numVectors;
  machine.level2Bytes = level2Bytes;
  return machine;
}

} // namespace mlir::layout

#endif // LAYOUT_TEST_UNIT_KERNELS_STRUCTUREDOP_H
