// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/left_out_naive_texts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tally/estimate/assemble.h"

namespace tally {

LeftOutNaiveTexts::LeftOutNaiveTexts(const Counts& counts) : codes_(codes_of(counts.classes())) {
  for (const Tally& tally : counts.tallies()) {
    const TextTally* const text = as_text(tally);
    if (text == nullptr || tally.spec().is_pairs) continue;
    Text one{text,
             hears_occurrences(tally.spec().text),
             static_cast<double>(text->possible_values()),
             {},
             {},
             {}};
    for (const std::int32_t code : codes_) {
      const ExactSum all = one.counts_tokens ? text->total_tokens(code) : text->total(code);
      one.total.push_back(all.to_double());
      one.rows.push_back(&text->row_of(code));
      one.repeats.push_back(&text->repeats_of(code));
    }
    texts_.push_back(std::move(one));
  }
  in_class_.resize(codes_.size());
}

double LeftOutNaiveTexts::count(const Text& text, std::size_t k, std::int32_t slot) const {
  const auto place = static_cast<std::size_t>(slot);
  const std::span<const std::uint32_t> small = text.rows[k]->small();
  const bool comes_again = text.counts_tokens && !text.repeats[k]->at(place).is_zero();
  // As nearly always.
  if (place < small.size() && !comes_again) return static_cast<double>(small[place]);
  const ExactSum found =
      text.counts_tokens ? text.tally->tokens(codes_[k], slot) : text.tally->at(codes_[k], slot);
  return found.to_double();
}

void LeftOutNaiveTexts::add(const SampledRow& row, std::size_t own, double weight,
                            std::span<double> log_joint) {
  for (const Text& text : texts_) {
    for (const SampledColumn& column : row.columns) {
      if (column.column != text.tally->spec().columns[0]) continue;
      double tokens = 0, heard = 0, gone = 0;
      said_.assign(codes_.size(), 0);
      column.for_each([&](std::string_view term, std::int64_t occurrences) {
        const std::int32_t slot = text.tally->find_term(term);
        if (slot < 0) return;
        const double times = text.counts_tokens ? static_cast<double>(occurrences) : 1;
        for (std::size_t k = 0; k < codes_.size(); ++k) in_class_[k] = count(text, k, slot);
        in_class_[own] = std::max(0.0, in_class_[own] - weight * times);
        tokens += times;
        if (!(std::accumulate(in_class_.begin(), in_class_.end(), 0.0) > 0)) {
          ++gone;
          return;
        }
        heard += times;
        for (std::size_t k = 0; k < codes_.size(); ++k) {
          said_[k] += times * std::log(in_class_[k] + 1);
        }
      });
      const double possible = text.terms - gone;
      for (std::size_t k = 0; k < codes_.size(); ++k) {
        const double total =
            k == own ? std::max(0.0, text.total[k] - weight * tokens) : text.total[k];
        if (heard > 0) log_joint[k] += said_[k] - heard * std::log(total + possible);
      }
    }
  }
}

}  // namespace tally
