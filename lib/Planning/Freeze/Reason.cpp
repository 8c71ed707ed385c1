//===- Reason.cpp - Why an op does not have a layout ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reason.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The texts of all reasons.
struct ReasonText {
  std::string operator()(const UnknownRoles &) const {
    return "requires dims of known roles, found others";
  }
  std::string operator()(const NoLetters &) const {
    return "requires layouts of letters";
  }
  std::string operator()(const OneOfSeveral &) const {
    return "requires to be the only choice";
  }
  std::string operator()(const OffloadedImages &) const {
    return "requires whole image dims in an op that is offloaded";
  }
  std::string operator()(const SeveralDims &dims) const {
    return llvm::formatv("requires {0} in one dim, found {1}", dims.name,
                         dims.count ? std::to_string(*dims.count) : "several");
  }
  std::string operator()(const IndivisibleExtent &found) const;
  std::string operator()(const TooManyDims &dims) const {
    return llvm::formatv("requires layouts of at most {0} dims, found {1}",
                         dims.most, dims.found);
  }
  std::string operator()(const DisputedConstant &constant) const {
    return llvm::formatv("requires constant operand {0} in a layout that all "
                         "its users agree on, found several",
                         constant.operand);
  }
  std::string operator()(const Unsupported &unsupported) const {
    return unsupported.clause;
  }
};
} // namespace

std::string ReasonText::operator()(const IndivisibleExtent &found) const {
  using Outcome = IndivisibleExtent::Outcome;
  bool isDynamic = ShapedType::isDynamic(found.extent);
  std::string text =
      llvm::formatv("requires {0} in a {1}multiple of {2}, found {3}",
                    found.name, isDynamic ? "static " : "", found.multiple,
                    isDynamic ? "?" : std::to_string(found.extent));
  switch (found.outcome) {
  case Outcome::None:
    return text;
  case Outcome::Padded:
    return text + llvm::formatv(", padded by {0}", found.width).str();
  case Outcome::LeftOutByPlan:
    return text + llvm::formatv("; the plan leaves it out instead of adding "
                                "{0}",
                                found.width)
                      .str();
  case Outcome::LeftOutByDefault:
    return text +
           llvm::formatv("; indivisible=pad adds {0}", found.width).str();
  }
  llvm_unreachable("unknown outcome");
}

std::string layout::getText(const Reason &reason) {
  return std::visit(ReasonText(), reason);
}

std::string Refusal::str() const { return layouts + ": it " + getText(reason); }

std::string layout::getText(const Kept &kept) {
  switch (kept.why) {
  case Kept::Why::Frozen:
    return "it is frozen already";
  case Kept::Why::NoElements:
    return "it has no elements";
  case Kept::Why::NoPreference:
    return "there is no preference for it";
  case Kept::Why::Blocked:
    return "it is blocked already" +
           (kept.detail.empty() ? "" : ", and " + kept.detail);
  }
  llvm_unreachable("unknown reason");
}
