// SPDX-License-Identifier: Apache-2.0
// The facts of a report are those of the functions that print them elsewhere.
#include "tally/inside/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tally/assess/left_out/left_out_testing.h"
#include "tally/report/base64.h"
#include "tally/report/page_files.h"

namespace tally {
namespace {

using Json = nlohmann::json;

struct Reported {
  Model model;
  RowStore rows;
  Loss loss;
};

// Every kind of feature, missing cells, values of one row alone, three classes.
Reported reported(std::size_t count, unsigned seed) {
  const Rows rows = random_rows(count, false, seed);
  PieceCounter counter(rows.schema, {RowSample(RowSample::kUsualMost), false});
  counter.add(rows.batch);
  Model model = model_of(std::move(counter).finish());
  model.rule = weigh(model.counts, model.sample);
  RowStore store(rows.schema);
  store.append(rows.batch);
  Loss loss = Loss::zero_one(model.counts.class_labels());
  return {std::move(model), std::move(store), std::move(loss)};
}

Question asked_by(Rule rule) {
  Question question;
  question.rule = rule;
  return question;
}

const ReportOrigin kOrigin{"tally test", "m.tally", 1, "{}"};

TEST(Report, FiguresOfItsOwnRowsAreThoseOfLeaveOneOut) {
  const Reported on = reported(180, 4);
  for (const Rule rule : {Rule::kNaive, Rule::kWeighted}) {
    const Question question = asked_by(rule);
    const Json facts =
        Json::parse(report_json({on.model, question, on.loss, &on.rows, true, 2}, kOrigin));
    ScoreSummary expected =
        leave_one_out(on.rows, on.model.counts, {question}, on.loss, 1).front().summary(2);
    expected.rules = {{rule, on.rows.size()}};
    EXPECT_EQ(facts["good"]["score"], Json::parse(to_json(expected)));
    EXPECT_EQ(facts["good"]["of"], "left out");
  }
}

TEST(Report, FiguresOfOtherRowsAreThoseOfTheScore) {
  const Reported on = reported(180, 4), other = reported(60, 11);
  const Question question = asked_by(Rule::kNaive);
  const Json facts =
      Json::parse(report_json({on.model, question, on.loss, &other.rows, false, 1}, kOrigin));
  const Scorer scorer(estimate(on.model.counts, question));
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(other.rows.batch());
  Score score(on.loss);
  for (std::int64_t row = 0; row < other.rows.size(); ++row) {
    score.add(answers, row, other.rows.target(row));
  }
  score.answered_by(Rule::kNaive, other.rows.size());
  EXPECT_EQ(facts["good"]["score"], Json::parse(to_json(score.summary(2))));
  EXPECT_EQ(facts["nomogram"]["rows"].size(), 60u);
}

TEST(Report, GainsAreThoseOfTheRanking) {
  const Reported on = reported(150, 6);
  const Question question = asked_by(Rule::kWeighted);
  const Json facts =
      Json::parse(report_json({on.model, question, on.loss, nullptr, false, 1}, kOrigin));
  const FeatureRanking ranking = rank_features(on.model, question);
  std::size_t found = 0;
  double before = 1e9;
  for (const Json& feature : facts["features"]["list"]) {
    for (const RankedFeature& ranked : ranking.features) {
      if (ranked.name != feature["name"]) continue;
      ++found;
      EXPECT_EQ(feature["gain"].get<double>(), ranked.gain);
      EXPECT_EQ(feature["alone"].get<double>(), ranked.log_loss_alone);
      const double information = ranked.information.value_or(-1);
      EXPECT_EQ(feature.value("information", -1.0), information);
      EXPECT_LE(information, before);
      before = information;
    }
  }
  EXPECT_EQ(found, ranking.features.size());
}

// Of rows that are given the gains are theirs, whatever the sample says.
TEST(Report, GainsAreOfTheRowsThatAreGiven) {
  const Reported on = reported(150, 6), other = reported(70, 12);
  const Question question = asked_by(Rule::kWeighted);
  const Json facts =
      Json::parse(report_json({on.model, question, on.loss, &other.rows, false, 1}, kOrigin));
  const FeatureRanking ranking =
      rank_features(on.model, question, other.rows.batch(), RankedRows::kNew);
  EXPECT_EQ(facts["features"]["ranking"]["rows"].get<double>(), 70);
  std::size_t found = 0;
  for (const Json& feature : facts["features"]["list"]) {
    for (const RankedFeature& ranked : ranking.features) {
      if (ranked.name != feature["name"]) continue;
      ++found;
      EXPECT_EQ(feature["gain"].get<double>(), ranked.gain);
    }
  }
  EXPECT_EQ(found, ranking.features.size());
}

TEST(Report, ItsScriptIsSmall) { EXPECT_LT(kReportScript.size(), 40u * 1024); }

TEST(Report, PicturesForANotebookAreOfWhatTellsMost) {
  const Reported on = reported(150, 6);
  const std::vector<TellingPicture> pictures = telling_pictures(on.model.counts, {}, 3);
  ASSERT_EQ(pictures.size(), 3u);
  const FeatureRanking ranking = rank_features(on.model, asked_by(Rule::kWeighted));
  double most = 0;
  for (const RankedFeature& ranked : ranking.features) {
    most = std::max(most, ranked.information.value_or(0));
  }
  EXPECT_EQ(pictures[0].information, most);
  EXPECT_GE(pictures[0].information, pictures[1].information);
  EXPECT_GE(pictures[1].information, pictures[2].information);
  for (const TellingPicture& one : pictures) {
    EXPECT_EQ(one.svg, feature_svg(on.model.counts, {}, one.name));
  }
}

TEST(Report, ShowsNoRowOfASample) {
  const Reported on = reported(120, 8);
  const Question question = asked_by(Rule::kNaive);
  const Json facts =
      Json::parse(report_json({on.model, question, on.loss, nullptr, false, 1}, kOrigin));
  EXPECT_EQ(facts["good"]["of"], "sample");
  EXPECT_TRUE(facts["good"]["errors"].empty());
  EXPECT_TRUE(facts["nomogram"]["rows"].empty());
  // Each row left out of the counts, which are those of the sample.
  const Score score = leave_one_out(on.rows, on.model.counts, {question}, on.loss, 1).front();
  EXPECT_EQ(facts["good"]["score"]["log_loss"], Json::parse(to_json(score.summary()))["log_loss"]);
}

TEST(Report, SaysWhyAFigureIsNotThere) {
  Reported on = reported(120, 8);
  on.model.sample = RowSample(0);
  const Question question = asked_by(Rule::kNaive);
  const Json facts =
      Json::parse(report_json({on.model, question, on.loss, nullptr, false, 1}, kOrigin));
  EXPECT_TRUE(facts["good"].contains("reason"));
  EXPECT_TRUE(facts["features"]["ranking"].contains("reason"));
  EXPECT_FALSE(facts["features"]["list"].empty());
}

TEST(Report, NothingOfTheDataIsMarkup) {
  const std::string hostile = "</script><script>alert(1)</script><!--{{facts}}";
  Schema schema;
  schema.columns = {feature(hostile, Family::kCategorical, ValueType::kText),
                    target_column("class")};
  PieceCounter counter(schema);
  const Batch batch = BatchBuilder()
                          .texts(hostile, {hostile, "b", hostile, "b"})
                          .texts("class", {hostile, "b", hostile, hostile})
                          .batch();
  counter.add(batch);
  const Model model = model_of(std::move(counter).finish());
  RowStore rows(schema);
  rows.append(batch);
  const Question question;
  const Loss loss = Loss::zero_one(model.counts.class_labels());
  const ReportOn on{model, question, loss, &rows, true, 1};
  const std::string page = report_html(on, {hostile, hostile, 0, "{}"});
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at) ++scripts;
  EXPECT_EQ(scripts, 2u);
  EXPECT_EQ(page.find("<!--"), std::string::npos);
  // The document within is the one that report_json gives.
  const std::string open = "id=\"facts\">";
  const std::size_t begin = page.find(open) + open.size(), end = page.find("</script>", begin);
  Json within = Json::parse(page.substr(begin, end - begin));
  EXPECT_EQ(within["glance"]["classes"][0]["label"], hostile);
}

TEST(JsonInScript, IsTheSameDocumentWithoutMarks) {
  const Json json = "a<b>&\xE2\x80\xA8\xE2\x80\xA9\"é西";
  const std::string text = json_in_script(json.dump());
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(text.find("\xE2\x80"), std::string::npos);
  EXPECT_EQ(Json::parse(text), json);
}

// The examples of RFC 4648.
TEST(Base64, AsInTheRfc) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

}  // namespace
}  // namespace tally
