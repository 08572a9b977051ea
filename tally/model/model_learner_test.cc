// SPDX-License-Identifier: Apache-2.0
#include "tally/model.h"

#include <sys/stat.h>

#include "tally/model/model_process_testing.h"
#include "tally/model/sample/row_digest.h"
#include "tally/model/stored_mail.h"
#include "tally/model/text_model_testing.h"

namespace tally {
namespace {

const std::chrono::milliseconds kShort{50};

class Learner : public ::testing::Test {
 protected:
  // The file after compacting, which must be sound before.
  std::vector<std::byte> image() {
    EXPECT_NO_THROW(check_model(path_));
    compact_model(path_);
    return bytes_of(path_);
  }

  template <class F>
  Learned with(const std::vector<Mail>& mails, F&& f) {
    const TestTable table = table_of(mails);
    ModelLearner learner(path_);
    const Learned learned = f(learner, table.batch());
    learner.commit();
    return learned;
  }
  Learned learn(const std::vector<Mail>& mails, bool again = false) {
    return with(mails, [&](ModelLearner& l, const Batch& b) { return l.learn(b, again); });
  }
  Learned forget(const std::vector<Mail>& mails) {
    return with(mails, [](ModelLearner& l, const Batch& b) { return l.forget(b); });
  }
  Learned move(const std::vector<Mail>& mails) {
    return with(mails, [](ModelLearner& l, const Batch& b) { return l.move(b); });
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "m.tally";
};

TEST_F(Learner, FitThenLearnThenForgetIsAFitOfTheRest) {
  const std::vector<Mail> a = some_mails(1, 60), b = some_mails(2, 40);
  save_model(fitted(a), path_);
  EXPECT_EQ(learn(b).learned, 40);
  Model both = fitted(a);
  merge(both, fitted(b));
  EXPECT_EQ(image(), to_bytes(both));
  EXPECT_EQ(forget(a).forgotten, 60);
  EXPECT_EQ(image(), to_bytes(fitted(b)));
  EXPECT_EQ(forget(b).forgotten, 40);
  EXPECT_EQ(image(), to_bytes({Counts(mail_like()), ""}));
}

TEST_F(Learner, OneByOneIsAllAtOnce) {
  const std::vector<Mail> mails = some_mails(3, 50);
  EXPECT_TRUE(create_empty_model(mail_like(), path_));
  EXPECT_FALSE(create_empty_model(mail_like(), path_));
  for (const Mail& mail : mails) EXPECT_EQ(learn({mail}).learned, 1);
  EXPECT_EQ(image(), to_bytes(fitted(mails)));
  for (std::size_t i = 0; i < 25; ++i) forget({mails[i]});
  EXPECT_EQ(image(), to_bytes(fitted({mails.begin() + 25, mails.end()})));
}

// Ask, learn, ask again: the file is opened once.
TEST_F(Learner, LearnsWhereItWasAsked) {
  const std::vector<Mail> a = some_mails(21, 30), b = some_mails(22, 10), c = some_mails(23, 5);
  save_model(fitted(a), path_);
  const TestTable row = table_of({b[0]}), first = table_of(b), second = table_of(c);
  ModelInPlace asked(path_, kPatience, Afterwards::kLearn);
  EXPECT_EQ(asked.counts_for(row.batch()).total_weight(), fitted(a).counts.total_weight());
  ModelLearner learner(std::move(asked));
  EXPECT_EQ(learner.learn(first.batch()).learned, 10);
  learner.commit();
  Model expected = fitted(a);
  merge(expected, fitted(b));
  {
    ModelInPlace again(std::move(learner));
    EXPECT_EQ(again.outline().counts.total_weight(), expected.counts.total_weight());
    EXPECT_EQ(again.counts_for(row.batch()).total_weight(), expected.counts.total_weight());
    ModelLearner once_more(std::move(again));
    EXPECT_EQ(once_more.learn(second.batch()).learned, 5);
    once_more.commit();
  }
  merge(expected, fitted(c));
  EXPECT_EQ(image(), to_bytes(expected));
}

// Between the question and the change nobody waits for it, and what others did is in.
TEST_F(Learner, DoesNotHoldTheModelThatWasAsked) {
  const std::vector<Mail> a = some_mails(24, 30), b = some_mails(25, 10), c = some_mails(26, 5);
  save_model(fitted(a), path_);
  {
    ModelLearner waiting(ModelInPlace(path_, kPatience, Afterwards::kLearn));
    EXPECT_EQ(learn(b).learned, 10);
    const TestTable table = table_of(c);
    EXPECT_EQ(waiting.learn(table.batch()).learned, 5);
    waiting.commit();
  }
  Model expected = fitted(a);
  merge(expected, fitted(b));
  merge(expected, fitted(c));
  EXPECT_EQ(image(), to_bytes(expected));
}

TEST_F(Learner, OfAModelThatMayOnlyBeReadIsAskedAndRefused) {
  save_model(fitted(some_mails(27, 30)), path_);
  std::filesystem::permissions(path_, std::filesystem::perms(0444));
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  EXPECT_EQ(without_rights([&] {
              const TestTable table = table_of(some_mails(28, 1));
              ModelInPlace asked(path_, kPatience, Afterwards::kLearn);
              asked.counts_for(table.batch());
              ModelLearner learner(std::move(asked));
              return kind_thrown([&] { learner.learn(table.batch()); });
            }),
            static_cast<int>(ErrorKind::kNoPermission));
}

TEST_F(Learner, WhatIsKnownIsNotCountedTwiceUnlessAsked) {
  const std::vector<Mail> mails = some_mails(4, 20);
  save_model(fitted(mails), path_);
  EXPECT_EQ(learn(mails).known, 20);
  EXPECT_EQ(image(), to_bytes(fitted(mails)));
  EXPECT_EQ(learn(mails, true).learned, 20);
  Model twice = fitted(mails);
  merge(twice, fitted(mails));
  EXPECT_EQ(image(), to_bytes(twice));
  EXPECT_EQ(forget(mails).forgotten, 20);
  EXPECT_EQ(image(), to_bytes(fitted(mails)));
  // Twice in one batch is twice in a row.
  std::vector<Mail> pair = some_mails(5, 1);
  pair.push_back(pair[0]);
  const Learned learned = learn(pair);
  EXPECT_EQ(learned.learned, 1);
  EXPECT_EQ(learned.known, 1);
}

TEST_F(Learner, AnotherClassMovesAllTimes) {
  std::vector<Mail> mails = some_mails(6, 30);
  save_model(fitted(mails), path_);
  learn({mails[0]}, true);
  learn({mails[0]}, true);
  Mail moved = mails[0];
  moved.klass = mails[0].klass == "ham" ? "spam" : "ham";
  EXPECT_EQ(learn({moved}).moved, 1);
  std::vector<Mail> expected = mails;
  expected[0] = moved;
  expected.push_back(moved);
  expected.push_back(moved);
  EXPECT_EQ(image(), to_bytes(fitted(expected)));
  EXPECT_EQ(move({moved}).known, 1);
  EXPECT_EQ(move({mails[0]}).moved, 1);
  expected[0] = mails[0];
  expected[30] = expected[31] = mails[0];
  EXPECT_EQ(image(), to_bytes(fitted(expected)));
}

TEST_F(Learner, TheSampleIsThatOfAFit) {
  const std::vector<Mail> a = some_mails(11, 60), b = some_mails(12, 40);
  for (const std::int64_t most : {15, 1000}) {
    std::filesystem::remove(path_);
    save_model(fitted(a, mail_like(), most), path_);
    for (const Mail& mail : b) learn({mail});
    Model both = fitted(a, mail_like(), most);
    merge(both, fitted(b, mail_like(), most));
    EXPECT_EQ(both.sample.size(), std::min<std::int64_t>(most, 100));
    EXPECT_EQ(image(), to_bytes(both));

    // As often as asked, in another class, and out of it.
    learn({a[0], b[0]}, true);
    merge(both, fitted({a[0], b[0]}, mail_like(), most));
    EXPECT_EQ(image(), to_bytes(both));
    forget(a);
    const Model of_a = fitted(a, mail_like(), 1000);
    for (const SampledRow& row : of_a.sample.rows()) both.sample.forget(row.digest, row.klass);
    both.counts.subtract(of_a.counts);
    for (const auto& [key, times] : of_a.digests) {
      if ((both.digests[key] -= times) == 0) both.digests.erase(key);
    }
    EXPECT_EQ(image(), to_bytes(both));
    EXPECT_EQ(load_model(path_).sample.below(), both.sample.below());
  }
  // Nothing was ever left out: it is a fit of the rest.
  EXPECT_TRUE(load_model(path_).sample.below().empty());
}

TEST_F(Learner, TheSampleKnowsTheClass) {
  const std::vector<Mail> mails = some_mails(13, 30);
  save_model(fitted(mails, mail_like(), 10), path_);
  std::vector<Mail> moved = mails;
  for (Mail& mail : moved) mail.klass = mail.klass == "ham" ? "spam" : "ham";
  EXPECT_EQ(move(moved).moved, 30);
  EXPECT_EQ(image(), to_bytes(fitted(moved, mail_like(), 10)));
}

TEST_F(Learner, TheFrameHasTheRuleAndLearningLeavesIt) {
  Model model = fitted(some_mails(14, 10), mail_like(), 100);
  model.rule = {{"", "messages", 10}, {"spam", "bias", 0.25}};
  save_model(model, path_);
  learn(some_mails(15, 5));
  EXPECT_EQ(ModelInPlace(path_).outline().rule, model.rule);
  EXPECT_EQ(ModelLearner(path_).outline().rule, model.rule);
  EXPECT_EQ(load_model(path_).rule, model.rule);
  EXPECT_NE(to_bytes(model), to_bytes(fitted(some_mails(14, 10), mail_like(), 100)));
}

TEST_F(Learner, RefusesWhatItDoesNotKnow) {
  const std::vector<Mail> mails = some_mails(7, 10);
  save_model(fitted(mails), path_);
  const std::vector<std::byte> before = bytes_of(path_);
  expect_error(ErrorKind::kData, "never learned", [&] { forget(some_mails(8, 1)); });
  expect_error(ErrorKind::kData, "never learned", [&] { move(some_mails(8, 1)); });
  Mail wrong = mails[0];
  wrong.klass = mails[0].klass == "ham" ? "spam" : "ham";
  expect_error(ErrorKind::kData, "learned as '" + mails[0].klass + "', not as '" + wrong.klass,
               [&] { forget({wrong}); });
  Mail without = mails[0];
  without.klass = "";
  expect_error(ErrorKind::kData, "no class", [&] { move({without}); });
  EXPECT_EQ(learn({without}).learned, 0);
  EXPECT_EQ(image(), before);
  EXPECT_EQ(forget({without}).forgotten, 1);
  EXPECT_EQ(image(), to_bytes(fitted({mails.begin() + 1, mails.end()})));
}

TEST_F(Learner, WithoutCommitNothingHasHappened) {
  const std::vector<Mail> a = some_mails(9, 20), b = some_mails(10, 20);
  save_model(fitted(a), path_);
  {
    const TestTable table = table_of(b);
    ModelLearner learner(path_);
    learner.learn(table.batch());
    // Readers see the model as it was, and do not wait.
    EXPECT_TRUE(same(load_model(path_, kShort), fitted(a)));
    expect_error(ErrorKind::kTryAgain, "in use", [&] {
      ModelLearner other(path_, kShort);
      other.learn(table.batch());
    });
  }
  EXPECT_EQ(image(), to_bytes(fitted(a)));
}

TEST_F(Learner, SeveralBatchesInOneTransaction) {
  const std::vector<Mail> a = some_mails(11, 10), b = some_mails(12, 10);
  create_empty_model(mail_like(), path_);
  ModelLearner learner(path_);
  for (const std::vector<Mail>& mails : {a, b}) {
    const TestTable table = table_of(mails);
    learner.learn(table.batch());
    learner.commit();
  }
  Model both = fitted(a);
  merge(both, fitted(b));
  EXPECT_TRUE(same(load_model(path_), both));
  EXPECT_EQ(load_model(path_).digests, both.digests);
}

TEST_F(Learner, ACountThatWouldBeNegativeNamesTheVersions) {
  const std::vector<Mail> mails{{"one two", "s", "in", "ham"}, {"two", "t", "in", "ham"}};
  Model model = fitted(mails);
  model.unicode = {"ICU 70.1", "ICU 72.1"};
  save_model(model, path_);
  sql(path_, "DELETE FROM counts WHERE key = 'one'");
  expect_error(ErrorKind::kData, "negative count of 'one' in the class 'ham'",
               [&] { forget({mails[0]}); });
  expect_error(ErrorKind::kData, "ICU 70.1, ICU 72.1", [&] { forget({mails[0]}); });
}

TEST_F(Learner, WhatIsNotKnownNamesTheVersions) {
  Model model = fitted({{"one two", "s", "in", "ham"}});
  model.unicode = {"ICU 70.1"};
  save_model(model, path_);
  const TestTable other = table_of({{"onetwo", "s", "in", "ham"}});
  const auto message_of = [&](const std::string& version) {
    ModelLearner learner(path_);
    learner.add_unicode(version);
    try {
      learner.forget(other.batch());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message_of("ICU 72.1").find("ICU 70.1, ICU 72.1"), std::string::npos);
  EXPECT_EQ(message_of("ICU 70.1").find("ICU"), std::string::npos);
}

TEST_F(Learner, RemembersWhatCutTheTerms) {
  create_empty_model(mail_like(), path_);
  const TestTable table = table_of(some_mails(13, 2));
  ModelLearner learner(path_);
  learner.add_unicode("ICU 72.1");
  learner.learn(table.batch());
  learner.commit();
  EXPECT_EQ(load_model(path_).unicode, std::set<std::string>{"ICU 72.1"});
}

TEST_F(Learner, WeightsThatAreNotWholeStayExact) {
  Schema schema = mail_like();
  schema.columns.push_back(column_with_role("w", Role::kWeight, ValueType::kNumber));
  const auto dealt = [](const std::vector<Mail>& mails) {
    TestTable table = table_of(mails);
    std::vector<double> weights;
    for (std::size_t i = 0; i < mails.size(); ++i) weights.push_back(0.1 * static_cast<double>(i));
    table.numbers("w", weights);
    return table;
  };
  const TestTable a = dealt(some_mails(14, 20)), b = dealt(some_mails(15, 20));
  const auto fit = [&](const TestTable& table) {
    Model model{Counts(schema), ""};
    model.counts.add(table.batch());
    RowDigester(model.counts.schema()).add(table.batch(), model.digests);
    return model;
  };
  save_model(fit(a), path_);
  ModelLearner learner(path_);
  EXPECT_EQ(learner.learn(b.batch()).learned, 19);  // one weighs nothing
  learner.forget(a.batch());
  learner.commit();
  EXPECT_EQ(sql(path_, "SELECT count(*) FROM histograms"), std::vector<std::string>{"0"});
  { const ModelLearner last(std::move(learner)); }  // closes the file
  EXPECT_EQ(image(), to_bytes(fit(b)));
}

TEST_F(Learner, DropsTheRarestBeyondTheCap) {
  Schema schema = mail_like();
  schema.columns[0].text.most_terms = 8;
  schema = validated(schema);
  create_empty_model(schema, path_);
  learn({{"a b c d e f", "s1", "in", "ham"}, {"a b c d e", "s2", "in", "spam"}});
  EXPECT_TRUE(load_model(path_).counts.exact());
  learn({{"a b x y z", "s3", "in", "spam"}});  // nine terms: the six most frequent stay
  const Model model = load_model(path_);
  EXPECT_EQ(model.counts.dropped(), 3);
  std::vector<std::string> terms;
  for (const std::int32_t slot : text_of(*model.counts.find("body")).term_slots()) {
    terms.emplace_back(text_of(*model.counts.find("body")).term_of(slot));
  }
  EXPECT_EQ(terms, (std::vector<std::string>{"a", "b", "c", "d", "e", "f"}));
  EXPECT_NO_THROW(check_model(path_));
}

TEST_F(Learner, WhatWasDroppedNeedNotBeForgotten) {
  Schema schema = mail_like();
  schema.columns[0].text.most_terms = 8;
  schema = validated(schema);
  const std::vector<Mail> mails{{"a b c d e f", "s1", "in", "ham"},
                                {"a b c d e", "s2", "in", "spam"},
                                {"a b x y z", "s3", "in", "spam"}};
  create_empty_model(schema, path_);
  learn(mails);
  EXPECT_EQ(forget({mails[2]}).forgotten, 1);
  EXPECT_NO_THROW(check_model(path_));
  const Counts left = load_model(path_).counts;
  const TextTally& body = text_of(*left.find("body"));
  EXPECT_EQ(body.find_term("x"), -1);
  ExactSum of_a;
  for (const Counts::Class& klass : left.classes()) {
    of_a += body.at(klass.code, body.find_term("a"));
  }
  EXPECT_EQ(of_a.to_double(), 2);

  Counts counted = fitted(mails, schema).counts;
  EXPECT_FALSE(counted.exact());
  counted.subtract(fitted({mails[2]}, schema).counts);
  EXPECT_TRUE(same({counted, ""}, {left, ""}));
}

TEST_F(Learner, TheFileAndItsSideFilesAreTheOwners) {
  TextOptions mail;
  mail.tokens = TokenKind::kGiven;
  mail.given = mail_terms("body");
  mail.once = true;
  Schema schema = mail_like();
  schema.columns[0].text = mail;
  ASSERT_TRUE(validated(schema).row_traits().are_private);
  const auto mode_of = [&](const std::string& end) {
    struct stat found {};
    EXPECT_EQ(::stat((path_ + end).c_str(), &found), 0) << end;
    return found.st_mode & 0777;
  };
  const mode_t mask = ::umask(0);
  create_empty_model(schema, path_);
  {
    const TestTable table = table_of(some_mails(16, 3));
    ModelLearner learner(path_);
    learner.learn(table.batch());
    EXPECT_EQ(mode_of(""), 0600U);
    EXPECT_EQ(mode_of("-wal"), 0600U);
    EXPECT_EQ(mode_of("-shm"), 0600U);
    learner.commit();
  }
  copy_model(path_, folder_ / "copy");
  ::umask(mask);
  EXPECT_EQ(std::filesystem::status(folder_ / "copy").permissions(), std::filesystem::perms(0600));
  std::filesystem::permissions(path_, std::filesystem::perms(0640));
  compact_model(path_);
  EXPECT_EQ(mode_of(""), 0640U);
}

TEST_F(Learner, ACopyForPublicationHasNoDigestsAndNoSample) {
  save_model(fitted(some_mails(17, 5), mail_like(), 3), path_);
  copy_model(path_, folder_ / "copy", kPatience, CopyRows::kNone);
  EXPECT_TRUE(load_model(folder_ / "copy").digests.empty());
  EXPECT_EQ(load_model(folder_ / "copy").sample, RowSample(3));
  EXPECT_TRUE(same(load_model(folder_ / "copy"), load_model(path_)));
}

TEST_F(Learner, IsForModelsOfText) {
  save_model(some_model(1), path_);
  expect_error(
      ErrorKind::kUsage, "no text", [&] { ModelLearner learner(path_); }, path_);
  expect_error(ErrorKind::kNoInput, "", [&] { ModelLearner learner(folder_ / "none"); });
}

}  // namespace
}  // namespace tally
