//===- LayoutRule.h - What an op minds about layouts, as data ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule names the *factors* an op iterates over and says, for every dim of
// every tensor operand and result (a *port*), how the factors reach it:
//
//   * by digits:  the dim is spelled by whole factors, major to minor; one
//                 factor is the common case, several come from fused accesses
//   * as a piece: the dim is a factor moved by an offset (pads, slices,
//                 concatenations)
//   * by a window: offset + Σ stride · factor (convolutions, poolings)
//   * not at all: a constant index or a unit dim; the dim follows its shape
//
// A port that a factor reaches twice, or that is reached in no such way, is
// *pinned*: it is read as it stands.
//
// A *label* is one order of digits of the factors. Every port takes its digits
// in that order, so a label says how all operands and results lie. Whole
// factors may always be permuted. A factor may be split by t where all its
// accesses are digits, or pieces whose offset and size t divides.
//
// In digits of labels, `Digit::dim` is the number of a factor.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LAYOUTRULE_H
#define LAYOUT_INTERFACES_LAYOUTRULE_H

#include "layout/Algebra/MixedRadix.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::layout {

/// Digits of factors, major to minor, in normal form: no unit digits.
using FactorOrder = MixedRadix;

struct Factor {
  int64_t extent;
  bool isReduction = false;
  bool isWhole = false; ///< may be moved, but not split
};

struct Access {
  enum class Kind { None, Digits, Piece, Window };
  Kind kind = Kind::None;
  /// Digits: the whole factors that spell the dim.
  MixedRadix digits;
  /// Piece: the factor that is moved. Window: the factor whose place the dim
  /// takes, the first that is not of extent 1.
  unsigned factor = 0;
  /// Piece: by how much; kDynamic if that is not known.
  int64_t offset = 0;
  /// Window: every factor of the sum; none of them may be split.
  SmallVector<unsigned, 2> factors;

  static Access none() { return {}; }
  static Access whole(unsigned factor, int64_t extent) {
    Access access;
    access.kind = Kind::Digits;
    access.digits.push_back({factor, 1, extent});
    return access;
  }
  static Access spelled(MixedRadix digits) {
    Access access;
    access.kind = Kind::Digits;
    access.digits = std::move(digits);
    return access;
  }
  static Access piece(unsigned factor, int64_t offset) {
    Access access;
    access.kind = Kind::Piece;
    access.factor = factor;
    access.offset = offset;
    return access;
  }
};

struct PortRule {
  SmallVector<int64_t> shape;
  SmallVector<Access, 0> dims; ///< one per dim of `shape`
  bool isTensor = true;        ///< scalars take no part
  bool isPinned = false;       ///< keeps its layout

  /// One whose dims are the factors in order, whole.
  static PortRule whole(ArrayRef<int64_t> shape);
  /// One that takes no part: index operands, scalars.
  static PortRule scalar();
};

/// One factor per dim.
SmallVector<Factor> getDimFactors(ArrayRef<int64_t> shape);

class LayoutRule {
public:
  SmallVector<Factor> factors;
  /// One per operand of the op, then one per result.
  SmallVector<PortRule, 2> ports;

  /// Fixes the natural order of the factors; called once the rest is set.
  void finalize();

  /// The label under which `port` lies in the order `layout` (digits of its
  /// dims); factors the port does not have are put where they naturally stand.
  /// Nothing if the op cannot take such a label.
  std::optional<FactorOrder> pull(unsigned port, ArrayRef<Digit> layout) const;

  /// How a port lies under a label: one list per physical dim, unit dims
  /// explicit as digits of extent 1. Pinned ports lie as they stand.
  MixedRadixMap getPortLayout(unsigned port, ArrayRef<Digit> label) const;

  /// The same of all ports; nothing stands for scalars.
  SmallVector<MixedRadixMap> getLayouts(ArrayRef<Digit> label) const;

  /// Whether the label splits only what may be split.
  bool isValid(ArrayRef<Digit> label) const;

  /// This rule, or where a port of sizes `shape` is larger than its own the one
  /// with factors that large, kept in `grown`. Null if a factor that grows is
  /// more than a whole dim of each port that has it: what lies behind the end
  /// of a window, of a piece or of one of several factors is no padding.
  const LayoutRule *growPort(unsigned port, ArrayRef<int64_t> shape,
                             std::optional<LayoutRule> &grown) const;

  /// The same with factors as large as a label covers.
  const LayoutRule *growTo(ArrayRef<Digit> label,
                           std::optional<LayoutRule> &grown) const;

  /// Inserts the factors that `label` lacks, whole, behind what precedes them
  /// in the natural order.
  void complete(FactorOrder &label) const;

  /// One line for the factors and one for each port, as --layout-print-rules
  /// shows them; the last `numResults` ports are results.
  void print(llvm::raw_ostream &os, unsigned numResults) const;

private:
  std::optional<LayoutRule> grow(ArrayRef<int64_t> extents) const;

  /// Factors of extent other than 1 in their natural order.
  SmallVector<unsigned> order;
  /// Factors that are all of some dim.
  llvm::SmallBitVector standsAlone;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LAYOUTRULE_H
