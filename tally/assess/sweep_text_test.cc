// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "tally/assess/sweep.h"

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Sweep halves() {
  return {{SweepParameter::kLambda, {{"0.50", 0.5}, {"1.00", 1}}},
          {{"train", {{10, 5, 0.5, 0.25}, {10, 10, 1, kInfinity}}},
           {"test", {{2.5, 1.25, 0.5, 0.75}, {2.5, 0, 0, 2}}}}};
}

TEST(SweepText, Csv) {
  EXPECT_EQ(to_csv(halves()),
            "lambda,train_accuracy,test_accuracy,train_correct,test_correct,train_log_loss,"
            "test_log_loss\n"
            "0.50,0.5,0.5,5,1.25,0.25,0.75\n"
            "1.00,1,0,10,0,inf,2\n");
}

TEST(SweepText, Json) {
  EXPECT_EQ(to_json(halves()),
            R"({"parameter":"lambda","points":[)"
            R"({"lambda":0.5,"train":{"rows":10,"correct":5,"accuracy":0.5,"log_loss":0.25},)"
            R"("test":{"rows":2.5,"correct":1.25,"accuracy":0.5,"log_loss":0.75}},)"
            R"({"lambda":1.0,"train":{"rows":10,"correct":10,"accuracy":1.0,"log_loss":null},)"
            R"("test":{"rows":2.5,"correct":0,"accuracy":0.0,"log_loss":2.0}}]})");
}

TEST(SweepText, OnePartHasNoName) {
  const Sweep all{{SweepParameter::kBinarize, {{"3", 3}}}, {{"", {{4, 3, 0.75, 1}}}}};
  EXPECT_EQ(to_csv(all), "binarize,accuracy,correct,log_loss\n3,0.75,3,1\n");
  EXPECT_EQ(to_json(all),
            R"({"parameter":"binarize","points":[{"binarize":3.0,"rows":4,"correct":3,)"
            R"("accuracy":0.75,"log_loss":1.0}]})");
}

}  // namespace
}  // namespace tally
