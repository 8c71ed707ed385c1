//===- SvgCanvas.h - Shapes and texts of an SVG file ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTEXPLAIN_SVGCANVAS_H
#define LAYOUT_TOOLS_LAYOUTEXPLAIN_SVGCANVAS_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::layout::explain {

/// Collects what is drawn, and writes it as a file of its own: on a card that
/// is white, or dark where the reader prefers that. All texts are in a font of
/// fixed width. Sizes are in pixels.
class SvgCanvas {
public:
  /// How wide a character is, at most, and where its middle lies above the
  /// line.
  static constexpr double kCharWidth = 8, kMiddle = 4.5;

  enum class Anchor { Start, Middle, End };

  /// `style` is a class of the style sheet: `title`, `plain`, `faint`, or `in`
  /// for what stands in a cell.
  void text(double x, double y, Anchor anchor, StringRef style, StringRef text);
  /// `style`: `t0` … `t7` for tiles, `pad` for padding, and next to it `mark`
  /// or `near`.
  void rect(double x, double y, double width, double height, StringRef style);
  /// Three dots in a row that stands or lies.
  void dots(double x, double y, double dx, double dy);

  /// The number of tile colours.
  static constexpr unsigned kNumTiles = 8;

  void write(StringRef title, double width, double height,
             llvm::raw_ostream &os) const;

private:
  std::string body;
};

} // namespace mlir::layout::explain

#endif // LAYOUT_TOOLS_LAYOUTEXPLAIN_SVGCANVAS_H
