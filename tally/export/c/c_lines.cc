// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tally/export/c/c_words.h"
#include "tally/export/refusal.h"

namespace tally {

std::string CLines::said(const SheetLine& line) {
  return "  /* " + c_comment(line.name) + " */\n" +
         std::visit([&](const auto& table) { return said_of(table); }, line.table);
}

// The name of a new array of these numbers.
std::string CLines::table(const std::vector<double>& values) {
  std::string array = fmt::format("{}_table{}", name_, ++arrays_);
  tables_ += fmt::format("static const double {}[{}] = {{", array, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    tables_ += (i % 8 == 0 ? "\n  " : " ") + c_number(values[i]) + ",";
  }
  tables_ += "\n};\n";
  return array;
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
  return for_each_class(
      field(law.column) + " + " + e,
      fmt::format("{0} * log({1}[k]) - {1}[k] * {2}", field(law.column), rates, e));
}

std::string CLines::said_of(const SheetTerms& text) { refuse_text(text, "C"); }

std::string CLines::for_each_class(const std::string& cells, const std::string& what) const {
  return fmt::format("  for (k = 0; k < {0}_CLASSES; ++k) said[k] = isnan({1}) ? 0.0 : {2};\n",
                     name_, cells, what);
}

}  // namespace tally
