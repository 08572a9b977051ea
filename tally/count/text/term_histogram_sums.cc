// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_histogram_sums.h"

#include <numeric>

namespace tally {

void HistogramSums::merge(const HistogramSums& other) {
  for (std::size_t count = 0; count < kSmall; ++count) small_[count] += other.small_[count];
  for (const auto& [count, terms] : other.rest_) add_terms(rest_, count, terms);
}

void HistogramSums::take_away(const HistogramSums& other) {
  for (std::size_t count = 0; count < kSmall; ++count) small_[count] -= other.small_[count];
  for (const auto& [count, terms] : other.rest_) add_terms(rest_, count, -terms);
}

TermHistogram HistogramSums::histogram() const {
  TermHistogram out = rest_;
  for (std::size_t count = 0; count < kSmall; ++count) {
    if (small_[count] != 0) out[static_cast<double>(count)] = small_[count];
  }
  return out;
}

bool TermHistogramSums::takes(std::span<const std::int64_t> rows,
                              std::span<const std::int64_t> repeats) {
  std::int64_t left = kMostInHistogram;
  for (const std::span<const std::int64_t> amounts : {rows, repeats}) {
    for (const std::int64_t amount : amounts) {
      if (amount < 0 || amount > left) return false;
      left -= amount;
    }
  }
  return true;
}

void TermHistogramSums::add(std::span<const std::int64_t> rows,
                            std::span<const std::int64_t> repeats) {
  const std::int64_t all = std::accumulate(rows.begin(), rows.end(), std::int64_t{0}) +
                           std::accumulate(repeats.begin(), repeats.end(), std::int64_t{0});
  if (all == 0) return;
  all_.add(all);
  // Whether a class has the term is as good as chance: a branch would be guessed wrong too often.
  there_.resize(rest_.size());
  std::size_t classes = 0;
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    there_[classes] = k;
    classes += (rows[k] | repeats[k]) != 0 ? 1 : 0;
  }
  for (const std::size_t k : std::span(there_).first(classes)) {
    own_[k].add(all);
    rest_[k].add(all - rows[k] - repeats[k]);
    if (rows[k] == 0) continue;
    documents_[k].add(rows[k]);
    tokens_[k].add(rows[k] + repeats[k]);
  }
}

void TermHistogramSums::merge(const TermHistogramSums& other) {
  all_.merge(other.all_);
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    documents_[k].merge(other.documents_[k]);
    tokens_[k].merge(other.tokens_[k]);
    own_[k].merge(other.own_[k]);
    rest_[k].merge(other.rest_[k]);
  }
}

TermHistograms TermHistogramSums::histograms() const {
  TermHistograms out;
  out.all = all_.histogram();
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    out.documents.push_back(documents_[k].histogram());
    out.tokens.push_back(tokens_[k].histogram());
    HistogramSums rest = all_;
    rest.take_away(own_[k]);
    rest.merge(rest_[k]);
    out.rest.push_back(rest.histogram());
  }
  return out;
}

}  // namespace tally
