// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/byte_codes.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> make_ranks() {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> ranks{};
  for (std::uint8_t& rank : ranks) rank = kNone;
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    ranks[static_cast<unsigned char>(kLetters[i])] = static_cast<std::uint8_t>(i);
  }
  return ranks;
}

constexpr std::array<std::uint8_t, 256> kRanks = make_ranks();

// The bytes that two, three or four letters say.
void append_group(std::uint32_t group, int letters, std::string& out) {
  group <<= 6 * (4 - letters);
  for (int i = 1; i < letters; ++i) out.push_back(static_cast<char>(group >> (24 - 8 * i)));
}

}  // namespace

void append_base64(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size() / 4 * 3);
  std::uint32_t group = 0;
  int letters = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const std::uint8_t rank = kRanks[static_cast<unsigned char>(c)];
    if (rank == kNone) continue;
    group = group << 6 | rank;
    if (++letters < 4) continue;
    append_group(group, 4, out);
    group = 0;
    letters = 0;
  }
  if (letters >= 2 && text.find('=') < text.size()) append_group(group, letters, out);
}

void append_quoted_printable(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('='), text.size());
    out.append(text.substr(0, plain));
    text.remove_prefix(std::min(plain + 1, text.size()));
    if (text.starts_with('\n')) {
      text.remove_prefix(1);
    } else if (text.size() >= 2) {
      const int high = hex_value(text[0]);
      const int low = hex_value(text[1]);
      if (high >= 0 && low >= 0) {
        out.push_back(static_cast<char>(high << 4 | low));
      } else if (!text.starts_with("\r\n")) {
        out.push_back('=');
        out.append(text.substr(0, 2));
      }
      text.remove_prefix(2);
    } else {
      return;
    }
  }
}

}  // namespace tally::mail
