// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/learn_texts.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/text_rule/text_corrections.h"
#include "tally/assess/text_rule/text_weights.h"
#include "tally/assess/weights/log_linear.h"

namespace tally {

namespace {

constexpr int kSteps = 25, kStepsOfFold = 12;
constexpr double kTrustRidge = 0.5;  // ½ |q − 1|²
constexpr double kTrusted = 2;       // weights

// log π of a row's classes, as the table's rule has it.
void add_log_shares(std::span<const double> rows, std::vector<double>& out) {
  double all = 0;
  for (const double one : rows) all += one;
  const double even = 1 / static_cast<double>(rows.size());
  for (const double one : rows) out.push_back(std::log((one + even) / (all + 1)));
}

TextLesson lesson_of(const SampledTexts& texts, LeftOutTexts& left_out) {
  TextLesson lesson;
  lesson.shape = texts.shape();
  lesson.parts.reserve(texts.rows().size() * lesson.shape.told() * lesson.shape.parts());
  for (std::size_t row = 0; row < texts.rows().size(); ++row) {
    left_out.of(row, texts.counted());
    lesson.parts.insert(lesson.parts.end(), left_out.parts().begin(), left_out.parts().end());
    lesson.of_all.insert(lesson.of_all.end(), left_out.of_all().begin(), left_out.of_all().end());
    add_log_shares(left_out.rows_left(), lesson.log_shares);
    lesson.truths.push_back(texts.rows()[row].own);
    lesson.times.push_back(texts.rows()[row].times);
  }
  return lesson;
}

// z of the leanings of a row, [told].
void add_leanings(const TextRule& rule, std::span<const double> parts,
                  std::span<const double> of_all, std::vector<double>& out) {
  const std::size_t width = rule.shape.parts();
  for (std::size_t i = 0; i < rule.shape.told(); ++i) {
    out.push_back(rule.leaning(i, parts.subspan(i * width, width), of_all));
  }
}

std::vector<double> leanings_of(const TextLesson& lesson, const TextRule& rule) {
  std::vector<double> out;
  const std::size_t width = lesson.shape.told() * lesson.shape.parts();
  for (std::size_t row = 0; row < lesson.rows(); ++row) {
    add_leanings(rule, std::span(lesson.parts).subspan(row * width, width), lesson.of_all_in(row),
                 out);
  }
  return out;
}

// Where the corrections start from: log π and the leanings, [row · K + class].
std::vector<double> offsets_of(std::vector<double> log_shares, std::span<const double> leanings,
                               const TextShape& shape) {
  const std::size_t K = shape.classes, told = shape.told();
  for (std::size_t row = 0; row * told < leanings.size(); ++row) {
    for (std::size_t i = 0; i < told; ++i) {
      log_shares[row * K + shape.told_class(i)] += leanings[row * told + i];
    }
  }
  return log_shares;
}

void keep_rows(const SampledTexts& texts, LearnedTexts& out) {
  for (const SampledTexts::Row& row : texts.rows()) out.places.push_back(row.place);
}

void add_corrections(const Counts& counts, const SampledTexts& texts, const CorrectedTerms& terms,
                     std::span<const double> A, std::vector<RuleWeight>& out) {
  const std::size_t told = texts.shape().told();
  for (std::size_t z = 0; z < texts.shape().zones.size(); ++z) {
    const TextTally& tally = text_of(*counts.find(texts.shape().zones[z].column));
    const std::vector<double> W = terms.corrections(z, A, told);
    for (std::size_t t = 0; t < texts.slots(z).size(); ++t) {
      RuleWeight row;
      bool any = false;
      for (std::size_t i = 0; i < told; ++i) {
        const double units = std::nearbyint(W[t * told + i] / kCorrectionUnit);
        const double most = kMostCorrection;
        row.corrections.push_back(static_cast<std::int32_t>(std::clamp(units, -most, most)));
        any = any || row.corrections.back() != 0;
      }
      if (!any) continue;
      row.part = correction_name(z, tally.term_of(texts.slots(z)[t]));
      out.push_back(std::move(row));
    }
  }
}

// What the two stages say about each row when its fold had no part in them.
struct OutOfFold {
  std::vector<double> leanings, corrections;  // [row · told + i]
};

OutOfFold out_of_fold(const SampledTexts& texts, LeftOutTexts& left_out, TextLesson& lesson,
                      const TextRule& rule, const CorrectedTerms& terms) {
  const std::size_t told = lesson.shape.told(), K = lesson.shape.classes;
  const std::vector<double> times = lesson.times;
  OutOfFold out{std::vector<double>(lesson.rows() * told),
                std::vector<double>(lesson.rows() * told)};
  for (unsigned fold = 0; fold < SampledTexts::kFolds; ++fold) {
    const auto is_out = [&](std::size_t row) { return texts.rows()[row].fold == fold; };
    for (std::size_t row = 0; row < lesson.rows(); ++row) {
      lesson.times[row] = is_out(row) ? 0 : times[row];
    }
    const TextRule others = fit_text_weights(lesson, &rule);
    const SampledCounts counts = texts.without_fold(fold);
    std::vector<double> log_shares, leanings;
    for (std::size_t row = 0; row < lesson.rows(); ++row) {
      if (is_out(row)) {
        log_shares.resize(log_shares.size() + K);
        leanings.resize(leanings.size() + told);
        continue;
      }
      left_out.of(row, counts);
      add_log_shares(left_out.rows_left(), log_shares);
      add_leanings(others, left_out.parts(), left_out.of_all(), leanings);
    }
    const std::vector<double> offsets = offsets_of(std::move(log_shares), leanings, lesson.shape);
    const FittedCorrections fitted =
        fit_corrections(terms, {offsets, lesson.truths, lesson.times, K}, kStepsOfFold);
    const std::vector<double> asked = leanings_of(lesson, others);
    for (std::size_t row = 0; row < lesson.rows(); ++row) {
      if (!is_out(row)) continue;
      for (std::size_t at = row * told; at < (row + 1) * told; ++at) {
        out.leanings[at] = asked[at];
        out.corrections[at] = fitted.said[at];
      }
    }
  }
  lesson.times = times;
  return out;
}

std::vector<double> trust(const TextLesson& lesson, const OutOfFold& said) {
  const std::size_t told = lesson.shape.told(), K = lesson.shape.classes;
  LogLinearProblem problem;
  problem.classes = K;
  problem.guess = {1, 1};
  problem.ridge = {kTrustRidge, kTrustRidge};
  problem.has_biases = false;
  problem.offsets = lesson.log_shares;
  problem.times = lesson.times;
  problem.said.resize(lesson.rows() * K * 2);
  for (std::size_t row = 0; row < lesson.rows(); ++row) {
    problem.truths.push_back(static_cast<std::int32_t>(lesson.truths[row]));
    for (std::size_t i = 0; i < told; ++i) {
      float* const to = problem.said.data() + (row * K + lesson.shape.told_class(i)) * 2;
      to[0] = static_cast<float>(said.leanings[row * told + i]);
      to[1] = static_cast<float>(said.corrections[row * told + i]);
    }
  }
  return fit_log_linear(problem).weights;
}

}  // namespace

LearnedTexts learn_texts(const Counts& counts, const RowSample& sample) {
  const SampledTexts texts(counts, sample);
  LeftOutTexts left_out(texts);
  TextLesson lesson = lesson_of(texts, left_out);
  LearnedTexts out;
  keep_rows(texts, out);
  out.rule = fit_text_weights(lesson);
  const std::vector<double> leanings = leanings_of(lesson, out.rule);
  if (lesson.rows() < kRowsForCorrections) {
    out.told = leanings;
    out.chosen = chosen_text_weights(lesson, out.rule);
    return out;
  }
  const CorrectedTerms terms(texts);
  const std::vector<double> offsets = offsets_of(lesson.log_shares, leanings, lesson.shape);
  const FittedCorrections fitted =
      fit_corrections(terms, {offsets, lesson.truths, lesson.times, lesson.shape.classes}, kSteps);
  const OutOfFold said = out_of_fold(texts, left_out, lesson, out.rule, terms);
  const std::vector<double> q = trust(lesson, said);
  out.rule.trust_leanings = q[0];
  out.rule.trust_corrections = q[1];
  out.chosen = kTrusted;
  for (std::size_t at = 0; at < said.leanings.size(); ++at) {
    out.told.push_back(q[0] * said.leanings[at] + q[1] * said.corrections[at]);
  }
  if (q[1] > 0) add_corrections(counts, texts, terms, fitted.A, out.corrections);
  return out;
}

}  // namespace tally
