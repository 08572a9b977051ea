// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/http.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tally/inside/base.h"

namespace tally::server {

namespace {

using ascii::hex_value;
using ascii::lower;
using ascii::trimmed;

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw HttpError(400, "the target " + in_quotes(text) + " " + why);
}

// Line ends may stand in a parameter: a loss matrix has some.
bool is_control(char c, bool lines) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && !(lines && (c == '\n' || c == '\r' || c == '\t'))) || byte == 0x7f;
}

std::string decoded(std::string_view text, bool is_query) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      const bool has_both = i + 2 < text.size();
      const int high = has_both ? hex_value(text[i + 1]) : -1;
      const int low = has_both ? hex_value(text[i + 2]) : -1;
      if (high < 0 || low < 0) refuse(text, "has a broken escape: % needs two digits");
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += is_query && text[i] == '+' ? ' ' : text[i];
    }
  }
  if (std::any_of(out.begin(), out.end(), [&](char c) { return is_control(c, is_query); })) {
    refuse(text, "has a control character");
  }
  if (!is_utf8(out)) refuse(text, "is not UTF-8");
  return out;
}

// Calls f with what stands between separators.
template <class F>
void for_each_part(std::string_view text, char separator, F&& f) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    f(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

Target parse_target(std::string_view text) {
  Target out;
  const std::string_view whole = text;
  constexpr std::string_view kScheme = "http://";
  if (lower(text.substr(0, kScheme.size())) == kScheme) {
    text.remove_prefix(kScheme.size());
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    out.authority = std::string(text.substr(0, end));
    text.remove_prefix(end);
    if (out.authority.empty()) refuse(whole, "names no host");
    if (text.empty()) text = "/";
  }
  if (text.empty() || text.front() != '/') refuse(whole, "is no path: it begins with a slash");
  if (text.find('#') != std::string_view::npos) refuse(whole, "has a fragment");
  const std::size_t mark = text.find('?');
  if (mark != std::string_view::npos) {
    for_each_part(text.substr(mark + 1), '&', [&](std::string_view part) {
      if (part.empty()) return;
      if (out.query.size() == kMostParameters) refuse(whole, "has too many parameters");
      const std::size_t equals = std::min(part.find('='), part.size());
      const std::string_view value = part.substr(std::min(equals + 1, part.size()));
      out.query.emplace_back(decoded(part.substr(0, equals), true), decoded(value, true));
    });
  }
  const std::string_view path = text.substr(1, std::min(mark, text.size()) - 1);
  if (path.empty()) return out;
  for_each_part(path, '/', [&](std::string_view part) {
    std::string segment = decoded(part, false);
    if (segment == "." || segment == ".." || segment.find_first_of("/\\") != std::string::npos) {
      refuse(whole, "climbs: '.', '..' and slashes are no names");
    }
    out.segments.push_back(std::move(segment));
  });
  return out;
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const auto& [other, value] : headers) {
    if (other == name) return value;
  }
  return std::nullopt;
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      headers.begin(), headers.end(), [&](const auto& header) { return header.first == name; }));
}

std::string Request::content_type() const {
  const std::string_view value = header("content-type").value_or("");
  return lower(trimmed(value.substr(0, value.find(';'))));
}

bool Request::accepts(std::string_view type) const {
  bool found = false;
  for_each_part(header("accept").value_or(""), ',', [&](std::string_view part) {
    found = found || lower(trimmed(part.substr(0, part.find(';')))) == type;
  });
  return found;
}

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    case 507:
      return "Insufficient Storage";
  }
  return "";
}

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tally::server
