//===- Compare.cpp - Comparison of results --------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <optional>

namespace mlir::layout::execution {
namespace {

/// Reads a tensor as a flat list of numbers. A complex element is two of them.
class Numbers {
public:
  explicit Numbers(const HostTensor &tensor)
      : tensor(tensor), type(tensor.elementType) {
    if (auto complex = dyn_cast<ComplexType>(type)) {
      type = complex.getElementType();
      perElement = 2;
    }
    step = *elementBytes(type);
  }

  Type numberType() const { return type; }
  int64_t size() const { return tensor.numElements() * perElement; }

  uint64_t integer(int64_t i) const {
    uint64_t value = 0;
    std::memcpy(&value, tensor.bytes() + i * step, step);
    return value & llvm::maskTrailingOnes<uint64_t>(integerWidth(type));
  }

  double real(int64_t i) const {
    const char *at = tensor.bytes() + i * step;
    if (type.isF64())
      return read<double>(at);
    if (type.isF32())
      return read<float>(at);
    unsigned width = type.getIntOrFloatBitWidth();
    uint64_t bits = width == 8 ? read<uint8_t>(at) : read<uint16_t>(at);
    llvm::APFloat value(cast<FloatType>(type).getFloatSemantics(),
                        llvm::APInt(width, bits));
    return value.convertToDouble();
  }

  /// Prints the indices of the element that number `i` belongs to.
  void printPosition(int64_t i, raw_ostream &os) const {
    SmallVector<int64_t> position;
    i /= perElement;
    for (int64_t extent : llvm::reverse(tensor.shape)) {
      position.push_back(i % extent);
      i /= extent;
    }
    os << "[";
    llvm::interleaveComma(llvm::reverse(position), os);
    os << "]";
  }

private:
  template <typename T>
  static T read(const char *at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
  }

  const HostTensor &tensor;
  Type type;
  unsigned perElement = 1;
  size_t step;
};

} // namespace

static Comparison compareIntegers(const Numbers &a, const Numbers &b) {
  Comparison result;
  int64_t wrong = 0, first = 0;
  for (int64_t i = 0; i < a.size(); ++i)
    if (a.integer(i) != b.integer(i) && wrong++ == 0)
      first = i;
  llvm::raw_string_ostream os(result.detail);
  if (wrong == 0) {
    os << "no difference";
    return result;
  }
  result.equal = false;
  unsigned width = integerWidth(a.numberType());
  bool isBool = width == 1;
  auto print = [&](uint64_t value) {
    os << (isBool ? int64_t(value) : llvm::SignExtend64(value, width));
  };
  os << wrong << " of " << a.size() << " integers differ, the first at ";
  a.printPosition(first, os);
  os << ": ";
  print(a.integer(first));
  os << " and ";
  print(b.integer(first));
  return result;
}

static double largestFinite(const Numbers &numbers) {
  double largest = 0;
  for (int64_t i = 0; i < numbers.size(); ++i)
    if (double x = numbers.real(i); std::isfinite(x))
      largest = std::max(largest, std::fabs(x));
  return largest;
}

/// Whether both are finite, both are NaN, or both are the same infinity.
static bool isSameKind(double a, double b) {
  if (std::isfinite(a) || std::isfinite(b))
    return std::isfinite(a) && std::isfinite(b);
  return std::isnan(a) ? std::isnan(b) : a == b;
}

static void printNumber(raw_ostream &os, double x) {
  os << llvm::format("%.9g", x);
}

/// The difference that other orders of computation may cause, relative to the
/// largest number. That of bf16 is 8 times that of f16, since it has 3 bits of
/// precision less. Floats of 8 bits may be neighbours; scales are exact.
static double getTolerance(Type type) {
  if (type.getIntOrFloatBitWidth() == 8) {
    int precision = llvm::APFloat::semanticsPrecision(
        cast<FloatType>(type).getFloatSemantics());
    return precision > 1 ? std::ldexp(1.0, 1 - precision) : 0;
  }
  if (type.isBF16())
    return 1.6e-1;
  return type.isF16() ? 2e-2 : 1e-4;
}

/// The difference that may come from rounding, as far as another rounding of
/// the inputs shows it.
static double getRoundingError(const Numbers &a, const Numbers &perturbed) {
  double difference = 0;
  for (int64_t i = 0; i < a.size(); ++i)
    if (double d = a.real(i) - perturbed.real(i); std::isfinite(d))
      difference = std::max(difference, std::fabs(d));
  return std::min(8 * difference, 0.1 * largestFinite(a));
}

namespace {
/// How far a number is from the reference, and how far it may be.
struct Deviation {
  double difference = 0, allowed = 0;

  /// By what part of the allowed difference it differs; more than 1 if that is
  /// exceeded.
  double getRatio() const { return difference == 0 ? 0 : difference / allowed; }
};
} // namespace

/// Compares `y` with a number of the reference, or with all numbers between
/// that and `wide`, from each of which it may differ as the numbers around it
/// may.
static Deviation getDeviation(double x, double y, std::optional<double> wide,
                              double allowed, double allowedOfWide) {
  if (!wide)
    return {std::fabs(x - y), allowed};
  double lowest = std::min(x, *wide), highest = std::max(x, *wide);
  if (y >= lowest && y <= highest)
    return {0, allowed};
  bool isNearX = (y < lowest) == (x <= *wide);
  return isNearX ? Deviation{std::fabs(x - y), allowed}
                 : Deviation{std::fabs(*wide - y), allowedOfWide};
}

static Comparison compareFloats(const Numbers &a, const Numbers &b,
                                const Alternatives &alternatives) {
  std::optional<Numbers> wide;
  if (alternatives.wide)
    wide.emplace(*alternatives.wide);
  double tolerance = getTolerance(a.numberType());
  double allowed = tolerance * largestFinite(a);
  double allowedOfWide = wide ? tolerance * largestFinite(*wide) : 0;
  if (alternatives.perturbed) {
    double rounding = getRoundingError(a, Numbers(*alternatives.perturbed));
    allowed = std::max(allowed, rounding);
    allowedOfWide = std::max(allowedOfWide, rounding);
  }
  int64_t worst = 0;
  Deviation deviation = {0, allowed};
  Comparison result;
  llvm::raw_string_ostream os(result.detail);
  auto getWide = [&](int64_t i) -> std::optional<double> {
    if (!wide || !std::isfinite(wide->real(i)))
      return std::nullopt;
    return wide->real(i);
  };
  auto printBoth = [&](int64_t i) {
    a.printPosition(i, os);
    os << ": ";
    printNumber(os, a.real(i));
    os << " and ";
    printNumber(os, b.real(i));
    if (std::optional<double> number = getWide(i)) {
      os << ", in f32 ";
      printNumber(os, *number);
    }
  };
  for (int64_t i = 0; i < a.size(); ++i) {
    double x = a.real(i), y = b.real(i);
    // A number that overflows may not do so in another order of sums.
    bool overflows = getWide(i) && std::isinf(x) && std::isfinite(y);
    if (!overflows && !isSameKind(x, y)) {
      result.equal = false;
      os << "not finite in the same way at ";
      printBoth(i);
      return result;
    }
    if (!std::isfinite(y))
      continue;
    Deviation here =
        overflows ? Deviation{std::fabs(*getWide(i) - y), allowedOfWide}
                  : getDeviation(x, y, getWide(i), allowed, allowedOfWide);
    if (here.getRatio() > deviation.getRatio()) {
      deviation = here;
      worst = i;
    }
  }
  result.equal = deviation.difference <= deviation.allowed;
  os << "worst difference ";
  printNumber(os, deviation.difference);
  os << ", allowed ";
  printNumber(os, deviation.allowed);
  if (wide)
    os << ", from the numbers between the results of narrow floats and of f32";
  if (deviation.difference > 0) {
    os << ", at ";
    printBoth(worst);
  }
  return result;
}

Comparison compare(const HostTensor &a, const HostTensor &b,
                   const Alternatives &alternatives) {
  if (a.shape != b.shape) {
    Comparison result{false, ""};
    llvm::raw_string_ostream os(result.detail);
    os << "shapes [";
    llvm::interleaveComma(a.shape, os);
    os << "] and [";
    llvm::interleaveComma(b.shape, os);
    os << "]";
    return result;
  }
  Numbers numbersA(a), numbersB(b);
  if (numbersA.numberType().isIntOrIndex())
    return compareIntegers(numbersA, numbersB);
  return compareFloats(numbersA, numbersB, alternatives);
}

bool isSame(const HostTensor &a, const HostTensor &b) {
  return a.shape == b.shape && a.contents() == b.contents();
}

bool isUniform(const HostTensor &tensor) {
  StringRef bytes = tensor.contents();
  size_t step = *elementBytes(tensor.elementType);
  // Every element equals the one before it.
  return tensor.numElements() >= 2 &&
         bytes.drop_front(step) == bytes.drop_back(step);
}

} // namespace mlir::layout::execution
