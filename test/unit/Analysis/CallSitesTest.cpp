//===- CallSitesTest.cpp - Tests of call sites of a cloned group ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CallSites.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

/// @inner runs six times in @main, and once in a function outside the group.
static constexpr char kProgram[] = R"mlir(
  func.func private @inner() { return }
  func.func private @outer() { call @inner() : () -> () call @inner() : () -> () return }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 { func.call @outer() : () -> () }
    return
  }
  func.func @unplanned() { call @inner() : () -> () return }
  func.func private @other() { return }
  func.func @calls_other() { call @other() : () -> () return }
)mlir";

TEST(CallSites, ClonedGroup) {
  MLIRContext context;
  context
      .loadDialect<func::FuncDialect, scf::SCFDialect, arith::ArithDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(kProgram, &context);
  ASSERT_TRUE(module);
  auto find = [&](StringRef name) {
    return module->lookupSymbol<func::FuncOp>(name);
  };
  CallSites calls(*module);
  SmallVector<func::FuncOp> group = {find("inner"), find("outer"),
                                     find("main")};
  IRMapping clones;
  SmallVector<OwningOpRef<func::FuncOp>> cloned;
  for (func::FuncOp function : group)
    cloned.emplace_back(cast<func::FuncOp>(function->clone(clones)));
  SmallVector<func::CallOp> before(calls.getCallsOf(group[0]));
  int64_t runs = calls.getRunsIn(&group[0].getBody().front()).times;
  EXPECT_EQ(runs, 7);
  for (auto [function, clone] : llvm::zip_equal(group, cloned))
    function.getBody().takeBody(clone->getBody());

  CallSites own(calls, group, clones);
  ASSERT_EQ(own.getCallsOf(group[0]).size(), before.size());
  EXPECT_EQ(own.getCallsOf(group[1]).size(), 1u);
  for (auto [now, then] : llvm::zip_equal(own.getCallsOf(group[0]), before)) {
    func::FuncOp caller = now->getParentOfType<func::FuncOp>();
    // The call outside the group is the same op, the others are the clones.
    EXPECT_EQ(now == then, caller == find("unplanned"));
    EXPECT_EQ(caller->getParentOp(), *module);
  }
  EXPECT_EQ(own.getRunsIn(&group[0].getBody().front()).times, runs);
  EXPECT_EQ(own.getRunsIn(&group[1].getBody().front()).times, 3);
  EXPECT_TRUE(own.getCallsOf(find("other")).empty());
}
