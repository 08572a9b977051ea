// SPDX-License-Identifier: Apache-2.0
// What the features of the weighted rule speak from.
#include <algorithm>
#include <array>
#include <cmath>

#include "tally/base/error.h"
#include "tally/estimate/assemble.h"
#include "tally/estimate/cuts.h"
#include "tally/estimate/weighted_rule.h"

namespace tally {

namespace {

constexpr std::array kVoiceNames{"value", "law", "bins", "even", "group"};

// How many rows of each class are in each bin. All numbers of a cell are in one, and cells ascend.
std::vector<ExactSum> rows_in_bins(const HistogramTally& histogram, std::span<const double> cuts,
                                   const std::vector<std::int32_t>& codes) {
  std::vector<ExactSum> out((cuts.size() + 1) * codes.size());
  std::size_t bin = 0;
  for (const HistogramTally::Cell& cell : histogram.cells()) {
    for (const double x = least_of(cell.cell); bin < cuts.size() && cuts[bin] < x;) ++bin;
    for (std::size_t k = 0; k < codes.size(); ++k) {
      out[bin * codes.size() + k] += histogram.at(codes[k], cell.slot);
    }
  }
  return out;
}

std::vector<ExactSum> added_up(const std::vector<ExactSum>& in_bin, std::size_t classes) {
  std::vector<ExactSum> out(classes);
  for (std::size_t i = 0; i < in_bin.size(); ++i) out[i % classes] += in_bin[i];
  return out;
}

class Listing {
 public:
  Listing(const Counts& counts, const RuleFeatures* like, double copies)
      : counts_(counts),
        like_(like),
        copies_(copies),
        codes_(codes_of(out_.classes = counts.classes())) {}

  RuleFeatures all() && {
    for (const Tally& tally : counts_.tallies()) {
      const std::size_t before = out_.features.size();
      add(tally);
      const double copies = static_cast<double>(out_.features.size() - before);
      for (std::size_t i = before; i < out_.features.size(); ++i) out_.features[i].guess /= copies;
    }
    return std::move(out_);
  }

 private:
  void add(const Tally& tally) {
    switch (facts_of(tally.family()).cells) {
      case CellKind::kLabel:
      case CellKind::kTruth:
        return add_values(tally, Voice::kValue);
      case CellKind::kBin:
        add_values(tally, Voice::kValue);
        return add_bins(tally);
      case CellKind::kGroup:
        return add_values(tally, Voice::kGroup);
      case CellKind::kNumber:
        if (is_seen(tally)) added(tally, Voice::kLaw);
        return add_bins(tally);
      case CellKind::kTerms:
        return;  // text_rule/
    }
  }

  void add_values(const Tally& tally, Voice voice) {
    const ValueTally& values = values_of(tally);
    if (values.possible_values() == 0) return;
    RuleFeature& feature = added(tally, voice);
    feature.values = values.possible_values();
    for (const std::int32_t code : codes_) feature.totals.push_back(values.total(code));
  }

  // Those that its histogram is cut into, if it has one.
  void add_bins(const Tally& tally) {
    const HistogramTally* const histogram = counts_.histogram(tally.name());
    if (histogram == nullptr) return;
    std::optional<CellCounts> cells =
        like_ == nullptr ? std::optional(cell_counts(*histogram, codes_)) : std::nullopt;
    if (cells) cells->copies = copies_;
    for (const Voice voice : {Voice::kBins, Voice::kEven}) {
      std::vector<double> cuts = cells ? (voice == Voice::kBins ? mdl_cuts : even_cuts)(*cells)
                                       : known_cuts(tally.name(), voice);
      if (cuts.empty()) continue;
      RuleFeature& feature = added(tally, voice);
      feature.origin = counts_.schema().find(tally.name())->origin;
      feature.in_bin = rows_in_bins(*histogram, cuts, codes_);
      feature.totals = added_up(feature.in_bin, codes_.size());
      feature.values = static_cast<std::int64_t>(cuts.size() + 1);
      feature.cuts = std::move(cuts);
    }
  }

  std::vector<double> known_cuts(const std::string& column, Voice wanted) const {
    for (const RuleFeature& known : like_->features) {
      if (known.voice == wanted && known.tally->name() == column) return known.cuts;
    }
    return {};
  }

  bool is_seen(const Tally& tally) const {
    return std::any_of(codes_.begin(), codes_.end(),
                       [&](std::int32_t code) { return tally.at(code, Part::kWeight).sign() > 0; });
  }

  RuleFeature& added(const Tally& tally, Voice voice) {
    RuleFeature& feature = out_.features.emplace_back();
    feature.voice = voice;
    feature.tally = &tally;
    return feature;
  }

  const Counts& counts_;
  const RuleFeatures* like_;
  double copies_;
  RuleFeatures out_;
  std::vector<std::int32_t> codes_;
};

}  // namespace

CellCounts cell_counts(const HistogramTally& histogram, const std::vector<std::int32_t>& codes) {
  const std::vector<HistogramTally::Cell> cells = histogram.cells();
  const std::size_t K = codes.size();
  CellCounts out;
  out.classes = K;
  for (const HistogramTally::Cell& cell : cells) {
    out.least.push_back(least_of(cell.cell));
    out.greatest.push_back(greatest_of(cell.cell));
  }
  out.counts.resize(cells.size() * K);
  for (std::size_t k = 0; k < K; ++k) {
    const SumRow& row = histogram.row_of(codes[k]);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out.counts[i * K + k] = row.at(static_cast<std::size_t>(cells[i].slot)).to_double();
    }
  }
  return out;
}

std::string_view to_string(Voice voice) { return kVoiceNames[static_cast<std::size_t>(voice)]; }

std::optional<VoiceName> parse_voice_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  for (std::size_t i = 0; i < kVoiceNames.size(); ++i) {
    if (name.substr(0, colon) != kVoiceNames[i] || colon == std::string_view::npos) continue;
    return VoiceName{static_cast<Voice>(i), std::string(name.substr(colon + 1))};
  }
  return std::nullopt;
}

bool can_be_weighted(const Schema& schema) { return !schema.row_traits().have_rule; }

RuleFeatures rule_features(const Counts& counts, const RuleFeatures* like, double copies) {
  return Listing(counts, like, copies).all();
}

}  // namespace tally
