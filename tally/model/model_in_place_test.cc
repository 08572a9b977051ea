// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tally/model/model_in_place_testing.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

class InPlace : public SmallModelInPlace {};

TEST_F(InPlace, TheFrameIsTheModelWithoutItsFeatures) {
  const ModelInPlace model(path_);
  EXPECT_EQ(model.outline().default_question, R"({"lambda":2.0})");
  EXPECT_EQ(model.outline().counts.total_weight().to_double(), 5);
  EXPECT_TRUE(values_of(*model.outline().counts.find("colour")).values().empty());
}

TEST_F(InPlace, OnlyTheValuesAtHandAreReadAndTotalsSpeakOfAll) {
  ModelInPlace model(path_);
  const Counts counts = ask(model, "red", 1);
  const ValueTally& colour = values_of(*counts.find("colour"));
  ASSERT_EQ(colour.values().size(), 1U);
  EXPECT_EQ(colour.possible_values(), 3);
  const auto classes = counts.classes();
  EXPECT_EQ(colour.total(classes[0].code).to_double(), 2);
  EXPECT_EQ(colour.total(classes[1].code).to_double(), 2);
  const ValueTally& terms = values_of(*counts.find("multinomial"));
  EXPECT_EQ(terms.total(classes[1].code).to_double(), 3.5 + 1.25);
  EXPECT_EQ(terms.at(classes[1].code, terms.find_slot(Label::of("a"))).to_double(), 3.5);
  EXPECT_TRUE(terms.at(classes[1].code, terms.find_slot(Label::of("b"))).is_zero());
  EXPECT_EQ(counts.find("size")->at(classes[0].code, Part::kSum).to_double(), 3.5);
}

TEST_F(InPlace, AnUnseenValueHasNoCountsButTheTotals) {
  ModelInPlace model(path_);
  const Counts counts = ask(model, "violet", 0);
  EXPECT_TRUE(values_of(*counts.find("colour")).values().empty());
  EXPECT_EQ(values_of(*counts.find("colour")).possible_values(), 3);
}

TEST_F(InPlace, WhatIsAskedIsOfOneMoment) {
  ModelInPlace model(path_);
  TestTable row;
  row.texts("colour", {"red"})
      .numbers("a", {0})
      .numbers("b", {0})
      .numbers("size", {1})
      .texts("y", {"k"});
  EXPECT_THROW(change_model(
                   path_, [&](Model& changed) { changed.counts.add(row.batch()); },
                   std::chrono::milliseconds(50)),
               Error);  // in rollback mode a writer waits for its readers
  EXPECT_EQ(ask(model, "red", 0).total_weight().to_double(), 5);
}

TEST_F(InPlace, ACountThatNoClassCanHaveIsRefused) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &db), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(db, "INSERT INTO counts VALUES ('colour', 'red', 'value', 'stranger', 0, 1)",
                   nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(db);
  ModelInPlace model(path_);
  EXPECT_THROW(ask(model, "red", 0), Error);
}

TEST_F(InPlace, WhatIsNoModelIsRefused) {
  EXPECT_THROW(ModelInPlace("/nowhere/at/all"), Error);
  EXPECT_THROW(ModelInPlace{testing::TempDir()}, Error);
}

TEST(InPlaceText, OnlyTheTermsAtHandAreReadAndTotalsSpeakOfAll) {
  const TemporaryFolder folder;
  const std::vector<Mail> mails = some_mails(1, 100);
  const Model whole = fitted(mails);
  save_model(whole, folder / "m");
  ModelInPlace model(folder / "m");
  const TestTable row = table_of({{"w1 w2 w2 never", "w0", "in", ""}});
  const Counts counts = model.counts_for(row.batch());
  const TextTally& part = text_of(*counts.find("body"));
  const TextTally& all = text_of(*whole.counts.find("body"));
  EXPECT_EQ(part.term_slots().size(), 2U);
  EXPECT_EQ(part.find_term("never"), -1);
  EXPECT_EQ(part.possible_values(), all.possible_values());
  for (const Counts::Class& klass : counts.classes()) {
    for (const Counts::Class& k : whole.counts.classes()) {
      if (k.label != klass.label) continue;
      EXPECT_EQ(part.total_tokens(klass.code), all.total_tokens(k.code));
      for (const char* term : {"w1", "w2"}) {
        EXPECT_EQ(part.at(klass.code, part.find_term(term)), all.at(k.code, all.find_term(term)));
        EXPECT_EQ(part.repeats(klass.code, part.find_term(term)),
                  all.repeats(k.code, all.find_term(term)));
      }
    }
  }
}

// Sums of weights have no histograms: all terms are read, unless nobody asks about the others.
TEST(InPlaceText, OfATextWithWeightsOtherTermsAreReadOnlyIfTheyAreAskedFor) {
  const TemporaryFolder folder;
  Schema schema = mail_like();
  schema.columns.push_back(column_with_role("w", Role::kWeight, ValueType::kNumber));
  const std::vector<Mail> mails = some_mails(5, 60);
  TestTable table = table_of(mails);
  table.numbers("w", std::vector<double>(mails.size(), 0.5));
  Model whole{Counts(schema), ""};
  whole.counts.add(table.batch());
  save_model(whole, folder / "m");
  ModelInPlace model(folder / "m");
  const TestTable row = table_of({{"w1 w2 never", "w0", "in", ""}});
  const TextTally& all = text_of(*whole.counts.find("body"));
  for (const OtherTerms others : {OtherTerms::kTotals, OtherTerms::kLeftOut}) {
    const Counts counts = model.counts_for(row.batch(), others);
    const TextTally& body = text_of(*counts.find("body"));
    EXPECT_EQ(body.term_slots().size(),
              others == OtherTerms::kLeftOut ? 2U : all.term_slots().size());
    for (const Counts::Class& klass : counts.classes()) {
      for (const Counts::Class& k : whole.counts.classes()) {
        if (k.label != klass.label) continue;
        EXPECT_EQ(body.at(klass.code, body.find_term("w1")), all.at(k.code, all.find_term("w1")));
      }
    }
  }
}

TEST(InPlaceText, TwoModelsSayWhatTheirSumSays) {
  const TemporaryFolder folder;
  const std::vector<Mail> a = some_mails(2, 40), b = some_mails(3, 30);
  save_model(fitted(a), folder / "own");
  save_model(fitted(b), folder / "system");
  Model sum = fitted(a);
  merge(sum, fitted(b));
  save_model(sum, folder / "sum");
  ModelInPlace own(folder / "own"), system(folder / "system"), both(folder / "sum");
  // With every term of both models at hand, nothing is left to be guessed.
  std::string body, subject;
  const auto words_of = [&](const char* tally) {
    std::string words;
    const TextTally& text = text_of(*sum.counts.find(tally));
    for (const std::int32_t slot : text.term_slots())
      words += std::string(text.term_of(slot)) + " ";
    return words;
  };
  const TestTable row = table_of({{words_of("body"), words_of("subject"), "in", ""}});
  const Counts merged = own.counts_with(system, row.batch());
  const Counts expected = both.counts_for(row.batch());
  EXPECT_EQ(merged.total_weight(), expected.total_weight());
  for (const char* tally : {"body", "subject"}) {
    EXPECT_EQ(text_of(*merged.find(tally)).possible_values(),
              text_of(*expected.find(tally)).possible_values());
    EXPECT_EQ(text_of(*merged.find(tally)).histograms(3).all,
              text_of(*expected.find(tally)).histograms(3).all);
  }
  EXPECT_EQ(as_keyed(*merged.find("folder"))->possible_values(), 2);
  std::vector<CountRow> rows, expected_rows;
  merged.for_each_row([&](const CountRow& r) {
    if (r.tally != "folder") rows.push_back(r);
  });
  expected.for_each_row([&](const CountRow& r) {
    if (r.tally != "folder") expected_rows.push_back(r);
  });
  EXPECT_EQ(rows, expected_rows);
  save_model(some_model(1), folder / "other");
  ModelInPlace other(folder / "other");
  EXPECT_THROW(own.counts_with(other, row.batch()), Error);
}

}  // namespace
}  // namespace tally
