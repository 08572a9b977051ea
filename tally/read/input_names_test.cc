// SPDX-License-Identifier: Apache-2.0
#include "tally/read/input_names.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(InputNames, PatternsGiveSortedFiles) {
  const TestFolder folder;
  const std::string b = folder.write("b.csv", "x");
  const std::string a = folder.write("a.csv", "x");
  folder.write("c.txt", "x");
  EXPECT_EQ(expand_inputs({folder.path() + "/*.csv"}), (std::vector<std::string>{a, b}));
  EXPECT_EQ(expand_inputs({b, "-", a}), (std::vector<std::string>{b, "-", a}));
}

TEST(InputNames, AFileWithStarsInItsNameIsThatFile) {
  const TestFolder folder;
  folder.write("ab", "x");
  const std::string star = folder.write("a*", "x");
  EXPECT_EQ(expand_inputs({star}), std::vector<std::string>{star});
}

TEST(InputNames, NothingThereIsNoInput) {
  const TestFolder folder;
  EXPECT_EQ(error_of([&] { expand_inputs({folder.path() + "/*.csv"}); })->kind(),
            ErrorKind::kNoInput);
  EXPECT_EQ(error_of([&] { expand_inputs({folder.path() + "/x"}); })->kind(), ErrorKind::kNoInput);
}

TEST(InputNames, NoInputAndStandardInputTwiceAreMisuse) {
  EXPECT_EQ(error_of([] { expand_inputs({}); })->kind(), ErrorKind::kUsage);
  EXPECT_EQ(error_of([] { expand_inputs({"-", "-"}); })->kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace tally
