// SPDX-License-Identifier: Apache-2.0
// What the tests of HTML share.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "tally/text/html/html_text.h"

namespace tally::text {

/// The structure of a document.
struct SeenStructure final : HtmlStructure {
  void add(std::string_view term) override { terms.emplace(term); }
  void note_limit() override { is_limited = true; }

  std::set<std::string> terms;
  bool is_limited = false;
};

}  // namespace tally::text
