// SPDX-License-Identifier: Apache-2.0
#include "tally/family/part.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Part, HasANameThatIsReadAgain) {
  for (const Part part : {Part::kMissing, Part::kValue, Part::kRepeat, Part::kWeight, Part::kSum,
                          Part::kSquare, Part::kExposure}) {
    EXPECT_EQ(parse_part(to_string(part)), part);
  }
  EXPECT_FALSE(parse_part("nothing"));
  EXPECT_FALSE(parse_part(""));
}

}  // namespace
}  // namespace tally
