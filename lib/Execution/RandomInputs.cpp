//===- RandomInputs.cpp - Reproducible random arguments -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomInputs.h"
#include "Support/SplitMix64.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>

namespace mlir::layout::execution {
namespace {

/// An interval to draw floats from.
struct FloatRange {
  double lowest, highest;
};

/// The square root of 3: uniform numbers between -unitBound and unitBound have
/// variance 1.
constexpr double unitBound = 1.7320508;

/// The size of dynamic dims if no sizes are given.
constexpr int64_t kDefaultSize = 3;

} // namespace

static bool isFloatTensor(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<FloatType, ComplexType>(shaped.getElementType());
}

/// The range of a weight: positive for vectors, which may be variances; for
/// matrices and kernels such that a product has the scale of its other factor.
static FloatRange weightRange(ArrayRef<int64_t> shape) {
  if (llvm::count_if(shape, [](int64_t d) { return d > 1; }) <= 1)
    return {0.25, 0.75};
  int64_t fanIn = shape.size() == 2
                      ? std::max(shape[0], shape[1])
                      : ShapedType::getNumElements(shape.drop_front());
  double bound = unitBound / std::sqrt(std::max<double>(fanIn, 1));
  return {-bound, bound};
}

static void storeFloat(Type type, double value, char *out) {
  if (type.isF64()) {
    std::memcpy(out, &value, sizeof(value));
  } else if (type.isF32()) {
    float narrow = static_cast<float>(value);
    std::memcpy(out, &narrow, sizeof(narrow));
  } else {
    llvm::APFloat narrow(value);
    bool losesInfo;
    narrow.convert(cast<FloatType>(type).getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t bits = narrow.bitcastToAPInt().getZExtValue();
    std::memcpy(out, &bits, *elementBytes(type));
  }
}

static double roundTo(FloatType type, double value) {
  llvm::APFloat narrow(value);
  bool losesInfo;
  narrow.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return narrow.convertToDouble();
}

static void fillFloats(Type type, FloatType roundedTo, FloatRange range,
                       SplitMix64 &random, const InputOptions &options,
                       MutableArrayRef<char> out) {
  size_t step = *elementBytes(type);
  for (size_t at = 0; at < out.size(); at += step) {
    double value = random.nextInRange(range.lowest, range.highest);
    bool isLarger = SplitMix64(/*seed=*/at, /*stream=*/1).next() & 1;
    value *= 1 + (isLarger ? options.perturbation : -options.perturbation);
    if (roundedTo)
      value = roundTo(roundedTo, value);
    storeFloat(type, value, out.data() + at);
  }
}

/// Draws an integer of the given width.
static uint64_t drawInteger(unsigned width, const InputOptions &options,
                            SplitMix64 &random) {
  // 0, by wrapping around, if the range is that of all 64 bits.
  uint64_t count = uint64_t(options.highest) - uint64_t(options.lowest) + 1;
  uint64_t value = random.next();
  if (width >= 16)
    value = uint64_t(options.lowest) + (count ? value % count : value);
  return value & llvm::maskTrailingOnes<uint64_t>(width);
}

static void fillIntegers(Type type, const InputOptions &options, bool isDivisor,
                         SplitMix64 &random, MutableArrayRef<char> out) {
  unsigned width = integerWidth(type);
  size_t step = *elementBytes(type);
  bool hasZeros = !isDivisor || width == 1 ||
                  (width >= 16 && options.lowest == 0 && options.highest == 0);
  // All numbers of the range may end with as many zeros as there are bits.
  constexpr int maxDraws = 1000;
  for (size_t at = 0; at < out.size(); at += step) {
    uint64_t value = drawInteger(width, options, random);
    for (int draws = 1; value == 0 && !hasZeros && draws < maxDraws; ++draws)
      value = drawInteger(width, options, random);
    std::memcpy(out.data() + at, &value, step);
  }
}

/// The type to which the numbers of an argument are rounded; null if to its
/// own.
static FloatType getRounding(const InputOptions &options, size_t index) {
  if (index >= options.roundedTo.size())
    return {};
  Type type = elementTypeOf(options.roundedTo[index]);
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return dyn_cast<FloatType>(type);
}

llvm::Expected<std::pair<int64_t, int64_t>> readIntRange(StringRef text) {
  auto [first, second] = text.split(',');
  int64_t lowest, highest;
  if (first.getAsInteger(10, lowest) || second.getAsInteger(10, highest) ||
      lowest > highest)
    return llvm::createStringError(
        "--int-range takes two integers lowest,highest, found '" + text + "'");
  return std::pair(lowest, highest);
}

llvm::Error checkDims(TypeRange types, const InputOptions &options,
                      size_t numIgnored) {
  size_t numDynamic = 0;
  for (Type type : types)
    if (auto shaped = dyn_cast<ShapedType>(type))
      numDynamic += llvm::count_if(shaped.getShape(), ShapedType::isDynamic);
  if (options.dims.size() <= std::max(numDynamic, numIgnored))
    return llvm::Error::success();
  return llvm::createStringError(
      "requires at most " + llvm::Twine(numDynamic) +
      " values of --dims, one for each dynamic dim of the arguments, found " +
      llvm::Twine(options.dims.size()));
}

std::vector<HostTensor> makeInputs(TypeRange types, uint64_t seed,
                                   const InputOptions &options) {
  bool hasWeights = llvm::count_if(types, isFloatTensor) >= 4;
  bool seenData = false;
  size_t nextDim = 0;
  std::vector<HostTensor> inputs;
  for (auto [index, type] : llvm::enumerate(types)) {
    SmallVector<int64_t> shape;
    if (auto shaped = dyn_cast<ShapedType>(type))
      llvm::append_range(shape, shaped.getShape());
    for (int64_t &dim : shape)
      if (ShapedType::isDynamic(dim))
        dim = options.dims.empty()
                  ? kDefaultSize
                  : options.dims[std::min(nextDim++, options.dims.size() - 1)];

    Type elementType = elementTypeOf(type);
    HostTensor tensor = HostTensor::allocate(elementType, shape);
    MutableArrayRef<char> bytes(tensor.bytes(), tensor.numBytes());
    SplitMix64 random(seed, index);
    if (elementType.isIntOrIndex()) {
      bool isDivisor =
          index < options.areDivisors.size() && options.areDivisors[index];
      fillIntegers(elementType, options, isDivisor, random, bytes);
    } else {
      FloatRange range{-unitBound, unitBound};
      if (hasWeights && seenData)
        range = weightRange(shape);
      if (auto complex = dyn_cast<ComplexType>(elementType))
        elementType = complex.getElementType();
      fillFloats(elementType, getRounding(options, index), range, random,
                 options, bytes);
      seenData |= isFloatTensor(type);
    }
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

} // namespace mlir::layout::execution
