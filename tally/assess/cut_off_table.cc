// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/cut_off_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/inside/explain.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

std::string share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "0";
  return fmt::format("{} ({:.2f} %)", part,
                     100 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

void CutOffTable::add(double p_spam, bool is_spam) {
  all_.add(is_spam);
  for (std::size_t i = 0; i < kHamCutOffs.size(); ++i) {
    if (p_spam <= kHamCutOffs[i]) passed_[i].add(is_spam);
  }
  for (std::size_t i = 0; i < kSpamCutOffs.size(); ++i) {
    if (p_spam >= kSpamCutOffs[i]) caught_[i].add(is_spam);
  }
}

void CutOffTable::merge(const CutOffTable& other) {
  all_.merge(other.all_);
  for (std::size_t i = 0; i < passed_.size(); ++i) passed_[i].merge(other.passed_[i]);
  for (std::size_t i = 0; i < caught_.size(); ++i) caught_[i].merge(other.caught_[i]);
}

// At a single cut-off of ½ a message of exactly ½ is on both sides.
std::int64_t CutOffTable::unsure(std::size_t ham, std::size_t spam) const {
  return std::max<std::int64_t>(0, all_.all() - passed_[ham].all() - caught_[spam].all());
}

std::string CutOffTable::text() const {
  std::vector<std::vector<std::string>> rows{{"spam from", "ham lost", "spam caught"}};
  for (const double cut_off : kHamCutOffs) {
    rows[0].push_back("ham to " + shortest(cut_off));
  }
  for (std::size_t s = 0; s < caught_.size(); ++s) {
    rows.push_back({shortest(kSpamCutOffs[s]), share(caught_[s].ham, all_.ham),
                    share(caught_[s].spam, all_.spam)});
    for (std::size_t h = 0; h < passed_.size(); ++h) {
      rows.back().push_back(std::to_string(unsure(h, s)));
    }
  }
  std::vector<std::vector<std::string>> passing{{"ham to", "ham passed", "spam passed"}};
  for (std::size_t h = 0; h < passed_.size(); ++h) {
    passing.push_back({shortest(kHamCutOffs[h]), share(passed_[h].ham, all_.ham),
                       share(passed_[h].spam, all_.spam)});
  }
  return "Cut-offs: what each would have done; under \"ham to\", how many are unsure with both\n" +
         text_table(rows) + "\n" + text_table(passing);
}

std::string CutOffTable::json() const {
  Json out{{"ham", all_.ham}, {"spam", all_.spam}};
  out["spam_cut_offs"] = Json::array();
  for (std::size_t s = 0; s < caught_.size(); ++s) {
    Json unsure_by_ham = Json::array();
    for (std::size_t h = 0; h < passed_.size(); ++h) {
      unsure_by_ham.push_back({{"ham_up_to", kHamCutOffs[h]}, {"messages", unsure(h, s)}});
    }
    out["spam_cut_offs"].push_back({{"from", kSpamCutOffs[s]},
                                    {"ham_lost", caught_[s].ham},
                                    {"spam_caught", caught_[s].spam},
                                    {"unsure", std::move(unsure_by_ham)}});
  }
  out["ham_cut_offs"] = Json::array();
  for (std::size_t h = 0; h < passed_.size(); ++h) {
    out["ham_cut_offs"].push_back({{"up_to", kHamCutOffs[h]},
                                   {"ham_passed", passed_[h].ham},
                                   {"spam_passed", passed_[h].spam}});
  }
  return out.dump();
}

}  // namespace tally
