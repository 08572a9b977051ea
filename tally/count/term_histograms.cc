#include "tally/count/term_histograms.h"

namespace tally {

void add_terms(TermHistogram& histogram, double count, std::int64_t terms) {
  const auto entry = histogram.try_emplace(count, 0).first;
  entry->second += terms;
  if (entry->second == 0) histogram.erase(entry);
}

TermHistogram HistogramSums::histogram() const {
  TermHistogram out = rest_;
  for (std::size_t count = 0; count < kSmall; ++count) {
    if (small_[count] != 0) out[static_cast<double>(count)] = small_[count];
  }
  return out;
}

std::int64_t terms_in(const TermHistogram& histogram) {
  std::int64_t terms = 0;
  for (const auto& entry : histogram) terms += entry.second;
  return terms;
}

}  // namespace tally
