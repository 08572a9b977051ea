// SPDX-License-Identifier: Apache-2.0
#include "tally/base/sha256.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

std::string hash_of(const std::string& bytes, std::size_t piece) {
  Sha256 hash;
  for (std::size_t i = 0; i < bytes.size(); i += piece) {
    hash.add(std::string_view(bytes).substr(i, piece));
  }
  return hexadecimal(hash.digest());
}

// The examples of NIST: FIPS 180-2, appendix B, and the empty message of its test vectors.
TEST(Sha256, GivesTheDigestsOfTheStandard) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlm"
       "nopqrsmnopqrstnopqrstu",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
      {std::string(1000000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}};
  for (const auto& [bytes, expected] : cases) {
    for (const std::size_t piece : {1U, 7U, 63U, 64U, 65U, 1000U}) {
      EXPECT_EQ(hash_of(bytes, piece), expected) << bytes.size() << " bytes in pieces of " << piece;
    }
  }
}

TEST(Sha256, ShortensToSoManyBytes) {
  Sha256 hash;
  hash.add("abc");
  EXPECT_EQ(hexadecimal(hash.digest(), 4), "ba7816bf");
}

// Messages of every length up to four blocks, in pieces of all sizes: the digest of all digests is
// that of another program (hashlib of Python).
TEST(Sha256, EveryLengthInAnyPieces) {
  for (const std::size_t piece : {1U, 2U, 31U, 55U, 56U, 63U, 64U, 65U, 127U, 128U, 129U, 300U}) {
    Sha256 all;
    for (std::size_t size = 0; size <= 260; ++size) {
      std::string bytes;
      for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>((7 * i + size) % 256);
      Sha256 hash;
      for (std::size_t i = 0; i < size; i += piece) {
        hash.add(std::string_view(bytes).substr(i, piece));
      }
      const std::array<std::uint8_t, 32> digest = hash.digest();
      all.add({reinterpret_cast<const char*>(digest.data()), digest.size()});
    }
    EXPECT_EQ(hexadecimal(all.digest()),
              "0cc209c6224061d707e13bec3a2030c118f26aa54893df4a7789e28ad756a7f0");
  }
}

}  // namespace
}  // namespace tally
