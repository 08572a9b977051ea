// SPDX-License-Identifier: Apache-2.0
// A ranking for programs.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "tally/assess/rank/feature_rank.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

// Rows are counted in integers, unless they have weights.
Json count(double rows) {
  constexpr double kExactIntegers = 9007199254740992.0;
  if (rows == std::floor(rows) && rows <= kExactIntegers) return static_cast<std::int64_t>(rows);
  return rows;
}

Json to_object(const RankedFeature& feature) {
  Json out{{"name", feature.name},
           {"family", to_string(feature.family)},
           {"gain", feature.gain},
           {"log_loss_without", feature.log_loss_without},
           {"log_loss_alone", feature.log_loss_alone}};
  out["information"] = feature.information ? Json(*feature.information) : Json(nullptr);
  out["most_alike"] = nullptr;
  if (!feature.most_alike.empty()) {
    out["most_alike"] = {{"feature", feature.most_alike}, {"correlation", feature.correlation}};
  }
  out["suspected_leak"] = feature.is_suspect;
  return out;
}

}  // namespace

std::string to_json(const FeatureRanking& ranking, std::size_t most) {
  Json out{{"rule", to_string(ranking.rule)},
           {"answers", to_string(ranking.answers)},
           {"rows", count(ranking.rows)},
           {"left_out", ranking.rows_are == RankedRows::kLeftOut},
           {"log_loss", ranking.log_loss},
           {"accuracy", ranking.accuracy},
           {"log_loss_prior", ranking.log_loss_prior},
           {"class_information", ranking.class_information},
           {"features", Json::array()},
           {"alike", Json::array()}};
  for (std::size_t i = 0; i < std::min(most, ranking.features.size()); ++i) {
    out["features"].push_back(to_object(ranking.features[i]));
  }
  for (const AlikeFeatures& pair : ranking.alike) {
    out["alike"].push_back(
        {{"features", {pair.first, pair.second}}, {"correlation", pair.correlation}});
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
