// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/index_check.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

namespace tally {
namespace {

template <class Index>
class IndexCheck : public testing::Test {};
using Indices = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(IndexCheck, Indices);

TYPED_TEST(IndexCheck, FindsTheOneThatIsOutside) {
  for (const std::int64_t count : {1, 3, 16, 17, 100}) {
    std::vector<TypeParam> indices(static_cast<std::size_t>(count));
    std::iota(indices.begin(), indices.end(), TypeParam{0});
    EXPECT_TRUE(lie_within(indices.data(), count, count));
    EXPECT_TRUE(ascend_within(indices.data(), count, count));
    EXPECT_FALSE(lie_within(indices.data(), count, count - 1));
    EXPECT_FALSE(ascend_within(indices.data(), count, count - 1));
    for (std::size_t i = 0; i < indices.size(); ++i) {
      std::vector<TypeParam> broken = indices;
      for (const TypeParam bad :
           {TypeParam{-1}, static_cast<TypeParam>(count), std::numeric_limits<TypeParam>::max()}) {
        broken[i] = bad;
        EXPECT_FALSE(lie_within(broken.data(), count, count));
        EXPECT_FALSE(ascend_within(broken.data(), count, count));
      }
    }
  }
  EXPECT_TRUE(lie_within(static_cast<const TypeParam*>(nullptr), 0, 0));
  EXPECT_TRUE(ascend_within(static_cast<const TypeParam*>(nullptr), 0, 0));
}

TYPED_TEST(IndexCheck, FindsTheOneThatDoesNotAscend) {
  std::vector<TypeParam> indices(70);
  std::iota(indices.begin(), indices.end(), TypeParam{0});
  for (std::size_t i = 1; i < indices.size(); ++i) {
    std::vector<TypeParam> twice = indices;
    twice[i] = twice[i - 1];
    EXPECT_TRUE(lie_within(twice.data(), 70, 70));
    EXPECT_FALSE(ascend_within(twice.data(), 70, 70));
  }
}

TEST(IndexCheckOf32Bits, NarrowIndicesOfAWideMatrix) {
  const std::int32_t indices[] = {5, std::numeric_limits<std::int32_t>::max()};
  EXPECT_TRUE(lie_within(indices, 2, std::int64_t{1} << 40));
  EXPECT_TRUE(ascend_within(indices, 2, std::int64_t{1} << 40));
  EXPECT_FALSE(lie_within(indices, 2, std::numeric_limits<std::int32_t>::max()));
}

// By the definition.
template <class Index>
bool all_within(const std::vector<Index>& indices, std::int64_t width, bool ascending) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || std::int64_t{indices[i]} >= width) return false;
    if (ascending && i > 0 && indices[i] <= indices[i - 1]) return false;
  }
  return true;
}

// Every value at a limit, at every place of every length up to some vectors.
TYPED_TEST(IndexCheck, EveryLimitAtEveryPlace) {
  constexpr TypeParam kLast = std::numeric_limits<TypeParam>::max();
  constexpr TypeParam kFirst = std::numeric_limits<TypeParam>::min();
  for (std::int64_t count = 0; count <= 70; ++count) {
    for (const std::int64_t width :
         {std::int64_t{0}, count, std::int64_t{1000}, std::int64_t{kLast} - 1, std::int64_t{kLast},
          (std::int64_t{1} << 31) - 1, std::int64_t{1} << 31, std::int64_t{1} << 40}) {
      std::vector<TypeParam> indices(static_cast<std::size_t>(count));
      std::iota(indices.begin(), indices.end(), TypeParam{0});
      ASSERT_EQ(lie_within(indices.data(), count, width), all_within(indices, width, false));
      ASSERT_EQ(ascend_within(indices.data(), count, width), all_within(indices, width, true));
      for (TypeParam& index : indices) {
        const TypeParam good = index;
        for (const TypeParam value :
             {kFirst, TypeParam{-1}, TypeParam{0}, static_cast<TypeParam>(good + 1),
              static_cast<TypeParam>(width - 1), static_cast<TypeParam>(width), kLast}) {
          index = value;
          ASSERT_EQ(lie_within(indices.data(), count, width), all_within(indices, width, false))
              << count << " " << width << " " << value;
          ASSERT_EQ(ascend_within(indices.data(), count, width), all_within(indices, width, true))
              << count << " " << width << " " << value;
        }
        index = good;
      }
    }
  }
}

}  // namespace
}  // namespace tally
