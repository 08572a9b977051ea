// SPDX-License-Identifier: Apache-2.0
#include "tally/report/feature_svg.h"

#include <algorithm>
#include <map>

#include "tally/base/suggest.h"
#include "tally/picture/svg.h"
#include "tally/report/feature_facts.h"
#include "tally/report/feature_picture.h"

namespace tally {

namespace {

// Of every class as many as there is room for; a term that speaks for two comes once.
std::vector<const ValueView*> telling_terms(const FeatureView& feature) {
  const std::size_t each = std::max<std::size_t>(1, kMostBars / feature.top_terms.size());
  std::vector<const ValueView*> out;
  for (const TopTerms& terms : feature.top_terms) {
    for (std::size_t i = 0; i < std::min(each, terms.size()); ++i) {
      const bool is_new = std::none_of(out.begin(), out.end(), [&](const ValueView* one) {
        return one->value == terms[i].value;
      });
      if (is_new) out.push_back(&terms[i]);
    }
  }
  return out;
}

const FeatureView& feature_named(const ModelView& shown, const std::string& name) {
  std::vector<std::string> names;
  for (const FeatureView& feature : shown.features) {
    if (feature.name == name) return feature;
    names.push_back(feature.name);
  }
  for (const FeatureView& feature : shown.features) {
    const auto& columns = feature.columns;
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) return feature;
    names.insert(names.end(), columns.begin(), columns.end());
  }
  throw Error(ErrorKind::kUsage,
              "the model has no feature " + in_quotes(name) + did_you_mean(name, names));
}

const FeatureEstimate* law_of(const Estimates& estimates, const std::string& name) {
  for (const FeatureEstimate& feature : estimates.features) {
    if (feature.name == name) return &feature;
  }
  return nullptr;
}

// Nothing if there is nothing to draw.
std::optional<std::string> drawn(const Counts& counts, const Question& question,
                                 const ModelView& shown, const FeatureView& feature) {
  std::vector<std::string> classes;
  for (const Label& klass : shown.classes) classes.push_back(klass.to_string());
  if (!feature.top_terms.empty()) {
    return grid_picture(terms_grid(isolated(feature.name) + ": the terms that tell most",
                                   telling_terms(feature), classes, shown.class_counts),
                        Ground::kWhite);
  }
  if (!feature.values.empty()) return grid_picture(values_grid(feature, classes), Ground::kWhite);
  const Estimates estimates = estimate(counts, question);
  return number_picture(counts, law_of(estimates, feature.name), feature, classes, Ground::kWhite);
}

}  // namespace

std::string feature_svg(const Counts& counts, const Question& question, const std::string& name) {
  const ModelView shown = view(counts, question);
  const FeatureView& feature = feature_named(shown, name);
  if (std::optional<std::string> svg = drawn(counts, question, shown, feature)) return *svg;
  throw Error(ErrorKind::kUsage,
              "there is nothing to draw of " + in_quotes(feature.name) +
                  ": no class has a number of it, or there is no histogram for so many classes");
}

std::vector<TellingPicture> telling_pictures(const Counts& counts, const Question& question,
                                             std::size_t most) {
  const ModelView shown = view(counts, question);
  const std::map<std::string, double> information = information_by_name(counts);
  const auto told = [&](const FeatureView* feature) {
    const auto at = information.find(feature->name);
    return at == information.end() ? std::nullopt : std::optional(at->second);
  };
  std::vector<const FeatureView*> order;
  for (const FeatureView& feature : shown.features) {
    if (!feature.left_out) order.push_back(&feature);
  }
  std::stable_sort(order.begin(), order.end(), [&](const FeatureView* a, const FeatureView* b) {
    return told(a).value_or(-1) > told(b).value_or(-1);
  });
  std::vector<TellingPicture> out;
  for (std::size_t i = 0; i < order.size() && out.size() < most; ++i) {
    if (std::optional<std::string> svg = drawn(counts, question, shown, *order[i])) {
      out.push_back({order[i]->name, told(order[i]), *std::move(svg)});
    }
  }
  return out;
}

}  // namespace tally
