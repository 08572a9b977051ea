// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/polya_counts.h"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <string>

#include "tally/base/error.h"
#include "tally/family/log_gamma.h"

namespace tally {

namespace {

using Times = PolyaCounts::Times;

void add(Times& times, double count, double how_many = 1) {
  if (count > 0 && how_many > 0) times[count] += how_many;
}

PolyaCounts of_values(const ValueTally& tally, const std::vector<Counts::Class>& classes) {
  if (tally.is_partial()) {
    throw Error(ErrorKind::kUsage, "λ by evidence needs all values of " + in_quotes(tally.name()) +
                                       ", and only some were read");
  }
  const std::vector<ValueTally::Value> values = tally.values();
  PolyaCounts out;
  out.possibilities = static_cast<double>(values.size());
  for (const Counts::Class& klass : classes) {
    add(out.totals, tally.total(klass.code).to_double());
    for (const ValueTally::Value& value : values) {
      add(out.cells, tally.at(klass.code, value.slot).to_double());
    }
  }
  return out;
}

// Every term is there or not: a column of two values for each.
void add_bernoulli(PolyaCounts& out, const TermHistogram& documents, double rows, double terms) {
  add(out.totals, rows, terms);
  double there = 0;
  for (const auto& [count, how_many] : documents) {
    add(out.cells, count, static_cast<double>(how_many));
    add(out.cells, rows - count, static_cast<double>(how_many));
    there += static_cast<double>(how_many);
  }
  add(out.cells, rows, terms - there);
}

PolyaCounts of_text(const TextTally& tally, const std::vector<Counts::Class>& classes,
                    TextModel model) {
  std::size_t codes = 0;
  for (const Counts::Class& klass : classes) {
    codes = std::max(codes, static_cast<std::size_t>(klass.code + 1));
  }
  const TermHistograms histograms = tally.histograms(codes);
  const auto terms = static_cast<double>(tally.possible_values());
  PolyaCounts out;
  out.possibilities = model == TextModel::kBernoulli ? 2 : terms;
  for (const Counts::Class& klass : classes) {
    if (klass.code < 0) continue;
    const auto k = static_cast<std::size_t>(klass.code);
    if (model == TextModel::kBernoulli) {
      ExactSum with_text = klass.weight;
      with_text -= tally.at(klass.code, Part::kMissing);
      add_bernoulli(out, histograms.documents[k], with_text.to_double(), terms);
      continue;
    }
    const bool by_rows = model == TextModel::kBoolean;
    add(out.totals,
        (by_rows ? tally.total(klass.code) : tally.total_tokens(klass.code)).to_double());
    for (const auto& [count, how_many] : by_rows ? histograms.documents[k] : histograms.tokens[k]) {
      add(out.cells, count, static_cast<double>(how_many));
    }
  }
  return out;
}

// How the evidence changes with t = log λ, and how that does.
struct Slope {
  double g = 0, h = 0;
  bool is_flat = false;  // but for rounding
};

Slope slope_at(const PolyaCounts& counts, double lambda) {
  using boost::math::digamma;
  using boost::math::trigamma;
  const double S = counts.possibilities;
  double of_cells = 0, of_totals = 0, curve = 0;
  for (const auto& [n, times] : counts.cells) {
    of_cells += times * (digamma(n + lambda) - digamma(lambda));
    curve += times * (trigamma(n + lambda) - trigamma(lambda));
  }
  for (const auto& [n, times] : counts.totals) {
    of_totals += times * S * (digamma(n + S * lambda) - digamma(S * lambda));
    curve -= times * S * S * (trigamma(n + S * lambda) - trigamma(S * lambda));
  }
  constexpr double kRounding = 1e-12;
  Slope out;
  out.g = lambda * (of_cells - of_totals);
  out.h = lambda * lambda * curve + out.g;
  out.is_flat = std::abs(of_cells - of_totals) <= kRounding * (of_cells + of_totals);
  return out;
}

// To six digits. The power of ten is exact, and so the quotient is the number as it is written.
double six_digits_of(double x) {
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(x)));
  return std::round(x * scale) / scale;
}

}  // namespace

std::optional<PolyaCounts> polya_counts(const Counts& counts, const Tally& tally,
                                        const Question& question) {
  const std::vector<Counts::Class> classes = counts.classes();
  switch (facts_of(tally.family()).cells) {
    case CellKind::kNumber:
      return std::nullopt;
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
    case CellKind::kGroup:
      return of_values(values_of(tally), classes);
    case CellKind::kTerms:
      break;
  }
  const TextModel model = text_model_of(question, tally.spec().text);
  const bool is_complement =
      model == TextModel::kComplement || model == TextModel::kNormalisedComplement;
  if (is_complement || skips_terms(question) ||
      asks_terms_alone(combine_of(question, counts.schema()))) {
    return std::nullopt;
  }
  return of_text(text_of(tally), classes, model);
}

double log_evidence(const PolyaCounts& counts, double lambda) {
  double sum = 0;
  for (const auto& [n, times] : counts.cells) sum += times * log_rising(lambda, n);
  for (const auto& [n, times] : counts.totals) {
    sum -= times * log_rising(counts.possibilities * lambda, n);
  }
  return sum;
}

double best_lambda(const PolyaCounts& counts) {
  constexpr int kMostSteps = 200;
  constexpr double kLongest = 1.5, kLast = 1e-12;
  const double least = std::log(kLeastLambda), most = std::log(kMostLambda);
  double low = least, high = most, t = 0;  // the answer lies between low and high
  for (int step = 0; step < kMostSteps; ++step) {
    const Slope slope = slope_at(counts, std::exp(t));
    if (slope.is_flat) break;
    (slope.g > 0 ? low : high) = t;
    double change = slope.h < 0 ? -slope.g / slope.h : slope.g > 0 ? 1.0 : -1.0;
    change = std::clamp(change, -kLongest, kLongest);
    if (t + change <= low) change = (low - t) / 2;
    if (t + change >= high) change = (high - t) / 2;
    t += change;
    if (std::abs(change) < kLast) break;
  }
  constexpr double kAtTheEnd = 1e-9;
  if (t < least + kAtTheEnd) return kLeastLambda;
  if (t > most - kAtTheEnd) return kMostLambda;
  return std::exp(t);
}

Question with_lambdas(Question question, const Counts& counts) {
  if (!question.lambda_by_evidence || !question.lambdas.empty()) return question;
  for (const Tally& tally : counts.tallies()) {
    if (const std::optional<PolyaCounts> cells = polya_counts(counts, tally, question)) {
      question.lambdas.emplace_back(tally.name(), six_digits_of(best_lambda(*cells)));
    }
  }
  return question;
}

}  // namespace tally
