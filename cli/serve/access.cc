// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/access.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cerrno>
#include <fstream>

#include "tally/inside/base.h"

namespace tally::server {

namespace {

using ascii::lower;

std::array<std::uint8_t, 32> digest_of(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.digest();
}

// Every byte is looked at, whatever the first ones were.
bool are_equal(const std::array<std::uint8_t, 32>& a, const std::array<std::uint8_t, 32>& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

// "localhost:8080" → localhost, "[::1]:8080" → [::1]. Empty if it is neither.
std::string host_of(std::string_view authority) {
  const std::size_t bracket = authority.find(']');
  const bool is_v6 = !authority.empty() && authority.front() == '[';
  if (is_v6 && bracket == std::string_view::npos) return "";
  const std::size_t colon = authority.find(':', is_v6 ? bracket : 0);
  if (colon != std::string_view::npos) {
    const std::string_view port = authority.substr(colon + 1);
    if (port.size() > 5 || port.find_first_not_of("0123456789") != std::string_view::npos)
      return "";
  }
  return lower(authority.substr(0, std::min(colon, authority.size())));
}

bool is_address(const std::string& host) {
  in_addr v4{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1) return true;
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return false;
  in6_addr v6{};
  return ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &v6) == 1;
}

}  // namespace

Access::Access(const std::vector<std::string>& hosts, const std::vector<std::string>& tokens) {
  for (const std::string& host : hosts) hosts_.push_back(lower(host));
  for (const std::string& token : tokens) tokens_.push_back(digest_of(token));
}

// A name can be pointed anywhere by who owns it; an address in numbers cannot.
bool Access::is_ours(std::string_view authority) const {
  const std::string host = host_of(authority);
  return host == "localhost" || is_address(host) ||
         std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
}

void Access::check_browser(const Request& request) const {
  const std::size_t hosts = request.count("host");
  if (hosts > 1 || (hosts == 0 && request.has_host)) {
    throw HttpError(400, "the request names no host, or several");
  }
  const std::string_view host = request.header("host").value_or("");
  const bool any_name = request.is_from_socket_file;
  for (const std::string_view name : {host, std::string_view(request.target.authority)}) {
    if (!name.empty() && !any_name && !is_ours(name)) {
      throw HttpError(421, "this server is not " + in_quotes(name) +
                               "; to allow a name, start it with host NAME");
    }
  }
  if (request.has_host && host.empty() && !any_name) {
    throw HttpError(421, "the request names an empty host");
  }
  if (const auto site = request.header("sec-fetch-site"); site == "cross-site") {
    throw HttpError(403, "a page of another origin may not use this server");
  }
  const auto origin = request.header("origin");
  if (!origin) return;
  const std::size_t scheme = origin->find("://");
  const bool is_web = origin->rfind("http://", 0) == 0 || origin->rfind("https://", 0) == 0;
  if (request.count("origin") > 1 || !is_web || lower(origin->substr(scheme + 3)) != lower(host)) {
    throw HttpError(403, "a page of " + in_quotes(*origin) + " may not ask this server");
  }
}

void Access::check_token(const Request& request) const {
  if (tokens_.empty()) return;
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view value = request.header("authorization").value_or("");
  const bool is_bearer = lower(value.substr(0, kBearer.size())) == kBearer;
  const auto digest = digest_of(is_bearer ? value.substr(kBearer.size()) : std::string_view());
  bool is_known = false;
  for (const auto& token : tokens_) is_known = are_equal(token, digest) || is_known;
  if (is_known && is_bearer && request.count("authorization") == 1) return;
  throw HttpError(401, "the request needs a token that this server knows: Authorization: Bearer …");
}

std::vector<std::string> read_tokens(const std::string& path) {
  constexpr std::size_t kShortest = 16;
  std::ifstream file(path);
  if (!file) throw_system_error(errno == 0 ? EIO : errno, "open", path);
  std::vector<std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty()) continue;
    if (line.size() < kShortest) {
      throw Error(ErrorKind::kUsage,
                  "a token has at least 16 characters: make one with openssl rand -hex 32",
                  {path, -1, -1, ""});
    }
    tokens.push_back(line);
  }
  if (tokens.empty()) {
    throw Error(ErrorKind::kUsage, "expected a token in a line, found none", {path, -1, -1, ""});
  }
  return tokens;
}

}  // namespace tally::server
