// SPDX-License-Identifier: Apache-2.0
// The words of a text of ASCII, without ICU and as ICU finds them.
#pragma once

#include <string_view>
#include <vector>

namespace tally::text {

/// Adds the words in their order. The rules of UAX #29 that say something about ASCII, with the
/// statuses of ICU:
///
///   letters, digits and _ that stand together     ab12 a_b __    (a single _ is none)
///   a ' or . between two letters                  can't a.b      not: a: .a a.1
///   a ' . , or ; between two digits               3.14 1,000     not: 1: 1.a
///
/// Since ICU 72 the @ is a letter (me@home.org is one word); before, a : between two letters joined
/// them. REQUIRES: is_ascii(text).
void cut_ascii_words(std::string_view text, std::vector<std::string_view>& words);

}  // namespace tally::text
