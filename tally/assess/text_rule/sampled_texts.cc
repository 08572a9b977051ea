// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/sampled_texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "tally/base/prefetch.h"

namespace tally {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 24;  // of the parts of all rows
constexpr double kMostKnownLogarithms = 8192;
constexpr std::size_t kNear = 8, kFar = 24;  // terms that are asked for ahead

// What is left of a sum of weights: of one that is a hair above nothing, nothing.
double less(double sum, double weight) {
  const double left = sum - weight;
  return left < 1e-9 * weight ? 0 : left;
}

// The place of a class among those that have a term; their number, if it is not one of them.
std::size_t place_of(std::span<const std::uint32_t> classes, std::size_t klass) {
  std::size_t i = 0;
  while (i < classes.size() && classes[i] != klass) ++i;
  return i;
}

// The smallest digests are in the sample: its last digits are as good as chance.
unsigned fold_of(const std::string& digest) {
  unsigned sum = 0;
  for (std::size_t i = digest.size() - std::min<std::size_t>(8, digest.size()); i < digest.size();
       ++i) {
    const char c = digest[i];
    sum = sum * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return sum % SampledTexts::kFolds;
}

double weight_of(const SampledRow& row, const ColumnSchema* weight) {
  if (weight == nullptr) return 1;
  for (const SampledColumn& column : row.columns) {
    if (column.column != weight->name) continue;
    const std::optional<double> found = parse_number(column.terms);
    return found && std::isfinite(*found) && *found > 0 ? *found : 0;
  }
  return 1;
}

}  // namespace

SampledTexts::SampledTexts(const Counts& counts, const RowSample& sample, Alone alone)
    : shape_(text_shape(counts)), zones_(shape_.zones.size()) {
  const std::vector<Counts::Class> classes = counts.classes();
  std::map<std::string, std::size_t> class_of;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    class_of[classes[k].label.to_string()] = k;
    counted_.rows.push_back(classes[k].weight.to_double());
  }
  std::vector<const TextTally*> tallies;
  std::vector<TermDictionary> of_sample(zones_.size());
  for (const TextZone& zone : shape_.zones) {
    tallies.push_back(&text_of(*counts.find(zone.column)));
  }
  const std::size_t most = kMostNumbers / std::max<std::size_t>(1, shape_.told() * shape_.parts());
  std::size_t place = 0;
  for (const SampledRow& row : sample.rows()) {
    const std::size_t here = place++;
    const auto own = class_of.find(row.klass);
    const double weight = weight_of(row, counts.schema().weight());
    if (own == class_of.end() || !(weight > 0)) continue;
    if (alone == Alone::kLeftOut && less(counted_.rows[own->second], weight) <= 0) continue;
    if (rows_.size() == most) break;
    rows_.push_back(
        {here, own->second, weight, static_cast<double>(row.times) * weight, fold_of(row.digest)});
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      zones_[z].unknown.push_back(0);
      for (const SampledColumn& column : row.columns) {
        if (column.column == shape_.zones[z].column) {
          add_terms(z, column, of_sample[z]);
        }
      }
      zones_[z].starts.push_back(zones_[z].terms.size());
    }
  }
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    look_up(z, *tallies[z], of_sample[z]);
    read_counts(z, *tallies[z], classes);
  }
}

// All terms of the row at once, so that their waits for memory overlap.
void SampledTexts::add_terms(std::size_t zone, const SampledColumn& column,
                             TermDictionary& of_sample) {
  std::string bytes;
  std::vector<std::size_t> ends;
  column.for_each([&](std::string_view term) {
    bytes += term;
    ends.push_back(bytes.size());
  });
  std::vector<std::string_view> terms;
  for (const std::size_t end : ends) {
    const std::size_t begin = terms.empty() ? 0 : ends[terms.size() - 1];
    terms.push_back(std::string_view(bytes).substr(begin, end - begin));
  }
  std::vector<std::int32_t>& all = zones_[zone].terms;
  all.resize(all.size() + terms.size());
  of_sample.codes(terms, std::span(all).last(terms.size()));
}

void SampledTexts::look_up(std::size_t zone, const TextTally& tally,
                           const TermDictionary& of_sample) {
  // Of the tally's terms, which each of the sample is. A tally that has just been counted has no table to look terms
  // up in, and to make one of millions takes longer than to look up all of them in that of the sample.
  constexpr std::size_t kMoreTimes = 16, kMany = std::size_t{1} << 16;
  const std::span<const std::string_view> sampled = of_sample.terms(),
                                          counted = tally.terms().terms();
  std::vector<std::int32_t> code_of(sampled.size(), -1);
  if (counted.size() < kMany || counted.size() > kMoreTimes * sampled.size()) {
    tally.terms().find(sampled, code_of);
  } else {
    std::vector<std::int32_t> number_of(counted.size());
    of_sample.find(counted, number_of);
    for (std::size_t code = 0; code < counted.size(); ++code) {
      if (number_of[code] < 0) continue;
      code_of[static_cast<std::size_t>(number_of[code])] = static_cast<std::int32_t>(code);
    }
  }
  // Those that the counts have are numbered anew.
  Zone& z = zones_[zone];
  const std::int32_t first_slot = tally.slots() - tally.terms().size();
  for (std::int32_t& code : code_of) {
    if (code < 0) continue;
    z.slots.push_back(first_slot + code);
    code = static_cast<std::int32_t>(z.slots.size()) - 1;
  }
  std::size_t to = 0, from = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    for (; from < z.starts[row + 1]; ++from) {
      const std::int32_t number = code_of[static_cast<std::size_t>(z.terms[from])];
      if (number < 0) {
        ++z.unknown[row];
      } else {
        z.terms[to++] = number;
      }
    }
    z.starts[row + 1] = to;
  }
  z.terms.resize(to);
}

void SampledTexts::read_counts(std::size_t zone, const TextTally& tally,
                               const std::vector<Counts::Class>& classes) {
  struct Cell {
    std::uint32_t term, klass;
    double rows;
  };
  Zone& z = zones_[zone];
  std::vector<double>& mass = counted_.mass.emplace_back();
  std::vector<double>& with_term = counted_.with_term.emplace_back();
  // Class by class, as they lie in memory; then by term.
  std::vector<Cell> found;
  z.cells.assign(z.slots.size() + 1, 0);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    mass.push_back(tally.total(classes[k].code).to_double());
    const SumRow& sums = tally.row_of(classes[k].code);
    const std::span<const std::uint32_t> small = sums.small();
    for (std::size_t t = 0; t < z.slots.size(); ++t) {
      const auto slot = static_cast<std::size_t>(z.slots[t]);
      const double rows =
          slot < small.size() ? static_cast<double>(small[slot]) : sums.at(slot).to_double();
      if (rows == 0) continue;
      found.push_back({static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(k), rows});
      ++z.cells[t + 1];
    }
  }
  std::partial_sum(z.cells.begin(), z.cells.end(), z.cells.begin());
  std::vector<std::size_t> next(z.cells.begin(), z.cells.end() - 1);
  z.classes.resize(found.size());
  with_term.resize(found.size());
  for (const Cell& cell : found) {
    const std::size_t at = next[cell.term]++;
    z.classes[at] = cell.klass;
    with_term[at] = cell.rows;
  }
}

double SampledTexts::rows_with(std::size_t zone, std::size_t term) const {
  const auto begin = counted_.with_term[zone].begin();
  const std::vector<std::size_t>& cells = zones_[zone].cells;
  return std::accumulate(begin + static_cast<std::ptrdiff_t>(cells[term]),
                         begin + static_cast<std::ptrdiff_t>(cells[term + 1]), 0.0);
}

SampledCounts SampledTexts::without_fold(unsigned fold) const {
  SampledCounts out = counted_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.fold != fold) continue;
    out.rows[row.own] = less(out.rows[row.own], row.times);
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      for (const std::int32_t term : terms(z, i)) {
        const Cells of_term = cells(z, static_cast<std::size_t>(term));
        const std::size_t own = place_of(of_term.classes, row.own);
        if (own < of_term.classes.size()) {
          double& count = out.with_term[z][of_term.begin + own];
          count = less(count, row.times);
        }
        out.mass[z][row.own] = less(out.mass[z][row.own], row.times);
      }
    }
  }
  return out;
}

LeftOutTexts::LeftOutTexts(const SampledTexts& texts)
    : texts_(texts),
      heard_(texts.shape()),
      parts_(texts.shape().told() * texts.shape().parts()),
      of_all_(TextShape::kOfClass),
      with_term_(texts.shape().classes),
      leaning_(TextShape::kLeanings * texts.shape().told()) {
  double all = 0;
  for (const double rows : texts.counted().rows) all += rows;
  for (std::size_t z = 0; z < texts.shape().zones.size(); ++z) {
    const double most =
        std::min({all + 1, kMostKnownLogarithms, static_cast<double>(texts.slots(z).size())});
    leanings_.emplace_back(texts.counted().mass[z], static_cast<std::size_t>(most));
  }
}

void LeftOutTexts::of(std::size_t row, const SampledCounts& counts) {
  const SampledTexts::Row& out = texts_.rows()[row];
  rows_left_ = counts.rows;
  rows_left_[out.own] = less(rows_left_[out.own], out.weight);
  heard_.clear();
  std::vector<std::span<const double>> lengths;
  for (std::size_t z = 0; z < leanings_.size(); ++z) {
    const std::span<const std::int32_t> terms = texts_.terms(z, row);
    mass_left_ = counts.mass[z];
    mass_left_[out.own] = less(mass_left_[out.own], out.weight * static_cast<double>(terms.size()));
    leanings_[z].stand_on(mass_left_, rows_left_);
    lengths.push_back(leanings_[z].lengths());
    for (std::int64_t i = 0; i < texts_.unknown(z, row); ++i) heard_.hear_unseen(z);
    const SampledTexts::Zone& zone = texts_.zones_[z];
    const double* const all = counts.with_term[z].data();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      // The terms of a row lie all over: what the next ones need is asked for.
      if (i + kFar < terms.size()) {
        prefetch_line(&zone.cells[static_cast<std::size_t>(terms[i + kFar])]);
      }
      if (i + kNear < terms.size()) {
        const std::size_t cell = zone.cells[static_cast<std::size_t>(terms[i + kNear])];
        prefetch_line(all + cell);
        prefetch_line(zone.classes.data() + cell);
      }
      const SampledTexts::Cells of_term = texts_.cells(z, static_cast<std::size_t>(terms[i]));
      const std::size_t size = of_term.classes.size();
      std::copy(all + of_term.begin, all + of_term.begin + size, with_term_.begin());
      const std::size_t own = place_of(of_term.classes, out.own);
      if (own < size) with_term_[own] = less(with_term_[own], out.weight);
      const std::span<const double> left = std::span(with_term_).first(size);
      if (!(std::accumulate(left.begin(), left.end(), 0.0) > 0)) {
        heard_.hear_unseen(z);
        continue;
      }
      leanings_[z].of(of_term.classes, left, leaning_);
      heard_.hear(z, leaning_.data());
    }
  }
  heard_.fill(lengths, parts_, of_all_);
}

}  // namespace tally
