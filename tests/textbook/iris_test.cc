// SPDX-License-Identifier: Apache-2.0
// Iris, as an article splits it (train_test_split with random_state 666), first three features.
#include <sstream>

#include "tests/textbook/worked_example_testing.h"

namespace tally {
namespace {

ReadOptions part(const std::string& name) {
  ReadOptions options;
  options.rows = read_row_selection(data_file("split_666.json"), name);
  return options;
}

WorkedExample train(const std::string& family, std::optional<double> binarize = 0) {
  Declarations declarations;
  declarations.target = "species";
  declarations.ignore = {"petal_width"};
  declarations.families = {{"*_*", family}};
  declarations.binarize = binarize;
  return {"iris.csv", declarations, part("train")};
}

void expect_right(const WorkedExample& example, const Question& question, int of_train,
                  int of_test) {
  EXPECT_EQ(std::lround(example.score(question, part("train")).accuracy * 120), of_train)
      << question.lambda;
  EXPECT_EQ(std::lround(example.score(question, part("test")).accuracy * 30), of_test)
      << question.lambda;
}

TEST(Iris, BernoulliAndGaussian) {
  expect_right(train("bernoulli"), asked(1), 42, 8);
  expect_right(train("gaussian"), asked(1), 104, 29);
}

TEST(Iris, OneMultinomialModelAskedThreeWays) {
  const WorkedExample example = train("multinomial");
  expect_right(example, asked(1, PriorKind::kEmpirical), 97, 23);
  expect_right(example, asked(1, PriorKind::kSmoothed), 99, 23);
  expect_right(example, asked(1, PriorKind::kUniform), 115, 28);
}

TEST(Iris, AnyLambdaWithoutFittingAgain) {
  const WorkedExample example = train("multinomial");
  const std::vector<double> lambdas{0, 1, 2, 5, 10, 20, 50, 100, 1000};
  const std::vector<int> of_train{98, 97, 97, 96, 94, 93, 85, 83, 82};
  const std::vector<int> of_test{23, 23, 23, 22, 22, 21, 19, 18, 18};
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    expect_right(example, asked(lambdas[i], PriorKind::kEmpirical), of_train[i], of_test[i]);
  }
}

TEST(Iris, TheWholeCurveOfThresholds) {
  std::ifstream file(data_file("bernoulli_binarize_curve_666.csv"));
  std::string line;
  std::getline(file, line);
  int points = 0;
  for (; std::getline(file, line); ++points) {
    std::istringstream cells(line);
    std::vector<std::string> cell(5);
    for (std::string& text : cell) std::getline(cells, text, ',');
    expect_right(train("bernoulli", points / 10.0), asked(1, PriorKind::kEmpirical),
                 std::stoi(cell[3]), std::stoi(cell[4]));
    EXPECT_EQ(std::stod(cell[0]), points / 10.0);
  }
  EXPECT_EQ(points, 71);
}

TEST(Iris, TwoSpeciesFourFeatures) {
  Declarations declarations;
  declarations.target = "species";
  ReadOptions first_hundred;
  first_hundred.rows.emplace();
  for (std::int64_t row = 0; row < 100; ++row) first_hundred.rows->rows.push_back(row);
  const WorkedExample example("iris.csv", declarations, first_hundred);
  const Question question = asked(1, PriorKind::kUniform);
  const WorkedAnswer answer = example.ask_one(
      question, "sepal_length,sepal_width,petal_length,petal_width\n4.4,3.2,1.3,0.2\n");
  expect_equal(answer.joint("setosa") * 2, 1.1554098063437004);
  expect_equal(answer.joint("versicolor") * 2, 7.756659114569949e-19);
  EXPECT_EQ(example.score(question, first_hundred).accuracy, 1);
}

}  // namespace
}  // namespace tally
