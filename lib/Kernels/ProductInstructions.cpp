//===- ProductInstructions.cpp - Instructions for sums of products --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions of a processor add up products of narrow integers. All of
// them are exact modulo 2^32: those that saturate, such as vpdpbusds and
// pmaddubsw, are not among them. Nor is vdpbf16ps: it flushes denormal numbers
// and rounds in its own way, and on processors that start one only every other
// cycle it is slower than multiply-adds of converted numbers.
//
//===----------------------------------------------------------------------===//

#include "Processor.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace mlir::layout;

namespace {
template <typename Product>
struct Entry {
  llvm::Triple::ArchType arch;
  /// The features that the instruction requires, as for `llc -mattr`.
  llvm::StringLiteral features;
  Product product;
};
} // namespace

static constexpr llvm::Triple::ArchType x86 = llvm::Triple::x86_64,
                                        arm = llvm::Triple::aarch64;

static const Entry<DotProduct> dotProducts[] = {
    {x86, "+avx512vnni", {"llvm.x86.avx512.vpdpbusd.512", 64, false, true}},
    {x86,
     "+avx512vnni,+avx512vl",
     {"llvm.x86.avx512.vpdpbusd.256", 32, false, true}},
    {x86,
     "+avx512vnni,+avx512vl",
     {"llvm.x86.avx512.vpdpbusd.128", 16, false, true}},
    {x86, "+avxvnni", {"llvm.x86.avx512.vpdpbusd.256", 32, false, true}},
    {x86, "+avxvnni", {"llvm.x86.avx512.vpdpbusd.128", 16, false, true}},
    {x86, "+avx10.2", {"llvm.x86.avx10.vpdpbssd.512", 64, true, true}},
    {x86, "+avx10.2", {"llvm.x86.avx10.vpdpbuud.512", 64, false, false}},
    {x86, "+avxvnniint8", {"llvm.x86.avx2.vpdpbssd.256", 32, true, true}},
    {x86, "+avxvnniint8", {"llvm.x86.avx2.vpdpbssd.128", 16, true, true}},
    {x86, "+avxvnniint8", {"llvm.x86.avx2.vpdpbuud.256", 32, false, false}},
    {x86, "+avxvnniint8", {"llvm.x86.avx2.vpdpbuud.128", 16, false, false}},
    {arm, "+dotprod", {"llvm.aarch64.neon.sdot", 16, true, true}},
    {arm, "+dotprod", {"llvm.aarch64.neon.udot", 16, false, false}},
    {arm, "+i8mm", {"llvm.aarch64.neon.usdot", 16, false, true}},
};

static const Entry<PairProduct> pairProducts[] = {
    {x86, "+avx512bw", {"llvm.x86.avx512.pmaddw.d.512", 64}},
    {x86, "+avx2", {"llvm.x86.avx2.pmadd.wd", 32}},
    {x86, "+sse2", {"llvm.x86.sse2.pmadd.wd", 16}},
};

void mlir::layout::addProducts(Processor &processor,
                               const llvm::MCSubtargetInfo &features) {
  llvm::Triple::ArchType arch = features.getTargetTriple().getArch();
  for (const Entry<DotProduct> &entry : dotProducts)
    if (entry.arch == arch && features.checkFeatures(entry.features))
      processor.dotProducts.push_back(entry.product);
  for (const Entry<PairProduct> &entry : pairProducts)
    if (entry.arch == arch && features.checkFeatures(entry.features))
      processor.pairProducts.push_back(entry.product);
}

const DotProduct *Processor::findDotProduct(unsigned bytes, bool isSignedA,
                                            bool isSignedB) const {
  const auto *found =
      llvm::find_if(dotProducts, [&](const DotProduct &product) {
        return product.bytes == bytes && product.isSignedA == isSignedA &&
               product.isSignedB == isSignedB;
      });
  return found == dotProducts.end() ? nullptr : found;
}

const PairProduct *Processor::findPairProduct(unsigned bytes) const {
  const auto *found =
      llvm::find_if(pairProducts, [&](const PairProduct &product) {
        return product.bytes == bytes;
      });
  return found == pairProducts.end() ? nullptr : found;
}
