// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(ToC, GivesEveryColumnAFieldAndSaysWhose) {
  const std::string text = to_c(odd_sheet(), {"{}", "1", {}}, "m");
  EXPECT_TRUE(has(text, "double x_int; /* int */"));
  EXPECT_TRUE(has(text, "const char *x_a__b; /* a* /b */"));
  EXPECT_TRUE(has(text, "const char *a__b; /* a__b */"));
  EXPECT_TRUE(has(text, "m_nothing = {NULL, NULL, NAN};"));
}

TEST(ToC, RefusesANameThatIsNone) {
  for (const char* name : {"two words", "", "2x"}) {
    EXPECT_TRUE(has(refusal_of([&] {
                      to_c(odd_sheet(), {"{}", "1", {}}, name);
                    }),
                    "is no name in C"));
  }
}

TEST(ToC, TempersAndKeepsOffZeroUnderWeightedAlone) {
  const Sheet sheet = sheet_with(SheetNormal{"x", {0, 1}, {1, 2}}, "x");
  EXPECT_FALSE(has(to_c(sheet, {"{}", "1", {}}, "m"), "most - 700.0"));
  const std::string text = to_c(weighted(sheet, 0.5), {"{}", "1", {}}, "m");
  EXPECT_TRUE(has(text, "most - 700.0"));
  EXPECT_TRUE(has(text, "m_hear(said, 0.5, z);"));
  EXPECT_TRUE(has(text, "shares[m_CLASSES] = {0.025, 0.075}"));
}

}  // namespace
}  // namespace tally
