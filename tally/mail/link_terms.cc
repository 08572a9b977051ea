// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/link_terms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "tally/base/utf8.h"
#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

constexpr std::size_t kLongestHost = 60;
constexpr std::size_t kLongestPathWord = 24;
constexpr std::size_t kLongestUrl = 2000;
constexpr int kMostParents = 4;
constexpr int kMostPathWords = 16;
constexpr int kMostDigits = 5;  // more of them are the number of somebody or something

// What a link may be recognised by, one look for each character of a text.
constexpr std::array<bool, 256> make_link_characters() {
  std::array<bool, 256> marked{};
  for (const char c : {':', '@', 'w', 'W'}) marked[static_cast<unsigned char>(c)] = true;
  return marked;
}
constexpr std::array<bool, 256> kMayBeLink = make_link_characters();

bool is_host_char(char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; }
bool is_local_char(char c) { return is_host_char(c) || c == '+' || c == '=' || c == '&'; }
bool ends_url(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '<' || c == '>' || c == '`' ||
         c == '\x7f';
}

bool is_telling(std::string_view word) {
  return word.size() >= 2 && word.size() <= kLongestPathWord &&
         std::count_if(word.begin(), word.end(), is_digit) <= kMostDigits;
}

// "%41" is A. False where nothing is encoded.
bool decode_percent(std::string_view text, std::string& out) {
  out.clear();
  bool any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
                         hex_value(text[i + 2]) >= 0;
    if (is_code) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
      any = true;
    } else {
      out += text[i];
    }
  }
  return any;
}

void add_path_words(std::string_view path, std::string_view prefix, Evidence& evidence) {
  int words = 0;
  for (std::size_t i = 0; i < path.size() && words < kMostPathWords;) {
    if (!is_alnum(path[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < path.size() && is_alnum(path[end])) ++end;
    const std::string_view word = path.substr(i, end - i);
    if (is_telling(word)) {
      evidence.add(Zone::kLink, prefix, lower(word));
      ++words;
    }
    i = end;
  }
}

// Names and values of a query; only the names tell, the values are numbers of customers.
void add_query_names(std::string_view query, Evidence& evidence) {
  int names = 0;
  while (!query.empty() && names++ < kMostPathWords) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view name = query.substr(0, std::min(query.find('='), end));
    if (is_telling(name) && std::all_of(name.begin(), name.end(), is_alnum)) {
      evidence.add(Zone::kLink, "?", lower(name));
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
}

void add_authority(std::string_view authority, Evidence& evidence) {
  std::string decoded;
  if (decode_percent(authority, decoded)) evidence.add(Zone::kLink, "url:encoded-host");
  std::string host = lower(decoded);
  const std::size_t at = host.rfind('@');
  if (at != std::string::npos) {
    evidence.add(Zone::kLink, "url:user");
    host.erase(0, at + 1);
  }
  const std::size_t colon = host.find(':');
  if (colon != std::string::npos) {
    const std::string_view port = std::string_view(host).substr(colon + 1);
    if (is_telling(port) && std::all_of(port.begin(), port.end(), is_digit)) {
      evidence.add(Zone::kLink, "port:", port);
    }
    host.erase(colon);
  }
  while (!host.empty() && host.back() == '.') host.pop_back();
  if (is_ip_address(host)) {
    evidence.add(Zone::kLink, "url:address");
  } else if (!host.empty() && std::all_of(host.begin(), host.end(), is_digit)) {
    evidence.add(Zone::kLink, "url:number");
  }
  if (is_utf8(host)) add_host(host, Zone::kLink, "", evidence);
}

// How far a URL that begins at `start` goes; what ends a sentence does not belong to it.
std::size_t end_of_url(std::string_view text, std::size_t start) {
  std::size_t end = start;
  const std::size_t most = std::min(text.size(), start + kLongestUrl);
  while (end < most && !ends_url(text[end])) ++end;
  while (end > start && std::string_view(".,;:!?')]}*|").find(text[end - 1]) != std::string::npos) {
    --end;
  }
  return end;
}

bool find_url(std::string_view text, std::size_t colon, std::size_t from, LinkSpan& span) {
  if (text.substr(colon, 3) != "://") return false;
  std::size_t start = colon;
  while (start > from && is_letter(text[start - 1])) --start;
  if (start == colon) return false;
  span = {start, end_of_url(text, start), false};
  return span.end > colon + 3;
}

bool find_www(std::string_view text, std::size_t at, std::size_t from, LinkSpan& span) {
  if (!starts_with_folded(text.substr(at), "www.") || (at > from && is_alnum(text[at - 1]))) {
    return false;
  }
  span = {at, end_of_url(text, at), false};
  return span.end > at + 5;
}

bool find_address(std::string_view text, std::size_t at, std::size_t from, LinkSpan& span) {
  std::size_t start = at;
  while (start > from && at - start < kLongestHost && is_local_char(text[start - 1])) --start;
  std::size_t end = at + 1;
  while (end < text.size() && end - at < kLongestHost && is_host_char(text[end])) ++end;
  while (end > at + 1 && !is_alnum(text[end - 1])) --end;
  span = {start, end, true};
  return start < at && is_host_name(text.substr(at + 1, end - at - 1));
}

}  // namespace

bool is_ip_address(std::string_view text) {
  int numbers = 0;
  while (!text.empty() && numbers < 4) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || !is_digit(text[0]) || digits > 3 || number > 255) return false;
    text.remove_prefix(digits);
    ++numbers;
    if (numbers == 4) break;
    if (text.empty() || text[0] != '.') return false;
    text.remove_prefix(1);
  }
  return numbers == 4 && text.empty();
}

bool is_host_name(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || text.size() - dot < 3 || text.size() > 253) {
    return false;
  }
  return std::all_of(text.begin(), text.end(), is_host_char) &&
         text.find("..") == std::string_view::npos &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1, text.end(), is_letter);
}

void add_host(std::string_view host, Zone zone, std::string_view prefix, Evidence& evidence) {
  if (host.empty()) return;
  if (is_ip_address(host)) {
    evidence.add(zone, prefix, host);
    for (int i = 0; i < 2; ++i) {
      host.remove_suffix(host.size() - host.substr(0, host.size() - 1).rfind('.') - 1);
      evidence.add(zone, prefix, host);
    }
    return;
  }
  if (host.size() <= kLongestHost) evidence.add(zone, prefix, host);
  // The parents nearest to the root: the last label with its dot, then two labels, then three …
  std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos) return;
  evidence.add(zone, prefix, host.substr(dot));
  for (int i = 1; i < kMostParents && dot != 0; ++i) {
    dot = host.rfind('.', dot - 1);
    if (dot == std::string_view::npos) break;
    if (host.size() - dot - 1 <= kLongestHost) evidence.add(zone, prefix, host.substr(dot + 1));
  }
}

void add_address(std::string_view address, Zone zone, std::string_view prefix, Evidence& evidence) {
  const std::size_t at = address.rfind('@');
  if (address.size() <= kLongestHost) evidence.add(zone, prefix, address);
  if (at > 0 && at <= kLongestPathWord) evidence.add(zone, prefix, address.substr(0, at + 1));
  add_host(address.substr(at + 1), zone, prefix, evidence);
}

void add_url(std::string_view url, Evidence& evidence) {
  url = trimmed(url).substr(0, kLongestUrl);
  if (starts_with_folded(url, "mailto:")) {
    evidence.add(Zone::kLink, "scheme:mailto");
    const std::string address = lower(url.substr(7, std::min(url.find('?'), url.size()) - 7));
    if (address.find('@') != std::string::npos && is_utf8(address)) {
      add_address(address, Zone::kLink, "", evidence);
    }
    return;
  }
  const std::size_t colon = url.find("://");
  if (colon != std::string_view::npos && colon > 0 && colon <= 10 &&
      std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon), is_letter)) {
    evidence.add(Zone::kLink, "scheme:", lower(url.substr(0, colon)));
    url.remove_prefix(colon + 3);
  } else if (!starts_with_folded(url, "www.")) {
    return;
  }
  const std::size_t path = std::min(url.find_first_of("/?#\\"), url.size());
  add_authority(url.substr(0, path), evidence);
  url.remove_prefix(path);
  const std::size_t query = std::min(url.find('?'), url.size());
  std::string decoded;
  if (decode_percent(url.substr(0, query), decoded)) evidence.add(Zone::kLink, "url:encoded-path");
  add_path_words(decoded, "/", evidence);
  if (query < url.size()) add_query_names(url.substr(query + 1), evidence);
}

void find_links(std::string_view text, std::vector<LinkSpan>& spans) {
  spans.clear();
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!kMayBeLink[static_cast<unsigned char>(c)]) continue;
    LinkSpan span;
    const bool found = c == ':'   ? find_url(text, i, from, span)
                       : c == '@' ? find_address(text, i, from, span)
                                  : find_www(text, i, from, span);
    if (!found) continue;
    spans.push_back(span);
    from = span.end;
    i = span.end - 1;
  }
}

}  // namespace tally::mail
