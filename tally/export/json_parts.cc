// SPDX-License-Identifier: Apache-2.0
#include "tally/export/json_parts.h"

#include <algorithm>

namespace tally {

namespace {

bool is_long(const ExportJson& json) {
  return json.is_object() ||
         (json.is_array() && std::any_of(json.begin(), json.end(), [](const ExportJson& one) {
            return one.is_structured();
          }));
}

void write(const ExportJson& json, const std::string& margin, std::string& out) {
  if (json.empty() || !is_long(json)) {
    out += json_line(json);
    return;
  }
  const std::string inner = margin + " ";
  out += json.is_object() ? "{" : "[";
  bool is_first = true;
  for (const auto& [key, value] : json.items()) {
    out += is_first ? "\n" : ",\n";
    is_first = false;
    out += inner;
    if (json.is_object()) out += json_line(key) + ": ";
    write(value, inner, out);
  }
  out += "\n" + margin + (json.is_object() ? "}" : "]");
}

}  // namespace

ExportJson label_as_json(const Label& label) {
  switch (label.type()) {
    case ValueType::kBoolean:
      return label == Label::of(true);
    case ValueType::kNumber:
      return ExportJson::parse(label.to_string());
    case ValueType::kText:
    case ValueType::kTime:
    case ValueType::kDuration:
      break;
  }
  return label.to_string();
}

ExportJson labels_as_json(const std::vector<Label>& labels) {
  ExportJson out = ExportJson::array();
  for (const Label& label : labels) out.push_back(label_as_json(label));
  return out;
}

ExportJson checks_as_json(const std::vector<SheetCheck>& checks) {
  ExportJson out = ExportJson::array();
  for (const SheetCheck& check : checks) {
    ExportJson cells = ExportJson::object();
    for (const auto& [name, text] : check.cells) cells[name] = text;
    out.push_back({{"row", std::move(cells)}, {"posterior", check.posterior}});
  }
  return out;
}

ExportJson by_item(const std::vector<double>& table, std::size_t classes) {
  ExportJson out = ExportJson::array();
  for (std::size_t at = 0; at < table.size(); at += classes) {
    out.push_back(std::vector<double>(table.begin() + static_cast<std::ptrdiff_t>(at),
                                      table.begin() + static_cast<std::ptrdiff_t>(at + classes)));
  }
  return out;
}

std::string json_line(const ExportJson& json) {
  return json.dump(-1, ' ', false, ExportJson::error_handler_t::replace);
}

std::string readable(const ExportJson& json) {
  std::string out;
  write(json, "", out);
  return out + "\n";
}

}  // namespace tally
