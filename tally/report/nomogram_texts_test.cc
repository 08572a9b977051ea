// SPDX-License-Identifier: Apache-2.0
// The terms that a page knows of a row, and the sums of its other terms, are what the rule hears. That the page
// answers by them as the program does is held in tests/browser.
#include "tally/report/nomogram_texts.h"

#include <gtest/gtest.h>

#include "tally/assess/text_rule/texts_testing.h"
#include "tally/infer/learned_rule.h"
#include "tally/infer/text_rule/text_sum.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

constexpr double kUnit = 1.0 / (1 << 30);

// Some of them so long that a page does not know all of their terms.
std::vector<TextRow> long_texts(std::size_t number, unsigned classes) {
  std::vector<TextRow> out = ugly_texts(number, classes, 5);
  const std::vector<TextRow> more = ugly_texts(8 * number, classes, 6);
  for (std::size_t i = 0; i < number; i += 2) {
    if (out[i].text == "-") continue;
    for (std::size_t j = 0; j < 8; ++j) {
      if (more[8 * i + j].text != "-") out[i].text += " " + more[8 * i + j].text;
    }
    for (std::size_t j = 0; j < 20; ++j) {
      const std::string own = " own" + std::to_string(i) + "x" + std::to_string(j);
      out[i].text += j % 2 == 0 ? own : own + own;
    }
  }
  return out;
}

struct Texts {
  Texts(unsigned classes, const Question& question, std::size_t rows = 120)
      : some(long_texts(rows, classes)),
        table(table_of(some)),
        counts(counted_texts(some)),
        estimates(estimate(counts, question)),
        texts(estimates, counts) {}

  Json json(std::int64_t count) {
    columns = texts.columns();
    return texts.json(table.batch(), count);
  }

  std::vector<TextRow> some;
  TestTable table;
  Counts counts;
  Estimates estimates;
  NomogramTexts texts;
  Json columns;
};

TEST(NomogramTexts, OwnTermsAndTheRestAreTheSumOfNaiveBayes) {
  Texts of(3, {});
  const Json json = of.json(120);
  EXPECT_EQ(json["rule"], "sum");
  const Scorer scorer(of.estimates);
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(of.table.batch());
  std::size_t with_rest = 0;
  for (std::size_t row = 0; row < 120; ++row) {
    const Json& one = json["rows"][row];
    with_rest += one["more"] > 0 ? 1 : 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = of.estimates.log_prior[k];
      for (const Json& zone : one["rest"]) sum += zone[k + 1].get<double>();
      for (std::size_t at = 0; at < one["own"].size(); at += 2) {
        const Json& term = json["terms"][one["own"][at].get<std::size_t>()];
        sum += term[k + 2].get<double>() * one["own"][at + 1].get<double>();
      }
      EXPECT_NEAR(sum, answers.log_joint[row * 3 + k], 1e-9) << row;
    }
  }
  EXPECT_GT(with_rest, 20u);
}

// Numbers are whole: what is added up is the same to the bit.
TEST(NomogramTexts, LeaningsOfTheLearnedRule) {
  Question question;
  question.combine = Combine::kLearned;
  Texts of(2, question);
  const Json json = of.json(120);
  EXPECT_EQ(json["rule"], "learned");
  RuleScorer scorer(of.estimates);
  const Batch batch = of.table.batch();
  scorer.start();
  for (const FeatureEstimate& feature : of.estimates.features) {
    scorer.listen(feature, batch, *batch.find(feature.columns.front()));
  }
  const RuleParts& parts = of.estimates.rule.parts;
  std::size_t with_strong = 0;
  for (std::size_t row = 0; row < 120; ++row) {
    const Json& one = json["rows"][row];
    for (std::size_t z = 0; z < parts.zones.size(); ++z) {
      double strong = one["rest"][z][4].get<double>(), n = one["rest"][z][3].get<double>();
      for (std::size_t at = 0; at < one["own"].size(); at += 2) {
        const Json& term = json["terms"][one["own"][at].get<std::size_t>()];
        const double d = term[2].get<double>() * kUnit;
        if (term[0] != z || std::abs(d) < LearnedRuleConstants::kStrong) continue;
        strong += term[2].get<double>();
        ++n;
      }
      with_strong += n > 0 ? 1 : 0;
      EXPECT_EQ(strong * kUnit / (n + 1) / 4,
                scorer.parts_of(static_cast<std::int64_t>(row))[RuleParts::kZones + z]);
    }
  }
  EXPECT_GT(with_strong, 20u);
}

TEST(NomogramTexts, LeaningsOfTheRuleOfTexts) {
  Texts of(3, {});
  of.estimates.texts = std::make_shared<const TextRuleTables>(text_tables(of.counts, {}));
  NomogramTexts texts(of.estimates, of.counts);
  texts.columns();
  const Batch batch = of.table.batch();
  const Json json = texts.json(batch, 120);
  EXPECT_EQ(json["rule"], "leanings");
  TextSum sum(*of.estimates.texts);
  std::vector<const Column*> columns;
  for (const TextZoneTable& zone : of.estimates.texts->zones) {
    columns.push_back(batch.find(zone.column));
  }
  sum.read(batch, columns);
  const std::size_t parts = of.estimates.texts->rule.shape.parts();
  for (std::size_t row = 0; row < 120; ++row) {
    const HeardRow& heard = sum.heard(static_cast<std::int64_t>(row));
    const Json& one = json["rows"][row];
    std::int64_t twice = one["twice"].get<std::int64_t>();
    for (std::size_t z = 0; z < of.estimates.texts->zones.size(); ++z) {
      for (std::size_t i = 0; i < 3; ++i) {
        double d = one["rest"][z][2 + 3 + i].get<double>();  // m = 1
        for (std::size_t at = 0; at < one["own"].size(); at += 2) {
          const Json& term = json["terms"][one["own"][at].get<std::size_t>()];
          if (term[0] != z) continue;
          d += term[2 + 3 + i].get<double>();
          twice += i == 0 ? term[2 + 9].get<std::int64_t>() : 0;
        }
        EXPECT_EQ(d * kUnit / 10, heard.parts[i * parts + z * TextShape::kOfZone + 3]);
      }
    }
    EXPECT_EQ(twice, heard.twice);
  }
}

// Of many classes fewer rows have room, and fewer terms of their own.
TEST(NomogramTexts, ManyClassesTakeRoom) {
  Texts two(2, {}), many(60, {}, 400);
  EXPECT_EQ(two.texts.most_rows(1000), 1000);
  many.estimates.texts = std::make_shared<const TextRuleTables>(text_tables(many.counts, {}));
  NomogramTexts texts(many.estimates, many.counts);
  const std::int64_t most = texts.most_rows(1000);
  EXPECT_GT(most, 50);
  EXPECT_LT(most, 300);
  EXPECT_LE(texts.columns().size(), 60u);
  EXPECT_LT(dumped(texts.json(many.table.batch(), most)).size(), 3'000'000u);
}

TEST(NomogramTexts, TermsThatTellMostAreColumns) {
  Texts of(2, {});
  const Json json = of.json(0);
  EXPECT_EQ(json["shown"], of.columns.size());
  EXPECT_LE(of.columns.size(), 40u);
  EXPECT_TRUE(json["rows"].empty());
  for (const Json& column : of.columns) {
    const Json& term = json["terms"][column["term"].get<std::size_t>()];
    const auto zone = json["zones"][term[0].get<std::size_t>()]["name"].get<std::string>();
    EXPECT_EQ(column["name"], zone + ": " + term[1].get<std::string>());
  }
}

}  // namespace
}  // namespace tally
