// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/joint_key.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

using Texts = std::vector<std::string>;

TEST(JointKey, ComesApartAgain) {
  for (const Texts& texts :
       {Texts{"age", "town"}, Texts{""}, Texts{"", ""}, Texts{"a,b", "c=d", "\\"},
        Texts{"a\nb", "西瓜"}, Texts{"\\,", ",\\"}}) {
    EXPECT_EQ(parted_key(joined_key(texts)), texts);
  }
  EXPECT_EQ(joined_key(Texts{"a,b", "c=d"}), "a\\,b,c\\=d");
}

TEST(JointKey, HasOneForm) {
  EXPECT_FALSE(parted_key("a=b"));
  EXPECT_FALSE(parted_key("a\\"));
  EXPECT_FALSE(parted_key("a\\b"));
}

TEST(JointKey, EndsAtTheFirstEqualsSignOfItsOwn) {
  EXPECT_EQ(end_of_names("age,town=3,north"), 8U);
  EXPECT_EQ(end_of_names("a\\=b=c"), 4U);
  EXPECT_EQ(end_of_names("a\\\\=c"), 3U);
  EXPECT_EQ(end_of_names("none"), 4U);
  EXPECT_EQ(end_of_names("none\\"), 5U);
}

}  // namespace
}  // namespace tally
