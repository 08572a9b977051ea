// SPDX-License-Identifier: Apache-2.0
// The histograms of a text on their way: term after term is put in.
//
//   TermHistogramSums sums(classes);
//   if (TermHistogramSums::takes(rows, repeats)) sums.add(rows, repeats);  // of a term, by class
//   sums.merge(those_of_other_terms);
//   TermHistograms histograms = sums.histograms();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/count/text/term_histograms.h"

namespace tally {

/// No count above this is exact as a double.
inline constexpr std::int64_t kMostInHistogram = std::int64_t{1} << 53;

/// One histogram. Most terms have small counts, which need no search.
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
  /// REQUIRES: 0 <= count <= kMostInHistogram.
  void add(std::int64_t count) {
    if (count < static_cast<std::int64_t>(kSmall)) [[likely]] {
      ++small_[static_cast<std::size_t>(count)];
    } else {
      add_terms(rest_, static_cast<double>(count), 1);
    }
  }
  void merge(const HistogramSums& other);
  /// REQUIRES: its terms are among these.
  void take_away(const HistogramSums& other);
  TermHistogram histogram() const;

 private:
  static constexpr std::size_t kSmall = 1024;

  std::vector<std::int64_t> small_ = std::vector<std::int64_t>(kSmall);
  TermHistogram rest_;
};

class TermHistogramSums {
 public:
  explicit TermHistogramSums(std::size_t classes)
      : documents_(classes), tokens_(classes), own_(classes), rest_(classes) {}

  /// Whether these counts of a term, none negative, are no more than kMostInHistogram in all.
  static bool takes(std::span<const std::int64_t> rows, std::span<const std::int64_t> repeats);

  /// A term by its rows and its repeats in each class; one without any is none. There may be more
  /// classes than have histograms: they are part of `all`. REQUIRES: takes(rows, repeats).
  void add(std::span<const std::int64_t> rows, std::span<const std::int64_t> repeats);

  /// Any term by its tokens in all classes and, by class, its rows, its tokens and its tokens in
  /// the other classes.
  template <class Rows, class Tokens, class Rest>
  void add(double all, Rows&& rows, Tokens&& tokens, Rest&& rest) {
    all_.add(all);
    for (std::size_t k = 0; k < rest_.size(); ++k) {
      own_[k].add(all);
      rest_[k].add(rest(k));
      const double of_class = rows(k);
      if (of_class == 0) continue;
      documents_[k].add(of_class);
      tokens_[k].add(tokens(k));
    }
  }

  /// REQUIRES: as many classes.
  void merge(const TermHistogramSums& other);
  TermHistograms histograms() const;

 private:
  std::vector<HistogramSums> documents_, tokens_;
  // Most terms are in few classes: of the others, all of a term are elsewhere, and need not be put in. Of those
  // that were put in for a class, what they have in all classes and in the others.
  std::vector<HistogramSums> own_, rest_;
  HistogramSums all_;
  std::vector<std::size_t> there_;  // room
};

}  // namespace tally
