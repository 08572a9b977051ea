// SPDX-License-Identifier: Apache-2.0
// What no rows can have led to: sums of a file from a stranger, of rows that were taken away and
// never added, or of a defect. It is asked of every model that is read, and of every model that is
// written, so it looks at each sum once and copies none.
#include <algorithm>

#include "tally/count/tally.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

using Sums = std::span<const ExactSum>;

bool any_beyond_bounds(Sums sums, const SparseSums& repeats) {
  bool any = std::any_of(sums.begin(), sums.end(), is_beyond_bounds);
  repeats.for_each([&](std::size_t, const ExactSum& sum) { any = any || is_beyond_bounds(sum); });
  return any;
}

// The first place from `start` on whose sum is negative, or one behind the last.
std::size_t first_negative(Sums sums, std::size_t start) {
  while (start < sums.size() && sums[start].sign() >= 0) ++start;
  return start;
}

// The same for a sum of the row that is greater than `most`.
std::size_t first_above(const SumRow& sums, std::size_t start, const ExactSum& most) {
  const std::optional<std::int64_t> whole = most.whole();
  if (sums.is_small() && whole && *whole >= 0 &&
      sums.most() <= static_cast<std::uint64_t>(*whole)) {
    return sums.size();
  }
  for (std::size_t i = start; i < sums.size(); ++i) {
    ExactSum left = most;
    left -= sums.at(i);
    if (left.sign() < 0) return i;
  }
  return sums.size();
}

bool has_count(const TermHistogram& histogram, const ExactSum& count) {
  return histogram.find(count.to_double()) != histogram.end();
}

// A sum of a class that is below zero and cannot be, in words.
std::string_view negative_text(Part part) {
  switch (part) {
    case Part::kMissing:
      return "a negative number of missing values";
    case Part::kWeight:
      return "a negative number of values";
    case Part::kSquare:
      return "a negative sum of squares";
    case Part::kExposure:
      return "a negative exposure";
    case Part::kValue:
    case Part::kRepeat:
    case Part::kSum:
      break;
  }
  return "a negative sum";
}

}  // namespace

std::string Tally::impossibility(std::int32_t class_code, const ExactSum& class_weight) const {
  Sums sums = row_of(class_code).wide();  // integers of 32 bits are neither negative nor large
  // What is clear, as it is of nearly every column of numbers, needs no look at single digits.
  const bool is_clear = family() == Family::kGaussian && sums.size() > 3 &&
                        moments_are_clearly_possible(sums[1], sums[2], sums[3]);
  if (is_clear) sums = sums.first(1);  // `missing` is all that is left to be looked at
  if (any_beyond_bounds(sums, repeats_of(class_code))) return "a sum beyond all bounds";
  if (is_text()) return impossible_terms(class_code, class_weight);
  for (std::size_t i = first_negative(sums, 0); i < sums.size(); i = first_negative(sums, i + 1)) {
    const auto slot = static_cast<std::int32_t>(i);
    if (part_of(slot) == Part::kSum && family() == Family::kGaussian) continue;
    if (part_of(slot) == Part::kValue)
      return "a negative count of " + quoted(label_of(slot).to_string());
    return std::string(negative_text(part_of(slot)));
  }
  if (family() == Family::kMultinomial) {
    const bool counted = !total(class_code).is_zero();
    return counted && class_weight.is_zero() ? "counts over no rows" : "";
  }
  ExactSum rows = at(class_code, Part::kMissing);
  rows += has_values() ? total(class_code) : at(class_code, Part::kWeight);
  if (!has_values() && !is_clear) {
    if (std::string what = impossible_moments(class_code); !what.empty()) return what;
  }
  return rows == class_weight ? "" : "counts and missing that do not add up to the class's rows";
}

std::string Tally::impossible_moments(std::int32_t class_code) const {
  const ExactSum weight = at(class_code, Part::kWeight), sum = at(class_code, Part::kSum);
  if (family() == Family::kGaussian) {
    const bool possible = moments_are_possible(weight, sum, at(class_code, Part::kSquare));
    return possible ? "" : "sums that no values have (n·Σx² < (Σx)²)";
  }
  const ExactSum exposure = at(class_code, Part::kExposure);
  const bool possible =
      weight.is_zero() ? exposure.is_zero() && sum.is_zero() : !exposure.is_zero() || sum.is_zero();
  return possible ? "" : "a sum over no exposure";
}

std::string Tally::impossible_terms(std::int32_t class_code, const ExactSum& class_weight) const {
  constexpr std::size_t kFirstTerm = 1;  // slot 0 is `missing`
  const SumRow& rows = row_of(class_code);
  const auto term = [&](std::size_t i) { return quoted(term_of(static_cast<std::int32_t>(i))); };
  if (at(class_code, Part::kMissing).sign() < 0) return std::string(negative_text(Part::kMissing));
  ExactSum rows_with_text = class_weight;
  rows_with_text -= at(class_code, Part::kMissing);
  if (rows_with_text.sign() < 0) return "more missing texts than the class has rows";
  if (const std::size_t i = first_negative(rows.wide(), kFirstTerm); i < rows.wide().size()) {
    return "a negative count of " + term(i);
  }
  if (const std::size_t i = first_above(rows, kFirstTerm, rows_with_text); i < rows.size()) {
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
std::string Tally::impossible_totals(std::int32_t class_code, const ExactSum& most_rows) const {
  const TermHistograms& of_all = totals_->histograms;
  const auto k = static_cast<std::size_t>(class_code);
  if (k >= of_all.documents.size()) return "";  // nobody has asked for them
  const TermHistogram& documents = of_all.documents[k];
  ExactSum left = most_rows;
  if (!documents.empty()) left.add(-documents.rbegin()->first);
  if (left.sign() < 0) return "a histogram of terms in more rows than it has";
  for (std::int32_t slot = 1; slot < slots(); ++slot) {
    const ExactSum rows = at(class_code, slot);
    if (rows.is_zero()) continue;
    if (has_count(documents, rows) && has_count(of_all.tokens[k], tokens(class_code, slot))) {
      continue;
    }
    return "a count of " + quoted(term_of(slot)) + " that its histograms do not have";
  }
  return "";
}

}  // namespace tally
