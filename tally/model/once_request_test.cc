// SPDX-License-Identifier: Apache-2.0
#include "tally/model/once_request.h"

#include "tally/model.h"
#include "tally/model/model_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

class Once : public ::testing::Test {
 protected:
  void SetUp() override { save_model(some_model(1), path_); }

  OnceAnswer add(const OnceRequest& request, unsigned seed = 2) {
    return change_model_once(path_, request, [&](Model& model) {
      const TestTable more = some_rows(seed, 10);
      model.counts.add(more.batch());
      return "added " + std::to_string(seed);
    });
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m.tally";
};

TEST_F(Once, ARequestThatComesAgainChangesNothing) {
  const OnceAnswer first = add({"k1", "d1"});
  EXPECT_TRUE(first.is_new);
  const Model after = load_model(path_);
  const OnceAnswer again = add({"k1", "d1"}, 3);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(again.text, "added 2");
  EXPECT_TRUE(same(load_model(path_), after));
  EXPECT_TRUE(add({"k2", "d1"}).is_new);
  EXPECT_FALSE(same(load_model(path_), after));
}

TEST_F(Once, WithoutAKeyNothingIsRemembered) {
  EXPECT_TRUE(add({}).is_new);
  EXPECT_TRUE(add({}).is_new);
  EXPECT_EQ(sql(path_, "PRAGMA user_version"), std::vector<std::string>{"1"});
}

TEST_F(Once, AKeyMeansOneRequest) {
  add({"k1", "d1"});
  const Model after = load_model(path_);
  expect_error(ErrorKind::kData, "the key 'k1' was used for another request", [&] {
    add({"k1", "d2"});
  });
  EXPECT_TRUE(same(load_model(path_), after));
}

TEST_F(Once, WhatFailsIsNotRemembered) {
  const auto fail = [](Model&) -> std::string { throw Error(ErrorKind::kData, "no"); };
  expect_error(ErrorKind::kData, "no", [&] { change_model_once(path_, {"k1", "d1"}, fail); });
  EXPECT_TRUE(add({"k1", "d1"}).is_new);
}

TEST_F(Once, TheFileIsSoundAndItsImageHasNoKeys) {
  add({"k1", "d1"});
  const ModelCheck check = check_model(path_);
  EXPECT_EQ(check.format, 6);
  EXPECT_FALSE(check.canonical);
  copy_model(path_, folder_ / "copy");
  compact_model(path_);
  EXPECT_EQ(bytes_of(path_), bytes_of(folder_ / "copy"));
  EXPECT_TRUE(check_model(path_).canonical);
  EXPECT_EQ(sql(path_, "PRAGMA user_version"), std::vector<std::string>{"1"});
  EXPECT_TRUE(add({"k1", "d1"}).is_new);  // which compacting has forgotten
}

TEST_F(Once, OtherChangesKeepTheKeys) {
  add({"k1", "d1"});
  // The tables of expected counts come and go, and with them the format.
  change_model(path_, [](Model& model) {
    ExpectedCounts expected{Counts(schema_of_expected(model.counts.schema()))};
    const TestTable table = some_rows(5, 10);
    expected.counts.add(table.batch());
    expected.rows = 10;
    model.expected = expected;
  });
  EXPECT_EQ(check_model(path_).format, 6);
  EXPECT_FALSE(add({"k1", "d1"}).is_new);
  change_model(path_, [](Model& model) { model.expected.reset(); });
  EXPECT_EQ(check_model(path_).format, 6);
  EXPECT_FALSE(add({"k1", "d1"}).is_new);
}

TEST_F(Once, TheOldestAreDropped) {
  add({"first", "d"});
  sql(path_,
      "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 4351) "
      "INSERT INTO requests SELECT 'k' || i, 'd', 'a', i FROM n");
  EXPECT_FALSE(add({"first", "d"}).is_new);
  add({"last", "d"});  // number 4352, a multiple of 256
  EXPECT_EQ(sql(path_, "SELECT min(number), max(number), count(*) FROM requests"),
            std::vector<std::string>{"257|4352|4096"});
  EXPECT_TRUE(add({"first", "d"}).is_new);
}

TEST_F(Once, ATableThatIsNotSoundIsRefused) {
  add({"k1", "d1"});
  sql(path_, "UPDATE requests SET number = 0");
  expect_error(ErrorKind::kData, "the table 'requests' holds a number below 1",
               [&] { check_model(path_); });
  sql(path_, "UPDATE requests SET number = 1; PRAGMA user_version=5");
  expect_error(ErrorKind::kData, "it remembers requests, which format 5 does not do",
               [&] { load_model(path_); });
}

TEST(OnceInPlace, IsOneTransactionWithWhatIsLearned) {
  const TemporaryFolder folder;
  const std::string path = folder / "m.tally";
  save_model(fitted(some_mails(1, 20)), path);
  const TestTable more = table_of(some_mails(2, 5));
  const OnceRequest request{"k1", "d1"};
  {
    ModelLearner learner(path);
    EXPECT_EQ(learner.answered(request), std::nullopt);
    learner.learn(more.batch());
    learner.remember(request, "5 learned");
    // not committed: as if the process had been killed here
  }
  {
    ModelLearner learner(path);
    EXPECT_EQ(learner.answered(request), std::nullopt);
    EXPECT_EQ(learner.learn(more.batch()).learned, 5);
    learner.remember(request, "5 learned");
    learner.commit();
  }
  ModelLearner learner(path);
  EXPECT_EQ(learner.answered(request), "5 learned");
  expect_error(ErrorKind::kData, "was used for another request", [&] {
    learner.answered({"k1", "d2"});
  });
  EXPECT_NO_THROW(check_model(path));
}

}  // namespace
}  // namespace tally
