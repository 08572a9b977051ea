// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/byte_codes.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

std::string base64(std::string_view text) {
  std::string out;
  append_base64(text, out);
  return out;
}

std::string quoted_printable(std::string_view text) {
  std::string out;
  append_quoted_printable(text, out);
  return out;
}

TEST(ByteCodes, Base64) {
  // RFC 4648, section 10.
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("Zg=="), "f");
  EXPECT_EQ(base64("Zm8="), "fo");
  EXPECT_EQ(base64("Zm9v"), "foo");
  EXPECT_EQ(base64("Zm9vYmE="), "fooba");
  EXPECT_EQ(base64("Zm\r\n9v!"), "foo");
}

TEST(ByteCodes, QuotedPrintable) {
  EXPECT_EQ(quoted_printable("a=3Db=\nc=\r\nd"), "a=bcd");
  EXPECT_EQ(quoted_printable("caf=e9 =XY"), "caf\xe9 =XY");
  EXPECT_EQ(quoted_printable("cut off ="), "cut off ");
}

TEST(ByteCodes, AppendToWhatIsThere) {
  std::string out = "a";
  append_base64("Yg==", out);
  append_quoted_printable("=63", out);
  EXPECT_EQ(out, "abc");
}

std::string by_gmime(GMimeContentEncoding encoding, const std::string& text) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, encoding);
  std::string out(g_mime_encoding_outlen(&state, text.size()), '\0');
  out.resize(g_mime_encoding_flush(&state, text.data(), text.size(), out.data()));
  return out;
}

TEST(ByteCodes, AsGmimeReadsThem) {
  RandomText random({"YWJj", "Zg==", "Zm8=", "A", "QUJD\n", "=", "=3D", "=e9", "=g1", "==", "=\n",
                     "=\r\n", "\r", "\n", " ", "!", "x"});
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random.next(7);
    ASSERT_EQ(base64(text), by_gmime(GMIME_CONTENT_ENCODING_BASE64, text)) << text;
    ASSERT_EQ(quoted_printable(text), by_gmime(GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, text))
        << text;
  }
}

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Bit after bit, as RFC 4648 has it; with padding.
std::string in_base64(const std::string& bytes) {
  std::string bits, out;
  for (const char byte : bytes) {
    for (int bit = 7; bit >= 0; --bit) bits += static_cast<char>('0' + (byte >> bit & 1));
  }
  while (bits.size() % 6 != 0) bits += '0';
  for (std::size_t at = 0; at < bits.size(); at += 6) {
    out += kLetters[static_cast<std::size_t>(std::stoi(bits.substr(at, 6), nullptr, 2))];
  }
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string some_bytes(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>((i * 89 + size * 37) % 256);
  return bytes;
}

// Of every length, with a line end or a byte that is no letter at every place, cut at every place.
TEST(ByteCodes, Base64OfEveryLength) {
  for (std::size_t size = 0; size <= 70; ++size) {
    const std::string bytes = some_bytes(size), encoded = in_base64(bytes);
    ASSERT_EQ(base64(encoded), bytes);
    const std::size_t letters = std::min(encoded.find('='), encoded.size());
    for (std::size_t at = 0; at <= letters; ++at) {
      for (const char* other : {"\n", "\r\n", "!", "\xFF", "-", "_", "\x80\n"}) {
        ASSERT_EQ(base64(std::string(encoded).insert(at, other)), bytes) << size << " " << at;
      }
      ASSERT_EQ(base64(encoded.substr(0, at)), bytes.substr(0, at / 4 * 3)) << size << " " << at;
      const std::size_t rest = at % 4 < 2 ? 0 : at % 4 - 1;
      ASSERT_EQ(base64(encoded.substr(0, at) + "=AAAA"), bytes.substr(0, at / 4 * 3 + rest))
          << size << " " << at;
    }
  }
}

TEST(ByteCodes, EveryByteInBase64) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::size_t rank = kLetters.find(static_cast<char>(byte));
    const std::string text{static_cast<char>(byte), 'A', 'A', 'A', 'B'};
    if (rank == std::string_view::npos) {
      ASSERT_EQ(base64(text), byte == '=' ? "" : std::string("\0\0\1", 3)) << byte;
    } else {
      ASSERT_EQ(base64(text), (std::string{static_cast<char>(rank << 2), '\0', '\0'})) << byte;
    }
  }
}

// All 65536 codes: two hexadecimal digits are a byte, and what is none stays as it is.
TEST(ByteCodes, EveryCodeOfQuotedPrintable) {
  const auto digit = [](char c) {
    const std::size_t at = std::string_view("0123456789abcdefABCDEF").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at < 16 ? at : at - 6);
  };
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string code{static_cast<char>(first), static_cast<char>(second)};
      const int high = digit(code[0]), low = digit(code[1]);
      std::string expected = "a=" + code + "b";
      if (high >= 0 && low >= 0)
        expected = std::string{'a', static_cast<char>(16 * high + low), 'b'};
      if (code == "\r\n") expected = "ab";
      if (first == '\n') expected = second == '=' ? "a" : "a" + code.substr(1) + "b";
      ASSERT_EQ(quoted_printable("a=" + code + "b"), expected) << first << " " << second;
    }
  }
}

TEST(ByteCodes, QuotedPrintableOfEveryLengthCutAnywhere) {
  for (std::size_t size = 0; size <= 70; ++size) {
    const std::string bytes = some_bytes(size);
    std::string encoded;
    std::vector<std::size_t> places;  // of the bytes, then the end
    for (std::size_t i = 0; i < size; ++i) {
      if (i % 7 == 3) encoded += i % 2 == 0 ? "=\n" : "=\r\n";
      places.push_back(encoded.size());
      char code[4];
      std::snprintf(code, sizeof(code), "=%02X", static_cast<unsigned char>(bytes[i]));
      const bool is_plain = bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '=';
      encoded += is_plain ? std::string(1, bytes[i]) : std::string(code);
    }
    places.push_back(encoded.size());
    ASSERT_EQ(quoted_printable(encoded), bytes);
    for (std::size_t i = 0; i <= size; ++i) {
      ASSERT_EQ(quoted_printable(encoded.substr(0, places[i])), bytes.substr(0, i));
      if (i < size && encoded[places[i]] == '=') {  // a code that is cut off is lost
        ASSERT_EQ(quoted_printable(encoded.substr(0, places[i] + 1)), bytes.substr(0, i));
        ASSERT_EQ(quoted_printable(encoded.substr(0, places[i] + 2)), bytes.substr(0, i));
      }
    }
  }
}

}  // namespace
}  // namespace tally::mail
