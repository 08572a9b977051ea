// SPDX-License-Identifier: Apache-2.0
#include "tally/report/feature_svg.h"

#include <algorithm>

#include "tally/base/suggest.h"
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

}  // namespace

std::string feature_svg(const Counts& counts, const Question& question, const std::string& name) {
  const ModelView shown = view(counts, question);
  const FeatureView& feature = feature_named(shown, name);
  std::vector<std::string> classes;
  for (const Label& klass : shown.classes) classes.push_back(klass.to_string());
  if (!feature.top_terms.empty()) {
    return grid_picture(terms_grid(feature.name + ": the terms that tell most",
                                   telling_terms(feature), classes, shown.class_counts),
                        Ground::kWhite);
  }
  if (!feature.values.empty()) return grid_picture(values_grid(feature, classes), Ground::kWhite);
  const Estimates estimates = estimate(counts, question);
  if (const std::optional<std::string> svg = number_picture(counts, law_of(estimates, feature.name),
                                                            feature, classes, Ground::kWhite)) {
    return *svg;
  }
  throw Error(ErrorKind::kUsage,
              "there is nothing to draw of " + in_quotes(feature.name) +
                  ": no class has a number of it, or there is no histogram for so many classes");
}

}  // namespace tally
