//===- ProductInstructionsTest.cpp ----------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels/Processor.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace mlir::layout;

/// The products of a processor of any architecture that LLVM was built with.
static std::optional<Processor> getProducts(llvm::StringRef triple,
                                            llvm::StringRef cpu) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), error);
  if (!target)
    return std::nullopt;
  std::unique_ptr<llvm::MCSubtargetInfo> features(
      target->createMCSubtargetInfo(llvm::Triple(triple), cpu, ""));
  Processor processor{};
  addProducts(processor, *features);
  return processor;
}

static std::string getDotProduct(const Processor &processor, unsigned bytes,
                                 bool isSignedA, bool isSignedB) {
  const DotProduct *product =
      processor.findDotProduct(bytes, isSignedA, isSignedB);
  return product ? product->intrinsic.str() : "none";
}

TEST(ProductInstructionsTest, NeonTakesEqualSigns) {
  std::optional<Processor> processor =
      getProducts("aarch64-linux-gnu", "neoverse-n1");
  if (!processor)
    GTEST_SKIP() << "LLVM was built without AArch64";
  EXPECT_EQ(getDotProduct(*processor, 16, true, true),
            "llvm.aarch64.neon.sdot");
  EXPECT_EQ(getDotProduct(*processor, 16, false, false),
            "llvm.aarch64.neon.udot");
  EXPECT_EQ(getDotProduct(*processor, 16, false, true), "none");
  EXPECT_EQ(getDotProduct(*processor, 32, true, true), "none");
  EXPECT_EQ(processor->findPairProduct(16), nullptr);
}

TEST(ProductInstructionsTest, NeonWithMatrixProductsMixesSigns) {
  std::optional<Processor> processor =
      getProducts("aarch64-linux-gnu", "neoverse-v1");
  if (!processor)
    GTEST_SKIP() << "LLVM was built without AArch64";
  EXPECT_EQ(getDotProduct(*processor, 16, false, true),
            "llvm.aarch64.neon.usdot");
  EXPECT_EQ(getDotProduct(*processor, 16, true, false), "none");
}

TEST(ProductInstructionsTest, NeonWithoutDotProductsHasNone) {
  std::optional<Processor> processor =
      getProducts("aarch64-linux-gnu", "cortex-a53");
  if (!processor)
    GTEST_SKIP() << "LLVM was built without AArch64";
  EXPECT_TRUE(processor->dotProducts.empty());
}

TEST(ProductInstructionsTest, X86HasOneForEachLengthOfVectors) {
  std::optional<Processor> processor =
      getProducts("x86_64-linux-gnu", "cascadelake");
  if (!processor)
    GTEST_SKIP() << "LLVM was built without x86";
  for (unsigned bytes : {16, 32, 64}) {
    EXPECT_EQ(getDotProduct(*processor, bytes, false, true),
              "llvm.x86.avx512.vpdpbusd." + std::to_string(8 * bytes));
    EXPECT_EQ(getDotProduct(*processor, bytes, true, true), "none");
    EXPECT_NE(processor->findPairProduct(bytes), nullptr);
  }
}

TEST(ProductInstructionsTest, LLVMKnowsAllIntrinsics) {
  for (auto [triple, cpu] : {std::pair("aarch64-linux-gnu", "neoverse-v1"),
                             std::pair("x86_64-linux-gnu", "diamondrapids"),
                             std::pair("x86_64-linux-gnu", "sierraforest")}) {
    std::optional<Processor> processor = getProducts(triple, cpu);
    if (!processor)
      continue;
    EXPECT_FALSE(processor->dotProducts.empty()) << cpu;
    for (const DotProduct &product : processor->dotProducts)
      EXPECT_NE(llvm::Intrinsic::lookupIntrinsicID(product.intrinsic),
                llvm::Intrinsic::not_intrinsic)
          << product.intrinsic.str();
    for (const PairProduct &product : processor->pairProducts)
      EXPECT_NE(llvm::Intrinsic::lookupIntrinsicID(product.intrinsic),
                llvm::Intrinsic::not_intrinsic)
          << product.intrinsic.str();
  }
}
