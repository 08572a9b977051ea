// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/triple_choice.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tally/assess/full/full_lesson.h"
#include "tally/assess/full/triple_counts.h"
#include "tally/assess/left_out/left_out_features.h"
#include "tally/assess/weights/copied_rows.h"
#include "tally/count/joint/grid_codes.h"

namespace tally {

namespace {

constexpr std::int64_t kRowsToLearn = 4096;  // and to score by in the end
constexpr std::size_t kRowsToRank = 1024;    // to see which are worth that
constexpr std::size_t kMostCandidates = 1500, kMostRanked = 256;
constexpr std::size_t kMostCellsEach = 200'000;

using Columns = std::array<std::size_t, 3>;  // among the features' columns

// Rows with what the features without triples leave open.
struct Residuals {
  std::vector<std::size_t> rows;  // of the sample
  std::vector<double> times;
  std::vector<double> posterior;  // [row · K + class]
};

// How much a feature would gain, from what it says about rows.
class Gain {
 public:
  void add(double times, std::span<const double> p, std::size_t truth,
           std::span<const float> said) {
    double mean = 0, square = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double x = said[k];
      mean += p[k] * x;
      square += p[k] * x * x;
    }
    slope_ += times * (double{said[truth]} - mean);
    curvature_ += times * std::max(0.0, square - mean * mean);
  }
  double score() const { return slope_ > 0 ? slope_ * slope_ / (2 * (curvature_ + 2)) : 0; }

 private:
  double slope_ = 0, curvature_ = 0;
};

struct Scored {
  double score;
  Columns columns;
};

// The best first; of equals the one whose columns come first.
void sort_by_score(std::vector<Scored>& all) {
  std::sort(all.begin(), all.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.columns < b.columns;
  });
}

class Choice {
 public:
  Choice(const Counts& counts, const Batch& batch, const RowTimes& times, std::size_t most_cells)
      : features_(full_features(counts, nullptr, times.copies)), most_cells_(most_cells) {
    if (features_.columns.size() < 3 || features_.classes().size() < 2) return;
    learn(counts.schema(), slice(batch, 0, std::min(batch.rows, kRowsToLearn)), times);
    if (!open_.rows.empty()) read(batch, counts.schema(), times);
  }

  // And how many would have been among them but for the cells.
  std::vector<Triple> best(std::size_t& beyond_cells) {
    if (open_.rows.empty()) return {};
    std::vector<Scored> ranked;
    for (const Columns& columns : candidates()) ranked.push_back({0, columns});
    const double chance = std::log(static_cast<double>(std::max<std::size_t>(2, ranked.size())));
    score(ranked, kRowsToRank);
    if (ranked.size() > kMostRanked) ranked.resize(kMostRanked);
    score(ranked, open_.rows.size());
    std::vector<Triple> out;
    std::size_t cells = cells_of_pairs();
    for (const Scored& one : ranked) {
      if (out.size() == kMostTriples || !(one.score > chance)) break;
      const std::size_t more = SampleTriple::cells(coded_, one.columns);
      if (cells + more > most_cells_) {
        ++beyond_cells;
        continue;
      }
      cells += more;
      out.push_back(named(one.columns));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::size_t columns() const { return features_.columns.size(); }
  const JointTally& tally() const { return features_.joint->tally(); }

  void learn(const Schema& schema, const Batch& batch, const RowTimes& times) {
    Lesson lesson = full_lesson(schema, features_, batch, times);
    LogLinearProblem& problem = lesson.problem;
    problem.has_biases = false;
    problem.ridge.assign(problem.features(), 1);
    const LogLinearWeights weights = fit_log_linear(problem, {60, 1e-6, true});
    open_.posterior.resize(lesson.rows.size() * problem.classes);
    for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
      log_linear_posterior(
          problem, weights, i,
          std::span(open_.posterior).subspan(i * problem.classes, problem.classes));
      open_.rows.push_back(static_cast<std::size_t>(lesson.rows[i]));
    }
    open_.times = std::move(problem.times);
  }

  void read(const Batch& batch, const Schema& schema, const RowTimes& times) {
    coded_.classes = features_.classes().size();
    for (const std::size_t place : features_.columns) {
      CodeMap map;
      grid_codes(
          tally().column(place), *batch.find(tally().column(place).name), map,
          [&](const Label& label) { return tally().find_code(place, label); },
          coded_.codes.emplace_back(static_cast<std::size_t>(batch.rows)));
      coded_.sizes.push_back(features_.joint->codes(place));
    }
    const RuleFeatures none{features_.classes(), {}};
    const LeftOutFeatures rows(schema, none, batch);
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      coded_.truths.push_back(static_cast<std::int32_t>(rows.truth(row)));
      // A row with its copies is one that counts for all of them.
      const double together = times.copies * times.of(row);
      coded_.weights.push_back(
          static_cast<float>(rows.weight(row) * (times.copies > 1 ? together : 1)));
      coded_.times.push_back(static_cast<float>(times.copies > 1 ? 1 : together));
    }
  }

  bool fits(const Columns& columns) const {
    return SampleTriple::cells(coded_, columns) <= kMostCellsEach;
  }

  std::vector<Columns> candidates() const {
    const std::size_t d = columns();
    std::set<Columns> out;
    if (d * (d - 1) * (d - 2) / 6 <= kMostCandidates) {
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = i + 1; j < d; ++j) {
          for (std::size_t l = j + 1; l < d; ++l) {
            if (fits({i, j, l})) out.insert({i, j, l});
          }
        }
      }
      return {out.begin(), out.end()};
    }
    for (const Scored& pair : ranked_pairs()) {
      for (std::size_t l = 0; l < d && out.size() < kMostCandidates; ++l) {
        if (l == pair.columns[0] || l == pair.columns[1]) continue;
        Columns three{pair.columns[0], pair.columns[1], l};
        std::sort(three.begin(), three.end());
        if (fits(three)) out.insert(three);
      }
    }
    return {out.begin(), out.end()};
  }

  // Pairs by how much log r, how much more often they meet than by chance, would tell.
  std::vector<Scored> ranked_pairs() const {
    std::vector<Scored> out;
    for (std::size_t i = 0; i < columns(); ++i) {
      for (std::size_t j = i + 1; j < columns(); ++j) {
        out.push_back({score_of_pair(i, j), {i, j, 0}});
      }
    }
    sort_by_score(out);
    return out;
  }

  double score_of_pair(std::size_t i, std::size_t j) const {
    const JointCounts& counts = *features_.joint;
    const std::size_t K = coded_.classes;
    const std::size_t table = tally().pair(features_.columns[i], features_.columns[j]);
    std::vector<float> said(K);
    Gain gain;
    for (std::size_t at = 0; at < std::min(open_.rows.size(), kRowsToRank); ++at) {
      const std::size_t row = open_.rows[at];
      const std::array<std::int32_t, 2> cell{coded_.codes[i][row], coded_.codes[j][row]};
      if ((cell[0] | cell[1]) < 0) continue;
      const std::int32_t slot = tally().find_slot(table, cell);
      const auto own = static_cast<std::size_t>(coded_.truths[row]);
      for (std::size_t k = 0; k < K; ++k) {
        const double w = k == own ? coded_.weights[row] : 0;
        const double a = counts.with_value(table, 0, cell[0], k).to_double() - w;
        const double b = counts.with_value(table, 1, cell[1], k).to_double() - w;
        const double all = counts.in_table(table, k).to_double() - w;
        const double met = counts.in_cell(k, slot).to_double() - w;
        said[k] = all > 0 ? static_cast<float>(std::log((met + 1) / (a * b / all + 1))) : 0;
      }
      gain.add(open_.times[at], posterior(at), own, said);
    }
    return gain.score();
  }

  std::span<const double> posterior(std::size_t at) const {
    return std::span(open_.posterior).subspan(at * coded_.classes, coded_.classes);
  }

  void score(std::vector<Scored>& all, std::size_t most_rows) const {
    SampleTriple triple(coded_);
    std::vector<float> said(coded_.classes);
    for (Scored& one : all) {
      triple.count(one.columns);
      Gain gain;
      for (std::size_t at = 0; at < std::min(open_.rows.size(), most_rows); ++at) {
        const std::size_t row = open_.rows[at];
        if (!triple.say(row, said)) continue;
        gain.add(open_.times[at], posterior(at), static_cast<std::size_t>(coded_.truths[row]),
                 said);
      }
      one.score = gain.score();
    }
    sort_by_score(all);
  }

  std::size_t cells_of_pairs() const {
    const std::size_t d = tally().columns();
    std::size_t out = 0;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i + 1; j < d; ++j) {
        out += static_cast<std::size_t>(features_.joint->codes(i)) *
               static_cast<std::size_t>(features_.joint->codes(j)) * coded_.classes;
      }
    }
    return out;
  }

  Triple named(const Columns& columns) const {
    Triple out;
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = tally().column(features_.columns[columns[i]]).name;
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  FullFeatures features_;
  std::size_t most_cells_;
  Residuals open_;
  CodedRows coded_;
};

}  // namespace

std::vector<Triple> choose_triples(const Counts& counts, const Batch& rows, const RowTimes& times,
                                   std::size_t most_cells, std::size_t* beyond_cells) {
  if (counts.joint() == nullptr || counts.classes().empty()) return {};
  std::size_t beyond = 0;
  std::vector<Triple> out = Choice(counts, rows, times, most_cells).best(beyond);
  if (beyond_cells != nullptr) *beyond_cells += beyond;
  return out;
}

std::vector<Triple> choose_triples(const Counts& counts, const RowSample& sample,
                                   std::size_t most_cells) {
  const std::vector<std::int64_t> times = times_of(sample);
  return choose_triples(counts, batch_of(sample, counts.schema()),
                        {times, copies_in(sample, counts.schema())}, most_cells);
}

}  // namespace tally
