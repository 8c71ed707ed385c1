//===- LayoutRuleText.cpp - Errors and text of layout rules ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Well-formedness
//===----------------------------------------------------------------------===//

static std::string getText(int64_t number) {
  return ShapedType::isDynamic(number) ? "?" : std::to_string(number);
}

/// Returns what is wrong with an access to a dim of the given size.
static std::optional<std::string> getError(const Access &access, int64_t size,
                                           ArrayRef<Factor> factors) {
  for (unsigned factor : getFactors(access))
    if (factor >= factors.size())
      return "requires factor numbers below " + std::to_string(factors.size()) +
             ", found f" + std::to_string(factor);
  switch (access.kind) {
  case Access::Kind::None:
    return std::nullopt;
  case Access::Kind::Digits: {
    for (auto [position, digit] : llvm::enumerate(access.digits)) {
      if (!isWhole(digit, factors[digit.dim].extent))
        return "requires whole factors in a dim, found a part of f" +
               std::to_string(digit.dim);
      if (position != 0 && digit.isDynamic())
        return "requires a dynamic factor to be the first one of a dim, found "
               "f" +
               std::to_string(digit.dim) + " after another one";
    }
    int64_t extent = getExtent(access.digits);
    if (extent == size)
      return std::nullopt;
    return "requires a dim of size " + getText(extent) +
           " for its factors, found " + getText(size);
  }
  case Access::Kind::Piece: {
    int64_t extent = factors[access.factor].extent;
    bool isKnown = llvm::none_of(ArrayRef{extent, access.offset, size},
                                 ShapedType::isDynamic);
    if ((ShapedType::isDynamic(access.offset) || access.offset >= 0) &&
        (!isKnown || (size <= extent && access.offset <= extent - size)))
      return std::nullopt;
    return "requires a piece within the " + getText(extent) + " elements of f" +
           std::to_string(access.factor) + ", found " + getText(size) +
           " elements from " + getText(access.offset) + " on";
  }
  case Access::Kind::Window:
    if (llvm::is_contained(access.factors, access.factor))
      return std::nullopt;
    return "requires a window to follow one of its factors, found f" +
           std::to_string(access.factor);
  }
  llvm_unreachable("covered switch");
}

/// Returns the factors that determine the position of a dim among the others.
static SmallVector<unsigned> getPlacingFactors(const Access &access) {
  if (access.kind == Access::Kind::Window)
    return {access.factor};
  return getFactors(access);
}

std::optional<std::string> LayoutRule::getError() const {
  for (const Factor &factor : factors)
    if (!ShapedType::isDynamic(factor.extent) && factor.extent < 1)
      return "requires factors of extent 1 or more, found " +
             std::to_string(factor.extent);
  for (const PortRule &port : ports) {
    if (!port.isTensor || port.isPinned)
      continue;
    if (port.dims.size() != port.shape.size())
      return "requires a shape of " + std::to_string(port.dims.size()) +
             " dims, found " + std::to_string(port.shape.size());
    llvm::SmallDenseSet<unsigned> seen;
    const Access *before = nullptr; // The last dim that has a factor.
    for (auto [access, size] : llvm::zip_equal(port.dims, port.shape)) {
      if (std::optional<std::string> error = ::getError(access, size, factors))
        return error;
      // Consecutive dims may follow one window.
      bool isSameWindow =
          access.kind == Access::Kind::Window && before && access == *before;
      if (access.kind != Access::Kind::None)
        before = &access;
      if (isSameWindow)
        continue;
      for (unsigned factor : getPlacingFactors(access))
        if (!seen.insert(factor).second)
          return "requires a factor to access a port once, found f" +
                 std::to_string(factor) + " twice";
    }
  }
  return std::nullopt;
}

std::optional<unsigned> Access::getFactor() const {
  switch (kind) {
  case Kind::None:
    return std::nullopt;
  case Kind::Digits:
    if (digits.size() != 1)
      return std::nullopt;
    return digits.front().dim;
  case Kind::Piece:
  case Kind::Window:
    return factor;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void Access::print(raw_ostream &os) const {
  switch (kind) {
  case Kind::None:
    os << '-';
    return;
  case Kind::Digits: {
    auto printFactor = [&](const Digit &digit) { os << 'f' << digit.dim; };
    if (digits.size() == 1)
      return printFactor(digits.front());
    os << '(';
    llvm::interleaveComma(digits, os, printFactor);
    os << ')';
    return;
  }
  case Kind::Piece:
    os << 'f' << factor << " + " << getText(offset);
    return;
  case Kind::Window:
    os << "window(";
    llvm::interleaveComma(factors, os,
                          [&](unsigned factor) { os << 'f' << factor; });
    os << ')';
    return;
  }
}

static void print(raw_ostream &os, const PortRule &port) {
  if (!port.isTensor) {
    os << "a scalar";
    return;
  }
  if (port.isPinned) {
    os << "keeps its layout";
    return;
  }
  os << '[';
  llvm::interleaveComma(port.dims, os,
                        [&](const Access &access) { access.print(os); });
  os << ']';
}

void LayoutRule::print(raw_ostream &os, unsigned numResults) const {
  os << "  factors: ";
  llvm::interleaveComma(llvm::enumerate(factors), os, [&](auto it) {
    const Factor &factor = it.value();
    os << 'f' << it.index() << " = " << getText(factor.extent);
    if (factor.isReduction)
      os << " reduced";
    if (factor.isWhole)
      os << " whole";
    if (factor.isUnit)
      os << " unit";
  });
  os << '\n';
  size_t numOperands = ports.size() - numResults;
  for (auto [number, port] : llvm::enumerate(ports)) {
    bool isResult = number >= numOperands;
    os << (isResult ? "  result " : "  operand ")
       << (isResult ? number - numOperands : number) << ": ";
    ::print(os, port);
    os << '\n';
  }
}
