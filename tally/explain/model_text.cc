// SPDX-License-Identifier: Apache-2.0
#include "tally/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tally/base/shown.h"
#include "tally/explain/model_view.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

constexpr std::size_t kMostColumns = 50;
constexpr std::size_t kMostValues = 20;

using Rows = std::vector<std::vector<std::string>>;

std::string more(std::size_t all, std::size_t shown, const char* what) {
  return all <= shown ? "" : fmt::format("  … and {} more {}\n", all - shown, what);
}

bool is_count(const std::string& name) {
  return name == "n" || name == "missing" || name == "a" || name == "rows" || name == "tokens";
}

// Nothing is missing where nothing is said.
bool is_empty(const ClassNumbers& numbers) {
  const auto& all = numbers.numbers;
  return numbers.name == "missing" && std::count(all.begin(), all.end(), 0) == std::ssize(all);
}

bool is_place(const std::string& name) {
  return name == "mean" || name == "t_location" || name == "posterior_mean";
}

bool is_width(const std::string& name) { return name == "deviation" || name == "t_scale"; }

// The numbers of the classes that fit on a line; `type` is the feature's.
void append(std::vector<std::string>& row, const ClassNumbers& numbers, ValueType type) {
  const bool is_seconds = type == ValueType::kTime || type == ValueType::kDuration;
  for (std::size_t k = 0; k < std::min(numbers.numbers.size(), kShownClasses); ++k) {
    const double x = numbers.numbers[k];
    row.push_back(is_count(numbers.name) && x == std::floor(x) ? count_text(x)
                  : is_seconds && is_place(numbers.name)       ? measure_text(x, type)
                  : is_seconds && is_width(numbers.name)       ? span_text(x)
                                                               : six_digits(x));
  }
}

void append_heads(std::vector<std::string>& row, const std::string& name, const ModelView& model) {
  for (std::size_t k = 0; k < std::min(model.classes.size(), kShownClasses); ++k) {
    row.push_back(name.empty() ? model.classes[k].to_string()
                               : fmt::format("{}({})", name, model.classes[k].to_string()));
  }
}

std::string evidence_text(double log_evidence) {
  return fmt::format("log p(X) = {}, p(X) = {}", six_digits(log_evidence),
                     probability_text(log_evidence));
}

std::string classes_text(const ModelView& model) {
  const std::size_t shown = std::min(model.classes.size(), kMostValues);
  Rows rows{{model.target, "n", "prior"}};
  for (std::size_t k = 0; k < shown; ++k) {
    rows.push_back({model.classes[k].to_string(), count_text(model.class_counts[k]),
                    probability_text(model.log_prior[k])});
  }
  return text_table(rows) + more(model.classes.size(), shown, "classes");
}

// What the values of a feature are called, one and many of them.
struct ValueNames {
  const char *one, *many;
};

ValueNames names_of_values(Family family) {
  switch (facts_of(family).cells) {
    case CellKind::kBin:
      return {"bin", "bins"};
    case CellKind::kGroup:
    case CellKind::kTerms:
      return {"term", "terms"};
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kNumber:
      break;
  }
  return {"value", "values"};
}

std::string values_text(const FeatureView& feature, const ModelView& model) {
  const ValueNames names = names_of_values(feature.family);
  const std::size_t shown = std::min(feature.values.size(), kMostValues);
  Rows rows{{names.one}};
  for (const ClassNumbers& numbers : feature.values.front().numbers) {
    append_heads(rows[0], numbers.name, model);
  }
  for (std::size_t v = 0; v < shown; ++v) {
    rows.push_back({feature.values[v].value});
    for (const ClassNumbers& numbers : feature.values[v].numbers)
      append(rows.back(), numbers, feature.type);
  }
  for (const ClassNumbers& numbers : feature.quantities) {
    if (is_empty(numbers)) continue;
    rows.push_back({numbers.name == "n" ? "(all)" : "(" + numbers.name + ")"});
    append(rows.back(), numbers, feature.type);
  }
  return text_table(rows) + more(feature.values.size(), shown, names.many);
}

std::string quantities_text(const FeatureView& feature, const ModelView& model) {
  Rows rows{{""}};
  append_heads(rows[0], "", model);
  for (const ClassNumbers& numbers : feature.quantities) {
    if (is_empty(numbers)) continue;
    rows.push_back({numbers.name});
    append(rows.back(), numbers, feature.type);
  }
  return text_table(rows);
}

std::string top_terms_text(const FeatureView& feature, const ModelView& model) {
  std::string out;
  for (std::size_t k = 0; k < std::min(feature.top_terms.size(), kShownClasses); ++k) {
    std::string list;
    for (const ValueView& term : feature.top_terms[k]) {
      list += (list.empty() ? "" : ", ") + term.value + " (" +
              count_text(term.numbers[0].numbers[k]) + ")";
    }
    out += fmt::format("  most telling of {}: {}\n", shown(model.classes[k].to_string()),
                       list.empty() ? "none" : shown(list));
  }
  return out;
}

std::string feature_text(const FeatureView& feature, const ModelView& model) {
  const bool is_text = facts_of(feature.family).cells == CellKind::kTerms;
  std::string out = fmt::format("\n{} ({})", shown(feature.name), to_string(feature.family));
  if (feature.left_out) {
    out += is_text ? ", left out: it repeats what the words say"
                   : ", left out: it has one value or none and says nothing";
  }
  if (is_text) {
    out += ", " + counted(static_cast<std::size_t>(feature.terms), "term", "terms");
  }
  out += "\n" +
         (feature.values.empty() ? quantities_text(feature, model) : values_text(feature, model));
  out += top_terms_text(feature, model);
  std::vector<std::string> facts;
  if (feature.lambda) facts.push_back("λ = " + shortest(*feature.lambda));
  if (feature.log_evidence) facts.push_back(evidence_text(*feature.log_evidence));
  if (!facts.empty()) out += fmt::format("  {}\n", fmt::join(facts, ", "));
  return out;
}

}  // namespace

std::string show_text(const Counts& counts, const Question& question) {
  const ModelView model = view(counts, question);
  std::string out = fmt::format(
      "{} {}, {}, {}\nQuestion: {}\n\n", count_text(model.rows), model.rows == 1 ? "row" : "rows",
      counted(model.classes.size(), "class", "classes"),
      counted(model.features.size(), "feature", "features"), shown(model.question));
  out += classes_text(model);
  const std::size_t shown = std::min(model.features.size(), kMostColumns);
  for (std::size_t i = 0; i < shown; ++i) out += feature_text(model.features[i], model);
  out += more(model.features.size(), shown, "features (the JSON form has them all)");
  if (model.classes.size() > kShownClasses && shown > 0) {
    out += fmt::format("\nThe first {} of {} classes are shown (the JSON form has them all).\n",
                       kShownClasses, model.classes.size());
  }
  if (model.log_evidence && model.features.size() > 1) {
    out += "\nAll features: " + evidence_text(*model.log_evidence) + "\n";
  }
  return out;
}

}  // namespace tally
