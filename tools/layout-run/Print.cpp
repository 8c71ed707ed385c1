//===- Print.cpp - Tensors for people -------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir::layout::execution;

namespace mlir::layout::run {

/// Of more elements than these only the first and last of each dim are shown.
static constexpr int64_t mostElements = 64;
static constexpr int64_t shownAtEnds = 3;

static void printElement(Type type, const char *at, raw_ostream &os) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    os << "(";
    printElement(part, at, os);
    os << ", ";
    printElement(part, at + *elementBytes(part), os);
    os << ")";
    return;
  }
  uint64_t bits = 0;
  std::memcpy(&bits, at, *elementBytes(type));
  if (auto real = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(real.getFloatSemantics(),
                        llvm::APInt(real.getWidth(), bits));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    os << llvm::format("%g", value.convertToDouble());
    return;
  }
  unsigned width = integerWidth(type);
  bits &= llvm::maskTrailingOnes<uint64_t>(width);
  if (width == 1 || type.isUnsignedInteger())
    os << bits;
  else
    os << llvm::SignExtend64(bits, width);
}

namespace {
class Printer {
public:
  Printer(const HostTensor &tensor, raw_ostream &os)
      : tensor(tensor), step(*elementBytes(tensor.elementType)),
        isWhole(tensor.numElements() <= mostElements), os(os) {}

  /// Prints what begins at an element of dim `dim`.
  void print(unsigned dim, int64_t first) {
    if (dim == tensor.shape.size()) {
      printElement(tensor.elementType, tensor.bytes() + first * step, os);
      return;
    }
    ArrayRef<int64_t> shape = tensor.shape;
    int64_t extent = shape[dim];
    int64_t stride = ShapedType::getNumElements(shape.drop_front(dim + 1));
    bool isInnermost = dim + 1 == shape.size();
    auto separate = [&] {
      os << ",";
      if (isInnermost)
        os << " ";
      else
        os.indent(0) << "\n" << std::string(dim + 1, ' ');
    };
    os << "[";
    for (int64_t index = 0; index < extent; ++index) {
      if (index != 0)
        separate();
      if (!isWhole && extent > 2 * shownAtEnds && index == shownAtEnds) {
        os << "...";
        index = extent - shownAtEnds - 1;
        continue;
      }
      print(dim + 1, first + index * stride);
    }
    os << "]";
  }

private:
  const HostTensor &tensor;
  size_t step;
  bool isWhole;
  raw_ostream &os;
};
} // namespace

void print(const HostTensor &tensor, raw_ostream &os) {
  Printer(tensor, os).print(0, 0);
  os << "\n";
}

} // namespace mlir::layout::run
