// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/sampled_texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

namespace tally {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 24;  // of the parts of all rows
constexpr double kMostKnownLogarithms = 8192;

// What is left of a sum of weights: of one that is a hair above nothing, nothing.
double less(double sum, double weight) {
  const double left = sum - weight;
  return left < 1e-9 * weight ? 0 : left;
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
  std::vector<Known> known(zones_.size());
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
          add_terms(z, *tallies[z], column, known[z]);
        }
      }
      zones_[z].starts.push_back(zones_[z].terms.size());
    }
  }
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    std::vector<double>& mass = counted_.mass.emplace_back();
    std::vector<double>& with_term = counted_.with_term.emplace_back();
    with_term.resize(zones_[z].slots.size() * classes.size());
    for (std::size_t k = 0; k < classes.size(); ++k) {
      mass.push_back(tallies[z]->total(classes[k].code).to_double());
      const SumRow& sums = tallies[z]->row_of(classes[k].code);
      const std::span<const std::uint32_t> small = sums.small();
      for (std::size_t t = 0; t < zones_[z].slots.size(); ++t) {
        const auto slot = static_cast<std::size_t>(zones_[z].slots[t]);
        with_term[t * classes.size() + k] =
            slot < small.size() ? static_cast<double>(small[slot]) : sums.at(slot).to_double();
      }
    }
  }
}

// All terms of the row at once, so that their waits for memory overlap.
void SampledTexts::add_terms(std::size_t zone, const TextTally& tally, const SampledColumn& column,
                             Known& known) {
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
  std::vector<std::int32_t> of_row(terms.size());
  known.terms.codes(terms, of_row);
  const std::span<const std::string_view> new_terms =
      known.terms.terms().subspan(known.numbers.size());
  std::vector<std::int32_t> codes(new_terms.size());
  tally.terms().find(new_terms, codes);
  const std::int32_t first_slot = tally.slots() - tally.terms().size();
  Zone& z = zones_[zone];
  for (const std::int32_t code : codes) {
    known.numbers.push_back(code < 0 ? -1 : static_cast<std::int32_t>(z.slots.size()));
    if (code >= 0) z.slots.push_back(first_slot + code);
  }
  for (const std::int32_t term : of_row) {
    const std::int32_t number = known.numbers[static_cast<std::size_t>(term)];
    if (number < 0) {
      ++z.unknown.back();
    } else {
      z.terms.push_back(number);
    }
  }
}

SampledCounts SampledTexts::without_fold(unsigned fold) const {
  SampledCounts out = counted_;
  const std::size_t K = shape_.classes;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.fold != fold) continue;
    out.rows[row.own] = less(out.rows[row.own], row.times);
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      for (const std::int32_t term : terms(z, i)) {
        double& count = out.with_term[z][static_cast<std::size_t>(term) * K + row.own];
        count = less(count, row.times);
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
  const std::size_t K = texts_.shape().classes;
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
    for (const std::int32_t term : terms) {
      const double* const counted = counts.with_term[z].data() + static_cast<std::size_t>(term) * K;
      std::copy(counted, counted + K, with_term_.begin());
      with_term_[out.own] = less(with_term_[out.own], out.weight);
      if (!(std::accumulate(with_term_.begin(), with_term_.end(), 0.0) > 0)) {
        heard_.hear_unseen(z);
        continue;
      }
      leanings_[z].of(with_term_, leaning_);
      heard_.hear(z, leaning_.data());
    }
  }
  heard_.fill(lengths, parts_, of_all_);
}

}  // namespace tally
