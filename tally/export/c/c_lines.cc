// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tally/export/c/c_words.h"

namespace tally {

std::string CLines::said(const SheetLine& line) {
  return "  /* " + c_comment(line.name) + " */\n" +
         std::visit([&](const auto& table) { return said_of(table); }, line.table);
}

std::string CLines::array(const char* type, const std::vector<std::string>& items) {
  std::string name = fmt::format("{}_table{}", name_, ++arrays_);
  tables_ += fmt::format("static const {}{}[{}] = {{", type, name, items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    tables_ += (i % 8 == 0 ? "\n  " : " ") + items[i] + ",";
  tables_ += "\n};\n";
  return name;
}

std::string CLines::table(const std::vector<double>& values) {
  std::vector<std::string> items;
  for (const double value : values) items.push_back(c_number(value));
  return array("double ", items);
}
std::string CLines::integers_table(const std::vector<std::int64_t>& values) {
  std::vector<std::string> items;
  for (const std::int64_t value : values) items.push_back(std::to_string(value));
  return array("int ", items);
}
std::string CLines::texts_table(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const std::string& text : texts) items.push_back(c_literal(text));
  return array("char *const ", items);
}

std::string CLines::said_of(const SheetValues& values) {
  const std::string cell = field(values.column), unseen = table(values.unseen);
  if (values.values.empty()) return fmt::format("  {}_say({}, said);\n", name_, unseen);
  switch (values.values.front().type()) {
    case ValueType::kBoolean:
      return said_of_truth(values, table(values.says), unseen);
    case ValueType::kText:
      return said_of_text(values, unseen);
    case ValueType::kNumber:
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  const std::string says = table(values.says);
  std::vector<double> known;
  for (const Label& value : values.values) {
    known.push_back(parse_number(value.to_string()).value_or(0));
  }
  return fmt::format("  {0}_say(isnan({1}) ? NULL : {0}_number({1}, {2}, {3}, {4}, {5}), said);\n",
                     name_, cell, table(known), known.size(), says, unseen);
}

std::string CLines::said_of_truth(const SheetValues& values, const std::string& says,
                                  const std::string& unseen) const {
  const std::string cell = field(values.column);
  std::string out = fmt::format("  {}_say({} < 0 ? NULL : {}, said);\n", name_, cell, unseen);
  for (std::size_t v = 0; v < values.values.size(); ++v) {
    out += fmt::format("  if ({} == {}) {}_say({} + {}, said);\n", cell,
                       values.values[v] == Label::of(true) ? 1 : 0, name_, says, v * classes_);
  }
  return out;
}

// Looked up by halves: strcmp knows another order than labels do.
std::string CLines::said_of_text(const SheetValues& values, const std::string& unseen) {
  std::vector<std::size_t> order(values.values.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::string> texts;
  for (const Label& value : values.values) texts.push_back(value.to_string());
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  std::vector<double> says;
  std::vector<Label> sorted;
  for (const std::size_t v : order) {
    sorted.push_back(values.values[v]);
    says.insert(says.end(), values.says.begin() + static_cast<std::ptrdiff_t>(v * classes_),
                values.says.begin() + static_cast<std::ptrdiff_t>((v + 1) * classes_));
  }
  const std::string array = table(says);
  const std::string known = fmt::format("{}_values{}", name_, arrays_);
  tables_ += fmt::format("static const char *const {}[{}] = {{{}}};\n", known, sorted.size(),
                         c_literals(sorted));
  return fmt::format("  {0}_say({1} == NULL ? NULL : {0}_text({1}, {2}, {3}, {4}, {5}), said);\n",
                     name_, field(values.column), known, sorted.size(), array, unseen);
}

std::string CLines::said_of(const SheetBins& bins) {
  const std::string says = table(bins.says);
  const std::string cuts = bins.cuts.empty() ? "NULL" : table(bins.cuts);
  return fmt::format("  {0}_say(isnan({1}) ? NULL : {0}_bin({1} - {2}, {3}, {4}, {5}), said);\n",
                     name_, field(bins.column), c_number(bins.origin), cuts, bins.cuts.size(),
                     says);
}

std::string CLines::said_of(const SheetCounts& counts) {
  std::string out = fmt::format("  {}_say(NULL, said);\n", name_);
  const std::string says = table(counts.says);
  for (std::size_t t = 0; t < counts.columns.size(); ++t) {
    out += fmt::format("  {}_count({}, {} + {}, said);\n", name_, field(counts.columns[t]), says,
                       t * classes_);
  }
  return out;
}

std::string CLines::said_of(const SheetNormal& law) {
  return for_each_class(field(law.column),
                        fmt::format("{0}_normal({1}, {2}[k], {3}[k])", name_, field(law.column),
                                    table(law.mean), table(law.deviation)));
}

std::string CLines::said_of(const SheetStudent& law) {
  return for_each_class(
      field(law.column),
      fmt::format("{0}_student({1}, {2}[k], {3}[k], {4}[k], {5}[k])", name_, field(law.column),
                  table(law.degrees), table(law.location), table(law.scale), table(law.constant)));
}

std::string CLines::said_of(const SheetRate& law) {
  const std::string e = law.exposure.empty() ? "1.0" : field(law.exposure);
  const std::string rates = table(law.rate);
  return for_each_class(field(law.column) + " + " + e,
                        fmt::format("{3}_times({0}, log({1}[k])) - {1}[k] * {2}", field(law.column),
                                    rates, e, name_));
}

std::string CLines::said_of(const SheetSpread& law) {
  const std::string e = law.exposure.empty() ? "1.0" : field(law.exposure);
  return for_each_class(
      field(law.column) + " + " + e,
      fmt::format("{0}_spread({1}, {2}, {3}[k], {4}[k], {5}[k])", name_, field(law.column), e,
                  table(law.a), table(law.b), table(law.rate)));
}

std::string CLines::said_of(const SheetPolya& group) {
  const std::string a = table(group.a), sum = table(group.sum);
  std::string out = fmt::format("  {}_say(NULL, said);\n  {{\n    double sum = 0.0;\n", name_);
  for (std::size_t t = 0; t < group.columns.size(); ++t) {
    out += fmt::format("    sum += {}_rise({}, {} + {}, 1.0, said);\n", name_,
                       field(group.columns[t]), a, t * classes_);
  }
  return out + fmt::format("    {}_rise(sum, {}, -1.0, said);\n  }}\n", name_, sum);
}

std::string CLines::said_of(const SheetTerms& text) {
  const std::string base = table(text.base);
  if (text.terms.empty()) {
    return fmt::format("  {0}_say({1}.term == NULL ? NULL : {2}, said);\n", name_,
                       field(text.column), base);
  }
  return fmt::format("  {0}_terms_say(&{1}, {2}, {3}, {4}, {5}, {6}, said);\n", name_,
                     field(text.column), texts_table(text.terms), text.terms.size(),
                     table(text.says), base, text.once ? 1 : 0);
}

std::string CLines::for_each_class(const std::string& cells, const std::string& what) const {
  return fmt::format("  for (k = 0; k < {0}_CLASSES; ++k) said[k] = isnan({1}) ? 0.0 : {2};\n",
                     name_, cells, what);
}

}  // namespace tally
