// SPDX-License-Identifier: Apache-2.0
#include "tally/report/score_pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace tally {
namespace {

const std::vector<Label> kClasses = {Label::of("no"), Label::of("yes")};

// Rows with these posteriors of yes.
struct Row {
  double yes;
  std::size_t truth;
};
Score score_of(const std::vector<Row>& rows) {
  Score out(Loss::zero_one(kClasses));
  for (const Row& row : rows) {
    Posteriors answers;
    answers.rows = 1;
    answers.classes = 2;
    answers.posterior = {1 - row.yes, row.yes};
    answers.log_posterior = {std::log(1 - row.yes), std::log(row.yes)};
    answers.log_joint = answers.log_posterior;
    answers.log_evidence = {0};
    out.add(answers, 0, kClasses[row.truth]);
  }
  return out;
}

std::size_t times(const std::string& svg, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = svg.find(part, at)) != std::string::npos; ++at) ++out;
  return out;
}

TEST(ScorePicture, NamesDiffer) {
  std::set<std::string_view> names, captions;
  for (const ScorePicture picture : kScorePictures) {
    names.insert(to_string(picture));
    captions.insert(caption_of(picture));
  }
  EXPECT_EQ(names.size(), kScorePictures.size());
  EXPECT_EQ(captions.size(), kScorePictures.size());
}

TEST(ScorePicture, ADotIsWhereDecisionsAreMade) {
  // Told: .9, .8, .6; of the two that are yes one, and two of the three others.
  const Score score = score_of({{0.9, 1}, {0.8, 0}, {0.6, 0}, {0.4, 1}, {0.2, 0}});
  const std::string roc = *draw(ScorePicture::kRoc, score, score.summary(), "x");
  // The area is 342 wide from 66; 2/3 of the others, 1/2 of the class.
  EXPECT_EQ(times(roc, "<circle cx=\"294.0\""), 1u) << roc;
  EXPECT_EQ(times(roc, "<circle"), 1u);
  EXPECT_EQ(times(roc, "ROC for x"), 2u);  // the name, and above the picture
  EXPECT_EQ(times(roc, "yes (AUC 0.6667)"), 1u);
  const std::string pr = *draw(ScorePicture::kPrecisionRecall, score, score.summary(), "x");
  EXPECT_EQ(times(pr, "<circle cx=\"237.0\""), 1u) << pr;  // recall 1/2
  // In a page a ring is there to be moved instead.
  const std::string page = *draw_for_page(ScorePicture::kRoc, score, score.summary());
  EXPECT_EQ(times(page, "class=\"mark\""), 1u);
  EXPECT_EQ(times(page, "<circle"), 1u);
}

TEST(ScorePicture, ConfusionHasEveryPair) {
  const Score score = score_of({{0.9, 1}, {0.8, 0}, {0.6, 0}, {0.4, 1}, {0.2, 0}});
  const std::string svg = *draw(ScorePicture::kConfusion, score, score.summary(), "x");
  EXPECT_EQ(times(svg, "no decided as yes: 2 rows"), 1u) << svg;
  EXPECT_EQ(times(svg, "yes decided as no: 1 rows"), 1u);
  EXPECT_EQ(times(svg, ">2</text>"), 1u);
}

TEST(ScorePicture, HasAnAxisEvenIfEveryRowIsRight) {
  const Score score = score_of({{0.9, 1}, {0.8, 1}, {0.1, 0}});
  const std::string svg = *draw(ScorePicture::kRejection, score, score.summary(), "x");
  EXPECT_EQ(times(svg, ">0.90</text>"), 1u) << svg;
  EXPECT_EQ(times(svg, ">1.00</text>"), 1u);
  EXPECT_EQ(times(svg, ">1.05</text>"), 0u);
}

TEST(ScorePicture, NobodyDrawsWhatIsNotThere) {
  const Score of_one = score_of({{0.9, 1}, {0.4, 1}});
  EXPECT_FALSE(draw(ScorePicture::kRoc, of_one, of_one.summary(), "x"));
  EXPECT_FALSE(draw(ScorePicture::kPrecisionRecall, of_one, of_one.summary(), "x"));
  EXPECT_TRUE(draw(ScorePicture::kCalibration, of_one, of_one.summary(), "x"));
  const Score none = score_of({});
  EXPECT_FALSE(draw(ScorePicture::kCalibration, none, none.summary(), "x"));
  EXPECT_FALSE(draw(ScorePicture::kRejection, none, none.summary(), "x"));
}

}  // namespace
}  // namespace tally
