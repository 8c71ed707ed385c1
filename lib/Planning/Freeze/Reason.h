//===- Reason.h - Why an op does not have a layout --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reasons are values. Remarks, errors and the report say them in the words of
// `getText`, a clause without a subject: "requires ..., found ...".
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_REASON_H
#define LAYOUT_LIB_PLANNING_FREEZE_REASON_H

#include "mlir/IR/BuiltinTypes.h"
#include <string>
#include <variant>

namespace mlir::layout {

/// A dim of an operand has no letter.
struct UnknownRoles {};
/// A layout that is required of a value cannot be written in letters.
struct NoLetters {};
/// Layouts with blocks of images are one of several alternatives.
struct OneOfSeveral {};
/// The layouts have blocks of images, and the op is offloaded.
struct OffloadedImages {};

/// Channels, m, n or k that have blocks are several dims.
struct SeveralDims {
  StringRef name;
  std::optional<size_t> count = std::nullopt;
};

/// A block or an alignment does not divide an extent.
struct IndivisibleExtent {
  /// What becomes of the block.
  enum class Outcome {
    None,
    Padded,
    LeftOutByPlan,    ///< the plan need not add `width`
    LeftOutByDefault, ///< `indivisible=pad` would add `width`
  };
  StringRef name;
  int64_t multiple;
  int64_t extent; ///< may be dynamic
  Outcome outcome = Outcome::None;
  int64_t width = 0;
};

/// A layout has more dims than the target allows.
struct TooManyDims {
  int64_t most, found;
};

/// The users of a constant want it in several layouts.
struct DisputedConstant {
  size_t operand;
};

/// What builds ops or reads layouts says why it cannot do so.
struct Unsupported {
  std::string clause;
};

using Reason = std::variant<UnknownRoles, NoLetters, OneOfSeveral,
                            OffloadedImages, SeveralDims, IndivisibleExtent,
                            TooManyDims, DisputedConstant, Unsupported>;

std::string getText(const Reason &reason);

/// Layouts that were asked for and that an op cannot have.
struct Refusal {
  size_t number;       ///< of the alternative; 0 is the one requested first
  std::string layouts; ///< as they were asked for
  Reason reason;

  /// "NCHW16c, OIHW16i16o -> NCHW16c: it requires ...".
  std::string str() const;
};

/// The op keeps the layouts that it has.
struct Kept {
  enum class Why { Frozen, NoElements, NoPreference, Blocked };
  Why why;
  /// Why a blocked op cannot be written without blocks; "" if it can.
  std::string detail = "";
};

/// A clause with a subject: "it is frozen already".
std::string getText(const Kept &kept);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_REASON_H
