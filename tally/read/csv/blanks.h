// SPDX-License-Identifier: Apache-2.0
// Tables whose cells are divided by blanks, as many as look well:
//
//   18.0   8  307.0   "chevrolet chevelle malibu"
#pragma once

#include <memory>
#include <string_view>

#include "tally/read/byte_source.h"

namespace tally::csv {

/// Whether the first lines can be cut at blanks outside quotes into the same number of cells, two
/// and more, and some of them behind the first line is a number. `start` may end amid a line.
struct BlankDivision {
  bool is_divided = false;
  bool is_sure = false;  ///< whatever comes behind `start`
};
BlankDivision division_by_blanks(std::string_view start, char quote);
inline bool is_divided_by_blanks(std::string_view start, char quote) {
  return division_by_blanks(start, quote).is_divided;
}

/// The same bytes with one space for each run of blanks between cells, and none at either end of a
/// line. One thread at a time.
std::unique_ptr<ByteSource> single_blanks(std::unique_ptr<ByteSource> source, char quote);

}  // namespace tally::csv
