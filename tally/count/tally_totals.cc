// SPDX-License-Identifier: Apache-2.0
// The totals of a tally of which only some values were read.
#include <algorithm>

#include "tally/count/tally.h"

namespace tally {

namespace {

void add_by_class(std::vector<ExactSum>& sums, const std::vector<ExactSum>& others,
                  const std::vector<std::int32_t>& class_of) {
  for (std::size_t k = 0; k < std::min(others.size(), class_of.size()); ++k) {
    const auto own = static_cast<std::size_t>(class_of[k]);
    if (own >= sums.size()) sums.resize(own + 1);
    sums[own] += others[k];
  }
}

void add_histogram(TermHistogram& histogram, const TermHistogram& other) {
  for (const auto& [count, terms] : other) add_terms(histogram, count, terms);
}

// One term that was counted as two.
void unite(TermHistogram& histogram, double here, double there) {
  add_terms(histogram, here, -1);
  add_terms(histogram, there, -1);
  add_terms(histogram, here + there, 1);
}

}  // namespace

void Tally::merge_totals(const Tally& other, const std::vector<std::int32_t>& class_of) {
  if (is_text()) merge_histograms(other, class_of);
  add_by_class(totals_->by_class, other.totals_->by_class, class_of);
  add_by_class(totals_->tokens_by_class, other.totals_->tokens_by_class, class_of);
  if (!spec_.values.empty()) return;  // declared: the same there
  totals_->possible_values += other.totals_->possible_values;
  for (const Value& value : other.values()) {
    const std::int32_t slot = find_slot(value.label);
    if (slot >= 0 && is_seen(slot)) --totals_->possible_values;
  }
}

void Tally::merge_histograms(const Tally& other, const std::vector<std::int32_t>& class_of) {
  std::size_t classes = totals_->histograms.rest.size();
  for (const std::int32_t code : class_of) {
    classes = std::max(classes, static_cast<std::size_t>(code) + 1);
  }
  TermHistograms mine = histograms(classes);
  const TermHistograms theirs = other.histograms(class_of.size());
  std::vector<std::int32_t> code_there(classes, -1);
  for (std::size_t k = 0; k < class_of.size(); ++k) {
    code_there[static_cast<std::size_t>(class_of[k])] = static_cast<std::int32_t>(k);
  }
  add_histogram(mine.all, theirs.all);
  for (std::size_t k = 0; k < classes; ++k) {
    const auto there = static_cast<std::size_t>(code_there[k]);
    add_histogram(mine.rest[k], code_there[k] < 0 ? theirs.all : theirs.rest[there]);
    if (code_there[k] < 0) continue;
    add_histogram(mine.documents[k], theirs.documents[there]);
    add_histogram(mine.tokens[k], theirs.tokens[there]);
  }
  for (const std::int32_t slot_there : other.term_slots()) {
    const std::int32_t slot = find_term(other.term_of(slot_there));
    if (slot < 0 || !is_seen(slot)) continue;
    double all_here = 0, all_there = 0;
    std::vector<double> here(classes), there(classes);
    for (std::size_t k = 0; k < classes; ++k) {
      const auto code = static_cast<std::int32_t>(k);
      all_here += here[k] = tokens(code, slot).to_double();
      all_there += there[k] = other.tokens(code_there[k], slot_there).to_double();
      if (here[k] == 0 || there[k] == 0) continue;
      unite(mine.tokens[k], here[k], there[k]);
      unite(mine.documents[k], at(code, slot).to_double(),
            other.at(code_there[k], slot_there).to_double());
    }
    unite(mine.all, all_here, all_there);
    for (std::size_t k = 0; k < classes; ++k) {
      unite(mine.rest[k], all_here - here[k], all_there - there[k]);
    }
  }
  totals_->histograms = std::move(mine);
}

}  // namespace tally
