//===- Files.h - Problem and plan files -------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contents of problem and plan files (tools/docs/planner.md describes the
// formats), read by code of this tool alone. Files that contradict themselves
// or each other are refused.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PLAN_FILES_H
#define LAYOUT_CHECK_PLAN_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace checkplan {

struct Candidate {
  int64_t cost;
  /// The layout of each port.
  std::vector<int64_t> layouts;
};

struct Variable {
  /// The net of each port.
  std::vector<int64_t> nets;
  std::vector<Candidate> candidates;
};

struct Port {
  int64_t variable;
  int64_t port;
};

struct Net {
  /// The producer, then the uses.
  std::vector<Port> ports;
  /// The size of the value in each layout.
  std::vector<int64_t> bytes;
  /// The cost of one rewrite between any two layouts, row by row. If empty, a
  /// rewrite costs the bytes of both layouts.
  std::vector<int64_t> rewrites;
  int64_t weight;
  bool isFree;

  /// Whether a rewrite of the value can cost anything.
  bool isRewritten() const { return !isFree && ports.size() > 1; }
};

struct Problem {
  std::vector<Variable> variables;
  std::vector<Net> nets;
};

struct PortDuals {
  std::vector<int64_t> layouts;
  /// The dual variable of each layout.
  std::vector<int64_t> values;
};

struct Duals {
  int64_t scale = 1;
  /// For each net and port.
  std::vector<std::vector<PortDuals>> nets;
};

struct Certificate;

struct Cases {
  int64_t limit;
  /// The variable on which to branch; components if empty.
  std::optional<int64_t> variable;
  std::vector<Certificate> certificates;
};

struct Certificate {
  /// An order of elimination. If empty, the other members apply.
  std::vector<int64_t> order;
  Duals duals;
  /// At most one.
  std::vector<Cases> cases;
};

struct Plan {
  /// The chosen candidate of each variable.
  std::vector<int64_t> candidates;
  int64_t cost;
  std::optional<int64_t> bound;
  /// Proves the bound, if there is one.
  Certificate certificate;
  /// For each net, the layouts to which it is rewritten, in ascending order.
  std::vector<std::vector<int64_t>> materialized;
};

/// Read a file. Return an error if it is not well-formed.
llvm::Expected<Problem> readProblem(llvm::StringRef text);
llvm::Expected<Plan> readPlan(llvm::StringRef text, const Problem &problem);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_FILES_H
