//===- FileFuzzer.cpp - Read any file -------------------------------------===//
//---------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two programs: a calibration, or a NumPy file as a tensor of the type that the
// first byte of the input selects. A file must be read or be an error; what was
// read can be used.
//
//===----------------------------------------------------------------------===//

#include "FuzzChecks.h"
#ifdef CALIBRATION
#include "layout/Analysis/Calibration.h"
#else
#include "TensorFiles.h"
#include "mlir/IR/Builders.h"
#endif
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace fuzzchecks;

/// Returns the path of a file in memory that holds the input.
static std::string writeInput(llvm::StringRef input) {
  static const int descriptor = memfd_create("input", 0);
  require(descriptor >= 0 && ftruncate(descriptor, 0) == 0 &&
          pwrite(descriptor, input.data(), input.size(), 0) ==
              static_cast<ssize_t>(input.size()));
  return "/proc/self/fd/" + std::to_string(descriptor);
}

#ifdef CALIBRATION
static void check(llvm::StringRef input) {
  auto calibration = toOptional(layout::Calibration::read(writeInput(input)));
  if (!calibration)
    return;
  for (int64_t bytes :
       {int64_t(0), int64_t(1) << 20, std::numeric_limits<int64_t>::max()})
    for (int64_t run : {int64_t(1), int64_t(64), bytes})
      require(calibration->getCost(bytes, run) >= calibration->getCost(bytes) &&
              calibration->getCost(bytes) >= 0);
}
#else
static void check(llvm::StringRef input) {
  if (input.empty())
    return;
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  Builder builder(&context);
  Type elements[] = {builder.getF32Type(),
                     builder.getBF16Type(),
                     builder.getIntegerType(1),
                     builder.getIntegerType(4),
                     builder.getIntegerType(8, /*isSigned=*/false),
                     ComplexType::get(builder.getF64Type())};
  int64_t dynamic = ShapedType::kDynamic;
  std::vector<int64_t> shapes[] = {{}, {dynamic}, {2, 3}, {dynamic, dynamic}};
  unsigned choice = static_cast<unsigned char>(input.front());
  Type element = elements[choice % std::size(elements)];
  ArrayRef<int64_t> shape = shapes[choice / 8 % std::size(shapes)];
  auto tensor = toOptional(layout::run::readNpy(
      writeInput(input.drop_front()), RankedTensorType::get(shape, element)));
  if (!tensor)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  layout::run::print(*tensor, os);
  require(!text.empty());
}
#endif

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
