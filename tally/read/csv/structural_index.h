// SPDX-License-Identifier: Apache-2.0
// Where the cells end: the bytes that give a delimited text its structure, found 64 at a time.
//
// A quote opens or closes; between an opening and a closing one, delimiters and newlines are text.
// (A doubled quote closes and opens again, which changes nothing.) So whether a byte is inside is
// the parity of the quotes before it, and a prefix-xor over the bits of 64 bytes gives it at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/read/csv/dialect.h"

namespace tally::csv {

/// How many were found.
struct StructuralCount {
  std::size_t places = 0;
  std::size_t breaks = 0;
};

/// Writes the positions in [begin, end) of delimiters and newlines outside quotes, of all quotes,
/// and of all NUL bytes to `places`, ascending; and to `breaks` which of these are no delimiters:
/// their numbers, counted from 0. `inside` is all ones within quotes and 0 outside; it is carried
/// from one call to the next. REQUIRES: room for end − begin of both, rounded up to 64, and one.
StructuralCount find_structurals(const char* text, std::uint32_t begin, std::uint32_t end,
                                 const Dialect& dialect, std::uint64_t& inside,
                                 std::uint32_t* places, std::uint32_t* breaks);

/// What is known of the records that end within a text.
struct RecordScan {
  std::size_t end = 0;     ///< just behind the last of them; 0 if there is none
  std::int64_t rows = 0;   ///< how many, blank lines left out
  std::int64_t lines = 0;  ///< how many newlines they hold, those inside quotes included
};

/// Looks through a text that starts where a record starts. A line is blank if it holds nothing but
/// padding (Dialect::is_padding).
RecordScan scan_records(const char* text, std::size_t size, const Dialect& dialect);

}  // namespace tally::csv
