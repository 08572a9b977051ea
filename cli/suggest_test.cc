#include "cli/suggest.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

TEST(Suggest, TheClosestName) {
  const std::vector<std::string> verbs{"fit", "learn", "predict", "score", "schema", "show"};
  EXPECT_EQ(did_you_mean("perdict", verbs), " (did you mean 'predict'?)");
  EXPECT_EQ(did_you_mean("fits", verbs), " (did you mean 'fit'?)");
  EXPECT_EQ(did_you_mean("scor", verbs), " (did you mean 'score'?)");
}

TEST(Suggest, NothingWhereNothingIsClose) {
  EXPECT_EQ(did_you_mean("banana", {"fit", "learn"}), "");
  EXPECT_EQ(did_you_mean("", {"a"}), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

}  // namespace
}  // namespace tally::cli
