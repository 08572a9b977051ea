// SPDX-License-Identifier: Apache-2.0
#include "cli/print/progress.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

TEST(Progress, TellsPercentAndTimeWhereTheSizeIsKnown) {
  EXPECT_EQ(progress_text({1000, 25'000'000, 100'000'000}, 10),
            "1,000 rows, 25 %, 100 rows/s, 2.5 MB/s, 30 s left");
  EXPECT_EQ(progress_text({1000, 1'000'000, 100'000'000}, 10),
            "1,000 rows, 1 %, 100 rows/s, 0.1 MB/s, 16 min left");
  EXPECT_EQ(progress_text({1000, 10'000'000, 1'000'000'000}, 1000),
            "1,000 rows, 1 %, 1 rows/s, 0.01 MB/s, 28 h left");
  EXPECT_EQ(progress_text({5, 100, 100}, 1), "5 rows, 100 %, 5 rows/s, 0.0001 MB/s, 0 s left");
}

TEST(Progress, TellsNothingThatIsNotKnown) {
  // A pipe; the first moments; more than there should be.
  for (const ReadProgress& now :
       {ReadProgress{1000, 2'000'000, 0}, ReadProgress{1000, 2'000'000, 1'000'000'000},
        ReadProgress{1000, 2'000'000, 1'999'999}}) {
    EXPECT_EQ(progress_text(now, 1), "1,000 rows, 1e+03 rows/s, 2 MB/s");
  }
}

}  // namespace
}  // namespace tally::cli
