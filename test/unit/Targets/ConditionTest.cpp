//===- ConditionTest.cpp - For which ops a preference holds ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Condition.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
bool holds(StringRef text, int64_t number) {
  return llvm::cantFail(Condition::parse(text)).holds(number);
}

TEST(Condition, ComparesNumbers) {
  for (int64_t number = 0; number < 8; ++number) {
    EXPECT_EQ(holds("< 4", number), number < 4);
    EXPECT_EQ(holds("<= 4", number), number <= 4);
    EXPECT_EQ(holds("> 4", number), number > 4);
    EXPECT_EQ(holds(">=4", number), number >= 4);
    EXPECT_EQ(holds(" == 4 ", number), number == 4);
    EXPECT_EQ(holds("!= 4", number), number != 4);
    EXPECT_EQ(holds("% 3 == 0", number), number % 3 == 0);
    EXPECT_EQ(holds("%3 != 1", number), number % 3 != 1);
    EXPECT_EQ(holds("% 3 < 2", number), number % 3 < 2);
  }
}

TEST(Condition, RefusesOtherTexts) {
  for (StringRef text :
       {"", "16", "<", "< x", "= 16", "< 16 16", "% 0 == 0", "% == 0",
        "% -2 == 0", "% 3", "< 99999999999999999999"}) {
    llvm::Expected<Condition> condition = Condition::parse(text);
    ASSERT_FALSE(static_cast<bool>(condition)) << text.str();
    EXPECT_EQ(llvm::toString(condition.takeError()),
              "requires a comparison such as '< 16', '>= 3', '== 1' or '% 16 "
              "== 0', found '" +
                  text.str() + "'");
  }
}
} // namespace
