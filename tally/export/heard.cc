// SPDX-License-Identifier: Apache-2.0
#include "tally/export/heard.h"

#include <span>

#include "tally/estimate/weighted_rule.h"

namespace tally {

std::vector<double> heard(const Sheet& sheet, const SheetLine& line,
                          const std::vector<double>& says) {
  std::vector<double> out = says;
  if (!sheet.is_weighted()) return out;
  const std::size_t classes = sheet.classes.size();
  for (std::size_t at = 0; at < out.size(); at += classes) {
    const std::span<double> one = std::span(out).subspan(at, classes);
    temper(one);
    for (double& said : one) said *= line.weight;
  }
  return out;
}

bool is_held_back(const Sheet& sheet, const SheetLine& line) {
  return sheet.is_weighted() && !std::holds_alternative<SheetValues>(line.table) &&
         !std::holds_alternative<SheetBins>(line.table);
}

}  // namespace tally
