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

}  // namespace
}  // namespace tally
