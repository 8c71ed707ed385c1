//===- PlanFiles.cpp - Problems and plans as files ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanFiles.h"
#include "LayoutNames.h"
#include "layout/Solver/ProblemFile.h"
#include "layout/Support/OutputFile.h"

using namespace mlir;
using namespace mlir::layout;

/// The digits of a layout, major to minor.
static std::string getText(const ModelNet &net, unsigned number) {
  const NetLayout &layout = net.layouts[number];
  std::string text = getDigitsText(layout.digits, getRootType(net));
  llvm::raw_string_ostream os(text);
  if (layout.content)
    os << " beside " << layout.content;
  return text;
}

void PlanFiles::state(const PlanningModel &graph, const Problem &problem,
                      const Solution &solution, bool isProved) {
  problemText.clear();
  planText.clear();
  llvm::raw_string_ostream problemStream(problemText), planStream(planText);
  if (!problemPath.empty())
    writeProblem(
        problem,
        [&](unsigned net, unsigned layout) {
          return getText(graph.nets[net], layout);
        },
        problemStream);
  if (!planPath.empty())
    writePlan(problem, solution.plan, isProved ? &solution : nullptr,
              planStream);
}

static std::string getPath(StringRef path, StringRef suffix, StringRef name) {
  if (!path.consume_back(suffix))
    return (path + "-" + name).str();
  return (path + "-" + name + suffix).str();
}

static LogicalResult writeOne(func::FuncOp function, StringRef path,
                              StringRef suffix, StringRef text) {
  if (path.empty())
    return success();
  llvm::Error error = writeFile(getPath(path, suffix, function.getName()),
                                [&](llvm::raw_ostream &os) {
                                  os << text;
                                  return llvm::Error::success();
                                });
  if (!error)
    return success();
  return function.emitError() << llvm::toString(std::move(error));
}

LogicalResult PlanFiles::write(func::FuncOp function) const {
  if (failed(writeOne(function, problemPath, ".problem.json", problemText)))
    return failure();
  return writeOne(function, planPath, ".plan.json", planText);
}
