// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/tune.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "tally/assess/weights/ridge.h"
#include "tally/infer/learned_rule.h"
#include "tally/model/sample/row_hash.h"

namespace tally {

namespace {

constexpr double kRidge = 3, kBiasRidge = 0.01;
constexpr std::array kMoreLambdas{0.1, 0.3, 1.0, 3.0};  // that the texts of a table may have
constexpr int kFewestRows = 2;

std::vector<TallySpec> specs_of(const Counts& counts) {
  std::vector<TallySpec> out;
  for (const Tally& tally : counts.tallies()) out.push_back(tally.spec());
  return out;
}

// What the rule says about the state it comes from.
std::optional<double> of_state(std::span<const RuleWeight> rule, std::string_view part) {
  for (const RuleWeight& weight : rule) {
    if (weight.klass.empty() && weight.part == part) return weight.value;
  }
  return std::nullopt;
}

}  // namespace

struct LeftOutParts::State {
  State(const Counts& counts, double of_rule)
      : lambda(of_rule), classes(counts.classes()), parts(rule_parts(specs_of(counts))) {
    for (const RuleParts::Zone& zone : parts.zones) {
      tallies.push_back(&text_of(*counts.find(zone.column)));
    }
    for (const Counts::Class& klass : classes) {
      names.push_back(klass.label.to_string());
      rows.push_back(klass.weight.to_double());
    }
    with_term.resize(classes.size());
    heard = std::vector<HeardTerms>(told(), HeardTerms(parts));
    found.resize(told() * parts.size());
  }

  std::size_t told() const { return told_classes(classes.size()); }

  double rest_of(const std::vector<double>& all, std::size_t k) const {
    double rest = 0;
    for (std::size_t j = 0; j < all.size(); ++j) rest += j == k ? 0 : all[j];
    return rest;
  }

  void take_out(const SampledRow& row) {
    const auto at = std::find(names.begin(), names.end(), row.klass);
    own = static_cast<std::size_t>(at - names.begin());
    left = rows;
    if (own < left.size()) left[own] = std::max(0.0, left[own] - 1);
    leanings.clear();
    for (std::size_t i = 0; i < told(); ++i) {
      const std::size_t k = told_class(i, classes.size());
      leanings.emplace_back(left[k], rest_of(left, k), lambda);
      heard[i].clear();
    }
  }

  void hear(std::size_t zone, std::string_view term) {
    const std::int32_t slot = tallies[zone]->find_term(term);
    double all = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      with_term[k] = tallies[zone]->at(classes[k].code, slot).to_double();
      if (k == own) with_term[k] = std::max(0.0, with_term[k] - 1);
      all += with_term[k];
    }
    for (std::size_t i = 0; i < told(); ++i) {
      const std::size_t k = told_class(i, classes.size());
      if (all == 0) {
        heard[i].hear_unseen(zone);
      } else {
        heard[i].hear(zone, leanings[i].of(with_term[k], rest_of(with_term, k)));
      }
    }
  }

  double lambda;
  std::vector<Counts::Class> classes;
  std::vector<std::string> names;  // of the classes
  std::vector<double> rows;        // [class]
  RuleParts parts;
  std::vector<const TextTally*> tallies;  // by zone
  std::size_t own = 0;                    // the class of the row that is out; K: none of them
  std::vector<double> left;               // [class]: rows without it
  std::vector<double> with_term;          // [class]
  std::vector<Leaning> leanings;          // by told class
  std::vector<HeardTerms> heard;          // by told class
  std::vector<double> found;
};

LeftOutParts::LeftOutParts(const Counts& counts, double lambda)
    : state_(std::make_unique<State>(counts, lambda)) {}
LeftOutParts::~LeftOutParts() = default;

const RuleParts& LeftOutParts::parts() const { return state_->parts; }
std::size_t LeftOutParts::told() const { return state_->told(); }

std::span<const double> LeftOutParts::of(const SampledRow& row) {
  State& state = *state_;
  state.take_out(row);
  for (const SampledColumn& column : row.columns) {
    const auto& zones = state.parts.zones;
    const auto zone = std::find_if(zones.begin(), zones.end(), [&](const RuleParts::Zone& z) {
      return z.column == column.column;
    });
    if (zone == zones.end()) continue;
    const auto place = static_cast<std::size_t>(zone - zones.begin());
    column.for_each([&](std::string_view term) { state.hear(place, term); });
  }
  const std::size_t parts = state.parts.size();
  for (std::size_t i = 0; i < told(); ++i) {
    state.heard[i].fill(std::span(state.found).subspan(i * parts, parts));
  }
  return state.found;
}

double LeftOutParts::prior_log_odds(std::size_t told) const {
  const std::size_t K = state_->classes.size(), k = told_class(told, K);
  const double rest = state_->rest_of(state_->left, k) + static_cast<double>(K) - 1;
  return std::log((state_->left[k] + 1) / rest);
}

bool LeftOutParts::is_of(std::size_t told) const {
  return state_->own == told_class(told, state_->classes.size());
}

namespace {

// What is to be made least for each told class, by the parts of the rows left out.
std::vector<RidgeProblem> problems_of(LeftOutParts& left_out, const RowSample& sample) {
  const RuleParts& parts = left_out.parts();
  RidgeProblem empty{prior_weights(parts), std::vector<double>(parts.size(), kRidge), {}, {}, {}};
  empty.ridge[RuleParts::kBias] = kBiasRidge;
  std::vector<RidgeProblem> problems(left_out.told(), empty);
  for (const SampledRow& row : sample.rows()) {
    const std::span<const double> x = left_out.of(row);
    for (std::size_t told = 0; told < problems.size(); ++told) {
      RidgeProblem& problem = problems[told];
      const std::span<const double> own = x.subspan(told * parts.size(), parts.size());
      problem.x.insert(problem.x.end(), own.begin(), own.end());
      problem.offsets.push_back(left_out.prior_log_odds(told));
      problem.truths.push_back(left_out.is_of(told));
    }
  }
  return problems;
}

bool has_enough_rows(const RidgeProblem& problem) {
  const auto rows = static_cast<std::ptrdiff_t>(problem.truths.size());
  const auto of_it = std::count(problem.truths.begin(), problem.truths.end(), true);
  return of_it >= kFewestRows && rows - of_it >= kFewestRows;
}

struct FittedRule {
  double height = 0;                         // what was made least, over all told classes
  std::vector<std::vector<double>> weights;  // by told class
};

FittedRule fitted_rule(const Counts& counts, const RowSample& sample, double lambda) {
  LeftOutParts left_out(counts, lambda);
  FittedRule out;
  for (const RidgeProblem& problem : problems_of(left_out, sample)) {
    const bool enough = has_enough_rows(problem);
    out.weights.push_back(enough ? fit_ridge(problem) : problem.guess);
    if (enough) out.height += ridge_height(problem, out.weights.back());
  }
  return out;
}

}  // namespace

std::vector<RuleWeight> tune(const Counts& counts, const RowSample& sample) {
  const Schema& schema = counts.schema();
  if (!schema.has_text()) return {};
  double lambda = LearnedRuleConstants::kLambda;
  const std::vector<Counts::Class> classes = counts.classes();
  std::vector<RuleWeight> out{{"", kRowsThen, counts.total_weight().to_double()},
                              {"", kRowsSampled, static_cast<double>(sample.rows().size())}};
  if (classes.size() > 1) {
    FittedRule best = fitted_rule(counts, sample, lambda);
    if (!schema.row_traits().fix_lambda) {
      for (const double candidate : kMoreLambdas) {
        FittedRule fitted = fitted_rule(counts, sample, candidate);
        if (!(fitted.height < best.height)) continue;
        best = std::move(fitted);
        lambda = candidate;
      }
    }
    const std::vector<std::string> names = rule_parts(specs_of(counts)).names;
    for (std::size_t told = 0; told < best.weights.size(); ++told) {
      const std::string klass = classes[told_class(told, classes.size())].label.to_string();
      for (std::size_t part = 0; part < names.size(); ++part) {
        out.push_back({klass, names[part], best.weights[told][part]});
      }
    }
  }
  out.push_back({"", LearnedRule::kLambdaName, lambda});
  std::sort(out.begin(), out.end(), [](const RuleWeight& a, const RuleWeight& b) {
    return std::tie(a.klass, a.part) < std::tie(b.klass, b.part);
  });
  return out;
}

bool is_learned(std::span<const RuleWeight> rule) { return of_state(rule, kRowsSampled) > 0; }

std::optional<double> rows_when_tuned(std::span<const RuleWeight> rule) {
  return of_state(rule, kRowsThen);
}

double mark_of(const Counts& counts) {
  std::uint64_t sum = 0;  // in any order of the rows
  counts.for_each_row([&](const CountRow& row) {
    std::uint64_t state = row_word::kStart;
    const auto take = [&](std::uint64_t word) { state = row_word::step(state, word); };
    for (const std::string* const text : {&row.tally, &row.key, &row.klass}) {
      take(row_word::word_of(std::string_view(*text)));
    }
    take(static_cast<std::uint64_t>(row.part));
    take(static_cast<std::uint64_t>(row.exponent));
    take(static_cast<std::uint64_t>(row.amount));
    sum += hash_of(state);
  });
  return static_cast<double>(sum >> 11);  // which a double has exactly
}

bool is_stale(std::span<const RuleWeight> rule, const Counts& counts) {
  const std::optional<double> then = rows_when_tuned(rule);
  if (!then) return false;
  if (*then != counts.total_weight().to_double()) return true;
  const std::optional<double> mark = of_state(rule, kMarkOfCounts);
  return mark && *mark != mark_of(counts);
}

bool is_outgrown(std::span<const RuleWeight> rule, const Counts& counts) {
  const std::optional<double> then = rows_when_tuned(rule);
  return !then || counts.total_weight().to_double() >= 2 * *then;
}

}  // namespace tally
