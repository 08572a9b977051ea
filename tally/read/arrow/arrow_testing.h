// SPDX-License-Identifier: Apache-2.0
// What the tests of Arrow's formats share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tally/read/arrow/arrow_library.h"
#include "tally/read/read_testing.h"
#include "tally/read/table_writer.h"

namespace tally {

inline bool has_arrow() {
  return !error_of([] { arrow_library("a test", ""); });
}

/// Skips a test where the plug-in was not built.
#define TALLY_NEEDS_ARROW() \
  if (!has_arrow()) GTEST_SKIP() << "libtally_arrow.so is not there"

/// Writes the columns to a file of the folder, in as many pieces, and gives its path.
inline std::string write_table(const TestFolder& folder, const std::string& name, FileFormat format,
                               const std::vector<TableColumn>& columns, int pieces = 1) {
  std::string bytes;
  TableWriter writer(
      format, columns, [&](std::string_view piece) { bytes += piece; }, name);
  for (int i = 0; i < pieces; ++i) writer.write(columns);
  writer.finish();
  return folder.write(name, bytes);
}

}  // namespace tally
