// SPDX-License-Identifier: Apache-2.0
// A model in place that is asked again and again: it answers as one that is opened anew, or says that it cannot.
#include <filesystem>

#include "tally/model.h"
#include "tally/model/model_process_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

std::vector<CountRow> rows_for(ModelInPlace& model, const Mail& mail) {
  std::vector<CountRow> rows;
  model.counts_for(table_of({mail}).batch()).for_each_row([&](const CountRow& row) {
    rows.push_back(row);
  });
  return rows;
}

class Resumed : public ::testing::TestWithParam<const char*> {
 protected:
  Resumed() {
    save_model(fitted(mails_), path_);
    sql(path_, std::string("PRAGMA journal_mode=") + GetParam());
  }
  std::vector<CountRow> anew(const Mail& mail) {
    ModelInPlace model(path_);
    return rows_for(model, mail);
  }
  void learn(const Mail& mail) {
    ModelLearner learner(path_);
    ASSERT_EQ(learner.learn(table_of({mail}).batch()).learned, 1);
    learner.commit();
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m";
  const std::vector<Mail> mails_ = some_mails(1, 60);
};

TEST_P(Resumed, AnswersAsOneThatIsOpenedAnew) {
  ModelInPlace kept(path_);
  for (int turn = 0; turn < 3; ++turn) {
    for (const Mail& mail : mails_) {
      EXPECT_EQ(rows_for(kept, mail), anew(mail));
      kept.rest();
      ASSERT_TRUE(kept.resume());
    }
  }
}

TEST_P(Resumed, SeesThatAnotherHasChangedTheFile) {
  ModelInPlace kept(path_);
  rows_for(kept, mails_[0]);
  kept.rest();
  ASSERT_TRUE(kept.resume());
  kept.rest();
  Mail other = mails_[0];
  other.body += " wnew";
  learn(other);
  EXPECT_FALSE(kept.resume());
}

TEST_P(Resumed, AtRestNobodyWaitsForIt) {
  ModelInPlace kept(path_);
  rows_for(kept, mails_[0]);
  kept.rest();
  ASSERT_TRUE(kept.resume());
  EXPECT_FALSE(rows_for(kept, mails_[1]).empty());
  kept.rest();
  change_model(
      path_, [](Model& model) { model.default_question = R"({"lambda":3.0})"; },
      std::chrono::milliseconds(50));
  EXPECT_FALSE(kept.resume());
}

TEST_P(Resumed, OneTransactionIsOfOneMoment) {
  ModelInPlace kept(path_);
  kept.rest();
  ASSERT_TRUE(kept.resume());
  const std::vector<CountRow> before = rows_for(kept, mails_[0]);
  if (std::string(GetParam()) == "WAL") {  // else a writer waits
    Mail other = mails_[0];
    other.body += " wnew";
    learn(other);
    EXPECT_EQ(rows_for(kept, mails_[0]), before);
    EXPECT_NE(anew(mails_[0]), before);
  }
  kept.rest();
  EXPECT_EQ(kept.resume(), std::string(GetParam()) != "WAL");
}

INSTANTIATE_TEST_SUITE_P(Modes, Resumed, ::testing::Values("DELETE", "WAL"),
                         [](const auto& mode) { return std::string(mode.param); });

TEST(ResumedModes, AreKnown) {
  const TemporaryFolder folder;
  save_model(fitted(some_mails(1, 5)), folder / "m");
  EXPECT_FALSE(ModelInPlace(folder / "m").is_in_log_mode());
  sql(folder / "m", "PRAGMA journal_mode=WAL");
  EXPECT_TRUE(ModelInPlace(folder / "m").is_in_log_mode());
}

TEST(ResumedModes, ALogThatNobodyMayWriteIsOpenedAnewEachTime) {
  const TemporaryFolder folder;
  save_model(fitted(some_mails(1, 5)), folder / "m");
  sql(folder / "m", "PRAGMA journal_mode=WAL");
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  EXPECT_EQ(without_rights([&] {
              ModelInPlace kept(folder / "m");
              kept.rest();
              return kept.resume() ? 1 : 0;
            }),
            0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
}

}  // namespace
}  // namespace tally
