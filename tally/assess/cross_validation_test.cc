// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/cross_validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tally/assess/tune.h"
#include "tests/laws/random_table_testing.h"

namespace tally {
namespace {

std::vector<Question> all_kinds_of_questions() {
  std::vector<Question> out(1);
  const auto add = [&](auto change) {
    Question question;
    change(question);
    out.push_back(question);
  };
  add([](Question& q) { q.method = Method::kMl; });
  add([](Question& q) { q.lambda = 0.3, q.prior = PriorKind::kEmpirical; });
  add([](Question& q) { q.lost_degrees = 1, q.prior = PriorKind::kUniform; });
  add([](Question& q) { q.var_smoothing = 1e-9; });
  add([](Question& q) { q.var_smoothing = 0.5, q.lost_degrees = 1; });
  add([](Question& q) { q.variance_floor = 0.7; });
  add([](Question& q) { q.method = Method::kMap; });
  add([](Question& q) { q.method = Method::kBayes; });
  add([](Question& q) {
    q.method = Method::kBayes, q.lambda = 0.2, q.normal.mean = 1, q.normal.beta = 2;
    q.gamma.rate = 3;
  });
  add([](Question& q) {
    q.prior = PriorKind::kGiven;
    q.given_prior = {{"k", 0.5}, {"l", 0.3}, {"m", 0.2}};
  });
  return out;
}

// One mixed table: kept, counted, and dealt out again row by row.
struct Example {
  Example(std::uint32_t seed, std::size_t rows, const std::string& families, bool weighted)
      : table(seed, rows, families, weighted), store(table.schema()), counts(table.schema()) {
    const TestTable all = table.deal(table.all_rows());
    store.append(all.batch());
    counts.add(all.batch());
  }

  std::vector<Label> classes() const { return counts.class_labels(); }

  // Counts all rows but these afresh, and scores these.
  void score_without(const std::vector<std::int64_t>& fold, const Question& question,
                     Score& score) const {
    std::vector<std::size_t> own, others;
    for (const std::int64_t row : fold) {
      own.push_back(static_cast<std::size_t>(store.numbers()[static_cast<std::size_t>(row)]));
    }
    for (const std::size_t row : table.all_rows()) {
      if (std::find(own.begin(), own.end(), row) == own.end()) others.push_back(row);
    }
    const TestTable rest = table.deal(others);
    Counts afresh(table.schema());
    afresh.add(rest.batch());
    const Scorer scorer(estimate(afresh, question));
    const TestTable left_out = table.deal(own);
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(left_out.batch());
    for (std::size_t i = 0; i < own.size(); ++i) {
      score.add(answers, static_cast<std::int64_t>(i), store.target(fold[i]),
                store.weight(fold[i]));
    }
  }

  RandomTable table;
  RowStore store;
  Counts counts;
};

void expect_same(const Score& found, const Score& wanted) {
  EXPECT_EQ(to_json(found.summary(2)), to_json(wanted.summary(2)));
}

TEST(CrossValidation, FoldsEqualRefittingToTheBit) {
  for (const bool weighted : {false, true}) {
    const Example example(11, 90, "ccbBkggpemm", weighted);
    const Loss loss = Loss::zero_one(example.classes());
    const auto folds = deal_folds(example.store, {4, false, "", 0});
    const std::vector<Question> questions = all_kinds_of_questions();
    const std::vector<Score> found =
        cross_validate(example.store, folds, example.counts, questions, loss, 2);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      Score wanted(loss);
      for (const auto& fold : folds) example.score_without(fold, questions[q], wanted);
      expect_same(found[q], wanted);
    }
  }
}

TEST(CrossValidation, LeavingOneOutEqualsRefittingToTheBit) {
  for (const bool weighted : {false, true}) {
    for (const std::string families : {"ccbBkggpemm", "c", "g", "B", "k", "m", "e"}) {
      const Example example(5, families.size() > 1 ? 60 : 25, families, weighted);
      const Loss loss = Loss::zero_one(example.classes());
      const std::vector<Question> questions = all_kinds_of_questions();
      const std::vector<Score> found =
          leave_one_out(example.store, example.counts, questions, loss, 1);
      for (std::size_t q = 0; q < questions.size(); ++q) {
        Score wanted(loss);
        for (std::int64_t row = 0; row < example.store.size(); ++row) {
          example.score_without({row}, questions[q], wanted);
        }
        expect_same(found[q], wanted);
      }
    }
  }
}

TEST(CrossValidation, TheNumberOfThreadsChangesNothing) {
  const Example example(3, 300, "cgm", true);
  const Loss loss = Loss::zero_one(example.classes());
  const auto folds = deal_folds(example.store, {7, true, "", 1});
  const Score one = leave_one_out(example.store, example.counts, {Question{}}, loss, 1)[0];
  const Score ten = cross_validate(example.store, folds, example.counts, {Question{}}, loss, 1)[0];
  for (const int threads : {2, 5}) {
    expect_same(leave_one_out(example.store, example.counts, {Question{}}, loss, threads)[0], one);
    expect_same(
        cross_validate(example.store, folds, example.counts, {Question{}}, loss, threads)[0], ten);
  }
}

// A class of one row: without it there is no such class.
struct Lonely {
  Lonely() : store(schema()), counts(schema()) {
    table.texts("x", {"a", "a", "b", "b", "b"}).texts("y", {"k", "k", "l", "l", "m"});
    store.append(table.batch());
    counts.add(table.batch());
  }
  static Schema schema() {
    Schema out;
    out.columns = {feature("x", Family::kCategorical, ValueType::kText),
                   column_with_role("y", Role::kTarget, ValueType::kText)};
    return validated(out);
  }
  TestTable table;
  RowStore store;
  Counts counts;
};

TEST(CrossValidation, AClassThatVanishesIsWrong) {
  const Lonely lonely;
  const Loss loss = Loss::zero_one({Label::of("k"), Label::of("l"), Label::of("m")});
  Question given;
  given.prior = PriorKind::kGiven;
  given.given_prior = {{"k", 0.25}, {"l", 0.25}, {"m", 0.5}};
  for (const Question& question : {Question{}, given}) {
    const auto alone = leave_one_out(lonely.store, lonely.counts, {question}, loss, 1);
    const auto folds =
        cross_validate(lonely.store, {{0}, {1}, {2}, {3}, {4}}, lonely.counts, {question}, loss, 1);
    expect_same(alone[0], folds[0]);
    const ScoreSummary s = alone[0].summary();
    EXPECT_EQ(s.rows, 5);
    EXPECT_TRUE(std::isinf(s.log_loss));
    EXPECT_EQ(s.classes[2].recall, 0);
  }
}

TEST(CrossValidation, RefusesAPriorForOtherClassesAndASingleRow) {
  const Lonely lonely;
  const Loss loss = Loss::zero_one({Label::of("k"), Label::of("l"), Label::of("m")});
  Question strange;
  strange.prior = PriorKind::kGiven;
  strange.given_prior = {{"k", 0.5}, {"z", 0.5}};
  EXPECT_THROW(leave_one_out(lonely.store, lonely.counts, {strange}, loss, 1), Error);
  EXPECT_THROW(cross_validate(lonely.store, {{0}, {1, 2, 3, 4}}, lonely.counts, {strange}, loss, 1),
               Error);
  EXPECT_THROW(leave_one_out(lonely.store.gather({0}), lonely.counts, {Question{}}, loss, 1),
               Error);
}

// Messages with a size, weighted, some without a text; "rare" is in one of them only.
struct Message {
  std::string text, y;
  double size, weight;
};
const std::vector<Message> kMessages = {{"free win free cash", "spam", 1, 1},
                                        {"win cash now rare", "spam", 2, 0.1},
                                        {"meeting at noon", "ham", 5, 1},
                                        {"free lunch meeting", "ham", 4, 3},
                                        {"noon lunch at noon", "ham", 7, 0.7},
                                        {"cash report", "work", 9, 1},
                                        {"-", "work", 8, 2},
                                        {"", "spam", 1, 1},
                                        {"cash cash meeting", "work", 6, 0.3}};

TestTable message_table(const std::vector<Message>& rows) {
  std::vector<std::string> texts, classes;
  std::vector<double> sizes, weights;
  for (const Message& row : rows) {
    texts.push_back(row.text);
    classes.push_back(row.y);
    sizes.push_back(row.size);
    weights.push_back(row.weight);
  }
  TestTable out;
  out.terms("body", texts).numbers("size", sizes).numbers("w", weights).texts("y", classes);
  return out;
}

Schema message_schema() {
  Schema out;
  out.columns = {feature("body", Family::kText, ValueType::kText),
                 feature("size", Family::kGaussian),
                 column_with_role("w", Role::kWeight, ValueType::kNumber),
                 column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(out);
}

std::vector<Question> text_questions() {
  std::vector<Question> out;
  for (const TextModel model : {TextModel::kMultinomial, TextModel::kBoolean, TextModel::kBernoulli,
                                TextModel::kComplement, TextModel::kNormalisedComplement}) {
    for (const Combine combine : {Combine::kSum, Combine::kMean, Combine::kFisher}) {
      for (const double min_documents : {0.0, 1.5}) {
        Question& question = out.emplace_back();
        question.lambda = 0.4;
        question.text_model = model;
        question.combine = combine;
        question.min_documents = min_documents;
        if (min_documents > 0) question.stop_words = {"at"};
      }
    }
  }
  out.emplace_back().method = Method::kBayes;
  return out;
}

// Whoever takes rows out of the counts must answer as who never counted them, to the last bit.
TEST(CrossValidation, OfTextsIsRefittingToTheBit) {
  const std::vector<Question> questions = text_questions();
  const TestTable table = message_table(kMessages);
  RowStore rows(message_schema());
  rows.append(table.batch());
  Counts counts(message_schema());
  counts.add(table.batch());
  const Loss loss = Loss::zero_one({Label::of("ham"), Label::of("spam"), Label::of("work")});
  std::vector<std::vector<std::int64_t>> singles;
  for (std::int64_t row = 0; row < rows.size(); ++row) singles.push_back({row});
  const std::vector<Score> by_row = leave_one_out(rows, counts, questions, loss, 2);
  const std::vector<Score> by_fold = cross_validate(rows, singles, counts, questions, loss, 2);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    Score refitted(loss);
    for (std::size_t i = 0; i < kMessages.size(); ++i) {
      std::vector<Message> others = kMessages;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const TestTable rest = message_table(others);
      Counts fresh(message_schema());
      fresh.add(rest.batch());
      const Scorer scorer(estimate(fresh, questions[q]));
      Inference inference(scorer);
      // The row as it lies: its terms are added up in the same order.
      const RowStore one = rows.gather({static_cast<std::int64_t>(i)});
      refitted.add(inference.infer(one.batch()), 0, Label::of(kMessages[i].y), kMessages[i].weight);
    }
    const std::string wanted = to_json(refitted.summary());
    EXPECT_EQ(to_json(by_row[q].summary()), wanted) << to_json(questions[q]);
    EXPECT_EQ(to_json(by_fold[q].summary()), wanted) << to_json(questions[q]);
  }
}

Schema unweighted_schema() {
  Schema schema = message_schema();
  schema.columns.erase(std::remove_if(schema.columns.begin(), schema.columns.end(),
                                      [](const ColumnSchema& c) { return c.name == "w"; }),
                       schema.columns.end());
  return schema;
}

// The messages three times, and the question that learns a rule of them.
struct LearnedCase {
  LearnedCase() : schema(unweighted_schema()), rows(schema), counts(schema) {
    std::vector<Message> messages;
    for (int times = 0; times < 3; ++times) {
      messages.insert(messages.end(), kMessages.begin(), kMessages.end());
    }
    table = message_table(messages);
    rows.append(table.batch());
    counts.add(table.batch());
    question.combine = Combine::kLearned;
  }

  Schema schema;
  TestTable table;
  RowStore rows;
  Counts counts;
  Question question;
  Loss loss = Loss::zero_one({Label::of("ham"), Label::of("spam"), Label::of("work")});
};

// A fold's rule is learned without the fold.
TEST(CrossValidation, LearnsARuleForEachFold) {
  const LearnedCase learned;
  const RowStore& rows = learned.rows;
  const Schema& schema = learned.schema;
  const Question& question = learned.question;
  const Loss& loss = learned.loss;
  std::vector<std::vector<std::int64_t>> folds(2);
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    folds[static_cast<std::size_t>(row % 2)].push_back(row);
  }
  Score refitted(loss);
  for (std::size_t fold = 0; fold < 2; ++fold) {
    const RowStore others = rows.gather(folds[1 - fold]), own = rows.gather(folds[fold]);
    Counts fresh(schema);
    fresh.add(others.batch());
    RowSample sample;
    RowDigester(schema).add(others.batch(), nullptr, sample);
    const Scorer scorer(estimate(fresh, question, tune(fresh, sample)));
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(own.batch());
    for (std::int64_t row = 0; row < answers.rows; ++row) {
      refitted.add(answers, row, own.target(row));
    }
  }
  const std::vector<Score> found = cross_validate(rows, folds, learned.counts, {question}, loss, 2);
  EXPECT_EQ(to_json(found[0].summary()), to_json(refitted.summary()));
}

// A single row hardly moves the weights, which are learned from rows left out anyway; its own terms
// it must not have counted.
TEST(CrossValidation, LeavesARowOutByTheRuleOfAllRows) {
  const LearnedCase learned;
  RowSample sample;
  RowDigester(learned.schema).add(learned.rows.batch(), nullptr, sample);
  const std::vector<RuleWeight> rule = tune(learned.counts, sample);
  Score refitted(learned.loss), by_prior_weights(learned.loss);
  for (std::int64_t row = 0; row < learned.rows.size(); ++row) {
    std::vector<std::int64_t> others;
    for (std::int64_t i = 0; i < learned.rows.size(); ++i) {
      if (i != row) others.push_back(i);
    }
    Counts fresh(learned.schema);
    fresh.add(learned.rows.gather(others).batch());
    const RowStore one = learned.rows.gather({row});
    const Batch batch = one.batch();
    const Scorer scorer(estimate(fresh, learned.question, rule));
    const Scorer unlearned(estimate(fresh, learned.question));
    refitted.add(Inference(scorer).infer(batch), 0, one.target(0));
    by_prior_weights.add(Inference(unlearned).infer(batch), 0, one.target(0));
  }
  for (const int threads : {1, 2}) {
    const auto found =
        leave_one_out(learned.rows, learned.counts, {learned.question}, learned.loss, threads);
    EXPECT_EQ(to_json(found[0].summary()), to_json(refitted.summary()));
  }
  EXPECT_NE(to_json(refitted.summary()), to_json(by_prior_weights.summary()));
}

}  // namespace
}  // namespace tally
