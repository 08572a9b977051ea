// SPDX-License-Identifier: Apache-2.0
// The totals of a text of which only some terms were read.
#include <algorithm>

#include "tally/count/text/text_tally.h"

namespace tally {

namespace {

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

void TextTally::merge_totals(const KeyedTally& other, const std::vector<std::int32_t>& class_of) {
  merge_histograms(text_of(other), class_of);
  add_by_class(totals_->tokens_by_class, other.totals()->tokens_by_class, class_of);
  KeyedTally::merge_totals(other, class_of);
}

void TextTally::merge_histograms(const TextTally& other,
                                 const std::vector<std::int32_t>& class_of) {
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
