// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/text_rule/text_sum.h"

#include <algorithm>
#include <cmath>

#include "tally/base/prefetch.h"
#include "tally/infer/term_scorer.h"

namespace tally {

namespace {

constexpr std::int64_t kNear = 6, kFar = 16;  // terms that are asked for ahead

}  // namespace

TextSum::TextSum(const TextRuleTables& tables)
    : tables_(tables), maps_(tables.zones.size()), texts_(tables.rule.shape) {
  const TextShape& shape = tables.rule.shape;
  for (const TextZoneTable& zone : tables.zones) lengths_.emplace_back(zone.lengths);
  row_.parts.resize(shape.told() * shape.parts());
  row_.of_all.resize(TextShape::kOfClass);
  row_.corrections.resize(shape.told());
  told_.resize(shape.told());
}

std::vector<ColumnToRead> TextSum::columns_read() const {
  std::vector<ColumnToRead> out;
  for (const TextZoneTable& zone : tables_.zones) out.push_back({zone.column, ValueType::kText});
  return out;
}

void TextSum::read(const Batch& batch, std::span<const Column* const> columns) {
  zones_.clear();
  for (std::size_t z = 0; z < tables_.zones.size(); ++z) {
    const TextZoneTable& zone = tables_.zones[z];
    const Terms& terms = as_terms(batch, *columns[z], zone.column);
    zones_.push_back({&terms, &maps_[z].codes_in(*zone.terms, terms)});
  }
}

const HeardRow& TextSum::heard(std::int64_t row) {
  const std::size_t told = told_.size(), width = TextShape::kLeanings * told;
  texts_.clear();
  row_.twice = 0;
  std::fill(row_.corrections.begin(), row_.corrections.end(), 0.0);
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    const Terms& terms = *zones_[z].terms;
    if (!terms.validity.at(row)) continue;
    const TextZoneTable& zone = tables_.zones[z];
    const auto term_at = [&](std::int64_t entry) {
      return (*zones_[z].numbers)[static_cast<std::size_t>(terms.codes[entry])];
    };
    std::int64_t entry = terms.starts[row];
    const std::int64_t end = terms.starts[row + 1];
    terms.for_each(row, [&](std::int32_t, std::int32_t) {
      // The tables are larger than the caches: what the next terms need is asked for.
      if (entry + kFar < end && term_at(entry + kFar) >= 0) {
        const auto later = static_cast<std::size_t>(term_at(entry + kFar));
        prefetch_line(&zone.lines[later]);
        prefetch_line(&zone.corrected[later]);
      }
      if (entry + kNear < end && term_at(entry + kNear) >= 0) {
        const std::int32_t later = zone.lines[static_cast<std::size_t>(term_at(entry + kNear))];
        const auto bytes = static_cast<std::int64_t>(width * sizeof(double));
        const std::int64_t start = later * bytes;
        for (std::int64_t at = 0; later >= 0 && at < bytes; at += 64) {
          prefetch_line(zone.leanings.data(), start + at);
        }
      }
      const std::int32_t term = term_at(entry++);
      const std::int32_t line = term < 0 ? -1 : zone.lines[static_cast<std::size_t>(term)];
      if (line < 0) return texts_.hear_unseen(z);
      texts_.hear(z, zone.leanings.data() + static_cast<std::size_t>(line) * width);
      row_.twice += zone.is_twice[static_cast<std::size_t>(line)];
      const std::int32_t place = zone.corrected[static_cast<std::size_t>(term)];
      if (place < 0) return;
      const float* const w = zone.corrections.data() + static_cast<std::size_t>(place) * told;
      for (std::size_t i = 0; i < told; ++i) row_.corrections[i] += double{w[i]};
    });
  }
  texts_.fill(lengths_, row_.parts, row_.of_all);
  const double norm = std::sqrt(static_cast<double>(std::max<std::int64_t>(1, row_.twice)));
  for (double& one : row_.corrections) one /= norm;
  return row_;
}

std::span<const double> TextSum::told() {
  const TextRule& rule = tables_.rule;
  const std::size_t parts = rule.shape.parts();
  for (std::size_t i = 0; i < told_.size(); ++i) {
    const std::span<const double> own = std::span(row_.parts).subspan(i * parts, parts);
    told_[i] = rule.trust_leanings * rule.leaning(i, own, row_.of_all) +
               rule.trust_corrections * row_.corrections[i];
  }
  return told_;
}

void TextSum::add(std::span<double> scores) {
  const std::size_t K = tables_.rule.shape.classes;
  for (std::size_t row = 0; row * K < scores.size(); ++row) {
    heard(static_cast<std::int64_t>(row));
    add_told(told(), tables_.rule.weight, scores.subspan(row * K, K));
  }
}

void add_told(std::span<const double> told, double weight, std::span<double> scores) {
  if (scores.size() == 2) {
    scores[0] -= weight * told[0] / 2;
    scores[1] += weight * told[0] / 2;
    return;
  }
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += weight * told[k];
}

}  // namespace tally
