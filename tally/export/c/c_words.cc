// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace tally {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_keyword(const std::string& word) {
  static const std::set<std::string> kWords{
      "auto",     "break",   "case",     "char",      "const",     "continue", "default",
      "do",       "double",  "else",     "enum",      "extern",    "float",    "for",
      "goto",     "if",      "inline",   "int",       "long",      "register", "restrict",
      "return",   "short",   "signed",   "sizeof",    "static",    "struct",   "switch",
      "typedef",  "union",   "unsigned", "void",      "volatile",  "while",    "bool",
      "true",     "false",   "class",    "new",       "delete",    "this",     "template",
      "operator", "private", "public",   "protected", "namespace", "using"};
  return kWords.count(word) != 0 || word.starts_with("_");
}

}  // namespace

bool is_c_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_word) && text.size() <= 64;
}

std::map<std::string, std::string> c_names(const std::vector<std::string>& names) {
  std::map<std::string, std::string> out;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    std::string field;
    for (const char c : name) field += is_word(c) ? c : '_';
    const bool is_plain = is_c_name(field) && field == name && !is_keyword(field);
    if (!is_plain) field = "x_" + field.substr(0, 32);
    std::string unique = field;
    for (int i = 2; !taken.insert(unique).second; ++i) unique = fmt::format("{}_{}", field, i);
    out[name] = unique;
  }
  return out;
}

std::string c_number(double value) {
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string out = shortest(value);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string c_numbers(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : ", ") + c_number(value);
  return out;
}

// Bytes beyond ASCII are written in octal, with three digits: none that follows belongs to them.
std::string c_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
    out += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return out + "\"";
}

std::string c_literals(const std::vector<Label>& labels) {
  std::string out;
  for (const Label& label : labels) {
    out += (out.empty() ? "" : ", ") + c_literal(label.to_string());
  }
  return out;
}

std::string c_comment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool ends = c == '/' && !out.empty() && out.back() == '*';
    const bool begins = c == '*' && !out.empty() && out.back() == '/';
    if (ends || begins) out += ' ';
    out += c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  }
  return out;
}

}  // namespace tally
