//===- ReadLayout.h - Layouts of the command line ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H

#include "Names.h"
#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout::explain {

struct LetteredLayout {
  PhysicalLayout layout;
  /// One letter per logical dim; empty where there are none.
  std::string dims;
  /// What logical dims are called in print.
  Names names;
};

/// The layout `text`, in any notation, of a tensor of the static `shape`, whose
/// dims in order go by the letters `dims` (empty: as the text names them, if it
/// does).
llvm::Expected<LetteredLayout> readLayout(StringRef text,
                                          ArrayRef<int64_t> shape,
                                          StringRef dims, MLIRContext *context);

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_READLAYOUT_H
