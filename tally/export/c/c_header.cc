// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "tally/export/c/c_helpers.h"
#include "tally/export/c/c_lines.h"
#include "tally/export/c/c_texts.h"
#include "tally/export/c/c_words.h"
#include "tally/export/refusal.h"

namespace tally {

namespace {

using Fields = std::map<std::string, std::string>;  // of the row, by column

Fields fields_of(const Sheet& sheet) {
  std::vector<std::string> names;
  for (const Sheet::Input& input : sheet.inputs) names.push_back(input.name);
  for (const std::string& column : columns_of_terms(sheet)) {
    if (std::find(names.begin(), names.end(), column) == names.end()) names.push_back(column);
  }
  return c_names(names);
}

// A column of the row, sorted by name: how its field is declared, and how one is written that is missing.
struct Field {
  std::string type, missing;
};

// How a cell is declared, and how one is written that is missing.
const char* type_of(ValueType type) {
  if (is_numeric(type)) return "double ";
  return type == ValueType::kBoolean ? "int " : "const char *";
}
const char* missing_of(ValueType type) {
  if (is_numeric(type)) return "NAN";
  return type == ValueType::kBoolean ? "-1" : "NULL";
}

std::map<std::string, Field> fields_by_column(const Sheet& sheet, const std::string& name) {
  std::map<std::string, Field> out;
  for (const Sheet::Input& input : sheet.inputs) {
    out[input.name] = {type_of(input.type), missing_of(input.type)};
  }
  for (const std::string& column : columns_of_terms(sheet)) {
    out[column] = {"struct " + name + "_terms ", "{NULL, NULL, 0}"};
  }
  return out;
}

std::string declared(const std::map<std::string, Field>& columns, const Fields& fields) {
  std::string out;
  for (const auto& [column, field] : columns) {
    out += fmt::format("  {}{}; /* {} */\n", field.type, fields.at(column), c_comment(column));
  }
  return out.empty() ? "  char unused;\n" : out;
}

std::string nothing(const std::map<std::string, Field>& columns) {
  std::string out;
  for (const auto& [column, field] : columns) out += (out.empty() ? "" : ", ") + field.missing;
  return out.empty() ? "0" : out;
}

std::string comment(const Sheet& sheet, const SheetHead& head, const Fields& fields) {
  std::string out =
      fmt::format("/* Made by tally {}: P({} | row), rule {}.\n   question: {}\n", head.version,
                  c_comment(sheet.target), sheet.rule, c_comment(head.question));
  for (const SheetCheck& check : head.checks) {
    out += "   check:";
    for (const auto& [column, cell] : check.cells) {
      out += " " + c_comment(fields.count(column) != 0 ? fields.at(column) : column) + "=" +
             c_comment(c_literal(cell));
    }
    out += " -> " + c_numbers(check.posterior) + "\n";
  }
  return out + "*/\n";
}

// The decision is taken after it, as everywhere: it may bring a tie about, and the first of equals is taken.
std::string off_zero(const Sheet& sheet, const std::string& name) {
  if (!(sheet.rows > 0)) return "";
  std::vector<double> shares = sheet.shares;
  for (double& share : shares) share /= sheet.rows;
  return fmt::format(
      "  {{\n    static const double shares[{0}_CLASSES] = {{{1}}};\n    int i;\n"
      "    for (i = 0; i < {0}_CLASSES; ++i) p[i] = (p[i] + shares[i]) / {2};\n"
      "    for (k = 0, i = 1; i < {0}_CLASSES; ++i) k = p[i] > p[k] ? i : k;\n  }}\n",
      name, c_numbers(shares), c_number(1 + 1 / sheet.rows));
}

}  // namespace

std::string to_c(const Sheet& sheet, const SheetHead& head, const std::string& name) {
  if (!is_c_name(name)) {
    throw Error(ErrorKind::kUsage,
                in_quotes(name) + " is no name in C: letters, digits and _, and no digit in front");
  }
  refuse_together(sheet, "C");
  const Fields fields = fields_of(sheet);
  CLines lines(sheet, name, fields);
  const std::map<std::string, Field> columns = fields_by_column(sheet, name);
  std::string body;
  for (const SheetLine& line : sheet.lines) {
    body += lines.said(line);
    body += fmt::format("  {}_hear(said, {}, z);\n", name, c_number(line.weight));
  }
  body += c_texts_said(sheet, name, lines);
  return fmt::format(
      "{comment}#ifndef {name}_H\n#define {name}_H\n\n#include <math.h>\n#include <stddef.h>\n"
      "#include <string.h>\n\nenum {{ {name}_CLASSES = {classes} }};\n"
      "static const char *const {name}_class[{name}_CLASSES] = {{{labels}}};\n\n"
      "{terms}/* A missing cell: NAN, NULL, or -1 of a truth. */\nstruct {name}_row "
      "{{\n{fields}}};\n"
      "static const struct {name}_row {name}_nothing = {{{nothing}}};\n\n{tables}{helpers}"
      "/* Fills P(class | row), and gives the place of the class that is decided{none}. */\n"
      "static inline int {name}_predict(const struct {name}_row *row, double p[{name}_CLASSES]) "
      "{{\n"
      "  double z[{name}_CLASSES] = {{{start}}};\n  double said[{name}_CLASSES];\n  int k;\n"
      "{silence}{body}  k = {name}_share(z, p);\n{off_zero}  return k;\n}}\n\n#endif\n",
      fmt::arg("comment", comment(sheet, head, fields)), fmt::arg("name", name),
      fmt::arg("classes", sheet.classes.size()), fmt::arg("labels", c_literals(sheet.classes)),
      fmt::arg("terms", c_struct_of_terms(sheet, name)),
      fmt::arg("fields", declared(columns, fields)), fmt::arg("nothing", nothing(columns)),
      fmt::arg("tables", lines.tables()),
      fmt::arg("helpers", c_helpers(sheet, name) + c_helpers_of_texts(sheet, name)),
      fmt::arg("none", sheet.has_impossible
                           ? ";\n   -1, and all of them 0, where every class is impossible"
                           : ""),
      fmt::arg("start", c_numbers(sheet.start)),
      fmt::arg("silence", std::string(sheet.lines.empty() ? "  (void)said;\n" : "") +
                              (body.empty() ? "  (void)row;\n" : "")),
      fmt::arg("body", body), fmt::arg("off_zero", off_zero(sheet, name)));
}

}  // namespace tally
