// SPDX-License-Identifier: Apache-2.0
// URLs, host names and addresses, taken apart.
//
//   http://www.shop.example.com:8080/buy/now?id=7
//     www.shop.example.com  shop.example.com  example.com  .com  scheme:http  port:8080  /buy  /now
//     ?id
//   alice@mail.example.org
//     alice@mail.example.org  alice@  mail.example.org  example.org  .org
#pragma once

#include <string_view>
#include <vector>

#include "tally/mail/evidence.h"

namespace tally::mail {

/// Whether it has the form of a host name, "mx.example.org": labels between dots, the last one of
/// letters.
bool is_host_name(std::string_view text);
bool is_ip_address(std::string_view text);  ///< of version 4, in its usual form

/// The host and its parent domains; of an IP address, it and its networks "192.0.2." and "192.0.".
/// Every term has `prefix` before it. REQUIRES: lower case.
void add_host(std::string_view host, Zone zone, std::string_view prefix, Evidence& evidence);
/// REQUIRES: lower case, with an '@'.
void add_address(std::string_view address, Zone zone, std::string_view prefix, Evidence& evidence);
/// As it stands in a text or an attribute; what is no URL gives nothing. To the zone `link`.
void add_url(std::string_view url, Evidence& evidence);

/// A link in a text, from `start` up to `end`.
struct LinkSpan {
  std::size_t start = 0;
  std::size_t end = 0;
  bool is_address = false;
};
/// The URLs ("http://…", "www.…") and addresses of a text in their order; they do not overlap.
void find_links(std::string_view text, std::vector<LinkSpan>& spans);

}  // namespace tally::mail
