//===- Inversion.cpp - Left inverses of index maps ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the equations, the unknown logical indices are dims and the known physical
// indices are symbols. Every rule preserves the solutions in the box. The rules
// are applied until each dim is known.
//
//===----------------------------------------------------------------------===//

#include "Inversion.h"
#include "layout/Algebra/QuasiAffine.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static bool hasDims(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isa<AffineDimExpr>(part); });
  return found;
}

namespace {
/// expr = value, where `expr` contains unknown logical indices and `value` does
/// not.
struct Equation {
  AffineExpr expr, value;
};

/// An expression as the sum of unknown terms and a known rest.
struct Sum {
  SmallVector<SumTerm> unknown;
  AffineExpr known;

  bool add(AffineExpr expr) {
    auto takeKnown = [&](AffineExpr part, int64_t factor) {
      if (hasDims(part))
        return false;
      known = known + part * factor;
      return true;
    };
    return addTerms(expr, 1, takeKnown, unknown);
  }
};

class Solver {
public:
  Solver(AffineMap map, ArrayRef<int64_t> shape)
      : context(map.getContext()), shape(shape), solution(shape.size()) {
    for (auto [i, result] : llvm::enumerate(map.getResults()))
      equations.push_back({result, getAffineSymbolExpr(i, context)});
    for (auto [dim, size] : llvm::enumerate(shape))
      if (size <= 1 && !ShapedType::isDynamic(size))
        setDim(dim, getAffineConstantExpr(0, context));
  }

  /// Returns the solution for every dim, or nullopt if no rule applies.
  std::optional<SmallVector<AffineExpr>> run() {
    while (!llvm::all_of(solution, [](AffineExpr expr) { return !!expr; }))
      if (!llvm::any_of(llvm::seq<size_t>(0, equations.size()),
                        [&](size_t i) { return advance(i); }))
        return std::nullopt;
    return solution;
  }

private:
  /// Applies one rule to equation `i`. Returns false if none applies.
  bool advance(size_t i);
  std::optional<int64_t> getExtent(AffineExpr atom) const;
  bool splitDigits(size_t i, Sum &sum, AffineExpr value);
  bool dropRemainder(size_t i, AffineExpr expr, int64_t modulus);
  bool swapQuotient(size_t i, AffineExpr expr, int64_t stride);
  bool joinQuotient(size_t i, AffineExpr expr, int64_t modulus);
  bool dropFactor(size_t i, AffineExpr expr, int64_t modulus);
  bool joinRemainders(size_t i, AffineExpr expr, int64_t modulus);

  void setDim(unsigned dim, AffineExpr value);
  void replace(size_t i, AffineExpr expr, AffineExpr value) {
    equations[i] = {expr, value};
  }

  MLIRContext *context;
  ArrayRef<int64_t> shape;
  SmallVector<Equation> equations;
  SmallVector<AffineExpr> solution;
};
} // namespace

void Solver::setDim(unsigned dim, AffineExpr value) {
  solution[dim] = value;
  for (Equation &equation : equations)
    equation.expr =
        equation.expr.replace(getAffineDimExpr(dim, context), value);
}

/// Returns n such that the values of `atom` lie in [0, n), if known.
std::optional<int64_t> Solver::getExtent(AffineExpr atom) const {
  auto binary = dyn_cast<AffineBinaryOpExpr>(atom);
  if (binary && binary.getKind() == AffineExprKind::Mod)
    if (auto modulus = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      return modulus.getValue();
  bool isBounded = true;
  atom.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    isBounded &= !isa<AffineSymbolExpr>(part) &&
                 !(dim && ShapedType::isDynamic(shape[dim.getPosition()]));
  });
  std::optional<Interval> range =
      isBounded ? getRange(atom, shape) : std::nullopt;
  if (!range || range->low < 0 || range->high == INT64_MAX)
    return std::nullopt;
  return range->high + 1;
}

/// Splits a mixed radix sum into its digits: `16 * a + b = v` with b in [0, 16)
/// becomes `a = v floordiv 16` and `b = v mod 16`.
bool Solver::splitDigits(size_t i, Sum &sum, AffineExpr value) {
  if (sum.unknown.front().factor < 0) {
    value = -value;
    for (SumTerm &digit : sum.unknown)
      digit.factor = -digit.factor;
  }
  llvm::sort(sum.unknown, [](const SumTerm &a, const SumTerm &b) {
    return a.factor > b.factor;
  });
  for (auto [high, low] :
       llvm::zip(sum.unknown, llvm::drop_begin(sum.unknown))) {
    std::optional<int64_t> extent = getExtent(low.atom);
    if (low.factor < 1 || high.factor % low.factor != 0 || !extent ||
        high.factor / low.factor < *extent)
      return false;
  }
  equations.erase(equations.begin() + i);
  int64_t above = 0;
  for (auto [atom, factor] : sum.unknown) {
    AffineExpr digit = value.floorDiv(factor);
    equations.push_back({atom, above == 0 ? digit : digit % (above / factor)});
    above = factor;
  }
  return true;
}

/// Returns the modular inverse of `factor` in [0, modulus) by the extended
/// Euclidean algorithm. Returns nullopt if they are not coprime, or modulus^2
/// does not fit in 64 bits.
static std::optional<int64_t> invertModulo(int64_t factor, int64_t modulus) {
  if (!llvm::checkedMul(modulus, modulus))
    return std::nullopt;
  // Invariant: remainder = coefficient * factor (mod modulus).
  int64_t remainder = modulus, next = llvm::mod(factor, modulus);
  int64_t coefficient = 0, nextCoefficient = 1;
  while (next != 0) {
    int64_t quotient = remainder / next;
    remainder -= quotient * next;
    coefficient -= quotient * nextCoefficient;
    std::swap(remainder, next);
    std::swap(coefficient, nextCoefficient);
  }
  if (remainder != 1)
    return std::nullopt;
  return llvm::mod(coefficient, modulus);
}

/// Solves `expr mod modulus = value` if the quotient is determined: for a dim
/// with an invertible factor and at most `modulus` indices, or if all values of
/// `expr` have the same quotient.
bool Solver::dropRemainder(size_t i, AffineExpr expr, int64_t modulus) {
  AffineExpr value = equations[i].value;
  Sum sum{{}, getAffineConstantExpr(0, context)};
  if (!sum.add(expr) || sum.unknown.size() != 1)
    return false;
  auto [atom, factor] = sum.unknown.front();
  auto dim = dyn_cast<AffineDimExpr>(atom);
  if (dim) {
    int64_t size = shape[dim.getPosition()];
    // -1 is its own inverse, which prints better as -1 than as modulus - 1.
    std::optional<int64_t> inverse =
        factor == -1 ? factor : invertModulo(factor, modulus);
    if (ShapedType::isDynamic(size) || size > modulus || !inverse)
      return false;
    setDim(dim.getPosition(), ((value - sum.known) * *inverse) % modulus);
    return true;
  }
  auto constant = dyn_cast<AffineConstantExpr>(sum.known);
  if (!constant || llvm::any_of(shape, ShapedType::isDynamic))
    return false;
  bool isPure = true;
  atom.walk([&](AffineExpr part) { isPure &= !isa<AffineSymbolExpr>(part); });
  std::optional<Interval> range = isPure ? getRange(expr, shape) : std::nullopt;
  if (!range || llvm::divideFloorSigned(range->low, modulus) !=
                    llvm::divideFloorSigned(range->high, modulus))
    return false;
  int64_t quotient = llvm::divideFloorSigned(range->low, modulus);
  replace(i, expr, value + quotient * modulus);
  return true;
}

/// Normalizes a quotient to the form that the other rules expect:
/// `(z mod (s * m)) floordiv s` is `(z floordiv s) mod m`, and
/// `(z floordiv t) floordiv s` is `z floordiv (t * s)`.
bool Solver::swapQuotient(size_t i, AffineExpr expr, int64_t stride) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return false;
  AffineExpr z = binary.getLHS();
  int64_t inner = constant.getValue();
  if (binary.getKind() == AffineExprKind::FloorDiv) {
    std::optional<int64_t> product = llvm::checkedMul(inner, stride);
    if (!product)
      return false;
    replace(i, z.floorDiv(*product), equations[i].value);
    return true;
  }
  if (binary.getKind() != AffineExprKind::Mod || inner % stride != 0)
    return false;
  replace(i, z.floorDiv(stride) % (inner / stride), equations[i].value);
  return true;
}

/// Returns z and s if `expr` equals `z floordiv s`. A sum with one quotient is
/// of this form: `a * 4 + b floordiv 4` is `(a * 16 + b) floordiv 4`.
static std::pair<AffineExpr, int64_t> getQuotient(AffineExpr expr) {
  std::pair<AffineExpr, int64_t> whole(expr, 1);
  Sum sum{{}, getAffineConstantExpr(0, expr.getContext())};
  if (!sum.add(expr))
    return whole;
  auto quotient = [](const SumTerm &term) -> std::pair<AffineExpr, int64_t> {
    auto binary = dyn_cast<AffineBinaryOpExpr>(term.atom);
    if (term.factor != 1 || !binary ||
        binary.getKind() != AffineExprKind::FloorDiv)
      return {};
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return constant ? std::pair(binary.getLHS(), constant.getValue())
                    : std::pair<AffineExpr, int64_t>();
  };
  auto found = llvm::find_if(sum.unknown, [&](const SumTerm &term) {
    return quotient(term).first != nullptr;
  });
  if (found == sum.unknown.end())
    return whole;
  auto [number, stride] = quotient(*found);
  AffineExpr scaled = sum.known * stride;
  for (const SumTerm &term : sum.unknown) {
    std::optional<int64_t> factor = llvm::checkedMul(term.factor, stride);
    if (!factor)
      return whole;
    scaled = scaled + (&term == found ? number : term.atom * *factor);
  }
  return {scaled, stride};
}

/// Joins `(z floordiv s) mod m = v` and `z floordiv (s * m) = w` to
/// `z floordiv s = w * m + v`.
bool Solver::joinQuotient(size_t i, AffineExpr expr, int64_t modulus) {
  // The other equation may be about `expr` itself: z is `expr`, s is 1.
  for (auto [number, stride] :
       {std::pair<AffineExpr, int64_t>(expr, 1), getQuotient(expr)}) {
    std::optional<int64_t> step = llvm::checkedMul(stride, modulus);
    if (!step)
      continue;
    AffineExpr quotient = number.floorDiv(*step);
    auto other = llvm::find_if(equations, [&](const Equation &equation) {
      return equation.expr == quotient;
    });
    if (other == equations.end() || !hasDims(quotient))
      continue;
    replace(i, expr, other->value * modulus + equations[i].value);
    equations.erase(other);
    return true;
  }
  return false;
}

/// Replaces `(a * z + b) mod m = v` by `z mod m = (v - b) * inverse(a) mod m`.
bool Solver::dropFactor(size_t i, AffineExpr expr, int64_t modulus) {
  Sum sum{{}, getAffineConstantExpr(0, context)};
  if (!sum.add(expr) || sum.unknown.size() != 1)
    return false;
  auto [atom, factor] = sum.unknown.front();
  std::optional<int64_t> inverse = invertModulo(factor, modulus);
  if (atom == expr || !inverse)
    return false;
  replace(i, atom % modulus,
          ((equations[i].value - sum.known) * *inverse) % modulus);
  return true;
}

/// Joins remainders of one number by two coprime moduli to the remainder by
/// their product (Chinese remainder theorem).
bool Solver::joinRemainders(size_t i, AffineExpr expr, int64_t modulus) {
  for (Equation &other : equations) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(other.expr);
    if (&other == &equations[i] || !binary ||
        binary.getKind() != AffineExprKind::Mod || binary.getLHS() != expr)
      continue;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!constant)
      continue;
    int64_t otherModulus = constant.getValue();
    std::optional<int64_t> product = llvm::checkedMul(modulus, otherModulus);
    std::optional<int64_t> inverse = invertModulo(modulus, otherModulus);
    if (!product || !inverse || *product > INT32_MAX)
      continue;
    // value + modulus * steps has both remainders.
    AffineExpr value = equations[i].value;
    AffineExpr steps = ((other.value - value) * *inverse) % otherModulus;
    replace(i, expr % *product, value + steps * modulus);
    equations.erase(&other);
    return true;
  }
  return false;
}

bool Solver::advance(size_t i) {
  auto [expr, value] = equations[i];
  Sum sum{{}, getAffineConstantExpr(0, context)};
  if (!hasDims(expr) || !sum.add(expr))
    return false;
  AffineExpr rest = value - sum.known;
  if (sum.unknown.size() > 1)
    return splitDigits(i, sum, rest);

  auto [atom, factor] = sum.unknown.front();
  if (factor == 0)
    return false;
  if (atom != expr) {
    AffineExpr quotient = factor < 0 ? (sum.known - value).floorDiv(-factor)
                                     : rest.floorDiv(factor);
    replace(i, atom, quotient);
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(atom)) {
    setDim(dim.getPosition(), value);
    return true;
  }
  auto binary = cast<AffineBinaryOpExpr>(atom);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (constant && binary.getKind() == AffineExprKind::FloorDiv)
    return swapQuotient(i, binary.getLHS(), constant.getValue());
  if (!constant || binary.getKind() != AffineExprKind::Mod)
    return false;
  AffineExpr operand = binary.getLHS();
  int64_t modulus = constant.getValue();
  return dropRemainder(i, operand, modulus) ||
         joinQuotient(i, operand, modulus) || dropFactor(i, operand, modulus) ||
         joinRemainders(i, operand, modulus);
}

std::optional<AffineMap> layout::solveForIndex(AffineMap map,
                                               ArrayRef<int64_t> shape) {
  std::optional<SmallVector<AffineExpr>> solution = Solver(map, shape).run();
  if (!solution)
    return std::nullopt;
  unsigned rank = map.getNumResults();
  SmallVector<AffineExpr> position;
  for (unsigned i = 0; i < rank; ++i)
    position.push_back(getAffineDimExpr(i, map.getContext()));
  for (AffineExpr &expr : *solution)
    expr = expr.replaceSymbols(position);
  return simplify(AffineMap::get(rank, 0, *solution, map.getContext()));
}
