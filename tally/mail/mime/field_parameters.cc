// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/field_parameters.h"

#include <algorithm>
#include <set>

#include "tally/mail/ascii.h"
#include "tally/mail/mime/mime_library.h"

namespace tally::mail {

namespace {

bool is_token_char(char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '+'; }

bool is_plain_in_quotes(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

// Cuts pieces off the start of a text.
class Cutter {
 public:
  explicit Cutter(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  void skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  bool skip(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  template <class Is>
  std::string_view cut(Is&& is) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is);
    const std::string_view piece = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(piece.size());
    return piece;
  }

 private:
  std::string_view rest_;
};

// Empty: not a plain one.
std::string cut_value(FieldKind kind, Cutter& text) {
  const std::string_view first = text.cut(is_token_char);
  if (kind == FieldKind::kContentDisposition || first.empty()) return std::string(first);
  if (!text.skip('/')) return "";
  const std::string_view second = text.cut(is_token_char);
  return second.empty() ? "" : std::string(first) + "/" + std::string(second);
}

std::optional<std::string_view> cut_parameter(Cutter& text) {
  if (!text.skip('"')) {
    const std::string_view token = text.cut(is_token_char);
    return token.empty() ? std::nullopt : std::optional(token);
  }
  const std::string_view quoted = text.cut(is_plain_in_quotes);
  const bool is_plain = text.skip('"') && quoted.find("=?") == std::string_view::npos;
  return is_plain && !quoted.empty() ? std::optional(quoted) : std::nullopt;
}

std::optional<FieldText> read_by_gmime(FieldKind kind, const std::string& text,
                                       const std::vector<const char*>& names) {
  const MimeLibrary& gmime = mime_library();
  std::vector<char*> found(names.size(), nullptr);
  char* const value = gmime.field(
      kind == FieldKind::kContentType ? TALLY_MIME_CONTENT_TYPE : TALLY_MIME_CONTENT_DISPOSITION,
      text.c_str(), names.data(), static_cast<int>(names.size()), found.data());
  if (value == nullptr) return std::nullopt;
  FieldText out{value, {}};
  gmime.free(value);
  for (char* const parameter : found) {
    out.parameters.push_back(parameter == nullptr ? std::nullopt
                                                  : std::optional<std::string>(parameter));
    gmime.free(parameter);
  }
  return out;
}

}  // namespace

std::optional<FieldText> read_plain_field(FieldKind kind, std::string_view text,
                                          const std::vector<const char*>& names) {
  Cutter rest(text);
  FieldText out{cut_value(kind, rest), std::vector<std::optional<std::string>>(names.size())};
  if (out.value.empty()) return std::nullopt;
  std::set<std::string> seen;
  for (rest.skip_space(); !rest.at_end(); rest.skip_space()) {
    if (!rest.skip(';')) return std::nullopt;
    rest.skip_space();
    const std::string name = lower(rest.cut([](char c) { return is_alnum(c) || c == '-'; }));
    if (name.empty() || !rest.skip('=') || !seen.insert(name).second) return std::nullopt;
    const std::optional<std::string_view> parameter = cut_parameter(rest);
    if (!parameter) return std::nullopt;
    const auto wanted = std::find(names.begin(), names.end(), name);
    if (wanted != names.end()) {
      out.parameters[static_cast<std::size_t>(wanted - names.begin())] = *parameter;
    }
  }
  return out;
}

std::optional<FieldText> read_field(FieldKind kind, const std::string& text,
                                    const std::vector<const char*>& names) {
  std::optional<FieldText> plain = read_plain_field(kind, text, names);
  return plain ? plain : read_by_gmime(kind, text, names);
}

}  // namespace tally::mail
