// A histogram of very many counts, most of them small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tally/count/term_histograms.h"

namespace tally {

/// Small whole counts are places of an array, and only the others look for theirs in a map. One
/// thread at a time.
class HistogramBuilder {
 public:
  /// One term more that has this count.
  void add(double count) {
    if (count >= 0 && count < kSmall) {
      const auto place = static_cast<std::size_t>(count);
      if (static_cast<double>(place) == count) {
        ++small_[place];
        return;
      }
    }
    add_terms(others_, count, 1);
  }

  /// The histogram of all that was added. REQUIRES: called once, at the end.
  TermHistogram finish() {
    for (std::size_t place = 0; place < small_.size(); ++place) {
      if (small_[place] > 0) add_terms(others_, static_cast<double>(place), small_[place]);
    }
    return std::move(others_);
  }

 private:
  static constexpr std::size_t kSmall = 1024;
  std::array<std::int64_t, kSmall> small_{};
  TermHistogram others_;
};

}  // namespace tally
