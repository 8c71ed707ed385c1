//===- Offload.h - Ops that a backend computes ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend may compute parts of a program by a library or a code generator of
// its own. A target says which ops it takes, under the key `offload`:
//
//     "offload" = [
//       #dlti.map<"kind" = "conv", "when" = #dlti.map<"C" = "% 16 == 0">,
//                 "preceded_by" = "tensor.pad", "followed_by" = "elementwise">,
//       #dlti.map<"callee" = "npu_*">]
//
// Ops that go to the backend together are a partition. It computes a partition
// as one op, so that no rewrite lies inside, and each value that enters or
// leaves has one layout.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TARGETS_OFFLOAD_H
#define LAYOUT_TARGETS_OFFLOAD_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Targets/Condition.h"
#include "layout/Targets/OpKind.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlir::layout {

struct LayoutTargets;

/// Kinds of ops whose dims have letters, and others by their names.
struct KindSet {
  std::set<OpKind> lettered;
  /// Kinds that are no names of ops, and names of ops.
  std::set<std::string> others;

  bool empty() const { return lettered.empty() && others.empty(); }
  /// Adds the kinds of a name. An error lists the names.
  llvm::Error add(StringRef name);
  /// Whether an op is of one of the kinds, and the conditions hold for it.
  bool contains(Operation *op, const CriticalOpAnalysis &criticalOps,
                const Conditions &when = {}) const;
};

/// A glob pattern of names. It owns the text to which `llvm::GlobPattern` only
/// refers; copies share it.
class NamePattern {
public:
  /// Returns an error if `text` is not a glob pattern.
  static llvm::Expected<NamePattern> create(StringRef text);

  bool match(StringRef name) const { return glob.match(name); }

private:
  NamePattern(std::shared_ptr<const std::string> text, llvm::GlobPattern glob)
      : text(std::move(text)), glob(std::move(glob)) {}

  std::shared_ptr<const std::string> text;
  llvm::GlobPattern glob;
};

/// One entry of `offload`.
struct OffloadPattern {
  KindSet kinds;
  Conditions when;
  /// Names of callees, of which a call has one; any if it is empty.
  SmallVector<NamePattern, 1> callees;
  /// If one of these is not empty, each op of `kinds` is a partition of its
  /// own, together with ops that compute its operands for it alone, and with
  /// the ops behind it of which each is the only one to read the one before.
  KindSet precededBy, followedBy;

  bool isComposite() const {
    return !precededBy.empty() || !followedBy.empty();
  }
};

/// Ops that a backend computes together.
struct Partition {
  /// The ops, in program order; those of the body if it is a function.
  SmallVector<Operation *> ops;
  /// The function whose body it is, if it has one.
  func::FuncOp function;
  /// The calls of it, also if it has no body.
  SmallVector<Operation *> calls;
};

/// Returns the partitions of the functions. Ops
/// that a plain pattern takes and that are connected are one partition, as far
/// as no op in between is outside. A function with the name of a callee is one
/// as a whole. Ops that are marked `layout.skip` are in none.
///
/// Fails, with an error, if `layout.device` names no device of the targets.
FailureOr<std::vector<Partition>>
findPartitions(ArrayRef<func::FuncOp> functions, const LayoutTargets &targets,
               const CriticalOpAnalysis &criticalOps);

} // namespace mlir::layout

#endif // LAYOUT_TARGETS_OFFLOAD_H
