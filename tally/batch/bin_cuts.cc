// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/bin_cuts.h"

#include <cmath>

namespace tally {

std::string fault_of_cuts(std::span<const double> cuts) {
  if (cuts.empty()) return "it is not said where it is cut";
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (!std::isfinite(cuts[i])) {
      return "it cannot be cut at " + shortest(cuts[i]) + "; expected a finite number";
    }
    if (i > 0 && !(cuts[i - 1] < cuts[i])) {
      return "its cuts do not ascend: " + shortest(cuts[i - 1]) + " stands before " +
             shortest(cuts[i]);
    }
  }
  return "";
}

std::string text_of_cuts(std::span<const double> cuts) {
  std::string out;
  for (const double cut : cuts) out += (out.empty() ? "" : ",") + shortest(cut);
  return out;
}

std::optional<std::vector<double>> parse_cuts(std::string_view text) {
  std::vector<double> out;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::optional<double> cut = parse_number(text.substr(0, comma));
    if (!cut) return std::nullopt;
    out.push_back(*cut);
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

Label label_of_bin(std::size_t bin) { return Label::of(static_cast<std::int64_t>(bin)); }

std::vector<Label> labels_of_bins(std::span<const double> cuts) {
  std::vector<Label> out;
  for (std::size_t bin = 0; bin <= cuts.size(); ++bin) out.push_back(label_of_bin(bin));
  return out;
}

std::string bin_in_words(std::span<const double> cuts, std::size_t bin) {
  if (bin == 0) return "≤ " + shortest(cuts[0]);
  if (bin == cuts.size()) return "> " + shortest(cuts[bin - 1]);
  return shortest(cuts[bin - 1]) + " … " + shortest(cuts[bin]);
}

}  // namespace tally
