// SPDX-License-Identifier: Apache-2.0
// Which bytes of a text of ASCII belong to words: a bit for each.
//
// Words are found by where such bytes begin and end. To look at one byte after the other takes
// longer than all else that is done with a word; here 64 are looked at together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tally::text {

/// Sets bit i % 64 of bits[i / 64] if byte i is a letter, a digit, _ or, since ICU 72, @; all bits
/// behind the text are 0. REQUIRES: room for (text.size() + 63) / 64; the text is ASCII.
void find_word_bytes(std::string_view text, std::uint64_t* bits);

/// The same byte by byte, which is easy to believe.
void find_word_bytes_plainly(std::string_view text, std::uint64_t* bits);

}  // namespace tally::text
