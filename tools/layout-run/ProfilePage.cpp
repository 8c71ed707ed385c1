//===- ProfilePage.cpp - A profile as one page ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout::run {

/// The colours are those of the report's page (lib/Report/page/page.css).
static constexpr char kHead[] = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Profile</title>
<link rel="icon" href="data:,">
<style>
:root { --back: #fbfbfc; --panel: #fff; --ink: #1c2330; --soft: #5d6778; --rule: #dfe3ea; --accent: #2563c9; --box: #f2f4f8;
  color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --back: #12151b; --panel: #191d25; --ink: #e7ebf2; --soft: #9aa5b6; --rule: #2d3440; --accent: #7fb0ff; --box: #1b2029; }
}
body { margin: 16px; background: var(--back); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 16px; font-weight: 650; margin: 0 0 8px; overflow-wrap: anywhere; }
p { margin: 0 0 8px; color: var(--soft); }
table { border-collapse: collapse; width: 100%; background: var(--panel); }
th, td { padding: 4px 10px; border: 1px solid var(--rule); text-align: right; font-variant-numeric: tabular-nums; }
th { font-size: 12px; color: var(--soft); }
.text { text-align: left; overflow-wrap: anywhere; }
.track { height: 8px; min-width: 80px; border-radius: 4px; background: var(--box); overflow: hidden; }
.track div { height: 100%; background: var(--accent); }
</style>
</head>
<body>
)html";

static constexpr char kColumns[] = R"html(<table>
<thead><tr><th colspan="2">time</th><th>calls</th><th>per call</th><th>GFLOP/s</th><th>of peak</th><th>GB/s</th><th class="text">location</th><th class="text">types</th></tr></thead>
<tbody>
)html";

static void writeCell(const llvm::Twine &text, raw_ostream &os) {
  os << "<td>" << text << "</td>";
}

static void writeText(StringRef text, raw_ostream &os) {
  os << "<td class=\"text\">";
  llvm::printHTMLEscaped(text, os);
  os << "</td>";
}

/// A rate in 1e9 per second; nothing if it is unknown.
static std::string getRate(double amount, double seconds) {
  if (amount == 0)
    return "";
  return llvm::formatv("{0:f2}", amount / seconds * 1e-9).str();
}

static void writeRow(const KernelFigures &figures, double sum,
                     raw_ostream &os) {
  std::string percent =
      llvm::formatv("{0:f1}", 100 * figures.seconds / sum).str();
  os << "<tr><td><div class=\"track\"><div style=\"width: " << percent
     << "%\"></div></div></td>";
  writeCell(percent + "%", os);
  writeCell(llvm::Twine(figures.calls), os);
  writeCell(figures.calls ? getTimeText(figures.seconds / figures.calls) : "",
            os);
  writeCell(getRate(figures.operations, figures.seconds), os);
  writeCell(figures.share ? llvm::formatv("{0:f0}%", 100 * *figures.share).str()
                          : "",
            os);
  writeCell(getRate(figures.bytes, figures.seconds), os);
  writeText(figures.kernel.location, os);
  writeText(figures.kernel.types, os);
  os << "</tr>\n";
}

void writeProfilePage(const Profile &profile, const RunFigures &run,
                      raw_ostream &os) {
  os << kHead << "<h1>";
  llvm::printHTMLEscaped(run.file, os);
  os << "</h1>\n<p>time: " << getTimeText(run.median) << ", median of "
     << run.numRuns << ", least " << getTimeText(run.least)
     << llvm::formatv("; peak memory: {0:n} bytes; threads: {1}</p>\n",
                      run.peakBytes, run.threads);
  if (!profile.peaks.empty()) {
    os << "<p>";
    printPeaks(profile.peaks, os);
    os << "</p>\n";
  }
  os << kColumns;
  std::vector<KernelFigures> all = getFigures(profile);
  double sum = sumSeconds(all);
  for (const KernelFigures *figures : sortByTime(all))
    writeRow(*figures, sum, os);
  os << "</tbody>\n</table>\n</body>\n</html>\n";
}

} // namespace mlir::layout::run
