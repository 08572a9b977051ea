// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/missing_marks.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(MissingMarks, TheEmptyTextAndThoseGiven) {
  const std::string long_mark(100, 'x');
  const MissingMarks marks({"?", "NA", long_mark});
  for (const std::string& text : {std::string(), std::string("?"), std::string("NA"), long_mark}) {
    EXPECT_TRUE(marks.contains(text)) << text;
  }
  for (const std::string& text : {std::string("!"), std::string("na"), std::string("??"),
                                  std::string("abc"), std::string(101, 'x')}) {
    EXPECT_FALSE(marks.contains(text)) << text;
  }
  EXPECT_TRUE(MissingMarks().contains(""));
  EXPECT_FALSE(MissingMarks().contains("?"));
}

}  // namespace
}  // namespace tally
