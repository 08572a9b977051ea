// How many terms of a text have which count.
//
// Sums over a whole dictionary are sums over these few numbers: Bernoulli's Σ log(1 − p), the
// weights of a normalised complement, the tokens of a class. A model file keeps them, so that a
// dictionary of millions costs nothing to ask.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace tally {

/// count → how many terms have it; no entry is zero.
using TermHistogram = std::map<double, std::int64_t>;

struct TermHistograms {
  // By class code. Terms that a class does not have are not in its histograms …
  std::vector<TermHistogram> documents;  ///< rows with the term
  std::vector<TermHistogram> tokens;     ///< how often it occurs
  // … but these speak of every term, those with none included:
  std::vector<TermHistogram> rest;  ///< how often it occurs in the other classes
  TermHistogram all;                ///< how often it occurs in all classes

  friend bool operator==(const TermHistograms&, const TermHistograms&) = default;
};

/// So many terms more, or fewer, that have this count.
void add_terms(TermHistogram& histogram, double count, std::int64_t terms);

/// A histogram on its way: most terms have small counts, which need no search.
class HistogramSums {
 public:
  /// One term more that has this count.
  void add(double count) {
    const auto at = static_cast<std::size_t>(count >= 0 && count < kSmall ? count : kSmall);
    if (at < kSmall && static_cast<double>(at) == count) [[likely]] {
      ++small_[at];
    } else {
      add_terms(rest_, count, 1);
    }
  }
  TermHistogram histogram() const;

 private:
  static constexpr std::size_t kSmall = 1024;

  std::vector<std::int64_t> small_ = std::vector<std::int64_t>(kSmall);
  TermHistogram rest_;
};

/// Σ terms.
std::int64_t terms_in(const TermHistogram& histogram);

}  // namespace tally
