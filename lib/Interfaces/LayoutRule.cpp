//===- LayoutRule.cpp - Which layouts an op can take ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Interfaces/LayoutRule.h"
#include "Accesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Hashing
//===----------------------------------------------------------------------===//

static llvm::hash_code hash(ArrayRef<Digit> digits) {
  llvm::hash_code code = llvm::hash_combine(digits.size());
  for (const Digit &digit : digits)
    code = llvm::hash_combine(code, digit.dim, digit.stride, digit.extent);
  return code;
}

llvm::hash_code layout::hash_value(const LayoutRule &rule) {
  llvm::hash_code code = llvm::hash_combine(rule.factors.size());
  for (const Factor &factor : rule.factors)
    code = llvm::hash_combine(code, factor.extent, factor.isReduction,
                              factor.isWhole, factor.isUnit, factor.isPieced);
  for (const PortRule &port : rule.ports) {
    code = llvm::hash_combine(
        code, llvm::hash_combine_range(port.shape.begin(), port.shape.end()),
        port.isTensor, port.isPinned);
    for (const Access &access : port.dims)
      code = llvm::hash_combine(code, access.kind, hash(access.digits),
                                access.factor, access.offset,
                                llvm::hash_combine_range(access.factors.begin(),
                                                         access.factors.end()));
  }
  return code;
}

//===----------------------------------------------------------------------===//
// Natural order
//===----------------------------------------------------------------------===//

/// Merges `items` into `order`: items that `order` lacks are inserted after the
/// item that precedes them in `items`.
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
  // The caller reports the error.
  if (getError())
    return;
  isWholeDim.resize(factors.size());
  for (const PortRule &port : ports)
    if (port.isTensor && !port.isPinned)
      for (const Access &access : port.dims)
        if (access.kind == Access::Kind::Digits && access.digits.size() == 1)
          isWholeDim.set(access.digits.front().dim);

  // Start with the port of highest rank, which orders most factors; the others
  // insert the factors they add. Factors that only windows use come last.
  SmallVector<unsigned> byRank =
      llvm::to_vector(llvm::seq<unsigned>(0, ports.size()));
  llvm::sort(byRank, [&](unsigned a, unsigned b) {
    return std::pair(ports[b].dims.size(), a) <
           std::pair(ports[a].dims.size(), b);
  });
  naturalOrder.clear();
  for (unsigned port : byRank) {
    SmallVector<unsigned> items;
    for (const Access &access : ports[port].dims) {
      if (access.kind == Access::Kind::Window)
        items.push_back(access.factor);
      else
        llvm::append_range(items, getFactors(access));
    }
    items.erase(std::unique(items.begin(), items.end()), items.end());
    mergeOrder(naturalOrder, items);
  }
  for (unsigned factor : llvm::seq<unsigned>(0, factors.size()))
    if (!llvm::is_contained(naturalOrder, factor))
      naturalOrder.push_back(factor);
  llvm::erase_if(naturalOrder,
                 [&](unsigned factor) { return factors[factor].extent == 1; });
}

void LayoutRule::complete(FactorOrder &factorOrder) const {
  for (auto [index, factor] : llvm::enumerate(naturalOrder)) {
    auto isOf = [](unsigned factor) {
      return [factor](const Digit &digit) { return digit.dim == factor; };
    };
    if (llvm::any_of(factorOrder, isOf(factor)))
      continue;
    auto position = factorOrder.begin();
    if (index != 0)
      position = llvm::find_if(factorOrder, isOf(naturalOrder[index - 1])) + 1;
    factorOrder.insert(position, Digit{factor, 1, factors[factor].extent});
  }
}

//===----------------------------------------------------------------------===//
// Factor orders and port layouts
//===----------------------------------------------------------------------===//

/// Returns `digit`, of something of extent `from`, as a digit of dim `dim` of
/// extent `to`: the outermost digit is resized, inner digits stay. Returns
/// nothing if the stride does not divide `to`.
static std::optional<Digit> resize(const Digit &digit, int64_t from,
                                   unsigned dim, int64_t to) {
  Digit result{dim, digit.stride, digit.extent};
  if (!digit.isOutermost(from))
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

/// Returns the number of digits, from the first one of `layout` on, that are
/// the dims which follow the same window. Several dims may follow one factor:
/// H and W of a run-time W follow the factor H * W. They move together, whole
/// and in this order. Returns nothing if the digits are others.
static std::optional<size_t> matchWindow(const PortRule &rule,
                                         ArrayRef<Digit> layout) {
  unsigned factor = rule.dims[layout.front().dim].factor;
  size_t numDigits = 0;
  for (auto [dim, access] : llvm::enumerate(rule.dims)) {
    if (access.kind != Access::Kind::Window || access.factor != factor ||
        rule.shape[dim] == 1)
      continue;
    Digit whole{static_cast<unsigned>(dim), 1, rule.shape[dim]};
    if (numDigits == layout.size() || layout[numDigits] != whole)
      return std::nullopt;
    ++numDigits;
  }
  return numDigits;
}

std::optional<FactorOrder> LayoutRule::pull(unsigned port,
                                            ArrayRef<Digit> layout) const {
  const PortRule &rule = ports[port];
  if (rule.isPinned || !rule.isTensor)
    return std::nullopt;
  FactorOrder factorOrder;
  for (; !layout.empty(); layout = layout.drop_front()) {
    const Digit &digit = layout.front();
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
      llvm::append_range(factorOrder, *part);
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
      factorOrder.push_back(*moved);
      break;
    }
    case Access::Kind::Window: {
      std::optional<size_t> numDigits = matchWindow(rule, layout);
      if (!numDigits)
        return std::nullopt;
      factorOrder.push_back({access.factor, 1, factors[access.factor].extent});
      layout = layout.drop_front(*numDigits - 1);
      break;
    }
    }
  }
  factorOrder = normalize(factorOrder);
  complete(factorOrder);
  factorOrder = normalize(factorOrder);
  if (!isValid(factorOrder))
    return std::nullopt;
  return factorOrder;
}

bool LayoutRule::isValid(ArrayRef<Digit> factorOrder) const {
  // Require each factor exactly once, by digits that nest.
  SmallVector<int64_t> extents = llvm::map_to_vector<8>(
      factors, [](const Factor &factor) { return factor.extent; });
  if (!isExactCover({MixedRadix(factorOrder)}, extents))
    return false;

  auto forEachCut = [&](unsigned factor,
                        llvm::function_ref<bool(int64_t)> accept) {
    return llvm::all_of(factorOrder, [&](const Digit &digit) {
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
      // If the size of the larger dim is not known, a split that divides the
      // piece may still not divide the larger dim.
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
                                        ArrayRef<Digit> factorOrder) const {
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

  // Adjacent factors that spell a dim in this order stay one physical dim, so
  // that a pooling keeps its image dims. This holds unless both are a whole dim
  // of some port already: the extent of every loop must be known from a dim
  // that is this loop alone.
  std::optional<unsigned> last;
  auto append = [&](Digit digit, unsigned factor) {
    bool isFree =
        last && *last != factor && isWholeDim[factor] && isWholeDim[*last];
    last = factor;
    if (!isFree || result.back().front().dim != digit.dim ||
        digit.isDynamic() ||
        result.back().front().stride != digit.stride * digit.extent)
      return result.push_back({digit});
    Digit &merged = result.back().front();
    merged.stride = digit.stride;
    if (!merged.isDynamic())
      merged.extent *= digit.extent;
  };

  for (const Digit &digit : factorOrder) {
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

  // Insert dims that no digit accesses after the dim that precedes them.
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

SmallVector<MixedRadixMap>
LayoutRule::getLayouts(ArrayRef<Digit> factorOrder) const {
  return llvm::map_to_vector<6>(
      llvm::seq<unsigned>(0, ports.size()),
      [&](unsigned port) { return getPortLayout(port, factorOrder); });
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Returns the factor of a dim that is one whole factor, nothing for others.
static std::optional<unsigned> getWholeFactor(const Access &access) {
  if (access.kind != Access::Kind::Digits || access.digits.size() != 1)
    return std::nullopt;
  return access.digits.front().dim;
}

/// Returns the rule with factors of the given extents, which are at least those
/// of this rule; nothing if a factor that grows is not all of each dim that it
/// accesses, apart from pieces that may stay.
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
      bool staysPiece = access.kind == Access::Kind::Piece &&
                        factors[access.factor].isPieced && !port.isPinned;
      if (staysPiece || llvm::none_of(getFactors(access), grows))
        continue;
      std::optional<unsigned> factor = getWholeFactor(access);
      if (!factor || port.isPinned)
        return std::nullopt;
      access.digits.front().extent = size = extents[*factor];
    }
  result.finalize();
  return result;
}

std::optional<unsigned> LayoutRule::getUnitFactor(const Access &access) const {
  std::optional<unsigned> factor = getWholeFactor(access);
  return factor && factors[*factor].isUnit ? factor : std::nullopt;
}

bool LayoutRule::runsOnPadding(const LayoutRule &grown) const {
  return llvm::any_of(llvm::zip_equal(factors, grown.factors),
                      [](const auto &pair) {
                        const auto &[before, after] = pair;
                        return !before.isUnit && before.extent != after.extent;
                      });
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

const LayoutRule *LayoutRule::growTo(ArrayRef<Digit> factorOrder,
                                     std::optional<LayoutRule> &grown) const {
  SmallVector<int64_t> box = getSpannedShape(factorOrder, factors.size());
  if (llvm::equal(box, llvm::map_range(factors, [](const Factor &factor) {
                    return factor.extent;
                  })))
    return this;
  grown = grow(box);
  return grown ? &*grown : nullptr;
}
