//===- AbsorbedReads.cpp - Rewrites hidden in indexing maps --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/AbsorbedReads.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Analysis/CriticalOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The order in which an operand's elements lie
//===----------------------------------------------------------------------===//

namespace {
/// Collects the terms of a sum that is not made of digits (a window): each
/// loop with its coefficient.
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
  void visitFloorDivExpr(AffineBinaryOpExpr expr) { visit(expr.getLHS()); }
  void visitCeilDivExpr(AffineBinaryOpExpr expr) { visit(expr.getLHS()); }
  void visitModExpr(AffineBinaryOpExpr expr) { visit(expr.getLHS()); }
  void visitDimExpr(AffineDimExpr expr) {
    terms.push_back({coefficient, expr.getPosition()});
  }

  int64_t coefficient = 1;
  SmallVector<std::pair<int64_t, unsigned>> terms;
};
} // namespace

/// The digits of the loops in the order in which the elements lie that `map`
/// reads, major to minor.
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

/// Cuts the digits of `order` wherever a digit of `other` begins or ends.
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

/// The digits of `order` that also stand in `other`, each once, without unit
/// ones.
static MixedRadix keepCommon(ArrayRef<Digit> order, ArrayRef<Digit> other) {
  MixedRadix common;
  for (const Digit &digit : order)
    if (digit.extent != 1 && llvm::is_contained(other, digit) &&
        !llvm::is_contained(common, digit))
      common.push_back(digit);
  return common;
}

static bool inAnotherOrder(ArrayRef<Digit> a, ArrayRef<Digit> b) {
  MixedRadix finerA = refine(a, b), finerB = refine(b, a);
  return keepCommon(finerA, finerB) != keepCommon(finerB, finerA);
}

//===----------------------------------------------------------------------===//
// Standard forms of critical ops
//===----------------------------------------------------------------------===//

/// The letter of a role in the forms below: b(atch), c(hannel), f(ilter),
/// g(roup), k for the loops of a filter and the contracted ones, x for those
/// that run over the result.
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

/// The forms in which named and blocked ops read their inputs. An image loop
/// without a filter loop passes for a batch.
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
/// The operands of a critical op as sequences of loops, as they lie in memory.
class CriticalReads {
public:
  explicit CriticalReads(const Accesses &accesses)
      : maps(accesses.maps), roles(*accesses.roles), ranges(accesses.ranges) {
    for (AffineMap map : maps)
      orders.push_back(getLoops(map));
  }

  /// Whether an input has one of the forms, counting unit loops or not.
  bool isStandard(unsigned input) const {
    const llvm::Regex &form = getForm(roles.kind, input);
    return keepsOrder(input) && (form.match(getLetters(input, /*min=*/0)) ||
                                 form.match(getLetters(input, /*min=*/2)));
  }

private:
  /// The loops `map` reads; a window is read by its output image loop.
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

  /// One letter per loop of an input that runs at least `min` times.
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

  /// Whether loops of each of the roles come in the same order in both.
  bool agree(ArrayRef<unsigned> a, ArrayRef<unsigned> b,
             StringRef letters) const {
    return llvm::all_of(letters, [&](char letter) {
      return select(a, letter, b) == select(b, letter, a);
    });
  }

  /// Whether loops of one role come in an input as they do in the result and,
  /// in the second input, the contracted ones as in the first.
  bool keepsOrder(unsigned input) const {
    if (!agree(orders[input], orders.back(), "bfgx"))
      return false;
    if (input == 0)
      return true;
    SmallVector<unsigned> slidOver;
    for (unsigned loop : orders[1])
      if (roles.roles[loop] == LoopRole::FilterLoop && ranges[loop] != 1)
        if (std::optional<unsigned> image = getImageLoop(maps[0], roles, loop))
          slidOver.push_back(*image);
    return agree(orders[1], orders[0], "ck") &&
           agree(slidOver, orders.back(), "x");
  }

  ArrayRef<AffineMap> maps;
  const CriticalOp &roles;
  ArrayRef<int64_t> ranges;
  /// Of the inputs and the result.
  SmallVector<SmallVector<unsigned>, 3> orders;
};
} // namespace

bool layout::readsInAnotherOrder(const Accesses &accesses, unsigned input) {
  if (accesses.maps[input].getNumResults() == 0)
    return false;
  if (accesses.roles)
    return !CriticalReads(accesses).isStandard(input);
  AffineMap result = accesses.maps[accesses.numInputs];
  return inAnotherOrder(getReadOrder(accesses.maps[input], accesses.ranges),
                        getReadOrder(result, accesses.ranges));
}
