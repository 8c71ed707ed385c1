//===- LayoutColours.cpp - The colours of layouts in pictures -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutColours.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

std::optional<unsigned> layout::getHue(llvm::StringRef layout) {
  if (layout == "row-major")
    return std::nullopt;
  constexpr unsigned none = 360;
  unsigned hue = llvm::StringSwitch<unsigned>(layout)
                     .Cases({"NCHW", "NCW", "NCDHW"}, 212)
                     .Cases({"NHWC", "NWC", "NDHWC"}, 142)
                     .Cases({"NCHW16c", "NCW16c", "NCDHW16c"}, 42)
                     .Cases({"NCHW8c", "NCW8c", "NCDHW8c"}, 276)
                     .Cases({"NCHW4c", "NCW4c", "NCDHW4c"}, 182)
                     .Cases({"NCHW32c", "NCW32c", "NCDHW32c"}, 318)
                     .Default(none);
  if (hue != none)
    return hue;
  // XXH3 has the same values on every machine and in every version.
  constexpr unsigned first = 20, step = 4, numSteps = 81;
  return first + step * (llvm::xxh3_64bits(layout) % numSteps);
}

/// Converts a colour from hue in degrees, saturation and lightness, as CSS does
/// it, to "#rrggbb".
static std::string toHex(double hue, double saturation, double lightness) {
  double amplitude = saturation * std::min(lightness, 1 - lightness);
  auto channel = [&](double offset) {
    double k = std::fmod(offset + hue / 30, 12);
    double value =
        lightness - amplitude * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0);
    return static_cast<unsigned>(std::lround(255 * value));
  };
  return llvm::formatv("#{0:x-2}{1:x-2}{2:x-2}", channel(0), channel(8),
                       channel(4));
}

std::string layout::getColour(llvm::StringRef layout) {
  std::optional<unsigned> hue = getHue(layout);
  // The page's style sheet has the same colours (page/page.css).
  return hue ? toHex(*hue, 0.62, 0.84) : "#e6e9ee";
}
