// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/open_models.h"

#include <thread>

#include "cli/serve/service_testing.h"

namespace tally::server {
namespace {

constexpr std::string_view kMessage =
    "From: a@b.example\nSubject: cheap pills\n\ncheap pills and money\n";

class OpenModelsTest : public ::testing::Test {
 protected:
  double rows_of(OpenModels& models) {
    return models.take().model().outline().counts.total_weight().to_double();
  }

  const ModelFolder folder_;
  const std::string path_ = folder_.save_mail("mail.tally");
};

TEST_F(OpenModelsTest, KeepsAsManyAsItMay) {
  OpenModels models(path_, 2);
  {
    const auto one = models.take(), two = models.take(), three = models.take();
    EXPECT_NE(&one.model(), &two.model());
    EXPECT_NE(&two.model(), &three.model());
    EXPECT_EQ(models.kept(), 0U);
  }
  EXPECT_EQ(models.kept(), 2U);
  { const auto one = models.take(); }
  EXPECT_EQ(models.kept(), 2U);
}

TEST_F(OpenModelsTest, GivesTheSameAgainUntilTheFileChanges) {
  OpenModels models(path_, 1);
  const ModelInPlace* const first = &models.take().model();
  EXPECT_EQ(&models.take().model(), first);
  const double before = rows_of(models);
  folder_.learn_mail(path_, kMessage, "spam");
  EXPECT_EQ(rows_of(models), before + 1);
}

TEST_F(OpenModelsTest, ClosesWhatNobodyNeeds) {
  OpenModels models(path_, 1);
  rows_of(models);
  const auto now = OpenModels::Clock::now();
  models.close_idle(now + OpenModels::kMostIdleInLogMode);
  EXPECT_EQ(models.kept(), 1U);
  models.close_idle(now + OpenModels::kMostIdle + std::chrono::seconds(1));
  EXPECT_EQ(models.kept(), 0U);
}

TEST_F(OpenModelsTest, LetsOthersHaveAFileInWriteAheadMode) {
  folder_.learn_mail(path_, kMessage, "spam");  // into that mode
  OpenModels models(path_, 1);
  rows_of(models);
  EXPECT_EQ(models.kept(), 1U);
  models.close_idle(OpenModels::Clock::now() + OpenModels::kMostIdleInLogMode);
  EXPECT_EQ(models.kept(), 0U);
  // One request after the other: there are pauses.
  int pauses = 0;
  const auto end = OpenModels::Clock::now() + OpenModels::kMostInLogMode + OpenModels::kPause;
  while (OpenModels::Clock::now() < end) {
    rows_of(models);
    pauses += models.kept() == 0 ? 1 : 0;
  }
  EXPECT_GT(pauses, 0);
  models.close_idle(OpenModels::Clock::now() + OpenModels::kMostIdleInLogMode);
  EXPECT_NO_THROW(compact_model(path_, std::chrono::milliseconds(100)));
}

}  // namespace
}  // namespace tally::server
