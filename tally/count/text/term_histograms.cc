// SPDX-License-Identifier: Apache-2.0
#include "tally/count/text/term_histograms.h"

namespace tally {

void add_terms(TermHistogram& histogram, double count, std::int64_t terms) {
  const auto entry = histogram.try_emplace(count, 0).first;
  entry->second += terms;
  if (entry->second == 0) histogram.erase(entry);
}

std::int64_t terms_in(const TermHistogram& histogram) {
  std::int64_t terms = 0;
  for (const auto& entry : histogram) terms += entry.second;
  return terms;
}

ExactSum tokens_in(const TermHistogram& histogram) {
  ExactSum sum;
  for (const auto& [count, terms] : histogram) sum.add_product(count, static_cast<double>(terms));
  return sum;
}

}  // namespace tally
