//===- Files.h - Problems and plans as they are read ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This tool trusts nobody: it has its own idea of what the files say
// (include/layout/Solver/ProblemFile.h describes them), and refuses what does
// not fit together.
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

struct Label {
  int64_t cost;
  /// Of every port.
  std::vector<int64_t> layouts;
};

struct Variable {
  /// The net of every port.
  std::vector<int64_t> nets;
  std::vector<Label> labels;
};

struct Port {
  int64_t variable;
  int64_t port;
};

struct Net {
  /// The producer, then the uses.
  std::vector<Port> ports;
  /// Of the value in every layout.
  std::vector<int64_t> bytes;
  /// Of the rewrites between any two; empty where they cost the bytes of both.
  std::vector<int64_t> rewrites;
  int64_t weight;
  bool isFree;
};

struct Problem {
  std::vector<Variable> variables;
  std::vector<Net> nets;
};

struct Prices {
  std::vector<int64_t> layouts;
  std::vector<int64_t> prices;
};

struct Messages {
  int64_t scale = 1;
  /// Per net and port.
  std::vector<std::vector<Prices>> nets;
};

struct Proof;

struct Cases {
  int64_t limit;
  std::optional<int64_t> variable;
  std::vector<Proof> proofs;
};

struct Proof {
  /// An order of elimination; or messages, and cases or none.
  std::vector<int64_t> order;
  Messages messages;
  std::vector<Cases> cases;
};

struct Plan {
  std::vector<int64_t> labels;
  int64_t cost;
  /// With its proof, if there is one.
  std::optional<int64_t> bound;
  Proof proof;
  /// Per net the layouts it is rewritten to, rising.
  std::vector<std::vector<int64_t>> materialized;
};

llvm::Expected<Problem> readProblem(llvm::StringRef text);
llvm::Expected<Plan> readPlan(llvm::StringRef text, const Problem &problem);

} // namespace checkplan

#endif // LAYOUT_CHECK_PLAN_FILES_H
