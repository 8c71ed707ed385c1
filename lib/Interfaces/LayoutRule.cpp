//===- LayoutRule.cpp - What an op minds about layouts, as data -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRule.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

PortRule PortRule::whole(ArrayRef<int64_t> shape) {
  PortRule port;
  port.shape.assign(shape.begin(), shape.end());
  for (auto [dim, size] : llvm::enumerate(port.shape))
    port.dims.push_back(size == 1
                            ? Access::none()
                            : Access::whole(static_cast<unsigned>(dim), size));
  return port;
}

PortRule PortRule::scalar() {
  PortRule port;
  port.isTensor = false;
  return port;
}

SmallVector<Factor> layout::getDimFactors(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape,
                             [](int64_t size) { return Factor{size, false}; });
}

//===----------------------------------------------------------------------===//
// Natural order
//===----------------------------------------------------------------------===//

/// The factors that reach a dim, the one that places it first.
static SmallVector<unsigned> getFactors(const Access &access) {
  switch (access.kind) {
  case Access::Kind::None:
    return {};
  case Access::Kind::Digits:
    return llvm::map_to_vector<4>(access.digits,
                                  [](const Digit &digit) { return digit.dim; });
  case Access::Kind::Piece:
    return {access.factor};
  case Access::Kind::Window: {
    SmallVector<unsigned> factors{access.factor};
    for (unsigned factor : access.factors)
      if (factor != access.factor)
        factors.push_back(factor);
    return factors;
  }
  }
  llvm_unreachable("covered switch");
}

/// Inserts `items` into `order` behind what precedes them among themselves.
static void mergeOrder(SmallVectorImpl<unsigned> &order,
                       ArrayRef<unsigned> items) {
  auto position = order.begin();
  for (unsigned item : items) {
    auto found = llvm::find(order, item);
    position = found != order.end() ? found : order.insert(position, item);
    ++position;
  }
}

void LayoutRule::finalize() {
  standsAlone.resize(factors.size());
  for (const PortRule &port : ports)
    if (port.isTensor && !port.isPinned)
      for (const Access &access : port.dims)
        if (access.kind == Access::Kind::Digits && access.digits.size() == 1)
          standsAlone.set(access.digits.front().dim);

  // The widest port shows most factors beside each other; ports that add some
  // say behind which of the known ones those stand. Factors that only windows
  // have come last.
  SmallVector<unsigned> byRank =
      llvm::to_vector(llvm::seq<unsigned>(0, ports.size()));
  llvm::sort(byRank, [&](unsigned a, unsigned b) {
    return std::pair(ports[b].dims.size(), a) <
           std::pair(ports[a].dims.size(), b);
  });
  order.clear();
  for (unsigned port : byRank) {
    SmallVector<unsigned> items;
    for (const Access &access : ports[port].dims) {
      if (access.kind == Access::Kind::Window)
        items.push_back(access.factor);
      else
        llvm::append_range(items, getFactors(access));
    }
    items.erase(std::unique(items.begin(), items.end()), items.end());
    mergeOrder(order, items);
  }
  for (unsigned factor : llvm::seq<unsigned>(0, factors.size()))
    if (!llvm::is_contained(order, factor))
      order.push_back(factor);
  llvm::erase_if(order,
                 [&](unsigned factor) { return factors[factor].extent == 1; });
}

void LayoutRule::complete(FactorOrder &label) const {
  for (auto [index, factor] : llvm::enumerate(order)) {
    auto isOf = [](unsigned factor) {
      return [factor](const Digit &digit) { return digit.dim == factor; };
    };
    if (llvm::any_of(label, isOf(factor)))
      continue;
    auto position = label.begin();
    if (index != 0)
      position = llvm::find_if(label, isOf(order[index - 1])) + 1;
    label.insert(position, Digit{factor, 1, factors[factor].extent});
  }
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// Whether `digit` is all of a dim or factor of the given extent.
static bool isWhole(const Digit &digit, int64_t extent) {
  return digit.stride == 1 && digit.extent == extent;
}

/// The same digit of something of another extent: only the outermost digit
/// grows or shrinks. Nothing if that does not divide.
static std::optional<Digit> resize(const Digit &digit, int64_t from,
                                   unsigned dim, int64_t to) {
  Digit result{dim, digit.stride, digit.extent};
  bool outermost = digit.isDynamic() || (!ShapedType::isDynamic(from) &&
                                         digit.stride * digit.extent == from);
  if (!outermost)
    return result;
  if (ShapedType::isDynamic(to)) {
    result.extent = to;
    return result;
  }
  if (to % digit.stride != 0)
    return std::nullopt;
  result.extent = to / digit.stride;
  return result;
}

std::optional<FactorOrder> LayoutRule::pull(unsigned port,
                                            ArrayRef<Digit> layout) const {
  const PortRule &rule = ports[port];
  if (rule.isPinned || !rule.isTensor)
    return std::nullopt;
  FactorOrder label;
  for (const Digit &digit : layout) {
    const Access &access = rule.dims[digit.dim];
    int64_t extent = rule.shape[digit.dim];
    switch (access.kind) {
    case Access::Kind::None:
      break;
    case Access::Kind::Digits: {
      std::optional<MixedRadix> part =
          slice(access.digits, digit.stride, digit.extent);
      if (!part)
        return std::nullopt;
      llvm::append_range(label, *part);
      break;
    }
    case Access::Kind::Piece: {
      int64_t factorExtent = factors[access.factor].extent;
      std::optional<Digit> moved =
          isWhole(digit, extent)
              ? Digit{access.factor, 1, factorExtent}
              : resize(digit, extent, access.factor, factorExtent);
      if (!moved)
        return std::nullopt;
      label.push_back(*moved);
      break;
    }
    case Access::Kind::Window:
      if (!isWhole(digit, extent))
        return std::nullopt;
      label.push_back({access.factor, 1, factors[access.factor].extent});
      break;
    }
  }
  label = normalize(label);
  complete(label);
  label = normalize(label);
  if (!isValid(label))
    return std::nullopt;
  return label;
}

bool LayoutRule::isValid(ArrayRef<Digit> label) const {
  // Each factor exactly once, digits nested.
  SmallVector<int64_t> extents = llvm::map_to_vector<8>(
      factors, [](const Factor &factor) { return factor.extent; });
  if (!isExactCover({MixedRadix(label)}, extents))
    return false;

  auto forEachCut = [&](unsigned factor,
                        llvm::function_ref<bool(int64_t)> accept) {
    return llvm::all_of(label, [&](const Digit &digit) {
      return digit.dim != factor || isWhole(digit, factors[factor].extent) ||
             digit.stride == 1 || accept(digit.stride);
    });
  };
  auto never = [](int64_t) { return false; };
  for (auto [number, factor] : llvm::enumerate(factors))
    if (factor.isWhole && !forEachCut(number, never))
      return false;

  for (const PortRule &port : ports) {
    if (!port.isTensor || port.isPinned)
      continue;
    for (auto [extent, access] : llvm::zip_equal(port.shape, port.dims)) {
      if (access.kind == Access::Kind::Window)
        for (unsigned factor : access.factors)
          if (!forEachCut(factor, never))
            return false;
      if (access.kind != Access::Kind::Piece)
        continue;
      // That a cut divides the piece says nothing of a larger dim whose size is
      // not known.
      int64_t size = extent, offset = access.offset;
      bool isKnown =
          llvm::none_of(ArrayRef{size, offset, factors[access.factor].extent},
                        ShapedType::isDynamic);
      auto divides = [&](int64_t cut) {
        return isKnown && offset % cut == 0 && size % cut == 0;
      };
      if (!forEachCut(access.factor, divides))
        return false;
    }
  }
  return true;
}

MixedRadixMap LayoutRule::getPortLayout(unsigned port,
                                        ArrayRef<Digit> label) const {
  const PortRule &rule = ports[port];
  MixedRadixMap result;
  auto identity = [&](unsigned dim) {
    return MixedRadix{Digit{dim, 1, rule.shape[dim]}};
  };
  if (rule.isPinned) {
    for (unsigned dim : llvm::seq<unsigned>(0, rule.shape.size()))
      result.push_back(identity(dim));
    return result;
  }

  // Factors that lie beside each other as in the dim stay one physical dim, so
  // that a pooling keeps its image dims. But every loop has to stand alone
  // somewhere.
  std::optional<unsigned> last;
  auto append = [&](Digit digit, unsigned factor) {
    bool isFree =
        last && *last != factor && standsAlone[factor] && standsAlone[*last];
    last = factor;
    if (!isFree || result.back().front().dim != digit.dim ||
        result.back().front().stride != digit.stride * digit.extent)
      return result.push_back({digit});
    Digit &merged = result.back().front();
    merged.stride = digit.stride;
    if (!merged.isDynamic())
      merged.extent *= digit.extent;
  };

  for (const Digit &digit : label) {
    for (auto [index, access] : llvm::enumerate(rule.dims)) {
      unsigned dim = index;
      int64_t extent = rule.shape[dim];
      switch (access.kind) {
      case Access::Kind::None:
        break;
      case Access::Kind::Digits: {
        int64_t stride = 1;
        for (const Digit &part : llvm::reverse(access.digits)) {
          if (part.dim == digit.dim)
            append({dim, stride * digit.stride, digit.extent}, digit.dim);
          if (!part.isDynamic())
            stride *= part.extent;
        }
        break;
      }
      case Access::Kind::Piece:
        if (access.factor != digit.dim)
          break;
        if (isWhole(digit, factors[digit.dim].extent))
          result.push_back(identity(dim));
        else
          result.push_back(
              {*resize(digit, factors[digit.dim].extent, dim, extent)});
        break;
      case Access::Kind::Window:
        if (access.factor == digit.dim)
          result.push_back(identity(dim));
        break;
      }
    }
  }

  // Dims that no digit reached stand behind the dim that precedes them.
  for (unsigned dim : llvm::seq<unsigned>(0, rule.shape.size())) {
    auto isOf = [](unsigned dim) {
      return [dim](const MixedRadix &list) { return list.front().dim == dim; };
    };
    if (llvm::any_of(result, isOf(dim)))
      continue;
    auto position = result.begin();
    if (dim != 0)
      position = llvm::find_if(result, isOf(dim - 1)) + 1;
    result.insert(position, identity(dim));
  }
  return result;
}

SmallVector<MixedRadixMap> LayoutRule::getLayouts(ArrayRef<Digit> label) const {
  return llvm::map_to_vector<6>(
      llvm::seq<unsigned>(0, ports.size()),
      [&](unsigned port) { return getPortLayout(port, label); });
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// The only factor of a dim that is one whole factor.
static std::optional<unsigned> getWholeFactor(const Access &access) {
  if (access.kind != Access::Kind::Digits || access.digits.size() != 1)
    return std::nullopt;
  return access.digits.front().dim;
}

std::optional<LayoutRule> LayoutRule::grow(ArrayRef<int64_t> extents) const {
  LayoutRule result(*this);
  auto grows = [&](unsigned factor) {
    return extents[factor] != factors[factor].extent;
  };
  for (auto [number, factor] : llvm::enumerate(result.factors)) {
    if (!grows(number))
      continue;
    if (factor.isWhole || ShapedType::isDynamic(factor.extent) ||
        extents[number] < factor.extent)
      return std::nullopt;
    factor.extent = extents[number];
  }
  for (PortRule &port : result.ports)
    for (auto [size, access] : llvm::zip(port.shape, port.dims)) {
      if (llvm::none_of(getFactors(access), grows))
        continue;
      std::optional<unsigned> factor = getWholeFactor(access);
      if (!factor || port.isPinned)
        return std::nullopt;
      access.digits.front().extent = size = extents[*factor];
    }
  result.finalize();
  return result;
}

const LayoutRule *LayoutRule::growPort(unsigned port, ArrayRef<int64_t> shape,
                                       std::optional<LayoutRule> &grown) const {
  const PortRule &rule = ports[port];
  if (shape == ArrayRef(rule.shape))
    return this;
  SmallVector<int64_t> extents = llvm::map_to_vector<8>(
      factors, [](const Factor &factor) { return factor.extent; });
  for (auto [from, to, access] :
       llvm::zip_equal(rule.shape, shape, rule.dims)) {
    if (from == to)
      continue;
    std::optional<unsigned> factor = getWholeFactor(access);
    if (!factor)
      return nullptr;
    extents[*factor] = to;
  }
  grown = grow(extents);
  return grown ? &*grown : nullptr;
}

const LayoutRule *LayoutRule::growTo(ArrayRef<Digit> label,
                                     std::optional<LayoutRule> &grown) const {
  SmallVector<int64_t> box = getDigitBox(label, factors.size());
  if (llvm::equal(box, llvm::map_range(factors, [](const Factor &factor) {
                    return factor.extent;
                  })))
    return this;
  grown = grow(box);
  return grown ? &*grown : nullptr;
}
