// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_histogram_sums.h"

#include <numeric>

namespace tally {

void HistogramSums::merge(const HistogramSums& other) {
  for (std::size_t count = 0; count < kSmall; ++count) small_[count] += other.small_[count];
  for (const auto& [count, terms] : other.rest_) add_terms(rest_, count, terms);
}

TermHistogram HistogramSums::histogram(std::int64_t zeros) const {
  TermHistogram out = rest_;
  for (std::size_t count = 0; count < kSmall; ++count) {
    const std::int64_t terms = small_[count] - (count == 0 ? zeros : 0);
    if (terms != 0) out[static_cast<double>(count)] = terms;
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
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    const std::int64_t tokens = rows[k] + repeats[k];
    const bool is_there = rows[k] != 0;
    rest_[k].add(all - tokens);
    documents_[k].add(rows[k]);
    tokens_[k].add(is_there ? tokens : 0);
    absent_[k] += is_there ? 0 : 1;
  }
}

void TermHistogramSums::merge(const TermHistogramSums& other) {
  all_.merge(other.all_);
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    documents_[k].merge(other.documents_[k]);
    tokens_[k].merge(other.tokens_[k]);
    rest_[k].merge(other.rest_[k]);
    absent_[k] += other.absent_[k];
  }
}

TermHistograms TermHistogramSums::histograms() const {
  TermHistograms out;
  out.all = all_.histogram();
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    out.documents.push_back(documents_[k].histogram(absent_[k]));
    out.tokens.push_back(tokens_[k].histogram(absent_[k]));
    out.rest.push_back(rest_[k].histogram());
  }
  return out;
}

}  // namespace tally
