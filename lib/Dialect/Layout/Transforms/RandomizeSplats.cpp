//===- RandomizeSplats.cpp - Seeded data instead of splat weights ---------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks come with their weights stripped to splats, and every permutation
// leaves a splat as it is. The data put in their place keeps activations near
// unit scale: vectors are biases, means and variances, so they stay close to
// what they were; matrices and kernels are scaled by their fan-in.
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cmath>
#include <cstring>

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRANDOMIZESPLATS
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"

namespace {

/// Values above are masks and sentinels, not weights.
constexpr double largestWeight = 1e4;
/// Constants with more elements become resources, which print and parse fast.
constexpr int64_t largestInline = 1024;

struct Interval {
  double lowest, highest;
};

/// SplitMix64: value `i` of constant `n` depends on the seed, `n` and `i`.
class RandomStream {
public:
  RandomStream(uint64_t seed, uint64_t stream)
      : state(mix(mix(seed + 1) + stream)) {}

  double draw(Interval in) {
    uint64_t bits = mix(state += 0x9e3779b97f4a7c15);
    double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    return in.lowest + (in.highest - in.lowest) * unit;
  }

private:
  static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  uint64_t state;
};

} // namespace

/// The number of terms of the sums a kernel or matrix takes part in. Which dim
/// of a matrix is contracted cannot be seen from its shape.
static int64_t fanIn(ArrayRef<int64_t> shape) {
  if (shape.size() == 2)
    return std::max(shape[0], shape[1]);
  return ShapedType::getNumElements(shape.drop_front());
}

static Interval intervalFor(ArrayRef<int64_t> shape, double mean) {
  bool isVector = llvm::count_if(shape, [](int64_t d) { return d > 1; }) <= 1;
  if (isVector) {
    // Below 25 %, so that rounding to bf16 stays within.
    double spread = mean == 0 ? 0.05 : 0.24 * std::fabs(mean);
    return {mean - spread, mean + spread};
  }
  // Uniform of variance 2 / fan-in.
  double bound = std::sqrt(6.0 / static_cast<double>(fanIn(shape)));
  return {-bound, bound};
}

/// Rounds to `semantics` and stores the bytes in host order.
static void store(const llvm::fltSemantics &semantics, double value,
                  char *out) {
  if (&semantics == &llvm::APFloat::IEEEsingle()) {
    float narrow = static_cast<float>(value);
    std::memcpy(out, &narrow, sizeof(narrow));
    return;
  }
  llvm::APFloat narrow(value);
  bool losesInfo;
  narrow.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  llvm::APInt bits = narrow.bitcastToAPInt();
  std::memcpy(out, bits.getRawData(), llvm::divideCeil(bits.getBitWidth(), 8));
}

/// The splat value of a constant this pass replaces.
static std::optional<double> getSplatWeight(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (!type || !splat || type.getNumElements() <= 1)
    return std::nullopt;
  auto elementType = dyn_cast<FloatType>(type.getElementType());
  // Scale factors (f8E8M0FNU) have no sign.
  if (!elementType || !llvm::APFloat::semanticsHasSignedRepr(
                          elementType.getFloatSemantics()))
    return std::nullopt;
  llvm::APFloat value = splat.getSplatValue<llvm::APFloat>();
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(),
                llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  double mean = value.convertToDouble();
  if (!std::isfinite(mean) || std::fabs(mean) > largestWeight)
    return std::nullopt;
  return mean;
}

static ElementsAttr makeData(RankedTensorType type, double mean,
                             RandomStream random, unsigned index) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type.getElementType()).getFloatSemantics();
  size_t step = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  size_t size = type.getNumElements() * step;
  Interval interval = intervalFor(type.getShape(), mean);
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(size, /*align=*/64, /*dataIsMutable=*/true);
  MutableArrayRef<char> bytes = blob.getMutableData();
  for (size_t at = 0; at < size; at += step)
    store(semantics, random.draw(interval), bytes.data() + at);
  if (type.getNumElements() <= largestInline)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  return DenseResourceElementsAttr::get(
      type, ("random_splat_" + llvm::Twine(index)).str(), std::move(blob));
}

namespace {

struct RandomizeSplats : impl::LayoutRandomizeSplatsBase<RandomizeSplats> {
  using LayoutRandomizeSplatsBase::LayoutRandomizeSplatsBase;

  void runOnOperation() override {
    unsigned index = 0;
    getOperation().walk([&](arith::ConstantOp op) {
      std::optional<double> mean = getSplatWeight(op);
      if (!mean)
        return;
      op.setValueAttr(makeData(cast<RankedTensorType>(op.getType()), *mean,
                               RandomStream(seed, index), index));
      ++index;
    });
  }
};

} // namespace
} // namespace mlir::layout
