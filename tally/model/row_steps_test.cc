// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/row_steps.h"

#include <gtest/gtest.h>

#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

Counts counted(const std::vector<Mail>& mails) {
  Counts counts(mail_like());
  counts.add(table_of(mails).batch());
  return counts;
}

std::vector<std::byte> image(Counts counts) { return to_bytes({std::move(counts), ""}); }

TEST(RowSteps, AreTheRowsOneByOne) {
  std::vector<Mail> mails = some_mails(5, 6);
  for (Mail& mail : mails) mail.klass = "ham";
  const std::vector<RowStep> steps = {{0, "spam", 1}, {0, "news", 1},  {1, "ham", -1},
                                      {2, "ham", -2}, {3, "news", 77}, {1, "spam", 2},
                                      {4, "ham", -1}, {4, "spam", 1}};
  std::vector<Mail> before, after;
  std::vector<std::int64_t> hams = {3, 3, 3, 3, 3, 3};
  for (const Mail& mail : mails) before.insert(before.end(), 3, mail);
  for (const RowStep& step : steps) {
    const auto row = static_cast<std::size_t>(step.row);
    if (step.klass == "ham") {
      hams[row] += step.times;
      continue;
    }
    Mail moved = mails[row];
    moved.klass = step.klass;
    after.insert(after.end(), static_cast<std::size_t>(step.times), moved);
  }
  for (std::size_t i = 0; i < mails.size(); ++i) {
    after.insert(after.end(), static_cast<std::size_t>(hams[i]), mails[i]);
  }
  Counts counts = counted(before);
  counts.merge(count_steps(table_of(mails).batch(), mail_like(), steps));
  EXPECT_EQ(image(counts), image(counted(after)));
}

TEST(RowSteps, NoneAreNothing) {
  const TestTable table = table_of(some_mails(6, 3));
  EXPECT_EQ(image(count_steps(table.batch(), mail_like(), {})), image(Counts(mail_like())));
}

TEST(RowSteps, AsManyAsAFileMaySay) {
  const std::vector<Mail> mail = {{"a a b", "id", "in", "ham"}};
  constexpr std::int64_t kMany = 1'000'000'000'000;
  const Counts counts = count_steps(table_of(mail).batch(), mail_like(), {{0, "ham", kMany}});
  bool seen = false;
  counts.for_each_row([&](const CountRow& row) {
    if (row.key != "a" || row.part != Part::kRepeat) return;
    EXPECT_EQ(row.amount, kMany);
    seen = true;
  });
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace tally
