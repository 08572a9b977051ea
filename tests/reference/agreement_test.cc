// SPDX-License-Identifier: Apache-2.0
// The same data, the same rules, another program's numbers: see docs/agreement.md.
//
// Each JSON file beside this one holds what a peer answered, and the options under which Tally
// follows the same rules. The values were made by the scripts of tools/reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tally/inside/decide.h"
#include "tally/inside/read.h"

namespace tally {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kReferences = fs::path(TALLY_SOURCE_DIR) / "tests/reference";
const fs::path kData = fs::path(TALLY_SOURCE_DIR) / "../shared/data";

constexpr double kLogJointTolerance = 1e-10;   // relative
constexpr double kPosteriorTolerance = 1e-10;  // absolute
// Absolute, where the peer has a posterior to take the logarithm of: holds the small ones too.
constexpr double kLogPosteriorTolerance = 1e-9;
constexpr double kSumTolerance = 1e-10;  // relative

std::vector<std::string> reference_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kReferences)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The options of `tally fit` and of the question, as far as the references use them.
struct Options {
  explicit Options(const Json& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string option = words[i];
      if (option == "--no-header") {
        read.header = false;
      } else {
        take(option, words.at(++i));
      }
    }
  }

  ReadOptions read;
  Declarations declarations;
  Question question;

 private:
  void take(const std::string& option, const std::string& value) {
    if (option == "--target") {
      declarations.target = value;
    } else if (option == "--only") {
      take_only(value);
    } else if (option == "--family") {
      const std::size_t equals = value.find('=');
      declarations.families.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    } else if (option == "--binarize") {
      declarations.binarize = std::stod(value);
    } else if (option == "--missing") {
      read.missing = {value};
    } else if (option == "--lambda") {
      question.lambda = std::stod(value);
    } else if (option == "--var-smoothing") {
      question.var_smoothing = std::stod(value);
    } else if (option == "--prior" && value == "empirical") {
      question.prior = PriorKind::kEmpirical;
    } else if (option == "--variance" && value == "sample") {
      question.lost_degrees = 1;
    } else {
      throw std::invalid_argument(option + " " + value);
    }
  }

  void take_only(const std::string& list) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) declarations.only.push_back(name);
  }
};

// The answers for every row of a data set, by the model fitted to all of them.
struct Answers {
  std::vector<std::string> classes;
  std::vector<std::vector<double>> log_joint, posterior, log_posterior;  // [row][class]
  std::vector<bool> right;

  std::size_t rows() const { return right.size(); }
  bool has_impossible_class(std::size_t row) const {
    return std::any_of(log_joint[row].begin(), log_joint[row].end(),
                       [](double joint) { return std::isinf(joint); });
  }
};

Counts count(const fs::path& file, const Options& options) {
  Table table({file.string()}, options.read);
  Counts counts(draft_schema(table.sample(), options.declarations, options.read.missing).schema);
  table.read(counts.schema(), 1, [&](const Batch& batch, int) {
    counts.add(batch);
    return Table::Finish();
  });
  return counts;
}

std::vector<double> copy(std::span<const double> values) { return {values.begin(), values.end()}; }

Answers answer(const fs::path& file, const Options& fit, const Options& ask) {
  const Counts counts = count(file, fit);
  const Scorer scorer(estimate(counts, ask.question));
  const std::vector<Label>& classes = scorer.estimates().classes;
  const Loss loss = Loss::zero_one(classes);
  Inference inference(scorer);
  Answers answers;
  for (const Label& label : classes) answers.classes.push_back(label.to_string());

  Table table({file.string()}, fit.read);
  table.read(counts.schema(), 1, [&](const Batch& batch, int) {
    const Posteriors& found = inference.infer(batch);
    const Codes& truth = std::get<Codes>(*batch.find(counts.schema().target().name));
    std::vector<double> risk(classes.size());
    for_each_code(truth, batch.rows, [&](std::int64_t row, std::int32_t code) {
      conditional_risk(loss, found.posterior_of(row), risk);
      const int decision = decide(loss, found.joint_of(row), risk);
      answers.log_joint.push_back(copy(found.joint_of(row)));
      answers.posterior.push_back(copy(found.posterior_of(row)));
      answers.log_posterior.push_back(copy(found.log_posterior_of(row)));
      answers.right.push_back(decision >= 0 && classes[static_cast<std::size_t>(decision)] ==
                                                   truth.dictionary->label(code));
    });
    return Table::Finish();
  });
  return answers;
}

class Agreement : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ifstream(kReferences / (GetParam() + ".json")) >> peer_;
    const fs::path file = kData / peer_.at("data").get<std::string>();
    if (!fs::exists(file)) {
      GTEST_SKIP() << "the data set is not here: " << fs::weakly_canonical(file).string();
    }
    answers_ =
        answer(file, Options(peer_.at("tally").at("fit")), Options(peer_.at("tally").at("ask")));
    leave_out_clamped_rows();
  }

  void expect_equal_rows() const {
    const std::vector<std::size_t> rows = peer_.at("rows");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < answers_.classes.size(); ++k) expect_equal_cell(i, rows[i], k);
    }
  }

  void expect_equal_sums() const {
    const std::vector<double> posterior = peer_.at("posterior_sum");
    expect_equal_sums(answers_.posterior, posterior, "posterior");
    if (!peer_.contains("log_joint_sum")) return;
    const std::vector<double> log_joint = peer_.at("log_joint_sum");
    expect_equal_sums(answers_.log_joint, log_joint, "log joint");
  }

  double accuracy() const {
    double right = 0;
    for (const std::size_t row : rows_asked_) right += answers_.right[row] ? 1 : 0;
    return right / static_cast<double>(rows_asked_.size());
  }

  Json peer_;
  Answers answers_;
  std::vector<std::size_t> rows_asked_;  // of which the peer's sums and accuracy speak

 private:
  // e1071 puts 0.001 in the place of a factor that is 0: impossible, or too small for a double.
  void leave_out_clamped_rows() {
    std::set<std::size_t> underflow;
    if (peer_.contains("underflow_rows")) {
      peer_.at("underflow_rows").get_to(underflow);
    }
    for (std::size_t row = 0; row < answers_.rows(); ++row) {
      if (underflow.count(row) == 0 && !answers_.has_impossible_class(row)) {
        rows_asked_.push_back(row);
      }
    }
  }

  void expect_equal_cell(std::size_t i, std::size_t row, std::size_t klass) const {
    const std::string where = "row " + std::to_string(row) + ", class " + answers_.classes[klass];
    if (peer_.contains("log_joint")) {
      const double log_joint = peer_.at("log_joint").at(i).at(klass);
      EXPECT_NEAR(answers_.log_joint.at(row)[klass], log_joint,
                  kLogJointTolerance * std::fabs(log_joint))
          << "log joint of " << where;
    }
    const double posterior = peer_.at("posterior").at(i).at(klass);
    EXPECT_NEAR(answers_.posterior.at(row)[klass], posterior, kPosteriorTolerance)
        << "posterior of " << where;
    if (posterior >= std::numeric_limits<double>::min()) {
      EXPECT_NEAR(answers_.log_posterior.at(row)[klass], std::log(posterior),
                  kLogPosteriorTolerance)
          << "log posterior of " << where;
    }
  }

  void expect_equal_sums(const std::vector<std::vector<double>>& values,
                         const std::vector<double>& expected, const std::string& what) const {
    for (std::size_t k = 0; k < expected.size(); ++k) {
      double sum = 0;
      for (const std::size_t row : rows_asked_) sum += values[row][k];
      EXPECT_NEAR(sum, expected[k], kSumTolerance * std::fabs(expected[k]))
          << "sum of " << what << " of class " << answers_.classes[k];
    }
  }
};

TEST_P(Agreement, JointsPosteriorsAndDecisionsAreThePeers) {
  EXPECT_EQ(answers_.classes, peer_.at("classes").get<std::vector<std::string>>());
  expect_equal_rows();
  expect_equal_sums();
  EXPECT_DOUBLE_EQ(accuracy(), peer_.at("accuracy").get<double>());
}

TEST_P(Agreement, RowsWithAnImpossibleClassAreThoseWithAZeroCount) {
  std::size_t impossible = 0;
  for (std::size_t row = 0; row < answers_.rows(); ++row) {
    if (answers_.has_impossible_class(row)) ++impossible;
  }
  EXPECT_EQ(impossible, peer_.value("rows_with_zero_count", std::size_t{0}));
}

INSTANTIATE_TEST_SUITE_P(Peers, Agreement, testing::ValuesIn(reference_names()),
                         [](const auto& reference) { return reference.param; });

}  // namespace
}  // namespace tally
