// SPDX-License-Identifier: Apache-2.0
// What no rows with these texts can have led to.
#include "tally/count/sum_checks.h"
#include "tally/count/text/text_tally.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

bool has_count(const TermHistogram& histogram, const ExactSum& count) {
  return histogram.find(count.to_double()) != histogram.end();
}

}  // namespace

std::string TextTally::impossibility(std::int32_t class_code, const ExactSum& class_weight) const {
  const SumRow& rows = row_of(class_code);
  bool any_beyond = any_beyond_bounds(rows.wide());
  repeats_of(class_code).for_each([&](std::size_t, const ExactSum& sum) {
    any_beyond = any_beyond || is_beyond_bounds(sum);
  });
  if (any_beyond) return std::string(kBeyondBounds);
  const auto term = [&](std::size_t i) { return in_quotes(term_of(static_cast<std::int32_t>(i))); };
  if (at(class_code, Part::kMissing).sign() < 0) return std::string(kNegativeMissing);
  ExactSum rows_with_text = class_weight;
  rows_with_text -= at(class_code, Part::kMissing);
  if (rows_with_text.sign() < 0) return "more missing texts than the class has rows";
  if (const std::size_t i = first_negative(rows.wide(), kFirstSlot); i < rows.wide().size()) {
    return "a negative count of " + term(i);
  }
  if (const std::size_t i = first_above(rows, kFirstSlot, rows_with_text); i < rows.size()) {
    return "more rows with " + term(i) + " than it has rows";
  }
  std::string what;
  repeats_of(class_code).for_each([&](std::size_t i, const ExactSum& again) {
    if (!what.empty()) return;
    if (again.sign() < 0) what = "a negative number of repeats of " + term(i);
    if (rows.at(i).is_zero()) what = "repeats of " + term(i) + " in no row";
  });
  if (what.empty() && totals_) what = impossible_totals(class_code, rows_with_text);
  return what;
}

// The histograms of a file against the terms that were read from it.
std::string TextTally::impossible_totals(std::int32_t class_code, const ExactSum& most_rows) const {
  const TermHistograms& of_all = totals_->histograms;
  const auto k = static_cast<std::size_t>(class_code);
  if (k >= of_all.documents.size()) return "";  // nobody has asked for them
  const TermHistogram& documents = of_all.documents[k];
  ExactSum left = most_rows;
  if (!documents.empty()) left.add(-documents.rbegin()->first);
  if (left.sign() < 0) return "a histogram of terms in more rows than it has";
  for (std::int32_t slot = kFirstSlot; slot < slots(); ++slot) {
    const ExactSum rows = at(class_code, slot);
    if (rows.is_zero()) continue;
    if (has_count(documents, rows) && has_count(of_all.tokens[k], tokens(class_code, slot))) {
      continue;
    }
    return "a count of " + in_quotes(term_of(slot)) + " that its histograms do not have";
  }
  return "";
}

}  // namespace tally
