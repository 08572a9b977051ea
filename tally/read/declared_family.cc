// SPDX-License-Identifier: Apache-2.0
#include "tally/read/declared_family.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/base/suggest.h"
#include "tally/read/cells/cell.h"

namespace tally {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::kUsage, sentence); }

TextModel parse_model(const std::string& name) {
  const std::optional<TextModel> model = parse_text_model(name);
  if (model) return *model;
  refuse("there is no model of texts " + in_quotes(name) + did_you_mean(name, text_model_names()) +
         "; choose " + in_words(text_model_names(), "or"));
}

[[noreturn]] void refuse_family(const std::string& name) {
  refuse("there is no family " + in_quotes(name) + did_you_mean(name, family_names()) +
         "; choose " + in_words(family_names(), "or"));
}

std::vector<double> parse_declared_cuts(const std::string& text) {
  std::optional<std::vector<double>> cuts = parse_cuts(text);
  if (!cuts) {
    refuse("cuts are numbers that ascend, as in binned:18,30,65; found " + in_quotes(text));
  }
  if (const std::string why = fault_of_cuts(*cuts); !why.empty()) {
    refuse("a binned column cannot be cut by " + in_quotes(text) + ": " + why);
  }
  return *std::move(cuts);
}

// "multinomial:GROUP": the families that take a word more.
std::vector<std::string> detailed_names() {
  std::vector<std::string> names;
  for (const FamilyFacts& facts : kFamilies) {
    const std::string detail(detail_of(facts.option));
    if (!detail.empty()) names.push_back(std::string(facts.name) + ":" + detail);
  }
  return names;
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
  const FamilyOption option = facts_of(declared.family).option;
  const bool takes_detail = family && !detail_of(option).empty();
  if (colon != std::string::npos && (!takes_detail || detail.empty())) {
    refuse("the family " + in_quotes(text) + " is not understood; a colon is for " +
           in_words(detailed_names(), "and"));
  }
  if (colon == std::string::npos && needs_detail(option)) {
    refuse("the family " + in_quotes(text) + " has to say where it cuts, as in " + text +
           ":18,30,65");
  }
  if (colon == std::string::npos) return declared;
  switch (option) {
    case FamilyOption::kCuts:
      declared.cuts = parse_declared_cuts(detail);
      break;
    case FamilyOption::kText:
      declared.model = parse_model(detail);
      break;
    case FamilyOption::kExposure:
      declared.exposure = detail;
      break;
    case FamilyOption::kGroup:
      declared.group = detail;
      declared.model = std::nullopt;
      break;
    case FamilyOption::kThreshold:
    case FamilyOption::kNone:
      break;
  }
  return declared;
}

std::vector<std::string> parse_values(const std::string& name, std::string_view list) {
  std::vector<std::string> values;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::string_view value = trimmed(list.substr(0, comma));
    if (value.empty()) {
      refuse("the column " + in_quotes(name) + " is given an empty value; write values as 1,2,3");
    }
    values.emplace_back(value);
    if (comma == std::string_view::npos) return values;
    list.remove_prefix(comma + 1);
  }
}

bool takes_texts(const ColumnSchema& column) {
  return column.role == Role::kTarget ||
         (column.role == Role::kFeature && facts_of(column.family).cells == CellKind::kLabel);
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

}  // namespace tally
