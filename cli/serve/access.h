// SPDX-License-Identifier: Apache-2.0
// Who may ask: hosts, origins and tokens.
//
// A page of a stranger, open in a browser on this machine, can send requests to any port of it (CSRF), and by
// pointing a name of its own at 127.0.0.1 it can even read the answers (DNS rebinding). A browser says in Host by
// which name it has come, and in Origin from which page.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/serve/http.h"

namespace tally::server {

class Access {
 public:
  /// `hosts`: names by which the server may be called, beside localhost and addresses in numbers.
  /// `tokens`: one of them must come with each request but those for health; empty: none is needed.
  Access(const std::vector<std::string>& hosts, const std::vector<std::string>& tokens);

  /// Throws HttpError: 400 for no Host or several, 421 for one that is not ours, 403 for a page from elsewhere.
  void check_browser(const Request& request) const;
  /// Throws HttpError (401) without a token that is known. How long it takes does not depend on the token.
  void check_token(const Request& request) const;

 private:
  bool is_ours(std::string_view authority) const;

  std::vector<std::string> hosts_;
  std::vector<std::array<std::uint8_t, 32>> tokens_;  // digests of them
};

/// The tokens of a file: one in each line. Throws Error: kUsage if there is none or one is shorter than 16
/// characters, as the reader does.
std::vector<std::string> read_tokens(const std::string& path);

}  // namespace tally::server
