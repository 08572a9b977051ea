// SPDX-License-Identifier: Apache-2.0
#include "tally/decide/verdict.h"

namespace tally {

Verdict verdict_of(const std::vector<Label>& classes, std::size_t spam,
                   std::span<const double> posterior, const CutOffs& cut_offs) {
  if (classes.size() < 2) return {};
  Verdict verdict{Verdict::Kind::kUnsure, posterior[spam], kUnsureName, std::nullopt};
  if (verdict.spam >= cut_offs.spam) {
    verdict.kind = Verdict::Kind::kSpam;
    verdict.place = spam;
  } else if (verdict.spam <= cut_offs.other) {
    verdict.kind = Verdict::Kind::kOther;
    std::size_t best = spam == 0 ? 1 : 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      if (k != spam && posterior[k] > posterior[best]) best = k;
    }
    verdict.place = best;
  }
  if (verdict.place) verdict.klass = classes[*verdict.place].to_string();
  return verdict;
}

}  // namespace tally
