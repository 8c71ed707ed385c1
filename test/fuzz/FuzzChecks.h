//===- FuzzChecks.h - What fuzzers have in common ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_FUZZ_FUZZCHECKS_H
#define LAYOUT_TEST_FUZZ_FUZZCHECKS_H

#include "Notation/NotationError.h"
#include "layout/Algebra/LayoutProperties.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

/// libMLIR.so is not instrumented, which these two checks cannot live with.
// NOLINTNEXTLINE(misc-definitions-in-headers): a program has one source
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}

namespace fuzzchecks {

inline void require(bool condition) {
  if (!condition)
    __builtin_trap();
}

/// Returns the context for the next input. It is replaced after 4096 inputs,
/// because a context keeps every attribute and type created in it.
inline mlir::MLIRContext *getContextOfInput() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned numInputs = 0;
  if (numInputs++ % 4096 == 0)
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
  return context.get();
}

/// Returns the value, or std::nullopt on failure; the error message is printed
/// to a string, so that its construction is tested too.
template <typename T>
std::optional<T> toOptional(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  std::string message;
  llvm::raw_string_ostream os(message);
  llvm::handleAllErrors(
      value.takeError(),
      [&](const mlir::layout::NotationError &error) {
        error.printWithCaret(os);
      },
      [&](const llvm::ErrorInfoBase &error) { error.log(os); });
  require(!message.empty());
  return std::nullopt;
}

/// Distinct logical elements must have distinct physical indices within the
/// physical shape.
inline void checkPlaces(const mlir::layout::PhysicalLayout &layout) {
  std::vector<int64_t> offsets;
  mlir::layout::forEachIndex(layout.getShape(),
                             [&](mlir::ArrayRef<int64_t> index) {
                               offsets.push_back(layout.getOffset(index));
                               return true;
                             });
  llvm::sort(offsets);
  require(std::adjacent_find(offsets.begin(), offsets.end()) == offsets.end());
  require(offsets.front() >= 0 && offsets.back() < layout.getNumPositions());
}

inline void
checkSameInMemory(const mlir::layout::PhysicalLayout &lhs,
                  const std::optional<mlir::layout::PhysicalLayout> &rhs) {
  require(rhs && isProved(isSameInMemory(lhs, *rhs)));
}

/// Calls `check` with shapes of rank 0 to 6.
inline void
forEachShape(llvm::function_ref<void(mlir::ArrayRef<int64_t>)> check) {
  static constexpr int64_t shape[] = {3, 4, 1, 5, 2, 2};
  for (size_t rank = 0; rank <= std::size(shape); ++rank)
    check(mlir::ArrayRef(shape).take_front(rank));
}

} // namespace fuzzchecks

#endif // LAYOUT_TEST_FUZZ_FUZZCHECKS_H
