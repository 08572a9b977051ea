// SPDX-License-Identifier: Apache-2.0
// Any bytes are HTML, and what comes out is no longer than what went in.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tally/base/utf8.h"
#include "tally/text/html/html_testing.h"
#include "tally/text/utf8_repair.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tally::text;
  std::string html;
  tally::text::repair_utf8({reinterpret_cast<const char*>(data), size}, html);
  SeenStructure seen;
  HtmlText text;
  read_html(html, text, &seen);
  // A character of a few bytes may be written as one by an entity, and U+FFFD stands for a NUL.
  const bool is_bounded = text.visible.size() + text.hidden.size() <= 4 * html.size() + 100;
  if (!is_bounded || !tally::is_utf8(text.visible) || !tally::is_utf8(text.hidden)) std::abort();
  return 0;
}
