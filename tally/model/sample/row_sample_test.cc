// SPDX-License-Identifier: Apache-2.0
#include "tally/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tally {
namespace {

SampledRow row(const std::string& digest, const std::string& klass, std::int64_t times = 1) {
  return {digest, klass, times, {SampledColumn("body", {"term " + digest})}};
}

RowSample sample_of(const std::vector<SampledRow>& rows, std::int64_t most) {
  RowSample sample(most);
  for (const SampledRow& one : rows) sample.add(one);
  return sample;
}

// Rows by chance; some digests come again, some in another class.
std::vector<SampledRow> some_rows(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<SampledRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back(row(std::to_string(1000 + random() % 200), random() % 2 == 0 ? "ham" : "spam"));
  }
  return rows;
}

// The rows of the smallest digests, by sorting all of them.
std::vector<SampledRow> smallest(const std::vector<SampledRow>& rows, std::size_t most) {
  std::map<std::string, std::map<std::string, SampledRow>> all;
  for (const SampledRow& one : rows) {
    const auto [place, is_new] = all[one.digest].emplace(one.klass, one);
    if (!is_new) place->second.times += one.times;
  }
  std::vector<SampledRow> out;
  for (const auto& [digest, classes] : all) {
    if (most-- == 0) break;
    for (const auto& [klass, kept] : classes) out.push_back(kept);
  }
  return out;
}

std::vector<SampledRow> listed(const RowSample& sample) {
  return {sample.rows().begin(), sample.rows().end()};
}

std::vector<std::string> terms_of(const SampledColumn& column) {
  std::vector<std::string> out;
  column.for_each([&](std::string_view term) { out.emplace_back(term); });
  return out;
}

TEST(RowSample, TermsAreSortedAndComeBack) {
  const SampledColumn column("a", {"b", "a\\n", "a\nb", "\\"});
  EXPECT_EQ(column.terms, "\\\\\na\\nb\na\\\\n\nb");
  EXPECT_EQ(terms_of(column), (std::vector<std::string>{"\\", "a\nb", "a\\n", "b"}));
  EXPECT_EQ(SampledColumn("a", {}).terms, "");
  EXPECT_TRUE(terms_of(SampledColumn("a", {})).empty());
}

TEST(RowSample, TimesComeBack) {
  const std::vector<SampledColumn::Occurring> all{{"a", 1},          {"a\\*3", 1}, {"free", 3},
                                                  {"line\nfeed", 2}, {"\\", 12},   {"*2", 1}};
  const SampledColumn column = SampledColumn::with_times("text", all);
  std::vector<std::pair<std::string, std::int64_t>> found;
  column.for_each(
      [&](std::string_view term, std::int64_t times) { found.emplace_back(term, times); });
  std::vector<std::pair<std::string, std::int64_t>> wanted(all.begin(), all.end());
  std::sort(wanted.begin(), wanted.end());
  EXPECT_EQ(found, wanted);
  std::vector<std::string> terms;
  column.for_each([&](std::string_view term) { terms.emplace_back(term); });
  EXPECT_EQ(terms.size(), all.size());
  EXPECT_EQ(SampledColumn::with_times("text", {{"b", 1}, {"a", 1}}),
            SampledColumn("text", {"a", "b"}));
}

TEST(RowSample, KeepsTheSmallestInAnyOrder) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::vector<SampledRow> rows = some_rows(seed, 150);
    for (const std::int64_t most : {1, 7, 60, 1000}) {
      const RowSample sample = sample_of(rows, most);
      EXPECT_EQ(listed(sample), smallest(rows, static_cast<std::size_t>(most)));
      EXPECT_LE(sample.size(), most);
      std::shuffle(rows.begin(), rows.end(), std::mt19937(seed));
      EXPECT_EQ(sample_of(rows, most), sample);
    }
  }
}

TEST(RowSample, PiecesTogetherAreTheWhole) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<SampledRow> rows = some_rows(seed, 150);
    for (const std::int64_t most : {1, 7, 60, 1000}) {
      RowSample a = sample_of({rows.begin(), rows.begin() + 20}, most);
      const RowSample b = sample_of({rows.begin() + 20, rows.begin() + 90}, most);
      RowSample c = sample_of({rows.begin() + 90, rows.end()}, most);
      RowSample other_way = c;
      other_way.merge(b);
      other_way.merge(a);
      a.merge(b);
      a.merge(c);
      EXPECT_EQ(a, sample_of(rows, most));
      EXPECT_EQ(other_way, a);
    }
  }
}

TEST(RowSample, TheSmallerOfTwoDecides) {
  const std::vector<SampledRow> rows = some_rows(3, 100);
  RowSample large = sample_of({rows.begin(), rows.begin() + 50}, 40);
  RowSample small = sample_of({rows.begin() + 50, rows.end()}, 10);
  RowSample other_way = small;
  other_way.merge(large);
  large.merge(small);
  EXPECT_EQ(large, sample_of(rows, 10));
  EXPECT_EQ(other_way, large);
}

TEST(RowSample, OneThatIsOffIsAsIfItHadSeenNothing) {
  RowSample off(0);
  off.add(row("1", "ham"));
  EXPECT_TRUE(off.rows().empty());
  EXPECT_FALSE(off.wants("1"));
  RowSample on = sample_of({row("1", "ham")}, 5);
  const RowSample before = on;
  on.merge(off);
  EXPECT_EQ(on, before);
  off.merge(on);
  EXPECT_EQ(off, before);
}

TEST(RowSample, ARowOfWhichNothingIsWantedNeedsNoEvidence) {
  RowSample sample = sample_of({row("3", "ham"), row("5", "ham")}, 2);
  EXPECT_TRUE(sample.wants("4"));
  EXPECT_TRUE(sample.wants("5"));
  EXPECT_FALSE(sample.wants("6"));
  sample.add({"6", "ham", 1, {}});
  EXPECT_EQ(sample.below(), "6");
  EXPECT_EQ(sample, sample_of({row("6", "ham"), row("3", "ham"), row("5", "ham")}, 2));
}

TEST(RowSample, ForgettingLeavesAGap) {
  RowSample sample = sample_of({row("1", "ham", 2), row("2", "ham"), row("3", "ham")}, 2);
  EXPECT_EQ(sample.below(), "3");
  sample.forget("1", "spam");
  sample.forget("9", "ham");
  sample.forget("1", "ham");
  EXPECT_EQ(sample.rows().begin()->times, 1);
  sample.forget("1", "ham");
  EXPECT_EQ(sample.size(), 1);
  // What was left out once stays out, so that what comes later is as likely in as what came before.
  sample.add(row("4", "ham"));
  EXPECT_EQ(listed(sample), (std::vector<SampledRow>{row("2", "ham")}));
  sample.add(row("1", "ham", 2));
  EXPECT_EQ(sample, sample_of({row("1", "ham", 2), row("2", "ham"), row("3", "ham")}, 2));
}

TEST(RowSample, WhatNeverOverflowedForgetsExactly) {
  const std::vector<SampledRow> rows = some_rows(5, 80);
  RowSample sample = sample_of(rows, 1000);
  for (std::size_t i = 0; i < 50; ++i) sample.forget(rows[i].digest, rows[i].klass);
  EXPECT_EQ(sample, sample_of({rows.begin() + 50, rows.end()}, 1000));
}

}  // namespace
}  // namespace tally
