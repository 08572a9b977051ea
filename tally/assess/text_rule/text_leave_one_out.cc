// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_leave_one_out.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tally/assess/text_rule/sampled_texts.h"
#include "tally/infer/text_rule/text_sum.h"

namespace tally {

TextLeaveOneOut::TextLeaveOneOut(const Counts& counts, std::span<const RuleWeight> rule)
    : counts_(counts), tables_(text_tables(counts, rule)) {}

void TextLeaveOneOut::add(const Batch& row, std::span<double> scores) const {
  RowSample sample;
  RowDigester(counts_.schema()).add(row, nullptr, sample);
  const SampledTexts texts(counts_, sample, SampledTexts::Alone::kKept);
  if (texts.rows().empty()) return;  // it weighs nothing
  LeftOutTexts left_out(texts);
  left_out.of(0, texts.counted());
  const TextRule& rule = tables_.rule;
  const std::size_t told = rule.shape.told(), parts = rule.shape.parts();
  std::vector<double> corrections(told), all(told);
  double twice = 0;
  for (std::size_t z = 0; z < rule.shape.zones.size(); ++z) {
    const TextZoneTable& zone = tables_.zones[z];
    const TextTally& tally = text_of(*counts_.find(zone.column));
    const std::int32_t first = tally.slots() - zone.terms->size();
    for (const std::int32_t term : texts.terms(z, 0)) {
      const auto t = static_cast<std::size_t>(term);
      if (texts.rows_with(z, t) >= 2) ++twice;
      const std::int32_t place =
          zone.corrected[static_cast<std::size_t>(texts.slots(z)[t] - first)];
      if (place < 0) continue;
      for (std::size_t i = 0; i < told; ++i) {
        corrections[i] += double{zone.corrections[static_cast<std::size_t>(place) * told + i]};
      }
    }
  }
  for (std::size_t i = 0; i < told; ++i) {
    all[i] = rule.trust_leanings *
                 rule.leaning(i, left_out.parts().subspan(i * parts, parts), left_out.of_all()) +
             rule.trust_corrections * corrections[i] / std::sqrt(std::max(1.0, twice));
  }
  add_told(all, rule.weight, scores);
}

}  // namespace tally
