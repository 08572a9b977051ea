// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>

#include "tally/base/error.h"

namespace tally {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_word) && text.size() <= 64;
}

// Bytes beyond ASCII are written in octal, with three digits: none that follows belongs to them.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
    out += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return out + "\"";
}

// A comment must not end before it should.
std::string in_comment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool ends = c == '/' && !out.empty() && out.back() == '*';
    const bool begins = c == '*' && !out.empty() && out.back() == '/';
    if (ends || begins) out += ' ';
    out += c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  }
  return out;
}

class Writer {
 public:
  Writer(const Sheet& sheet, const std::string& name)
      : sheet_(sheet), name_(name), classes_(sheet.classes.size()) {
    std::set<std::string> taken;
    for (const Sheet::Input& input : sheet.inputs) {
      std::string field;
      for (const char c : input.name) field += is_word(c) ? c : '_';
      // A name in C may be a keyword or begin with a digit: those that are not plain get a number.
      const bool plain = is_name(field) && field == input.name && !is_keyword(field);
      if (!plain) field = "x_" + field.substr(0, 32);
      std::string unique = field;
      for (int i = 2; !taken.insert(unique).second; ++i) unique = fmt::format("{}_{}", field, i);
      fields_[input.name] = unique;
    }
  }

  std::string write(const SheetHead& head) {
    std::string body;
    for (const SheetLine& line : sheet_.lines) {
      body += "  /* " + in_comment(line.name) + " */\n";
      std::visit([&](const auto& table) { body += said(table); }, line.table);
      body += fmt::format("  {}_hear(said, {}, z);\n", name_, number(line.weight));
    }
    return fmt::format(
        "{comment}#ifndef {name}_H\n#define {name}_H\n\n#include <math.h>\n#include <stddef.h>\n"
        "#include <string.h>\n\nenum {{ {name}_CLASSES = {classes} }};\n"
        "static const char *const {name}_class[{name}_CLASSES] = {{{labels}}};\n\n"
        "/* A missing cell: NAN, NULL, or -1 of a truth. */\nstruct {name}_row {{\n{fields}}};\n"
        "static const struct {name}_row {name}_nothing = {{{nothing}}};\n\n{tables}{helpers}"
        "/* Fills P(class | row), and gives the place of the class that is decided. */\n"
        "static inline int {name}_predict(const struct {name}_row *row, double p[{name}_CLASSES]) "
        "{{\n"
        "  double z[{name}_CLASSES] = {{{start}}};\n  double said[{name}_CLASSES];\n  int k;\n"
        "{silence}{body}  k = {name}_share(z, p);\n{off_zero}  return k;\n}}\n\n#endif\n",
        fmt::arg("comment", comment(head)), fmt::arg("name", name_), fmt::arg("classes", classes_),
        fmt::arg("labels", labels(sheet_.classes)), fmt::arg("fields", fields()),
        fmt::arg("nothing", nothing()), fmt::arg("tables", tables_), fmt::arg("helpers", helpers()),
        fmt::arg("start", numbers(sheet_.start)),
        fmt::arg("silence", sheet_.lines.empty() ? "  (void)row;\n  (void)said;\n" : ""),
        fmt::arg("body", body), fmt::arg("off_zero", off_zero()));
  }

 private:
  static bool is_keyword(const std::string& word) {
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

  static std::string number(double value) {
    std::string out = shortest(value);
    return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
  }
  static std::string numbers(const std::vector<double>& values) {
    std::string out;
    for (const double value : values) out += (out.empty() ? "" : ", ") + number(value);
    return out;
  }
  static std::string labels(const std::vector<Label>& values) {
    std::string out;
    for (const Label& value : values) {
      out += (out.empty() ? "" : ", ") + literal(value.to_string());
    }
    return out;
  }

  std::string comment(const SheetHead& head) const {
    std::string out =
        fmt::format("/* Made by tally {}: P({} | row), rule {}.\n   question: {}\n", head.version,
                    in_comment(sheet_.target), sheet_.rule, in_comment(head.question));
    for (const SheetCheck& check : head.checks) {
      out += "   check:";
      for (const auto& [column, cell] : check.cells) {
        out += " " + in_comment(fields_.count(column) != 0 ? fields_.at(column) : column) + "=" +
               in_comment(literal(cell));
      }
      out += " -> " + numbers(check.posterior) + "\n";
    }
    return out + "*/\n";
  }

  std::string fields() const {
    std::string out;
    for (const Sheet::Input& input : sheet_.inputs) {
      const char* type = is_numeric(input.type)              ? "double "
                         : input.type == ValueType::kBoolean ? "int "
                                                             : "const char *";
      out +=
          fmt::format("  {}{}; /* {} */\n", type, fields_.at(input.name), in_comment(input.name));
    }
    return out.empty() ? "  char unused;\n" : out;
  }
  std::string nothing() const {
    std::string out;
    for (const Sheet::Input& input : sheet_.inputs) {
      out += (out.empty() ? "" : ", ") + std::string(is_numeric(input.type)              ? "NAN"
                                                     : input.type == ValueType::kBoolean ? "-1"
                                                                                         : "NULL");
    }
    return out.empty() ? "0" : out;
  }

  std::string field(const std::string& column) const { return "row->" + fields_.at(column); }

  // The name of a new array of these numbers, which stand before the functions.
  std::string table(const std::vector<double>& values) {
    std::string array = fmt::format("{}_table{}", name_, ++arrays_);
    tables_ += fmt::format("static const double {}[{}] = {{", array, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      tables_ += (i % 8 == 0 ? "\n  " : " ") + number(values[i]) + ",";
    }
    tables_ += "\n};\n";
    return array;
  }

  std::string said(const SheetValues& values) {
    const std::string cell = field(values.column), unseen = table(values.unseen);
    if (values.values.empty()) return fmt::format("  {}_say({}, said);\n", name_, unseen);
    const std::string says = table(values.says);
    switch (values.values.front().type()) {
      case ValueType::kBoolean: {
        std::string out = fmt::format("  {}_say({} < 0 ? NULL : {}, said);\n", name_, cell, unseen);
        for (std::size_t v = 0; v < values.values.size(); ++v) {
          out +=
              fmt::format("  if ({} == {}) {}_say({} + {}, said);\n", cell,
                          values.values[v] == Label::of(true) ? 1 : 0, name_, says, v * classes_);
        }
        return out;
      }
      case ValueType::kText:
        return said_of_text(values, cell, unseen);
      case ValueType::kNumber:
      case ValueType::kTime:
      case ValueType::kDuration:
        break;
    }
    std::vector<double> known;
    for (const Label& value : values.values) {
      known.push_back(parse_number(value.to_string()).value_or(0));
    }
    return fmt::format(
        "  {0}_say(isnan({1}) ? NULL : {0}_number({1}, {2}, {3}, {4}, {5}), said);\n", name_, cell,
        table(known), known.size(), says, unseen);
  }

  // Looked up by halves: strcmp knows another order than labels do.
  std::string said_of_text(const SheetValues& values, const std::string& cell,
                           const std::string& unseen) {
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
                           labels(sorted));
    return fmt::format("  {0}_say({1} == NULL ? NULL : {0}_text({1}, {2}, {3}, {4}, {5}), said);\n",
                       name_, cell, known, sorted.size(), array, unseen);
  }

  std::string said(const SheetBins& bins) {
    const std::string cell = field(bins.column), says = table(bins.says);
    const std::string cuts = bins.cuts.empty() ? "NULL" : table(bins.cuts);
    return fmt::format("  {0}_say(isnan({1}) ? NULL : {0}_bin({1} - {2}, {3}, {4}, {5}), said);\n",
                       name_, cell, number(bins.origin), cuts, bins.cuts.size(), says);
  }
  std::string said(const SheetCounts& counts) {
    std::string out = fmt::format("  {}_say(NULL, said);\n", name_);
    const std::string says = table(counts.says);
    for (std::size_t t = 0; t < counts.columns.size(); ++t) {
      out += fmt::format("  {}_count({}, {} + {}, said);\n", name_, field(counts.columns[t]), says,
                         t * classes_);
    }
    return out;
  }
  std::string said(const SheetNormal& law) {
    return for_each_class(field(law.column),
                          fmt::format("{0}_normal({1}, {2}[k], {3}[k])", name_, field(law.column),
                                      table(law.mean), table(law.deviation)));
  }
  std::string said(const SheetStudent& law) {
    return for_each_class(field(law.column),
                          fmt::format("{0}_student({1}, {2}[k], {3}[k], {4}[k], {5}[k])", name_,
                                      field(law.column), table(law.degrees), table(law.location),
                                      table(law.scale), table(law.constant)));
  }
  std::string said(const SheetRate& law) {
    const std::string e = law.exposure.empty() ? "1.0" : field(law.exposure);
    const std::string rates = table(law.rate);
    return for_each_class(
        field(law.column) + " + " + e,
        fmt::format("{0} * log({1}[k]) - {1}[k] * {2}", field(law.column), rates, e));
  }
  std::string for_each_class(const std::string& cells, const std::string& what) const {
    return fmt::format("  for (k = 0; k < {0}_CLASSES; ++k) said[k] = isnan({1}) ? 0.0 : {2};\n",
                       name_, cells, what);
  }

  std::string helpers() const {
    const std::string temper =
        sheet_.is_weighted()
            ? fmt::format(
                  "  double most = said[0];\n  for (k = 1; k < {0}_CLASSES; ++k) most = "
                  "said[k] > most ? said[k] : most;\n  for (k = 0; k < {0}_CLASSES; ++k) {{\n"
                  "    if (said[k] < most - {1}) said[k] = most - {1};\n  }}\n",
                  name_, number(Sheet::kMostAgainst))
            : "";
    return "\n" + fmt::format(
                      R"(static inline void {0}_say(const double *says, double *said) {{
  int k;
  for (k = 0; k < {0}_CLASSES; ++k) said[k] = says == NULL ? 0.0 : says[k];
}}
static inline void {0}_hear(double *said, double weight, double *z) {{
  int k;
{1}  for (k = 0; k < {0}_CLASSES; ++k) z[k] += weight * said[k];
}}
static inline const double *{0}_text(const char *cell, const char *const *values, size_t count,
                                     const double *says, const double *unseen) {{
  size_t first = 0;
  while (count > 0) {{
    const size_t half = count / 2;
    const int order = strcmp(values[first + half], cell);
    if (order == 0) return says + (first + half) * {0}_CLASSES;
    if (order < 0) {{
      first += half + 1;
      count -= half + 1;
    }} else {{
      count = half;
    }}
  }}
  return unseen;
}}
static inline const double *{0}_number(double cell, const double *values, size_t count,
                                       const double *says, const double *unseen) {{
  size_t i;
  for (i = 0; i < count; ++i) {{
    if (values[i] == cell) return says + i * {0}_CLASSES;
  }}
  return unseen;
}}
static inline const double *{0}_bin(double cell, const double *cuts, size_t count, const double *says) {{
  size_t bin = 0;
  while (bin < count && cell > cuts[bin]) ++bin;
  return says + bin * {0}_CLASSES;
}}
static inline void {0}_count(double cell, const double *says, double *said) {{
  int k;
  if (!(cell > 0)) return;
  for (k = 0; k < {0}_CLASSES; ++k) said[k] += cell * says[k];
}}
static inline double {0}_normal(double x, double mean, double deviation) {{
  const double away = (x - mean) / deviation;
  return -log(deviation) - 0.5 * away * away;
}}
static inline double {0}_student(double x, double degrees, double location, double scale, double constant) {{
  const double away = (x - location) / scale;
  return constant - 0.5 * (degrees + 1.0) * log1p(away * away / degrees);
}}
static inline int {0}_share(const double *z, double *p) {{
  int k, most = 0;
  double sum = 0;
  for (k = 1; k < {0}_CLASSES; ++k) most = z[k] > z[most] ? k : most;
  for (k = 0; k < {0}_CLASSES; ++k) sum += p[k] = exp(z[k] - z[most]);
  for (k = 0; k < {0}_CLASSES; ++k) p[k] /= sum;
  return most;
}}
)",
                      name_, temper);
  }

  // The decision is taken after it, as everywhere: it may bring a tie about, and the first of equals is taken.
  std::string off_zero() const {
    if (!(sheet_.rows > 0)) return "";
    std::vector<double> shares = sheet_.shares;
    for (double& share : shares) share /= sheet_.rows;
    return fmt::format(
        "  {{\n    static const double shares[{0}_CLASSES] = {{{1}}};\n    int i;\n"
        "    for (i = 0; i < {0}_CLASSES; ++i) p[i] = (p[i] + shares[i]) / {2};\n"
        "    for (k = 0, i = 1; i < {0}_CLASSES; ++i) k = p[i] > p[k] ? i : k;\n  }}\n",
        name_, numbers(shares), number(1 + 1 / sheet_.rows));
  }

  const Sheet& sheet_;
  std::string name_;
  std::size_t classes_;
  std::map<std::string, std::string> fields_;  // by column
  std::string tables_;
  int arrays_ = 0;
};

}  // namespace

std::string to_c(const Sheet& sheet, const SheetHead& head, const std::string& name) {
  if (!is_name(name)) {
    throw Error(ErrorKind::kUsage,
                in_quotes(name) + " is no name in C: letters, digits and _, and no digit in front");
  }
  return Writer(sheet, name).write(head);
}

}  // namespace tally
