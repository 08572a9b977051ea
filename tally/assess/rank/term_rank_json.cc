// SPDX-License-Identifier: Apache-2.0
// A ranking of terms for programs.
#include <nlohmann/json.hpp>

#include "tally/assess/rank/term_rank.h"

namespace tally {

std::string to_json(const TermRanking& ranking) {
  using Json = nlohmann::ordered_json;
  Json out{{"target", ranking.target},
           {"texts", ranking.features},
           {"not_ranked", ranking.others},
           {"classes", Json::array()}};
  for (std::size_t k = 0; k < ranking.classes.size(); ++k) {
    Json terms = Json::array();
    for (const RankedTerm& term : ranking.terms[k]) {
      Json rows = Json::object();
      for (std::size_t i = 0; i < ranking.classes.size(); ++i) {
        rows[ranking.classes[i].to_string()] = term.rows[i];
      }
      terms.push_back({{"term", term.term},
                       {"text", term.feature},
                       {"rows", std::move(rows)},
                       {"leaning", term.leaning},
                       {"information", term.information}});
    }
    out["classes"].push_back({{"class", ranking.classes[k].to_string()},
                              {"rows", ranking.class_rows[k]},
                              {"leaning_terms", ranking.leaning_terms[k]},
                              {"terms", std::move(terms)}});
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
