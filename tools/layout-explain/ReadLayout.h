//===- ReadLayout.h - Layouts of the command line ---------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H

#include "layout/Algebra/PhysicalLayout.h"
#include <string>

namespace mlir::layout::explain {

struct LetteredLayout {
  PhysicalLayout layout;
  /// One letter per logical dim; empty where the notation has none.
  std::string dims;
};

/// The layout `text` of a tensor of the static `shape`, whose dims in order are
/// called `dims` (empty: as the layout has its upper-case letters).
llvm::Expected<LetteredLayout> readLayout(StringRef text,
                                          ArrayRef<int64_t> shape,
                                          StringRef dims, MLIRContext *context);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H
