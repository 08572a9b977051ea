// SPDX-License-Identifier: Apache-2.0
// Zhou Zhihua, Machine Learning (机器学习), table 4.3: watermelons, categorical and numeric columns
// mixed.
#include "tests/textbook/worked_example_testing.h"

namespace tally {
namespace {

Declarations melons(bool numeric) {
  Declarations declarations;
  declarations.target = "好瓜";
  declarations.ignore = {"编号"};
  if (!numeric) declarations.ignore.insert(declarations.ignore.end(), {"密度", "含糖率"});
  return declarations;
}

Question sample(double lambda) {
  Question question = asked(lambda);
  question.lost_degrees = 1;
  return question;
}

constexpr const char* kHeader = "色泽,根蒂,敲声,纹理,脐部,触感,密度,含糖率\n";
const std::string kFirst = std::string(kHeader) + "青绿,蜷缩,浊响,清晰,凹陷,硬滑,0.697,0.46\n";

TEST(Watermelon, MixedColumns) {
  const WorkedExample example("watermelon3.csv", melons(true));
  const WorkedAnswer book = example.ask_one(sample(0), kFirst);
  expect_equal(book.joint("是"), 0.0523787189259556);
  expect_equal(book.joint("否"), 6.858424030302076e-05);
  const WorkedAnswer population = example.ask_one(asked(0), kFirst);
  expect_equal(population.joint("是"), 0.04455231028347706);
  expect_equal(population.joint("否"), 4.365876684002463e-05);
  const WorkedAnswer smoothed = example.ask_one(sample(1), kFirst);
  expect_equal(smoothed.joint("是"), 0.02563102452974067);
  expect_equal(smoothed.joint("否"), 7.722360621178056e-05);
  expect_equal(smoothed.posterior.at("是"), 0.9969961544713821);
}

TEST(Watermelon, CategoricalColumnsAlone) {
  const WorkedExample example("watermelon3.csv", melons(false));
  const WorkedAnswer likelihood = example.ask_one(asked(0), kFirst);
  expect_equal(likelihood.joint("是"), 4725.0 / 139264);
  expect_equal(likelihood.joint("否"), 32.0 / 37179);
  const WorkedAnswer smoothed = example.ask_one(asked(1), kFirst);
  expect_equal(smoothed.joint("是"), 254016.0 / 15299845);
  expect_equal(smoothed.joint("否"), 175.0 / 180576);
}

TEST(Watermelon, AnUnseenValueIsImpossibleWithoutSmoothing) {
  const WorkedExample example("watermelon3.csv", melons(true));
  const std::string crisp = std::string(kHeader) + "青绿,蜷缩,清脆,清晰,凹陷,硬滑,0.697,0.46\n";
  const WorkedAnswer likelihood = example.ask_one(sample(0), crisp);
  EXPECT_EQ(likelihood.log_joint.at("是"), kLogZero);
  EXPECT_GT(likelihood.log_joint.at("否"), kLogZero);
  const WorkedAnswer smoothed = example.ask_one(sample(1), crisp);
  expect_equal(smoothed.joint("是"), 0.0036615749328200954);
  expect_equal(smoothed.joint("否"), 4.6334163727068335e-05);
}

TEST(Watermelon, FourteenOfSeventeenAreRight) {
  const WorkedExample example("watermelon3.csv", melons(true));
  for (const double lambda : {0.0, 1.0}) {
    EXPECT_EQ(example.score(sample(lambda)).accuracy, 14.0 / 17);
    // Which: the numbers 7, 13 and 15, counted from 1.
    std::ifstream file(data_file("watermelon3.csv"));
    const std::string csv{std::istreambuf_iterator<char>(file), {}};
    const auto answers = example.ask(sample(lambda), csv);
    ASSERT_EQ(answers.size(), 17U);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const bool called_good = answers[i].posterior.at("是") > answers[i].posterior.at("否");
      const bool wrong = i + 1 == 7 || i + 1 == 13 || i + 1 == 15;
      EXPECT_EQ(called_good, (i < 8) != wrong) << i + 1;
    }
  }
}

}  // namespace
}  // namespace tally
