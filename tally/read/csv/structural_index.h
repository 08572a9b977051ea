// SPDX-License-Identifier: Apache-2.0
// Where the cells end: the bytes that give a delimited text its structure, found 64 at a time.
//
// A quote opens or closes; between an opening and a closing one, delimiters and newlines are text.
// (A doubled quote closes and opens again, which changes nothing.) So whether a byte is inside is
// the parity of the quotes before it, and a prefix-xor over the bits of 64 bytes gives it at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/read/block_splitter.h"
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

/// Looks through a text that starts where a record starts. A line is blank if it holds nothing but
/// padding (Dialect::is_padding).
RecordScan scan_records(const char* text, std::size_t size, const Dialect& dialect);
/// The same, to cut blocks with. The dialect must outlive it.
inline FindRecords records_of(const Dialect& dialect) {
  return
      [&dialect](std::string_view text) { return scan_records(text.data(), text.size(), dialect); };
}

}  // namespace tally::csv
