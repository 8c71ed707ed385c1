//===- LayoutRule.h - Which layouts an op can take --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout rule describes the layouts an op can take, as data. It names the
// *factors* that the op iterates over. A *port* is a tensor operand or result;
// the rule says for every dim of every port how the factors access it:
//
//   * by digits:    the dim is spelled by whole factors, major to minor. One
//                   factor is the common case; several come from fused accesses
//   * as a piece:   the dim is a factor shifted by an offset (pads, slices,
//                   concatenations)
//   * by a window:  the index is offset + sum of stride * factor (convolutions,
//                   poolings)
//   * by no factor: a constant index, or a unit dim without a loop of its own
//
// A port that one factor accesses twice, or that is accessed in any other way,
// is *pinned*: it keeps its layout.
//
// A dim of size 1 whose index is 0 may be a *unit* factor, which is no loop: if
// the dim is padded, the op still accesses only its first place.
//
// A *factor order* is one order of the digits of all factors, major to minor.
// Every port takes the digits that access it in this order, so that one factor
// order determines the layouts of all operands and results. Whole factors can
// always be permuted. A factor can be split by t if all its accesses are
// digits, or pieces whose offset and size are multiples of t.
//
// For example, the rule of the matmul of 4x8 and 8x6 is
//
//   factors = [4, 6, 8 reduced]
//   operands = [[f0, f2] : 4x8, [f2, f1] : 8x6, [f0, f1] : 4x6]
//   results = [[f0, f1] : 4x6]
//
// and the factor order (f0 / 2, f1, f2, f0 mod 2) lays the result out as
// 2x6x2. `#layout.rule` is the attribute for a rule.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTRULE_H
#define LAYOUT_INTERFACES_LAYOUTRULE_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::layout {

/// The digits of all factors, major to minor, in normal form: without digits of
/// extent 1. `Digit::dim` is the number of a factor.
using FactorOrder = MixedRadix;

struct Factor {
  int64_t extent;           ///< kDynamic if not known
  bool isReduction = false; ///< accessed by no result
  bool isWhole = false;     ///< can be permuted, but not split
  bool isUnit = false;      ///< stands for dims that are accessed at index 0
  /// May be padded although pieces of it are accessed, which stay as they are.
  bool isPieced = false;

  bool operator==(const Factor &other) const {
    return extent == other.extent && isReduction == other.isReduction &&
           isWhole == other.isWhole && isUnit == other.isUnit &&
           isPieced == other.isPieced;
  }
};

/// How the factors access one dim of a port.
struct Access {
  enum class Kind { None, Digits, Piece, Window };
  Kind kind = Kind::None;
  /// Digits: the whole factors that spell the dim, major to minor.
  MixedRadix digits;
  /// Piece: the factor that is shifted. Window: the factor that the dim
  /// follows when factors are permuted; usually the first one in `factors`
  /// whose extent is not 1.
  unsigned factor = 0;
  /// Piece: the offset; kDynamic if not known.
  int64_t offset = 0;
  /// Window: all factors of the sum. None of them can be split.
  SmallVector<unsigned, 2> factors;

  static Access none() { return {}; }
  static Access whole(unsigned factor, int64_t extent);
  static Access spelled(MixedRadix digits);
  static Access piece(unsigned factor, int64_t offset);
  static Access window(unsigned factor, ArrayRef<unsigned> factors);

  bool operator==(const Access &other) const {
    return kind == other.kind && digits == other.digits &&
           factor == other.factor && offset == other.offset &&
           factors == other.factors;
  }

  /// The factor that the dim runs along, also with an offset or through a
  /// window; nothing if there is none or there are several.
  std::optional<unsigned> getFactor() const;

  /// Prints `-`, `f0`, `(f0, f1)`, `f0 + 3` or `window(f0, f1)`.
  void print(raw_ostream &os) const;
};

/// How the factors access one operand or result.
struct PortRule {
  SmallVector<int64_t> shape;
  SmallVector<Access, 0> dims; ///< one per dim of `shape`
  bool isTensor = true;        ///< false: a scalar, which has no layout
  bool isPinned = false;       ///< keeps its layout

  /// The port whose dims are the factors, in order. It is pinned if the type
  /// has an encoding, which we do not know how to change.
  static PortRule whole(ArrayRef<int64_t> shape);
  static PortRule whole(RankedTensorType type);
  static PortRule scalar();
  /// The port of a tensor that keeps its layout.
  static PortRule pinned(ArrayRef<int64_t> shape);

  bool operator==(const PortRule &other) const {
    return shape == other.shape && dims == other.dims &&
           isTensor == other.isTensor && isPinned == other.isPinned;
  }
};

class LayoutRule {
public:
  SmallVector<Factor> factors;
  /// One per operand of the op, then one per result.
  SmallVector<PortRule, 2> ports;

  /// Computes what is derived from `factors` and `ports`. Must be called once,
  /// after both are complete (LayoutRuleBuilder::build does so).
  void finalize();

  /// Returns what is wrong with the rule, as "requires ..., found ...": factor
  /// numbers, extents and shapes that do not fit together. Returns nothing if
  /// the rule is well-formed.
  std::optional<std::string> getError() const;

  /// Returns the factor order under which `port` has the layout `layout`
  /// (digits of its dims). Factors that do not access the port are inserted at
  /// their natural position. Returns nothing if there is no such order.
  std::optional<FactorOrder> pull(unsigned port, ArrayRef<Digit> layout) const;

  /// Returns the layout of a port under a factor order: one list of digits per
  /// physical dim; dims of size 1 are digits of extent 1. A pinned port keeps
  /// its layout.
  MixedRadixMap getPortLayout(unsigned port, ArrayRef<Digit> factorOrder) const;

  /// Returns the layouts of all ports; an empty one for scalars.
  SmallVector<MixedRadixMap> getLayouts(ArrayRef<Digit> factorOrder) const;

  /// Whether the factor order covers every factor exactly once and splits only
  /// factors that can be split.
  bool isValid(ArrayRef<Digit> factorOrder) const;

  /// Returns the rule for a port that has been padded to sizes `shape`: this
  /// rule if the sizes are those of the port, else a rule with larger factors,
  /// which is stored in `grown`. Returns null if a factor that grows is not
  /// all of one dim in each port that it accesses: elements beyond the end of a
  /// window, of a piece or of one of several factors are no padding.
  const LayoutRule *growPort(unsigned port, ArrayRef<int64_t> shape,
                             std::optional<LayoutRule> &grown) const;

  /// The unit factor of a dim; nothing if the dim has none.
  std::optional<unsigned> getUnitFactor(const Access &access) const;
  /// Whether `grown`, this rule with padded extents, runs loops over padding.
  bool runsOnPadding(const LayoutRule &grown) const;

  /// As `growPort`, with the extents of the factors that `factorOrder` covers.
  const LayoutRule *growTo(ArrayRef<Digit> factorOrder,
                           std::optional<LayoutRule> &grown) const;

  /// Inserts the factors that `factorOrder` lacks, whole, after the factor that
  /// precedes them in the natural order.
  void complete(FactorOrder &factorOrder) const;

  /// Prints one line for the factors and one for each port, as
  /// --layout-print-rules shows them. The last `numResults` ports are results.
  void print(raw_ostream &os, unsigned numResults) const;

  bool operator==(const LayoutRule &other) const {
    return factors == other.factors && ports == other.ports;
  }

private:
  std::optional<LayoutRule> grow(ArrayRef<int64_t> extents) const;

  /// Factors whose extent is not 1, in the order in which the ports name them.
  SmallVector<unsigned> naturalOrder;
  /// Factors that are all of some dim of some port.
  llvm::SmallBitVector isWholeDim;
};

// LLVM's hashing finds it by this name.
// NOLINTNEXTLINE(readability-identifier-naming)
llvm::hash_code hash_value(const LayoutRule &rule);

/// Builds a layout rule. The rule of an op that reverses dim 0 of a tensor, and
/// so can take every layout that does not split this dim, is
///
///   LayoutRuleBuilder(type.getShape())
///       .keepWhole(0)
///       .addPort(type)  // operand
///       .addPort(type)  // result
///       .build();
class LayoutRuleBuilder {
public:
  LayoutRuleBuilder() = default;
  /// Begins a rule with one factor per dim of `shape`.
  explicit LayoutRuleBuilder(ArrayRef<int64_t> shape);

  /// Adds a factor and returns its number.
  unsigned addFactor(int64_t extent, bool isReduction = false);
  /// Adds a factor for dims of size 1 that are accessed at index 0, and returns
  /// its number.
  unsigned addUnitFactor();
  /// Forbids to split a factor.
  LayoutRuleBuilder &keepWhole(unsigned factor);
  /// Permits to pad a factor although ports access pieces of it: no piece has
  /// what is behind the end of the factor.
  LayoutRuleBuilder &padBehindPieces(unsigned factor);

  /// Adds the port of the next operand or, after all operands, result. A port
  /// that is given by its type has the factors as its dims, in order.
  LayoutRuleBuilder &addPort(PortRule port);
  LayoutRuleBuilder &addPort(RankedTensorType type);
  /// Adds ports for operands that have no layout, such as index operands.
  LayoutRuleBuilder &addScalars(unsigned number);

  int64_t getExtent(unsigned factor) const {
    return rule.factors[factor].extent;
  }
  unsigned getNumFactors() const { return rule.factors.size(); }

  /// Returns the rule, which must be well-formed (LayoutRule::getError).
  LayoutRule build();

private:
  LayoutRule rule;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTRULE_H
