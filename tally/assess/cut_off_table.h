// SPDX-License-Identifier: Apache-2.0
// What each cut-off would do with messages whose class is known.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tally {

/// Counts for a fixed choice of cut-offs. Not to be shared between threads: count pieces, merge.
class CutOffTable {
 public:
  static constexpr std::array kHamCutOffs{0.1, 0.2, 0.3, 0.45, 0.5};
  static constexpr std::array kSpamCutOffs{0.5, 0.7, 0.9, 0.95, 0.99, 0.999};

  void add(double p_spam, bool is_spam);
  void merge(const CutOffTable& other);

  /// Ham lost and spam caught from each spam cut-off on, and what is unsure with each ham cut-off;
  /// then what passes up to each ham cut-off.
  std::string text() const;
  /// {"ham": …, "spam": …, "spam_cut_offs": [{"from", "ham_lost", "spam_caught", "unsure":
  /// [{"ham_up_to", "messages"}, …]}, …], "ham_cut_offs": [{"up_to", "ham_passed", "spam_passed"},
  /// …]}
  std::string json() const;

 private:
  struct Messages {
    std::int64_t ham = 0, spam = 0;
    std::int64_t all() const { return ham + spam; }
    void add(bool is_spam) { ++(is_spam ? spam : ham); }
    void merge(const Messages& other) {
      ham += other.ham;
      spam += other.spam;
    }
  };
  std::int64_t unsure(std::size_t ham, std::size_t spam) const;

  Messages all_;
  std::array<Messages, kHamCutOffs.size()> passed_;   // p up to the cut-off
  std::array<Messages, kSpamCutOffs.size()> caught_;  // p from the cut-off on
};

}  // namespace tally
