// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text_rule/text_tables.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tally {

namespace {

constexpr double kTwice = 2;
constexpr std::size_t kKnownLogarithms = 1024;

// Lines of counts, each once.
class DistinctLines {
 public:
  DistinctLines(std::vector<double>& counts, std::size_t width)
      : counts_(counts), width_(width), places_(1024, -1) {}

  /// The line of these counts, and whether it is new.
  std::pair<std::int32_t, bool> line_of(std::span<const double> wanted) {
    if (2 * lines_ >= places_.size()) grow();
    std::int32_t& place = place_of(wanted);
    if (place >= 0) return {place, false};
    place = static_cast<std::int32_t>(lines_++);
    counts_.insert(counts_.end(), wanted.begin(), wanted.end());
    return {place, true};
  }

 private:
  std::span<const double> at(std::int32_t line) const {
    return std::span<const double>(counts_).subspan(static_cast<std::size_t>(line) * width_,
                                                    width_);
  }
  static std::uint64_t hash(std::span<const double> line) {
    std::uint64_t h = 0x9E3779B97F4A7C15;
    for (const double x : line) {
      h = (h ^ std::bit_cast<std::uint64_t>(x)) * 0xD6E8FEB86659FD93;
      h ^= h >> 32;
    }
    return h;
  }
  std::int32_t& place_of(std::span<const double> wanted) {
    const std::size_t mask = places_.size() - 1;
    std::size_t i = hash(wanted) & mask;
    while (places_[i] >= 0) {
      const std::span<const double> there = at(places_[i]);
      if (std::equal(wanted.begin(), wanted.end(), there.begin())) break;
      i = (i + 1) & mask;
    }
    return places_[i];
  }
  void grow() {
    places_.assign(places_.size() * 2, -1);
    for (std::size_t line = 0; line < lines_; ++line) {
      const auto number = static_cast<std::int32_t>(line);
      place_of(at(number)) = number;
    }
  }

  std::vector<double>& counts_;
  std::size_t width_;
  std::size_t lines_ = 0;
  std::vector<std::int32_t> places_;
};

void add_leanings(TextZoneTable& table, const TextTally& tally,
                  const std::vector<Counts::Class>& classes, std::span<const double> rows) {
  const std::size_t K = classes.size(), told = K == 2 ? 1 : K;
  std::vector<double> mass;
  std::vector<const SumRow*> of_class;
  for (const Counts::Class& klass : classes) {
    mass.push_back(tally.total(klass.code).to_double());
    of_class.push_back(&tally.row_of(klass.code));
  }
  TermLeanings leanings(mass, std::min<std::size_t>(kKnownLogarithms, table.terms->size()));
  leanings.stand_on(mass, rows);
  table.lengths.assign(leanings.lengths().begin(), leanings.lengths().end());
  const std::int32_t first = tally.slots() - table.terms->size();
  DistinctLines lines(table.counts, K);
  std::vector<double> with_term(K), d(TextShape::kLeanings * told);
  for (std::int32_t term = 0; term < table.terms->size(); ++term) {
    for (std::size_t k = 0; k < K; ++k) {
      with_term[k] = of_class[k]
                         ->at(static_cast<std::size_t>(first) + static_cast<std::size_t>(term))
                         .to_double();
    }
    const double all = std::accumulate(with_term.begin(), with_term.end(), 0.0);
    if (!(all > 0)) {
      table.lines.push_back(-1);
      continue;
    }
    const auto [line, is_new] = lines.line_of(with_term);
    table.lines.push_back(line);
    if (!is_new) continue;
    leanings.of(with_term, d);
    table.leanings.insert(table.leanings.end(), d.begin(), d.end());
    table.is_twice.push_back(all >= kTwice ? 1 : 0);
  }
}

void add_corrections(std::vector<TextZoneTable>& zones, std::span<const RuleWeight> rows,
                     std::size_t told) {
  for (TextZoneTable& zone : zones) {
    zone.corrected.assign(static_cast<std::size_t>(zone.terms->size()), -1);
  }
  for (const RuleWeight& row : rows) {
    if (row.corrections.size() != told) continue;
    const std::optional<CorrectedTerm> name = parse_correction(row.part);
    if (!name || name->zone >= zones.size()) continue;
    TextZoneTable& zone = zones[name->zone];
    const std::int32_t term = zone.terms->find(name->term);
    if (term < 0) continue;
    zone.corrected[static_cast<std::size_t>(term)] =
        static_cast<std::int32_t>(zone.corrections.size() / told);
    for (const std::int32_t one : row.corrections) {
      zone.corrections.push_back(static_cast<float>(one * kCorrectionUnit));
    }
  }
}

}  // namespace

TextRuleTables text_tables(const Counts& counts, std::span<const RuleWeight> rows) {
  const std::vector<Counts::Class> classes = counts.classes();
  const std::vector<Label> labels = counts.class_labels();
  std::vector<double> class_rows;
  for (const Counts::Class& klass : classes) class_rows.push_back(klass.weight.to_double());
  const TextShape shape = text_shape(counts);
  TextRuleTables out{text_rule(shape, labels, rows), {}};
  for (const TextZone& zone : shape.zones) {
    const TextTally& tally = text_of(*counts.find(zone.column));
    TextZoneTable& table = out.zones.emplace_back();
    table.column = zone.column;
    table.terms = std::make_shared<TermDictionary>(tally.terms());
    add_leanings(table, tally, classes, class_rows);
  }
  const bool are_of_now = is_of_classes(rows, shape, labels);
  add_corrections(out.zones, are_of_now ? rows : std::span<const RuleWeight>(), shape.told());
  return out;
}

}  // namespace tally
