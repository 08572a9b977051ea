// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/schema_json.h"

#include <algorithm>
#include <initializer_list>

#include "tally/base/error.h"
#include "tally/base/suggest.h"
#include "tally/model/stored_mail.h"
#include "tally/read/json_text.h"

namespace tally {

namespace {

using nlohmann::json;

std::string text_of(const json& value) {
  try {
    return value.dump();
  } catch (const json::exception&) {
    throw Error(ErrorKind::kData, "a name in the schema is not valid UTF-8");
  }
}

json label_to_json(const Label& label) {
  if (label.type() == ValueType::kText) return label.to_string();
  return json::parse(label.to_string());
}

// One line: people read it.
std::string column_to_json(const ColumnSchema& column) {
  std::string out = "    " + text_of(column.name) + ": {";
  bool first = true;
  const auto add = [&](std::string_view key, const json& value) {
    out += (first ? "\"" : ", \"") + std::string(key) + "\": " + text_of(value);
    first = false;
  };
  const bool is_feature = column.role == Role::kFeature;
  if (!is_feature) add("role", to_string(column.role));
  add("type", to_string(column.type));
  if (is_feature || column.family != ColumnSchema{}.family) add("family", to_string(column.family));
  if (!column.group.empty()) add("group", column.group);
  if (!column.exposure.empty()) add("exposure", column.exposure);
  if (column.binarize) add("binarize", *column.binarize);
  if (!column.cuts.empty()) {
    json cuts = json::array();
    for (const double cut : column.cuts) cuts.push_back(label_to_json(Label::of(cut)));
    add("cuts", cuts);
  }
  if (column.is_a(Family::kText)) add("text", to_string(column.text));
  if (!column.values.empty()) {
    json values = json::array();
    for (const Label& value : column.values) values.push_back(label_to_json(value));
    add("values", values);
  }
  if (column.histogram) add("histogram", true);
  if (column.origin != 0) add("origin", column.origin);
  return out + "}";
}

// A line for each column and each triple.
std::string joint_to_json(const JointSchema& joint) {
  std::vector<std::string> grid, triples, scaled;
  for (const GridColumn& column : joint.grid) {
    grid.push_back(text_of(column.name) + ": " + text_of(column.cuts));
  }
  for (const Triple& triple : joint.triples) triples.push_back(text_of(triple));
  for (const ScaledColumn& column : joint.scaled) {
    scaled.push_back(text_of(column.name) + ": [" + text_of(column.mean) + ", " +
                     text_of(column.spread) + "]");
  }
  const auto lines = [](const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "\n      " : ",\n      ") + text;
    return out.empty() ? out : out + "\n    ";
  };
  return ",\n  \"together\": {\n    \"grid\": {" + lines(grid) + "},\n    \"triples\": [" +
         lines(triples) + "],\n    \"scaled\": {" + lines(scaled) + "}\n  }";
}

class SchemaReader {
 public:
  explicit SchemaReader(const std::string& file) : file_(file) {}

  Schema read(const json& whole) const {
    Schema schema;
    check_keys(whole, "the schema", {"missing", "columns", "together"});
    if (!whole.contains("columns")) fail("the schema has no \"columns\"");
    if (!whole["columns"].is_object()) fail("\"columns\" must be an object of columns by name");
    for (const auto& [name, entry] : whole["columns"].items()) {
      schema.columns.push_back(read_column(name, entry));
    }
    if (whole.contains("missing")) {
      if (!whole["missing"].is_array()) fail("\"missing\" must be an array of texts");
      for (const json& mark : whole["missing"]) {
        if (!mark.is_string()) fail("\"missing\" must be an array of texts");
        schema.missing.push_back(mark.get<std::string>());
      }
    }
    if (whole.contains("together")) schema.joint = read_joint(whole["together"]);
    return schema;
  }

 private:
  [[noreturn]] void fail(const std::string& sentence, const std::string& column = "") const {
    throw Error(ErrorKind::kData, sentence, Place{file_, -1, -1, column});
  }

  void check_keys(const json& object, const std::string& what,
                  std::initializer_list<std::string_view> known) const {
    if (!object.is_object()) fail(what + " must be a JSON object");
    for (const auto& item : object.items()) {
      if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
      std::string sentence = what + " has the unknown key " + in_quotes(item.key()) + "; known are";
      for (const std::string_view key : known) sentence.append(" ").append(key);
      fail(sentence);
    }
  }

  std::string text(const json& entry, const char* key, const std::string& column) const {
    if (!entry.contains(key)) return "";
    if (!entry[key].is_string() || entry[key].get_ref<const std::string&>().empty()) {
      fail("\"" + std::string(key) + "\" must be a text", column);
    }
    return entry[key].get<std::string>();
  }

  template <class Parse>
  auto choice(const json& entry, const char* key, const std::string& column, Parse parse) const {
    const std::string name = text(entry, key, column);
    auto chosen = parse(name);
    if (!name.empty() && !chosen) {
      fail("\"" + std::string(key) + "\" cannot be " + in_quotes(name), column);
    }
    return chosen;
  }

  double number(const json& entry, const std::string& what) const {
    if (!entry.is_number()) fail(what + " must be a number");
    return entry.get<double>();
  }

  JointSchema read_joint(const json& whole) const {
    JointSchema joint;
    check_keys(whole, "\"together\"", {"grid", "triples", "scaled"});
    const auto part = [&](const char* key, json::value_t type, const char* what) {
      json entry = whole.value(key, json(type));
      if (entry.type() != type) fail("\"" + std::string(key) + "\" must be " + what);
      return entry;
    };
    const json grid = part("grid", json::value_t::object, "an object of cuts by column");
    for (const auto& [name, cuts] : grid.items()) {
      if (!cuts.is_array()) fail("the cuts of a grid must be an array of numbers", name);
      GridColumn& column = joint.grid.emplace_back();
      column.name = name;
      for (const json& cut : cuts)
        column.cuts.push_back(number(cut, "a cut of " + in_quotes(name)));
    }
    for (const json& triple : part("triples", json::value_t::array, "an array of triples")) {
      const auto is_text = [](const json& name) { return name.is_string(); };
      if (!triple.is_array() || triple.size() != 3 ||
          !std::all_of(triple.begin(), triple.end(), is_text)) {
        fail("a triple must be an array of three columns");
      }
      joint.triples.push_back({triple[0].get<std::string>(), triple[1].get<std::string>(),
                               triple[2].get<std::string>()});
    }
    const json scaled = part("scaled", json::value_t::object, "an object of scales by column");
    for (const auto& [name, scale] : scaled.items()) {
      if (!scale.is_array() || scale.size() != 2) {
        fail("a scale must be an array of a mean and a spread", name);
      }
      joint.scaled.push_back({name, number(scale[0], "a mean"), number(scale[1], "a spread")});
    }
    return joint;
  }

  ColumnSchema read_column(const std::string& name, const json& entry) const {
    check_keys(entry, "column " + in_quotes(name),
               {"role", "type", "family", "group", "exposure", "binarize", "cuts", "text", "values",
                "histogram", "origin"});
    ColumnSchema column;
    column.name = name;
    column.role = choice(entry, "role", name, parse_role).value_or(Role::kFeature);
    const auto type = choice(entry, "type", name, parse_value_type);
    if (!type) fail("\"type\" is missing: boolean, number, text, time or duration", name);
    column.type = *type;
    const auto family = choice(entry, "family", name, parse_family);
    if (!family && column.role == Role::kFeature) {
      fail("\"family\" is missing: " + in_words(family_names(), "or"), name);
    }
    column.family = family.value_or(Family::kGaussian);
    column.group = text(entry, "group", name);
    column.exposure = text(entry, "exposure", name);
    if (entry.contains("binarize")) {
      if (!entry["binarize"].is_number()) fail("\"binarize\" must be a number", name);
      column.binarize = entry["binarize"].get<double>();
    }
    if (entry.contains("cuts")) column.cuts = read_cuts(entry["cuts"], name);
    const auto text_options = [&](const std::string& text) {
      return stored_text_options(name, text);
    };
    column.text = choice(entry, "text", name, text_options).value_or(TextOptions{});
    if (entry.contains("histogram")) {
      if (!entry["histogram"].is_boolean()) fail("\"histogram\" must be true or false", name);
      column.histogram = entry["histogram"].get<bool>();
    }
    if (entry.contains("origin")) {
      if (!entry["origin"].is_number()) fail("\"origin\" must be a number", name);
      column.origin = entry["origin"].get<double>();
    }
    if (!entry.contains("values")) return column;
    if (!entry["values"].is_array()) fail("\"values\" must be an array", name);
    for (const json& value : entry["values"]) column.values.push_back(read_label(value, name));
    return column;
  }

  std::vector<double> read_cuts(const json& cuts, const std::string& column) const {
    std::vector<double> out;
    const auto is_number = [](const json& cut) { return cut.is_number(); };
    if (!cuts.is_array() || !std::all_of(cuts.begin(), cuts.end(), is_number)) {
      fail("\"cuts\" must be an array of numbers", column);
    }
    for (const json& cut : cuts) out.push_back(cut.get<double>());
    return out;
  }

  Label read_label(const json& value, const std::string& column) const {
    if (value.is_string()) return Label::of(value.get_ref<const std::string&>());
    if (value.is_boolean()) return Label::of(value.get<bool>());
    if (value.is_number_unsigned()) return Label::of(value.get<std::uint64_t>());
    if (value.is_number_integer()) return Label::of(value.get<std::int64_t>());
    if (value.is_number()) return Label::of(value.get<double>());
    fail("a value must be a text, a number, true or false", column);
  }

  const std::string& file_;
};

}  // namespace

std::string to_json(const Schema& schema) {
  std::string out = "{\n  \"missing\": [";
  for (std::size_t i = 0; i < schema.missing.size(); ++i) {
    out += (i == 0 ? "" : ", ") + text_of(schema.missing[i]);
  }
  out += "],\n  \"columns\": {\n";
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    out += column_to_json(schema.columns[i]) + (i + 1 < schema.columns.size() ? ",\n" : "\n");
  }
  out += "  }";
  if (!schema.joint.empty()) out += joint_to_json(schema.joint);
  return out + "\n}\n";
}

Schema schema_from_json(std::string_view text, const std::string& file) {
  Schema schema = SchemaReader(file).read(parse_json(text, file));
  try {
    return validated(std::move(schema));
  } catch (const Error& error) {
    throw Error(ErrorKind::kData, Remark{error.sentence(), error.remedies()},
                Place{file, -1, -1, ""});
  }
}

}  // namespace tally
