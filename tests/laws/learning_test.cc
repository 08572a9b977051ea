// SPDX-License-Identifier: Apache-2.0
// The laws of learning in place: the file is what a fit of its rows would be.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tally/inside/model.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

using Rows = std::vector<std::size_t>;

class Learning : public ::testing::TestWithParam<std::tuple<const char*, RandomTable::Weights>> {
 protected:
  ~Learning() override { std::filesystem::remove(path_); }

  Model fit(const Rows& rows, std::int64_t sample = 1000) const {
    const TestTable dealt = table_.deal(rows);
    Model model{Counts(table_.schema()), ""};
    model.sample = RowSample(sample);
    model.counts.add(dealt.batch());
    RowDigester(table_.schema()).add(dealt.batch(), &model.digests, model.sample);
    return model;
  }
  void save(const Model& model) const {
    std::filesystem::remove(path_);
    save_model(model, path_);
  }
  std::vector<std::byte> compacted() const {
    EXPECT_NO_THROW(check_model(path_));
    compact_model(path_);
    std::ifstream file(path_, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
  }
  // Rows without a target are not learned, and so cannot be forgotten.
  Rows with_target(const Rows& rows) const {
    const TestTable all = table_.deal(table_.all_rows());
    const Batch batch = all.batch();
    Rows out;
    for (const std::size_t row : rows) {
      if (cell_label(*batch.find("y"), static_cast<std::int64_t>(row))) out.push_back(row);
    }
    return out;
  }

  const RandomTable table_{7, 120, std::get<0>(GetParam()), std::get<1>(GetParam())};
  const Rows all_ = table_.shuffled_rows(3);
  const Rows a_{all_.begin(), all_.begin() + 70};
  const Rows b_{all_.begin() + 70, all_.end()};
  const std::string path_ =
      testing::TempDir() + "learning_" + std::to_string(::getpid()) + ".tally";
};

TEST_P(Learning, InPlaceIsInMemory) {
  save(fit(a_));
  {
    ModelLearner learner(path_);
    const TestTable b = table_.deal(b_);
    learner.learn(b.batch());
    learner.commit();
  }
  Model both = fit(a_);
  merge(both, fit(b_));
  EXPECT_EQ(compacted(), to_bytes(both));
  {
    ModelLearner learner(path_);
    const TestTable a = table_.deal(with_target(a_));
    learner.forget(a.batch());
    learner.commit();
  }
  EXPECT_EQ(compacted(), to_bytes(fit(b_)));
}

TEST_P(Learning, RowByRowInAnyOrderIsAllAtOnce) {
  save(fit({}));
  ModelLearner learner(path_);
  for (const std::size_t row : table_.shuffled_rows(5)) {
    const TestTable dealt = table_.deal({row});
    learner.learn(dealt.batch());
  }
  for (const std::size_t row : with_target(a_)) {
    const TestTable dealt = table_.deal({row});
    learner.forget(dealt.batch());
  }
  learner.commit();
  { const ModelLearner closed(std::move(learner)); }
  EXPECT_EQ(compacted(), to_bytes(fit(b_)));
}

// Also if it must leave most rows out.
TEST_P(Learning, TheSampleDoesNotDependOnOrderOrPieces) {
  constexpr std::int64_t kFew = 20;
  const std::vector<std::byte> whole = to_bytes(fit(all_, kFew));
  Model pieces = fit(b_, kFew);
  merge(pieces, fit(a_, kFew));
  EXPECT_EQ(to_bytes(pieces), whole);
  save(fit({}, kFew));
  ModelLearner learner(path_);
  for (const std::size_t row : table_.shuffled_rows(6)) {
    const TestTable dealt = table_.deal({row});
    learner.learn(dealt.batch(), true);
  }
  learner.commit();
  { const ModelLearner closed(std::move(learner)); }
  EXPECT_EQ(compacted(), whole);
}

// A tally that was read in part says of all values what the whole says.
void expect_same(const Tally& tally, const Counts& part, const Counts& whole) {
  const Tally& all = *whole.find(tally.name());
  const KeyedTally* const keyed = as_keyed(tally);
  if (keyed != nullptr) {
    EXPECT_EQ(keyed->possible_values(), as_keyed(all)->possible_values());
  }
  for (const Counts::Class& klass : part.classes()) {
    std::int32_t code = -1;
    for (const Counts::Class& k : whole.classes()) {
      if (k.label == klass.label) code = k.code;
    }
    EXPECT_EQ(tally.at(klass.code, Part::kWeight), all.at(code, Part::kWeight));
    if (keyed != nullptr) {
      EXPECT_EQ(keyed->total(klass.code), as_keyed(all)->total(code));
    }
    if (as_text(tally) == nullptr) continue;
    const TextTally &some = text_of(tally), &text = text_of(all);
    EXPECT_EQ(some.total_tokens(klass.code), text.total_tokens(code));
    EXPECT_EQ(some.at(klass.code, Part::kMissing), text.at(code, Part::kMissing));
    const auto here = static_cast<std::size_t>(klass.code), there = static_cast<std::size_t>(code);
    EXPECT_EQ(some.histograms(3).documents[here], text.histograms(3).documents[there]);
    EXPECT_EQ(some.histograms(3).tokens[here], text.histograms(3).tokens[there]);
    EXPECT_EQ(some.histograms(3).rest[here], text.histograms(3).rest[there]);
    for (const std::int32_t slot : some.term_slots()) {
      const std::int32_t other = text.find_term(some.term_of(slot));
      EXPECT_EQ(some.at(klass.code, slot), text.at(code, other));
      EXPECT_EQ(some.repeats(klass.code, slot), text.repeats(code, other));
    }
  }
}

TEST_P(Learning, ReadInPlaceIsTheWhole) {
  const Model whole = fit(a_);
  save(whole);
  ModelInPlace in_place(path_);
  for (const std::size_t row : b_) {
    const TestTable dealt = table_.deal({row});
    const Counts part = in_place.counts_for(dealt.batch());
    for (const Tally& tally : part.tallies()) expect_same(tally, part, whole.counts);
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, Learning,
                         ::testing::Combine(::testing::Values("ggt", "ggto", "ctoggpemBk"),
                                            ::testing::Values(RandomTable::Weights::kNone,
                                                              RandomTable::Weights::kTame)));
INSTANTIATE_TEST_SUITE_P(UglyTables, Learning,
                         ::testing::Combine(::testing::Values("wt", "gwuhqkt"),
                                            ::testing::Values(RandomTable::Weights::kNone,
                                                              RandomTable::Weights::kUgly)));

}  // namespace
}  // namespace tally
