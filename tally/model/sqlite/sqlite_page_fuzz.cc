// SPDX-License-Identifier: Apache-2.0
// Any bytes are a page or none: nothing beyond them is read, and what is given lies within them.
#include <cstdlib>
#include <vector>

#include "tally/model/sqlite/sqlite_page.h"

namespace {

bool lies_within(std::string_view text, const std::vector<std::byte>& bytes) {
  const auto* const first = reinterpret_cast<const char*>(bytes.data());
  return text.data() >= first && text.data() + text.size() <= first + bytes.size();
}

void read(tally::SqliteRecord record, const std::vector<std::byte>& bytes) {
  while (const std::optional<std::string_view> text = record.text()) {
    if (!lies_within(*text, bytes)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = std::as_bytes(std::span(data, size));
  const std::vector<std::byte> bytes(given.begin(), given.end());  // of exactly this size
  const std::optional<tally::SqlitePage> page = tally::SqlitePage::over(bytes);
  if (!page) return 0;
  for (std::size_t i = 0; i < page->cells(); ++i) {
    if (const std::optional<tally::SqliteRecord> record = page->record(i)) {
      read(*record, bytes);
      tally::SqliteRecord integers = *record, compared = *record;
      while (integers.integer()) continue;
      compared.compare("bodymoney", 4);
    }
  }
  for (std::size_t i = 0; !page->is_leaf() && i <= page->cells(); ++i) page->child(i);
  return 0;
}
