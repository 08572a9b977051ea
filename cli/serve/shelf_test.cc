// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/shelf.h"

#include <sys/resource.h>

#include <fstream>
#include <thread>

#include "cli/serve/service_testing.h"

namespace tally::server {
namespace {

double rows_of(ServedModel& model) {
  return model.current()->model().counts.total_weight().to_double();
}

TEST(Shelf, HasTheModelsOfFilesAndFolders) {
  const ModelFolder folder, other;
  folder.save("a.tally");
  folder.save("b.tally");
  folder.save("c");
  std::ofstream(folder / ".d.tally") << "x";
  Shelf shelf({folder.path(), other.save("own")});
  std::vector<std::string> names;
  for (const auto& model : shelf.all()) names.push_back(model->name());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "own"}));
  EXPECT_EQ(shelf.find("../a"), nullptr);
  EXPECT_EQ(shelf.find("a.tally"), nullptr);
  EXPECT_THROW(Shelf({folder / "a.tally", other.save("a.tally")}), Error);
  EXPECT_THROW(Shelf({folder / "none.tally"}), Error);
}

TEST(Shelf, LooksAtAFolderAgain) {
  const ModelFolder folder;
  folder.save("a.tally");
  Shelf shelf({folder.path()});
  EXPECT_EQ(shelf.find("b"), nullptr);
  folder.save("b.tally");
  EXPECT_NE(shelf.find("b"), nullptr);
  std::filesystem::remove(folder / "a.tally");
  EXPECT_EQ(shelf.find("a"), nullptr);
}

TEST(ServedModelTest, IsReadAnewWhenItsFileChanges) {
  const ModelFolder folder;
  ServedModel model("a", folder.save("a.tally"));
  EXPECT_EQ(rows_of(model), 6);
  const auto before = model.current();
  folder.save("a.tally", 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(rows_of(model), 18);
  // Who has the old one keeps it.
  EXPECT_EQ(before->model().counts.total_weight().to_double(), 6);
  EXPECT_EQ(model.current(), model.current());
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  const auto settled = model.current();
  EXPECT_EQ(model.current(), settled);
}

TEST(ServedModelTest, AChangeOfItsOwnIsSeenAtOnce) {
  const ModelFolder folder;
  ServedModel model("a", folder.save("a.tally"));
  for (int copies = 2; copies < 8; ++copies) {
    model.change([&] { folder.save("a.tally", copies); });
    EXPECT_EQ(rows_of(model), 6 * copies);
  }
}

TEST(ServedModelTest, StaysAsItWasWhereTheFileIsNone) {
  const ModelFolder folder;
  ServedModel model("a", folder.save("a.tally"));
  EXPECT_EQ(rows_of(model), 6);
  std::ofstream(folder / "a.tally") << "no model";
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(rows_of(model), 6);
  EXPECT_FALSE(model.problem().empty());
  std::filesystem::remove(folder / "a.tally");
  folder.save("a.tally", 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(rows_of(model), 12);
  EXPECT_TRUE(model.problem().empty());
}

// No descriptor is left for a moment, and the file does not change again.
TEST(ServedModelTest, IsReadAgainWhereItCouldNotBeReadForAMoment) {
  const ModelFolder folder;
  ServedModel model("a", folder.save("a.tally"));
  EXPECT_EQ(rows_of(model), 6);
  folder.save("a.tally", 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
  rlimit none = usual;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const double meanwhile = rows_of(model);
  const bool failed = !model.problem().empty();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
  EXPECT_EQ(meanwhile, 6);
  EXPECT_TRUE(failed);
  EXPECT_EQ(rows_of(model), 6);  // not with every request
  std::this_thread::sleep_for(ServedModel::kRetry);
  EXPECT_EQ(rows_of(model), 12);
  EXPECT_TRUE(model.problem().empty());
}

TEST(ServedModelTest, WhatMayNotTakeLongDoesNotReadAFile) {
  const ModelFolder folder;
  ServedModel model("a", folder.save("a.tally"));
  EXPECT_THROW(model.current(false), TakesLong);
  model.current();
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  model.current();
  EXPECT_NO_THROW(model.current(false));
  folder.save("a.tally", 2);
  EXPECT_THROW(model.current(false), TakesLong);
  EXPECT_EQ(rows_of(model), 12);
}

TEST(LoadedModelTest, KeepsTheLatestQuestions) {
  const ModelFolder folder;
  const LoadedModel model(folder.save("a.tally"));
  const Pairs half{{"lambda", "0.5"}, {"prior", "uniform"}};
  const auto first = model.answering(Ask::kPredict, half);
  EXPECT_EQ(model.answering(Ask::kPredict, {half[1], half[0]}), first);
  EXPECT_NE(model.answering(Ask::kExplain, half), first);
  for (int i = 1; i < 100; ++i) model.answering(Ask::kPredict, {{"lambda", std::to_string(i)}});
  EXPECT_NE(model.answering(Ask::kPredict, half), first);
  EXPECT_THROW(model.answering(Ask::kPredict, {{"lambda", "x"}}), Error);
}

}  // namespace
}  // namespace tally::server
