// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/estimate/question.h"

namespace tally {
namespace {

Question every_field_changed() {
  Question question;
  question.method = Method::kMl;
  question.lambda = 0.1;
  question.prior = PriorKind::kGiven;
  question.given_prior = {{"是", 1.0 / 3}, {"\"b\"", 2.0 / 3}};
  question.lost_degrees = 1;
  question.variance_floor = 5e-324;
  question.var_smoothing = 1e-9;
  question.normal.mean = -0.1;
  question.normal.kappa = 1.7976931348623157e308;
  question.normal.alpha = 0.30000000000000004;
  question.normal.beta = 1e-7;
  question.gamma.shape = 2.5;
  question.gamma.rate = 0.7;
  return question;
}

TEST(QuestionJson, ReadsBackToTheBit) {
  EXPECT_EQ(question_from_json(to_json(Question())), Question());
  EXPECT_EQ(question_from_json(to_json(every_field_changed())), every_field_changed());
}

TEST(QuestionJson, WhatIsWorkedOutIsNotStored) {
  Question question;
  question.lambda_by_evidence = true;
  question.calibrate = true;
  Question worked_out = question;
  worked_out.lambdas = {{"colour", 0.25}};
  worked_out.calibration = Recalibration{0.5, {{"a", 0.1}, {"b", -0.1}}};
  EXPECT_EQ(to_json(worked_out), to_json(question));
  EXPECT_NE(to_json(question).find(R"("lambda":"auto")"), std::string::npos);
  EXPECT_EQ(question_from_json(to_json(worked_out)), question);
  question.prior = PriorKind::kEstimated;
  EXPECT_THROW(to_json(question), Error);
}

TEST(QuestionJson, AbsentFieldsKeepTheirDefault) {
  EXPECT_EQ(question_from_json("{}"), Question());
  Question expected;
  expected.lambda = 2;
  expected.normal.kappa = 3;
  EXPECT_EQ(question_from_json(R"({"lambda": 2, "normal": {"kappa": 3}})"), expected);
}

TEST(QuestionJson, RefusesWhatItDoesNotKnow) {
  for (const char* const bad : {"",
                                "nonsense",
                                "[]",
                                "1",
                                "{\"lambda\": 1",
                                R"({"lamda": 1})",
                                R"({"lambda": "1"})",
                                R"({"lambda": null})",
                                R"({"lambda": "auto", "estimate": "ml"})",
                                R"({"calibrate": 1})",
                                R"({"calibrate": true, "rule": "weighted"})",
                                R"({"prior": "estimate"})",
                                R"({"lambda": -1})",
                                R"({"estimate": "guess"})",
                                R"({"estimate": 1})",
                                R"({"prior": "mine"})",
                                R"({"prior": "given"})",
                                R"({"given_prior": {"a": 1}})",
                                R"({"given_prior": [["a"]]})",
                                R"({"given_prior": [[1, "a"]]})",
                                R"({"variance": 0})",
                                R"({"variance": "n"})",
                                R"({"normal": 1})",
                                R"({"normal": {"mu": 1}})",
                                R"({"gamma": []})",
                                R"({"gamma": {"scale": 1}})",
                                "{\"\xff\": 1}"}) {
    try {
      question_from_json(bad);
      ADD_FAILURE() << "accepted " << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData) << bad;
    }
  }
}

TEST(QuestionJson, RefusesToWriteWhatIsNotUtf8) {
  Question question;
  question.given_prior = {{"\xff", 1}};
  EXPECT_THROW(to_json(question), Error);
}

TEST(QuestionJson, TextsThereAndBack) {
  Question question;
  question.text_model = TextModel::kNormalisedComplement;
  question.combine = Combine::kFisher;
  question.fisher = {0.1, 0.25};
  question.min_documents = 2.5;
  question.stop_words = {"the", "und", "的"};
  EXPECT_EQ(question_from_json(to_json(question)), question);
  EXPECT_EQ(to_json({}).find("combine"), std::string::npos);  // only what was said
  EXPECT_THROW(question_from_json(R"({"combine":"product"})"), Error);
  EXPECT_THROW(question_from_json(R"({"text_model":"gaussian"})"), Error);
  EXPECT_THROW(question_from_json(R"({"stop_words":"the"})"), Error);
  EXPECT_THROW(question_from_json(R"({"fisher":{"strength":0}})"), Error);
}

}  // namespace
}  // namespace tally
