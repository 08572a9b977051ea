// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/import/sha1.h"

#include <gtest/gtest.h>

#include <string>

namespace tally {
namespace {

std::string hex(std::string_view text) {
  std::string out;
  for (const std::uint8_t byte : sha1(text)) {
    for (const int digit : {byte >> 4, byte & 15}) out += "0123456789abcdef"[digit];
  }
  return out;
}

// The vectors of FIPS 180-2, appendix A, and of RFC 3174.
TEST(Sha1, KnownAnswers) {
  EXPECT_EQ(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(hex(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

}  // namespace
}  // namespace tally
