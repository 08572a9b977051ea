// SPDX-License-Identifier: Apache-2.0
// A textbook's table and the questions asked of it, from the file to the decision.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tally/inside/assess.h"
#include "tally/inside/base.h"
#include "tally/inside/read.h"

namespace tally {

inline std::string data_file(const std::string& name) {
  return std::string(TALLY_SOURCE_DIR) + "/tests/data/" + name;
}

/// The joint, posterior and evidence of one row, by the class's text.
struct WorkedAnswer {
  std::map<std::string, double> log_joint, posterior;
  double log_evidence = 0;

  double joint(const std::string& klass) const { return std::exp(log_joint.at(klass)); }
  double evidence() const { return std::exp(log_evidence); }
};

class WorkedExample {
 public:
  WorkedExample(const std::string& file, const Declarations& declarations,
                const ReadOptions& options = {})
      : file_(data_file(file)), counts_(count(declarations, options)) {}

  const Counts& counts() const { return counts_; }

  /// The answers for rows that are written as a CSV text with a header.
  std::vector<WorkedAnswer> ask(const Question& question, const std::string& csv) const {
    const std::string path = (std::filesystem::temp_directory_path() /
                              ("tally_" + std::to_string(::getpid()) + "_question.csv"))
                                 .string();
    std::ofstream(path) << csv;
    std::vector<WorkedAnswer> answers;
    const Scorer scorer(estimate(counts_, question));
    Inference inference(scorer);
    Table table({path}, ReadOptions{});
    table.read(counts_.schema(), 1,
               [&](const Batch& batch, int) {
                 append(inference.infer(batch), answers);
                 return Table::Finish();
               },
               {Role::kTarget, Role::kWeight});
    std::filesystem::remove(path);
    return answers;
  }

  WorkedAnswer ask_one(const Question& question, const std::string& csv) const {
    return ask(question, csv).at(0);
  }

  /// The score on the example's own file, or a part of it.
  ScoreSummary score(const Question& question, const ReadOptions& options = {}) const {
    const Scorer scorer(estimate(counts_, question));
    Inference inference(scorer);
    Score score(Loss::zero_one(scorer.estimates().classes));
    const std::string& target = counts_.schema().target().name;
    Table table({file_}, options);
    table.read(counts_.schema(), 1, [&](const Batch& batch, int) {
      const Posteriors& posteriors = inference.infer(batch);
      const Codes& truth = std::get<Codes>(*batch.find(target));
      for_each_code(truth, batch.rows, [&](std::int64_t row, std::int32_t code) {
        score.add(posteriors, row, truth.dictionary->label(code));
      });
      return Table::Finish();
    });
    return score.summary();
  }

 private:
  Counts count(const Declarations& declarations, const ReadOptions& options) const {
    Table table({file_}, options);
    Counts counts(draft_schema(table.sample(), declarations, options.missing).schema);
    table.read(counts.schema(), 1, [&](const Batch& batch, int) {
      counts.add(batch);
      return Table::Finish();
    });
    return counts;
  }

  void append(const Posteriors& posteriors, std::vector<WorkedAnswer>& answers) const {
    const std::vector<Counts::Class> classes = counts_.classes();
    for (std::int64_t row = 0; row < posteriors.rows; ++row) {
      WorkedAnswer answer;
      for (std::size_t k = 0; k < classes.size(); ++k) {
        const std::string klass = classes[k].label.to_string();
        answer.log_joint[klass] = posteriors.joint_of(row)[k];
        answer.posterior[klass] = posteriors.posterior_of(row)[k];
      }
      answer.log_evidence = posteriors.log_evidence[static_cast<std::size_t>(row)];
      answers.push_back(std::move(answer));
    }
  }

  std::string file_;
  Counts counts_;
};

inline Question asked(double lambda, PriorKind prior = PriorKind::kSmoothed,
                      Method method = Method::kSmooth) {
  Question question;
  question.lambda = lambda;
  question.prior = prior;
  question.method = method;
  return question;
}

/// Relative 1e-13, as everywhere in these examples.
inline void expect_equal(double found, double expected, const char* what = "") {
  EXPECT_NEAR(found, expected, 1e-13 * std::fabs(expected)) << what;
}

}  // namespace tally
