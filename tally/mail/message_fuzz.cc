// SPDX-License-Identifier: Apache-2.0
// Any bytes are a message or an mbox, and the same one whichever way they came.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tally/base/utf8.h"
#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

std::string with_two_byte_line_ends(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

void check(std::string_view bytes) {
  const ZoneTerms terms = terms_of(bytes);
  for (const auto& zone : terms) {
    for (const std::string& term : zone) {
      require(is_utf8(term), "terms are UTF-8");
      require(term.size() < 400, "terms are short");
    }
  }
  require(terms_of(with_two_byte_line_ends(bytes)) == terms, "line ends do not matter");
  MailLimits few;
  few.levels = few.parts = 2;
  few.header_bytes = few.text_bytes = 100;
  few.terms = 20;
  std::size_t all = 0;
  for (const auto& zone : terms_of(bytes, few)) all += zone.size();
  // As many pairs again; limit:size, headers, text, parts, levels, terms, pairs and html come on
  // top.
  require(all <= 48, "limits hold");
}

}  // namespace
}  // namespace tally::mail

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tally::mail::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
