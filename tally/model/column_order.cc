#include "tally/model/column_order.h"

#include <algorithm>

namespace tally {

namespace {

bool is_feature(const Schema& schema, const std::string& name) {
  const ColumnSchema* column = schema.find(name);
  return column != nullptr && column->role == Role::kFeature;
}

}  // namespace

std::vector<std::string> feature_order(const Schema& schema,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> order;
  for (const std::string& name : names) {
    if (is_feature(schema, name)) order.push_back(name);
  }
  return order;
}

std::string to_text(const std::vector<std::string>& order) {
  if (std::is_sorted(order.begin(), order.end())) return "";
  std::string text;
  for (const std::string& name : order) {
    if (!text.empty()) text += '\n';
    for (const char c : name) {
      if (c == '\\') text += c;
      text += c == '\n' ? "\\n" : std::string(1, c);
    }
  }
  return text;
}

std::optional<std::vector<std::string>> parse_feature_order(std::string_view text,
                                                            const Schema& schema) {
  std::vector<std::string> order(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      order.emplace_back();
      continue;
    }
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape) ++i;
    order.back() += escape && text[i] == 'n' ? '\n' : text[i];
  }
  std::vector<std::string> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> features;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kFeature) features.push_back(column.name);
  }
  if (sorted != features || to_text(order) != text) return std::nullopt;
  return order;
}

}  // namespace tally
