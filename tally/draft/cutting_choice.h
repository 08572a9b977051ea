// SPDX-License-Identifier: Apache-2.0
// How texts of a script without spaces are cut, where nobody has said it.
//
// A dictionary knows words that characters do not tell, and misses those that are new; which matters more
// depends on the texts. So the rule of texts (estimate/text_rule/text_rule.h) is learned three times from
// the same sample of rows, cut in three ways, and says each time of every row what it says of rows that
// had no part in it. Words stay unless another way has a smaller log loss by more than chance: two
// standard errors of the paired difference.
#pragma once

#include <string>
#include <vector>

#include "tally/draft/uncut_rows.h"

namespace tally {

struct CuttingChoice {
  struct Tried {
    Cutting cutting;
    double accuracy, log_loss;
  };
  Cutting cutting = Cutting::kWords;
  std::int64_t rows = 0;
  std::vector<Tried> tried;  ///< in the order of kCuttings; empty: the rows are too few to tell
};

/// All texts of the rows are cut alike. The same rows give the same on any number of threads.
/// REQUIRES: threads >= 1.
CuttingChoice choose_cutting(const UncutRows& rows, int threads);

/// Whether every digit is better read as 0: where prices and telephone numbers tell by being such, and not by what
/// they are, numbers that nobody has seen before say something then.
struct DigitsChoice {
  bool alike = false;
  std::int64_t rows = 0;  ///< 0: not tried, for few texts have digits or there are too few
  double log_loss_apart = 0, log_loss_alike = 0;
};
/// The way of the smaller log loss is taken.
/// REQUIRES: threads >= 1.
DigitsChoice choose_digits(const UncutRows& rows, int threads);

/// What was chosen for these columns, and why: "'review' is cut into words: log loss 0.2345 on 2,048 rows
/// left out; characters 0.2463, pairs of characters 0.2497".
std::string told(const CuttingChoice& choice, const std::vector<std::string>& columns);
/// The same where digits are read alike: "digits are read alike in 'text': log loss 0.0312 on 2,048 rows left out, apart 0.0362".
std::string told(const DigitsChoice& choice, const std::vector<std::string>& columns);

}  // namespace tally
