// SPDX-License-Identifier: Apache-2.0
// One row at a time from C++: what a call of `infer` takes, with everything that is made once made
// before.
//
// A contender that is kept: it reads names of steps, and where to leave the answer, from standard
// input and replies with a line of JSON to each. The models are those that `tally fit` made of the
// tables in BENCH_FOLDER.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "tally/inside/infer.h"
#include "tally/inside/model.h"

namespace {

constexpr int kTimes = 2000;
constexpr int kCallsAtOnce = 20;  // a call is shorter than the clock's own time

std::string folder() {
  const char* told = std::getenv("BENCH_FOLDER");
  return told != nullptr ? told : ".";
}

// The cells of the first row of a table, without the class.
std::vector<double> first_row(const std::string& path) {
  std::ifstream file(path);
  std::string line, cell;
  std::getline(file, line);
  std::getline(file, line);
  std::istringstream cells(line);
  std::vector<double> out;
  while (std::getline(cells, cell, ',')) out.push_back(std::stod(cell));
  out.pop_back();
  return out;
}

// A model and a row of it, ready to be asked.
class Asked {
 public:
  explicit Asked(const std::string& name)
      : cells_(first_row(folder() + "/" + name + ".csv")),
        scorer_(tally::estimate(tally::load_model(folder() + "/" + name + ".tally").counts,
                                question())),
        inference_(scorer_) {
    row_.rows = 1;
    for (std::size_t j = 0; j < cells_.size(); ++j) {
      row_.columns.push_back(
          {"c" + std::to_string(j), tally::Numbers::of(std::span<const double>(&cells_[j], 1))});
    }
  }

  const tally::Posteriors& answer() { return inference_.infer(row_); }

 private:
  static tally::Question question() {
    tally::Question out;
    out.prior = tally::PriorKind::kEmpirical;
    return out;
  }

  std::vector<double> cells_;
  tally::Scorer scorer_;
  tally::Inference inference_;
  tally::Batch row_;
};

double median_seconds(Asked& asked) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> took;
  for (int i = 0; i < kTimes; ++i) {
    const auto began = Clock::now();
    for (int call = 0; call < kCallsAtOnce; ++call) asked.answer();
    took.push_back(std::chrono::duration<double>(Clock::now() - began).count() / kCallsAtOnce);
  }
  std::nth_element(took.begin(), took.begin() + kTimes / 2, took.end());
  return took[kTimes / 2];
}

void write_answer(const std::string& path, const tally::Posteriors& answer) {
  std::ofstream file(path + ".tsv");
  file.precision(17);
  for (std::size_t k = 0; k < answer.classes; ++k)
    file << "posterior " << k << '\t' << answer.posterior[k] << '\n';
}

}  // namespace

int main() {
  std::map<std::string, std::unique_ptr<Asked>> steps;
  steps["gaussian"] = std::make_unique<Asked>("numbers");
  steps["categorical"] = std::make_unique<Asked>("categories");
  std::cout << R"({"version": "", "steps": ["gaussian", "categorical"]})" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t blank = line.find(' ');
    Asked& asked = *steps.at(line.substr(0, blank));
    const double seconds = median_seconds(asked);
    if (blank + 1 < line.size()) write_answer(line.substr(blank + 1), asked.answer());
    std::cout << R"({"seconds": )" << seconds << R"(, "cpu": )" << seconds << "}" << std::endl;
  }
}
