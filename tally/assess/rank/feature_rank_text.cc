// SPDX-License-Identifier: Apache-2.0
// A ranking for people.
#include <fmt/format.h>

#include <algorithm>

#include "tally/assess/rank/feature_rank.h"
#include "tally/base/shown.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

constexpr std::size_t kMostPairs = 10;

std::string alike_text(const RankedFeature& feature) {
  if (feature.most_alike.empty()) return "";
  return fmt::format("{} {:.2f}", shown(feature.most_alike), feature.correlation);
}

}  // namespace

std::string to_text(const FeatureRanking& ranking, std::size_t most) {
  const bool left_out = ranking.rows_are == RankedRows::kLeftOut;
  std::string out = fmt::format(
      "{} rows{}, rule {}: log loss {:.4f}, accuracy {:.4f}; without any feature {:.4f}\n\n",
      count_text(ranking.rows), left_out ? ", each left out of the counts" : " that are new",
      to_string(ranking.rule), ranking.log_loss, ranking.accuracy, ranking.log_loss_prior);
  if (ranking.answers != ranking.rule) {
    out.insert(
        out.size() - 1,
        fmt::format("the rule {} answers, which models columns together; ranked is what each "
                    "says by itself, by the rule {}\n",
                    to_string(ranking.answers), to_string(ranking.rule)));
  }
  std::vector<std::vector<std::string>> rows{
      {"feature", "gain", "without", "alone", "information", "most alike"}};
  const std::size_t size = std::min(most, ranking.features.size());
  for (std::size_t i = 0; i < size; ++i) {
    const RankedFeature& feature = ranking.features[i];
    rows.push_back({shown(feature.name), fmt::format("{:+.4f}", feature.gain),
                    fmt::format("{:.4f}", feature.log_loss_without),
                    fmt::format("{:.4f}", feature.log_loss_alone),
                    feature.information ? fmt::format("{:.4f}", *feature.information) : "-",
                    alike_text(feature)});
  }
  out += text_table(rows);
  if (size < ranking.features.size()) {
    out += fmt::format("  {} more\n", ranking.features.size() - size);
  }
  for (const RankedFeature& feature : ranking.features) {
    if (!feature.is_suspect) continue;
    out += fmt::format(
        "suspected leak: {} alone predicts the class almost without error; is it known before the "
        "class?\n",
        shown(feature.name));
  }
  for (std::size_t i = 0; i < std::min(kMostPairs, ranking.alike.size()); ++i) {
    const AlikeFeatures& pair = ranking.alike[i];
    out += fmt::format("{} and {} say much the same (correlation {:.2f} within the classes)\n",
                       shown(pair.first), shown(pair.second), pair.correlation);
  }
  if (ranking.alike.size() > kMostPairs) {
    out += fmt::format("and {} more pairs\n", ranking.alike.size() - kMostPairs);
  }
  return out;
}

}  // namespace tally
