// SPDX-License-Identifier: Apache-2.0
#include "tally/report/feature_facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "tally/assess/rank/feature_information.h"
#include "tally/explain/model_view.h"
#include "tally/inside/assess.h"
#include "tally/inside/explain.h"
#include "tally/picture/svg.h"
#include "tally/report/feature_picture.h"

namespace tally {

namespace {

constexpr std::size_t kMostRows = 60;  // of a table
// Features that tell most have a picture, as many as a page should carry.
constexpr std::size_t kMostPictures = 120, kMostBytes = 1'500'000;

// By the rows of the report; without them by those of the sample. The reason if there is no such thing.
std::optional<FeatureRanking> ranking_of(const ReportOn& on, std::string& reason) {
  try {
    if (on.rows == nullptr && on.model.sample.size() > 0) {
      return rank_features(on.model, on.question);
    }
    if (on.rows == nullptr) {
      reason = "the model keeps no sample of its rows";
      return std::nullopt;
    }
    return rank_features(on.model, on.question, on.rows->batch(),
                         on.rows_are_counted ? RankedRows::kLeftOut : RankedRows::kNew);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kDefect) throw;
    reason = error.what();
    return std::nullopt;
  }
}

class Facts {
 public:
  Facts(const ReportOn& on, const ModelView& view, Pictures& pictures)
      : on_(on), view_(view), pictures_(pictures) {
    for (const Label& klass : view.classes) classes_.push_back(klass.to_string());
  }

  // The distribution of a feature and the counts behind it.
  void describe(const FeatureView& feature, bool with_picture, Json& out) {
    if (!feature.top_terms.empty()) return describe_terms(feature, out);
    if (!feature.values.empty()) return describe_values(feature, with_picture, out);
    Json rows = Json::array();
    for (const ClassNumbers& quantity : feature.quantities) {
      Json row = {quantity.name};
      for (const double one : quantity.numbers) row.push_back(one);
      rows.push_back(std::move(row));
    }
    out["table"] = {{"head", head("")}, {"rows", std::move(rows)}, {"more", 0}};
    if (!with_picture) return;
    const std::optional<std::string> svg =
        number_picture(on_.model.counts, law_of(feature.name), feature, classes_);
    if (svg) out["picture"] = pictures_.add(*svg);
    if (const auto bars = counted_bars(on_.model.counts, feature.name, feature.type)) {
      out["bars"] = bars_json(*bars);
    }
  }

 private:
  Json head(const char* first) const {
    Json out = {first};
    for (const std::string& klass : classes_) out.push_back(klass);
    return out;
  }

  // What is drawn as bars, as numbers; and how many rows lie beyond them.
  Json bars_json(const CountedBars& bars) const {
    const std::size_t K = classes_.size();
    Json rows = Json::array();
    for (std::size_t b = 0; b < bars.between.size(); ++b) {
      Json row = {bars.between[b]};
      for (std::size_t k = 0; k < K; ++k) row.push_back(bars.rows[b * K + k]);
      rows.push_back(std::move(row));
    }
    if (std::any_of(bars.beyond.begin(), bars.beyond.end(), [](double n) { return n > 0; })) {
      Json row = {"beyond the picture"};
      for (const double n : bars.beyond) row.push_back(n);
      rows.push_back(std::move(row));
    }
    return {{"head", head("from … to")}, {"rows", std::move(rows)}, {"more", 0}};
  }

  const FeatureEstimate* law_of(const std::string& name) {
    if (!estimates_) {
      Question naive = on_.question;
      naive.rule = Rule::kNaive;
      naive.calibrate = false;
      estimates_ = estimate(on_.model.counts, naive);
    }
    for (const FeatureEstimate& feature : estimates_->features) {
      if (feature.name == name) return &feature;
    }
    return nullptr;
  }

  Json row_of(const ValueView& value) const {
    Json row = {value.value};
    for (std::size_t k = 0; k < classes_.size(); ++k) row.push_back(number_of(value, "n", k));
    return row;
  }

  void describe_values(const FeatureView& feature, bool with_picture, Json& out) {
    Json rows = Json::array();
    const std::vector<std::size_t> listed = most_seen(feature.values, kMostRows);
    for (const std::size_t v : listed) rows.push_back(row_of(feature.values[v]));
    out["table"] = {{"head", head("value")},
                    {"rows", std::move(rows)},
                    {"more", feature.values.size() - listed.size()}};
    if (!with_picture) return;
    const NumberGrid grid = values_grid(feature, classes_);
    out["picture"] = pictures_.add(grid_picture(grid));
    out["drawn"] = grid.rows.size();
    out["values"] = feature.values.size();
  }

  // For each class the terms that speak for it, by the rows that have them.
  void describe_terms(const FeatureView& feature, Json& out) {
    out["terms"] = feature.terms;
    Json by_class = Json::array();
    for (std::size_t k = 0; k < feature.top_terms.size(); ++k) {
      Json rows = Json::array();
      std::vector<const ValueView*> terms;
      for (const ValueView& term : feature.top_terms[k]) {
        rows.push_back(row_of(term));
        terms.push_back(&term);
      }
      const NumberGrid grid =
          terms_grid(isolated(feature.name) + ": terms that speak for " + isolated(classes_[k]),
                     terms, classes_, view_.class_counts);
      Json one = {{"class", classes_[k]},
                  {"table", {{"head", head("term")}, {"rows", std::move(rows)}, {"more", 0}}}};
      if (!grid.rows.empty()) one["picture"] = pictures_.add(grid_picture(grid));
      by_class.push_back(std::move(one));
    }
    out["top_terms"] = std::move(by_class);
  }

  const ReportOn& on_;
  const ModelView& view_;
  Pictures& pictures_;
  std::vector<std::string> classes_;
  std::optional<Estimates> estimates_;
};

}  // namespace

std::map<std::string, double> information_by_name(const Counts& counts) {
  std::map<std::string, double> out;
  if (!can_be_weighted(counts.schema())) return out;  // mail: texts are all that it has
  const RuleFeatures features = rule_features(counts);
  for (const Tally& tally : counts.tallies()) {
    if (const std::optional<double> found = information_of(counts, tally, features)) {
      out.emplace(tally.name(), *found);
    }
  }
  return out;
}

Json feature_facts(const ReportOn& on, Pictures& pictures) {
  Question naive = on.question;
  naive.rule = Rule::kNaive;
  naive.calibrate = false;
  const ModelView shown = view(on.model.counts, naive);
  std::string reason;
  const std::optional<FeatureRanking> ranking = ranking_of(on, reason);
  const std::map<std::string, double> information = information_by_name(on.model.counts);
  std::map<std::string, const RankedFeature*> ranked;
  if (ranking) {
    for (const RankedFeature& feature : ranking->features) ranked.emplace(feature.name, &feature);
  }
  std::vector<const FeatureView*> order;
  for (const FeatureView& feature : shown.features) order.push_back(&feature);
  const auto tells = [&](const FeatureView* feature) {
    const auto found = information.find(feature->name);
    const auto at = ranked.find(feature->name);
    return std::pair(found == information.end() ? -1.0 : found->second,
                     at == ranked.end() ? 0.0 : at->second->gain);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const FeatureView* a, const FeatureView* b) { return tells(a) > tells(b); });

  Json out = {{"ranking", Json::object()}, {"list", Json::array()}};
  if (ranking) {
    out["ranking"] = {{"rows", ranking->rows},
                      {"rows_are", ranking->rows_are == RankedRows::kLeftOut ? "left out" : "new"},
                      {"rule", to_string(ranking->rule)},
                      {"log_loss", ranking->log_loss},
                      {"accuracy", ranking->accuracy},
                      {"log_loss_prior", ranking->log_loss_prior},
                      {"class_information", ranking->class_information}};
  } else {
    out["ranking"]["reason"] = reason;
  }
  Facts facts(on, shown, pictures);
  for (std::size_t place = 0; place < order.size(); ++place) {
    const FeatureView& feature = *order[place];
    Json one = {{"name", feature.name}, {"family", facts_of(feature.family).name}};
    if (feature.left_out) one["left_out"] = true;
    if (const auto at = information.find(feature.name); at != information.end()) {
      one["information"] = at->second;
    }
    if (const auto at = ranked.find(feature.name); at != ranked.end()) {
      const RankedFeature& told = *at->second;
      one["gain"] = told.gain;
      one["without"] = told.log_loss_without;
      one["alone"] = told.log_loss_alone;
      if (!told.most_alike.empty()) {
        one["most_alike"] = told.most_alike;
        one["correlation"] = told.correlation;
      }
      if (told.is_suspect) one["suspect"] = true;
    }
    const bool is_drawn = place < kMostPictures && pictures.bytes() < kMostBytes;
    if (!is_drawn && feature.top_terms.empty()) one["undrawn"] = true;
    facts.describe(feature, is_drawn, one);
    out["list"].push_back(std::move(one));
  }
  return out;
}

}  // namespace tally
