// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/text_rule/text_verdict.h"

#include <algorithm>
#include <cmath>

#include "tally/infer/term_scorer.h"
#include "tally/infer/text_rule/text_sum.h"

namespace tally {

namespace {

constexpr std::size_t kStrongest = TextShape::kStrong.size();

// How many terms of a row are known in a zone, and for how many |d_1| ≥ θ: [θ · told + i].
struct ZoneTerms {
  double known = 0;
  std::vector<double> strong;
};

std::vector<double> by_class(std::span<const double> told, std::size_t classes) {
  std::vector<double> out(classes);
  add_told(told, 1, out);
  return out;
}

// What one term's leanings add to the parts of its zone, by their weights.
double leaning_of(const TextRule& rule, std::size_t zone, const double* d, std::size_t i,
                  const ZoneTerms& terms) {
  const std::size_t told = rule.shape.told();
  const double* const beta = rule.shared.data() + zone * TextShape::kOfZone;
  const double n = terms.known;
  double sum = 0;
  for (std::size_t m = 0; m < TextShape::kLeanings; ++m) {
    const double norms =
        beta[3 * m] / 10 + beta[3 * m + 1] / std::sqrt(n + 1) + beta[3 * m + 2] * 10 / (n + 1);
    sum += norms * d[m * told + i];
  }
  const double middle = d[told + i];
  for (std::size_t t = 0; t < kStrongest; ++t) {
    if (std::abs(middle) < TextShape::kStrong[t]) continue;
    sum += beta[TextShape::kOfZone - kStrongest + t] * middle / (terms.strong[t * told + i] + 1);
  }
  return rule.trust_leanings * sum;
}

}  // namespace

TextVerdict text_verdict(const TextRuleTables& tables, const Batch& batch, std::int64_t row) {
  const TextRule& rule = tables.rule;
  const std::size_t told = rule.shape.told(), K = rule.shape.classes;
  const std::size_t width = TextShape::kLeanings * told;
  TextSum sum(tables);
  std::vector<const Column*> columns;
  for (const TextZoneTable& zone : tables.zones) columns.push_back(batch.find(zone.column));
  sum.read(batch, columns);
  const HeardRow heard = sum.heard(row);
  const std::vector<double> all = by_class(sum.told(), K);
  const double norm = std::sqrt(static_cast<double>(std::max<std::int64_t>(1, heard.twice)));

  TextVerdict out;
  out.length = all;
  for (std::size_t z = 0; z < tables.zones.size(); ++z) {
    const TextZoneTable& zone = tables.zones[z];
    const Terms& terms = as_terms(batch, *columns[z], zone.column);
    if (!terms.validity.at(row)) continue;
    ZoneTerms counted{0, std::vector<double>(kStrongest * told)};
    const auto for_each_known = [&](auto&& f) {
      terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
        const std::int32_t term = zone.terms->find(terms.dictionary->term(code));
        const std::int32_t line = term < 0 ? -1 : zone.lines[static_cast<std::size_t>(term)];
        if (line >= 0)
          f(code, times, static_cast<std::size_t>(term), static_cast<std::size_t>(line));
      });
    };
    for_each_known([&](std::int32_t, std::int32_t, std::size_t, std::size_t line) {
      ++counted.known;
      const double* const middle = zone.leanings.data() + line * width + told;
      for (std::size_t t = 0; t < kStrongest; ++t) {
        for (std::size_t i = 0; i < told; ++i) {
          counted.strong[t * told + i] += std::abs(middle[i]) >= TextShape::kStrong[t] ? 1 : 0;
        }
      }
    });
    for_each_known([&](std::int32_t code, std::int32_t times, std::size_t term, std::size_t line) {
      TextTermVerdict& worked = out.terms.emplace_back();
      worked.zone = z;
      worked.term = std::string(terms.dictionary->term(code));
      worked.times = times;
      const auto counts = zone.counts.begin() + static_cast<std::ptrdiff_t>(line * K);
      worked.rows.assign(counts, counts + static_cast<std::ptrdiff_t>(K));
      std::vector<double> leaning(told), correction(told);
      const std::int32_t place = zone.corrected[term];
      for (std::size_t i = 0; i < told; ++i) {
        leaning[i] = leaning_of(rule, z, zone.leanings.data() + line * width, i, counted);
        if (place < 0) continue;
        const double w = double{zone.corrections[static_cast<std::size_t>(place) * told + i]};
        correction[i] = rule.trust_corrections * w / norm;
      }
      worked.leaning = by_class(leaning, K);
      worked.correction = by_class(correction, K);
      for (std::size_t k = 0; k < K; ++k) {
        out.length[k] -= worked.leaning[k] + worked.correction[k];
      }
    });
  }
  return out;
}

}  // namespace tally
