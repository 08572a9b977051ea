// SPDX-License-Identifier: Apache-2.0
#include "tally/read/declared_family.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/base/suggest.h"
#include "tally/read/csv/dialect.h"
#include "tally/read/names.h"

namespace tally::csv {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

std::string models_in_words() {
  return "multinomial, boolean, bernoulli, complement or normalised-complement";
}

TextModel parse_model(const std::string& name) {
  const std::optional<TextModel> model = parse_text_model(name);
  if (model) return *model;
  const std::vector<std::string> models{"multinomial", "boolean", "bernoulli", "complement",
                                        "normalised-complement"};
  refuse("there is no model of texts " + quoted(name) + did_you_mean(name, models) + "; choose " +
         models_in_words());
}

[[noreturn]] void refuse_family(const std::string& name) {
  const std::vector<std::string> families{"gaussian", "categorical", "bernoulli",
                                          "poisson",  "multinomial", "text"};
  refuse("there is no family " + quoted(name) + did_you_mean(name, families) +
         "; choose gaussian, categorical, bernoulli, poisson, multinomial or text");
}

}  // namespace

Declared parse_declared(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const std::string detail = colon == std::string::npos ? "" : text.substr(colon + 1);
  const std::optional<Family> family = parse_family(name);
  Declared declared;
  declared.model = parse_text_model(name);
  declared.only_model = declared.model.has_value();
  if (!family && !declared.model) refuse_family(name);
  declared.family = family.value_or(Family::kText);
  const bool takes_detail =
      family == Family::kPoisson || family == Family::kMultinomial || family == Family::kText;
  if (colon != std::string::npos && (!takes_detail || detail.empty())) {
    refuse("the family " + quoted(text) + " is not understood; a colon is for poisson:COLUMN, " +
           "multinomial:GROUP and text:MODEL");
  }
  if (colon == std::string::npos) return declared;
  if (family == Family::kText) declared.model = parse_model(detail);
  if (family == Family::kPoisson) declared.exposure = detail;
  if (family == Family::kMultinomial) {
    declared.group = detail;
    declared.model = std::nullopt;
  }
  return declared;
}

std::vector<std::string> parse_values(const std::string& name, std::string_view list) {
  std::vector<std::string> values;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view value = trimmed(list.substr(0, comma));
    if (value.empty()) {
      refuse("--values " + shell_word(name) + " has an empty value; write it as " +
             shell_word(name) + "=1,2,3");
    }
    values.emplace_back(value);
    if (comma == std::string_view::npos) return values;
    list.remove_prefix(comma + 1);
  }
}

bool takes_texts(const ColumnSchema& column) {
  return column.role == Role::kTarget ||
         (column.role == Role::kFeature && column.family == Family::kCategorical);
}

void declare_values(ColumnSchema& column, const std::vector<std::string>& texts) {
  const bool all_fit = std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return Label::parse(text, column.type).has_value();
  });
  if (!all_fit && takes_texts(column)) column.type = ValueType::kText;
  column.values.clear();
  for (const std::string& text : texts) {
    column.values.push_back(Label::parse(text, column.type).value_or(Label::of(text)));
  }
}

}  // namespace tally::csv
