// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_library.h"

#include <gtest/gtest.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(ArrowLibrary, IsThereOrTheErrorSaysWhatToDo) {
  const auto error = error_of([] {
    const ArrowLibrary& library = arrow_library("is a Parquet file", "x.parquet");
    EXPECT_NE(library.read, nullptr);
    EXPECT_NE(library.write_end, nullptr);
    EXPECT_EQ(&library, &arrow_library("", ""));
  });
  if (!error) return;
  EXPECT_EQ(error->kind(), ErrorKind::kUnavailable);
  EXPECT_TRUE(has(error->what(), "x.parquet: is a Parquet file and needs")) << error->what();
}

}  // namespace
}  // namespace tally
