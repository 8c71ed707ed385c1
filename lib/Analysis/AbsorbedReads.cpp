//===- AbsorbedReads.cpp - Rewrites hidden in indexing maps ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbsorbedReads.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Analysis/CriticalOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The order in which an operand is read
//===----------------------------------------------------------------------===//

namespace {
/// Collects the loops of a sum that has no mixed radix form (a window), with
/// their coefficients.
struct TermCollector : AffineExprVisitor<TermCollector> {
  void visitAddExpr(AffineBinaryOpExpr expr) {
    visit(expr.getLHS());
    visit(expr.getRHS());
  }
  void visitMulExpr(AffineBinaryOpExpr expr) {
    auto factor = dyn_cast<AffineConstantExpr>(expr.getRHS());
    int64_t outer = coefficient;
    if (factor)
      coefficient *= factor.getValue();
    visit(expr.getLHS());
    coefficient = outer;
  }
  void visitFloorDivExpr(AffineBinaryOpExpr expr) {
    addPart(expr, [](int64_t stride, int64_t divisor) {
      return std::abs(stride) >= divisor;
    });
  }
  void visitCeilDivExpr(AffineBinaryOpExpr expr) { visitFloorDivExpr(expr); }
  void visitModExpr(AffineBinaryOpExpr expr) {
    addPart(expr, [](int64_t stride, int64_t divisor) {
      return std::abs(stride) < divisor;
    });
  }
  void visitDimExpr(AffineDimExpr expr) {
    terms.push_back({coefficient, expr.getPosition()});
  }

  /// Adds the terms of a quotient or a remainder: those that move it by
  /// themselves, without a carry from other terms, if there are any. In (d0 * 8
  /// + d1 + d2) floordiv 8, which selects the block that a window is in, this
  /// is d0, and in the remainder, which is the place in the block, d1 and d2.
  void addPart(AffineBinaryOpExpr expr, bool (*moves)(int64_t, int64_t)) {
    auto divisor = dyn_cast<AffineConstantExpr>(expr.getRHS());
    TermCollector inner;
    inner.visit(expr.getLHS());
    auto movesIt = [&](const auto &term) {
      return divisor && moves(term.first, divisor.getValue());
    };
    bool isAny = llvm::any_of(inner.terms, movesIt);
    for (auto term : inner.terms)
      if (!isAny || movesIt(term))
        terms.push_back({coefficient * term.first, term.second});
  }

  int64_t coefficient = 1;
  SmallVector<std::pair<int64_t, unsigned>> terms;
};
} // namespace

/// Returns the order in which `map` reads an operand: digits of the loops,
/// major to minor. The loops of a window are ordered by their strides.
static MixedRadix getReadOrder(AffineMap map, ArrayRef<int64_t> loopRanges) {
  MixedRadix order;
  for (AffineExpr index : map.getResults()) {
    if (std::optional<MixedRadix> digits = getDigits(index, loopRanges)) {
      llvm::append_range(order, *digits);
      continue;
    }
    TermCollector collector;
    collector.visit(index);
    llvm::sort(collector.terms, [](auto &a, auto &b) {
      return std::pair(-std::abs(a.first), a.second) <
             std::pair(-std::abs(b.first), b.second);
    });
    for (auto [coefficient, loop] : collector.terms)
      order.push_back({loop, 1, loopRanges[loop]});
  }
  return order;
}

/// Splits the digits of `order` where a digit of `other` begins or ends.
static MixedRadix refine(ArrayRef<Digit> order, ArrayRef<Digit> other) {
  MixedRadix refined;
  for (const Digit &digit : order) {
    SmallVector<int64_t> cuts;
    for (const Digit &cutter : other) {
      if (cutter.dim != digit.dim)
        continue;
      cuts.push_back(cutter.stride);
      if (!cutter.isDynamic())
        cuts.push_back(cutter.stride * cutter.extent);
    }
    llvm::sort(cuts, std::greater<int64_t>());
    Digit rest = digit;
    for (int64_t cut : cuts) {
      bool isInside =
          cut > rest.stride && cut % rest.stride == 0 &&
          (rest.isDynamic() || (cut < rest.stride * rest.extent &&
                                rest.stride * rest.extent % cut == 0));
      if (!isInside)
        continue;
      refined.push_back(
          {rest.dim, cut,
           rest.isDynamic() ? rest.extent : rest.stride * rest.extent / cut});
      rest.extent = cut / rest.stride;
    }
    refined.push_back(rest);
  }
  return refined;
}

/// Returns the digits of `order` that are also in `other`, each once, without
/// those of extent 1.
static MixedRadix keepCommon(ArrayRef<Digit> order, ArrayRef<Digit> other) {
  MixedRadix common;
  for (const Digit &digit : order)
    if (digit.extent != 1 && llvm::is_contained(other, digit) &&
        !llvm::is_contained(common, digit))
      common.push_back(digit);
  return common;
}

/// Whether `a` and `b` have their common digits in different orders.
static bool inAnotherOrder(ArrayRef<Digit> a, ArrayRef<Digit> b) {
  MixedRadix finerA = refine(a, b), finerB = refine(b, a);
  return keepCommon(finerA, finerB) != keepCommon(finerB, finerA);
}

//===----------------------------------------------------------------------===//
// Standard forms of critical ops
//===----------------------------------------------------------------------===//

/// Returns the letter of a role in the forms below: b(atch), c(hannel),
/// f(ilter), g(roup), k for filter loops and contracted loops, x for the other
/// loops of the result.
static char getLetter(LoopRole role) {
  switch (role) {
  case LoopRole::Batch:
    return 'b';
  case LoopRole::InputChannel:
    return 'c';
  case LoopRole::OutputChannel:
    return 'f';
  case LoopRole::Depth:
    return 'g';
  case LoopRole::FilterLoop:
  case LoopRole::K:
    return 'k';
  case LoopRole::OutputImage:
  case LoopRole::M:
  case LoopRole::N:
  case LoopRole::Other:
    return 'x';
  }
  llvm_unreachable("unknown role");
}

/// Returns the forms in which named and blocked ops read their inputs, as a
/// regular expression over letters. An image loop without a filter loop counts
/// as a batch.
static const llvm::Regex &getForm(CriticalKind kind, unsigned input) {
  static const llvm::Regex image("^(b+g*c*[bx]*g*c*|g*c*x*g*c*)$");
  static const llvm::Regex filter("^(g*f*c*|f*g*c*)k*g*c*f*$");
  static const llvm::Regex lhs("^b*(x*k*|x+k+x+k*)$");
  static const llvm::Regex rhs("^b*(k*x*|x+k+x+k*|k+x+k+x+)$");
  if (kind == CriticalKind::Convolution)
    return input == 0 ? image : filter;
  return input == 0 ? lhs : rhs;
}

namespace {
/// The operands of a critical op as sequences of loops, in memory order.
class CriticalReads {
public:
  explicit CriticalReads(const OperandAccesses &accesses)
      : maps(accesses.maps), roles(*accesses.roles), ranges(accesses.ranges) {
    for (AffineMap map : maps)
      orders.push_back(getLoops(map));
  }

  /// Whether an input has one of the forms, with or without unit loops.
  bool isStandard(unsigned input) const {
    const llvm::Regex &form = getForm(roles.kind, input);
    return keepsOrder(input) &&
           (form.match(getLetters(input, /*min=*/0)) ||
            form.match(getLetters(input, /*min=*/2)) || isInSticks());
  }

private:
  /// Whether both operands of a product lie in sticks along what is summed up.
  /// One alone that lies so is read in parts for another reason.
  bool isInSticks() const {
    static const llvm::Regex sticks("^b*k+x+k+$");
    return roles.kind != CriticalKind::Convolution &&
           llvm::all_of(llvm::seq(2u), [&](unsigned input) {
             return sticks.match(getLetters(input, /*min=*/0));
           });
  }

  /// Returns the loops that index an operand; for a window, only the output
  /// image loop.
  SmallVector<unsigned> getLoops(AffineMap map) const {
    SmallVector<unsigned> loops;
    for (AffineExpr index : map.getResults()) {
      TermCollector collector;
      collector.visit(index);
      for (auto [coefficient, loop] : collector.terms)
        if (collector.terms.size() == 1 ||
            roles.roles[loop] != LoopRole::FilterLoop)
          loops.push_back(loop);
    }
    return loops;
  }

  /// Returns one letter per loop of an input that has at least `min`
  /// iterations.
  std::string getLetters(unsigned input, int64_t min) const {
    std::string letters;
    for (unsigned loop : orders[input])
      if (ShapedType::isDynamic(ranges[loop]) || ranges[loop] >= min)
        letters += getLetter(roles.roles[loop]);
    return letters;
  }

  SmallVector<unsigned> select(ArrayRef<unsigned> loops, char letter,
                               ArrayRef<unsigned> common) const {
    return llvm::filter_to_vector(loops, [&](unsigned loop) {
      return ranges[loop] != 1 && getLetter(roles.roles[loop]) == letter &&
             llvm::is_contained(common, loop);
    });
  }

  /// Whether the common loops of each role have the same order in both.
  bool agree(ArrayRef<unsigned> a, ArrayRef<unsigned> b,
             StringRef letters) const {
    return llvm::all_of(letters, [&](char letter) {
      return select(a, letter, b) == select(b, letter, a);
    });
  }

  /// The number of elements of an operand.
  double getSize(unsigned operand) const {
    double size = 1;
    for (AffineExpr index : maps[operand].getResults()) {
      TermCollector collector;
      collector.visit(index);
      double extent = 1;
      for (auto [coefficient, loop] : collector.terms)
        extent += std::abs(coefficient) *
                  (static_cast<double>(std::max<int64_t>(ranges[loop], 1)) - 1);
      size *= extent;
    }
    return size;
  }

  /// Whether the loops of each role have the same order in an input as in the
  /// result, and the contracted loops the same order in both inputs. If those
  /// have not, it is the smaller input that is read in another order.
  bool keepsOrder(unsigned input) const {
    if (!agree(orders[input], orders.back(), "bfgx"))
      return false;
    bool isSmaller = (getSize(0) < getSize(1)) == (input == 0);
    if (isSmaller && !agree(orders[1], orders[0], "ck"))
      return false;
    if (input == 0)
      return true;
    SmallVector<unsigned> slidOver;
    for (unsigned loop : orders[1])
      if (roles.roles[loop] == LoopRole::FilterLoop && ranges[loop] != 1)
        if (std::optional<unsigned> image = getImageLoop(maps[0], roles, loop))
          slidOver.push_back(*image);
    return agree(slidOver, orders.back(), "x");
  }

  ArrayRef<AffineMap> maps;
  const CriticalOp &roles;
  ArrayRef<int64_t> ranges;
  /// The loops of the inputs and of the result.
  SmallVector<SmallVector<unsigned>, 3> orders;
};
} // namespace

bool layout::readsInAnotherOrder(const OperandAccesses &accesses,
                                 unsigned input) {
  if (accesses.maps[input].getNumResults() == 0)
    return false;
  if (accesses.roles)
    return !CriticalReads(accesses).isStandard(input);
  AffineMap result = accesses.maps[accesses.numInputs];
  return inAnotherOrder(getReadOrder(accesses.maps[input], accesses.ranges),
                        getReadOrder(result, accesses.ranges));
}
