//===- LayoutColours.h - The colours of layouts in pictures -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The colour of a layout follows from its name alone. So a layout looks the
// same in each report, whatever other layouts a program has, and reports can be
// laid side by side. Colours only help: the name stands in each node as well,
// because two layouts may have similar colours.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_LAYOUTCOLOURS_H
#define LAYOUT_LIB_REPORT_LAYOUTCOLOURS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// Returns the hue of a layout in degrees, from 20 to 340: red is left to
/// rewrites. Returns nothing for "row-major", which is grey. The layouts of
/// images that most programs have are given hues that are easy to tell apart;
/// any other gets one by a hash of its name.
std::optional<unsigned> getHue(llvm::StringRef layout);

/// Returns the colour of a layout as "#rrggbb", for the ground of a text.
std::string getColour(llvm::StringRef layout);

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_LAYOUTCOLOURS_H
