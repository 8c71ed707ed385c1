//===- SvgCanvas.cpp - Shapes and texts of an SVG file --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SvgCanvas.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::explain;

/// Cells have light colours and dark labels on either card.
static constexpr char kStyle[] = R"css(<style>
text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.card { fill: #ffffff; stroke: #d0d7de }
.title { font-size: 16px; font-weight: bold }
.title, .plain { fill: #1f2328 }
.faint { fill: #59636e }
.dot { fill: #59636e }
.in { fill: #1f2328 }
.t0 { fill: #cfe3ff } .t1 { fill: #ffe0b8 } .t2 { fill: #c9ecd2 } .t3 { fill: #e6d4f7 }
.t4 { fill: #fff0a8 } .t5 { fill: #ffd1dc } .t6 { fill: #bfe9e6 } .t7 { fill: #e5dccf }
.pad { fill: url(#hatch) }
.mark { stroke: #cf222e; stroke-width: 3 }
.near { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 5 3 }
@media (prefers-color-scheme: dark) {
.card { fill: #0d1117; stroke: #3d444d }
.title, .plain { fill: #f0f6fc }
.faint, .dot { fill: #9198a1 }
}
</style>
<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="8" height="8" fill="#f2f2f2"/><rect width="2" height="8" fill="#b8bfc6"/></pattern></defs>
)css";

/// What XML cannot hold, or may be read in another way, becomes `?`.
static std::string escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  for (char c : text)
    llvm::printHTMLEscaped(llvm::isPrint(c) ? StringRef(&c, 1) : "?", os);
  return escaped;
}

static llvm::format_object<double> number(double value) {
  return llvm::format("%.6g", value);
}

void SvgCanvas::text(double x, double y, Anchor anchor, StringRef style,
                     StringRef text) {
  llvm::raw_string_ostream os(body);
  os << "<text class=\"" << style << "\" x=\"" << number(x) << "\" y=\""
     << number(y) << "\"";
  if (anchor != Anchor::Start)
    os << " text-anchor=\"" << (anchor == Anchor::End ? "end" : "middle")
       << "\"";
  os << ">" << escape(text) << "</text>\n";
}

void SvgCanvas::rect(double x, double y, double width, double height,
                     StringRef style) {
  llvm::raw_string_ostream(body)
      << "<rect class=\"" << style << "\" x=\"" << number(x) << "\" y=\""
      << number(y) << "\" width=\"" << number(width) << "\" height=\""
      << number(height) << "\" rx=\"3\"/>\n";
}

void SvgCanvas::dots(double x, double y, double dx, double dy) {
  llvm::raw_string_ostream os(body);
  for (int i : {-1, 0, 1})
    os << "<circle class=\"dot\" cx=\"" << number(x + i * dx) << "\" cy=\""
       << number(y + i * dy) << "\" r=\"1.5\"/>\n";
}

void SvgCanvas::write(StringRef title, double width, double height,
                      llvm::raw_ostream &os) const {
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\""
     << number(width) << "\" height=\"" << number(height) << "\" viewBox=\"0 0 "
     << number(width) << " " << number(height) << "\">\n<title>"
     << escape(title) << "</title>\n"
     << kStyle << "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\""
     << number(width - 1) << "\" height=\"" << number(height - 1)
     << "\" rx=\"8\"/>\n"
     << body << "</svg>\n";
}
