// SPDX-License-Identifier: Apache-2.0
// Mail through its installed library: the words of a subject, and one that is written so unusually
// that GMime reads it (an RFC 2047 word in a charset of its own), which is loaded then.
#include <tally/mail.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <variant>

namespace {

bool has_term(const tally::Batch& batch, const char* zone, std::string_view term) {
  const auto& terms = std::get<tally::Terms>(*batch.find(zone));
  bool found = false;
  terms.for_each(
      0, [&](std::int32_t code, std::int32_t) { found = found || terms.term(code) == term; });
  if (!found) std::printf("no %s in %s\n", std::string(term).c_str(), zone);
  return found;
}

}  // namespace

int main() {
  tally::MessageRow row(tally::mail_schema());
  const bool plain = has_term(row.of("Subject: free money\n\nhello\n"), "subject", "money");
  // "лото" in KOI8-R.
  const tally::Batch& russian = row.of("Subject: =?koi8-r?Q?=CC=CF=D4=CF?=\n\nhello\n");
  return plain && has_term(russian, "subject", "\u043b\u043e\u0442\u043e") ? 0 : 1;
}
