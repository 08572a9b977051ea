// SPDX-License-Identifier: Apache-2.0
#include "tally/read/category_limit.h"

#include "tally/read/read_testing.h"

namespace tally {
namespace {

Dictionary labels(int from, int to) {
  Dictionary dictionary;
  for (int i = from; i < to; ++i) dictionary.code(Label::of(std::to_string(i)));
  return dictionary;
}

TEST(CategoryLimit, CountsWhatAllWorkersHaveSeen) {
  CategoryLimit limit(10, 2, 2);
  limit.update(0, 0, labels(0, 6), "x.csv", "a");
  limit.update(1, 0, labels(2, 9), "x.csv", "a");   // 9 distinct together
  limit.update(0, 0, labels(0, 10), "x.csv", "a");  // 10
  limit.update(0, 1, labels(0, 10), "x.csv", "b");  // another column
  const auto error = error_of([&] { limit.update(1, 0, labels(2, 11), "x.csv", "a"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_STREQ(error->what(),
               "x.csv: column 'a': more than 10 different values; leave the column 'a' out, or "
               "raise the limit");
}

TEST(CategoryLimit, OneWorkerIsItsDictionary) {
  CategoryLimit limit(3, 1, 1);
  EXPECT_FALSE(error_of([&] { limit.update(0, 0, labels(0, 3), "x", "a"); }));
  EXPECT_TRUE(error_of([&] { limit.update(0, 0, labels(0, 4), "x", "a"); }));
}

}  // namespace
}  // namespace tally
