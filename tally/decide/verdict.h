// SPDX-License-Identifier: Apache-2.0
// What is said of a message: two cut-offs on P(spam), and unsure between them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

struct CutOffs {
  double spam = 0.99;  ///< P(spam) from here on is spam
  double other = 0.2;  ///< P(spam) up to here is not
};

struct Verdict {
  enum class Kind : std::uint8_t { kSpam, kOther, kUnsure };
  Kind kind = Kind::kUnsure;
  double spam = 0.5;                 ///< P(spam)
  std::string klass = kUnsureName;   ///< the class, or kUnsureName
  std::optional<std::size_t> place;  ///< of the class among the others; nothing: unsure
};

/// By what a message is judged.
struct VerdictRule {
  std::size_t spam = 0;  ///< the place of the class that is to be caught
  CutOffs cut_offs;
};

/// Of the classes other than `spam`, the most probable one is named. Where there is no other, spam
/// has not been told from anything: unsure. REQUIRES: 0 <= spam < posterior.size() ==
/// classes.size().
Verdict verdict_of(const std::vector<Label>& classes, std::size_t spam,
                   std::span<const double> posterior, const CutOffs& cut_offs);

}  // namespace tally
