// SPDX-License-Identifier: Apache-2.0
#include "tally/report/nomogram_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "tally/estimate/text_rule/text_tables.h"
#include "tally/family/log_gamma.h"
#include "tally/inside/assess.h"

namespace tally {

namespace {

constexpr std::size_t kMostTerms = 40;         // of all texts
constexpr std::size_t kMostOwn = 12;           // of a row, besides those
constexpr std::size_t kMostNumbers = 150'000;  // of the rows' rest, and as many of terms
constexpr std::int32_t kNotAsked = -2, kUnseen = -1;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// In units of 2^-30.
std::int64_t whole(double d) { return std::llround(std::ldexp(d, 30)); }

}  // namespace

// A term of a row: its code in the zone's dictionary, kUnseen if the model does not know it.
struct RowTerm {
  std::size_t zone;
  std::int32_t code;
  std::int32_t times;
};

// How a rule hears texts.
class TextVoice {
 public:
  struct Zone {
    std::string name, column;
    const TermDictionary* terms;
  };

  virtual ~TextVoice() = default;
  const std::vector<Zone>& zones() const { return zones_; }
  // The rule, and what its zones have.
  virtual Json head() const = 0;
  // Whether the term says anything in the model.
  virtual bool is_known(const RowTerm&) const { return true; }
  // How often it is heard.
  virtual std::int32_t heard(const RowTerm&) const { return 1; }
  // How far it tells the classes apart.
  virtual double tells(const RowTerm& term) const = 0;
  virtual void add_said(const RowTerm& term, Json& out) const = 0;
  virtual void add_rest(const std::vector<RowTerm>& rest, Json& out) const = 0;
  // Numbers of a term, and of the rest of a row.
  virtual std::size_t of_term() const = 0;
  virtual std::size_t of_rest() const = 0;

 protected:
  std::vector<Zone> zones_;
};

namespace {

// Naive Bayes: sums, or means, of what each term says.
class SummedTexts : public TextVoice {
 public:
  explicit SummedTexts(const Estimates& estimates)
      : K_(estimates.classes.size()), is_mean_(estimates.combine == Combine::kMean) {
    for (const FeatureEstimate& feature : estimates.features) {
      if (const auto* table = std::get_if<TermTable>(&feature.table)) {
        put(feature, table->terms.get(), {table, nullptr});
      } else if (const auto* polya = std::get_if<TermPolyaTable>(&feature.table)) {
        put(feature, polya->terms.get(), {nullptr, polya});
      }
    }
  }

  Json head() const override {
    Json zones = Json::array();
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      const auto& [table, polya] = tables_[z];
      Json zone = {{"name", zones_[z].name}};
      zone["base"] = table != nullptr ? table->base : std::vector<double>(K_);
      zone["certain"] = table != nullptr ? table->certain : std::vector<std::int64_t>(K_);
      if (polya != nullptr) zone["polya"] = polya->a_sum;
      zones.push_back(std::move(zone));
    }
    return {{"rule", is_mean_ ? "mean" : "sum"}, {"zones", std::move(zones)}};
  }
  std::int32_t heard(const RowTerm& term) const override {
    const auto& [table, polya] = tables_[term.zone];
    return (table != nullptr ? table->once : polya->once) ? 1 : term.times;
  }
  double tells(const RowTerm& term) const override {
    double least = kInfinity, most = -kInfinity;
    for (const double one : cells(term)) {
      const double says = tables_[term.zone].polya != nullptr ? std::log(one) : one;
      least = std::min(least, says);
      most = std::max(most, says);
    }
    const double apart = most - least;  // NaN: as impossible, or as certain, in every class
    return std::isnan(apart) ? 0 : apart * heard(term);
  }
  void add_said(const RowTerm& term, Json& out) const override {
    for (const double one : cells(term)) out.push_back(one == kInfinity ? Json(true) : Json(one));
  }
  void add_rest(const std::vector<RowTerm>& rest, Json& out) const override {
    Json zones = Json::array();
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      const auto& [table, polya] = tables_[z];
      double occurrences = 0;
      std::vector<double> sums(K_);
      std::vector<std::int64_t> certain(K_);
      for (const RowTerm& term : rest) {
        if (term.zone != z || term.code < 0) continue;
        const double x = heard(term);
        occurrences += x;
        const std::span<const double> said = cells(term);
        for (std::size_t k = 0; k < K_; ++k) {
          if (polya != nullptr) {
            sums[k] += log_rising(said[k], x);
          } else if (said[k] == kInfinity) {
            ++certain[k];
          } else {
            sums[k] += x * said[k];
          }
        }
      }
      Json zone = {occurrences};
      for (const double sum : sums) zone.push_back(sum);
      if (table != nullptr && *std::max_element(table->certain.begin(), table->certain.end()) > 0) {
        for (const std::int64_t n : certain) zone.push_back(n);
      }
      zones.push_back(std::move(zone));
    }
    out["rest"] = std::move(zones);
  }
  bool is_known(const RowTerm& term) const override { return term.code >= 0; }
  std::size_t of_term() const override { return K_; }
  std::size_t of_rest() const override { return zones_.size() * (K_ + 1); }

 private:
  struct Table {
    const TermTable* table;
    const TermPolyaTable* polya;
  };
  void put(const FeatureEstimate& feature, const TermDictionary* terms, Table table) {
    zones_.push_back({feature.name, feature.columns.front(), terms});
    tables_.push_back(table);
  }
  std::span<const double> cells(const RowTerm& term) const {
    const auto& [table, polya] = tables_[term.zone];
    return std::span(table != nullptr ? table->weights : polya->a)
        .subspan(static_cast<std::size_t>(term.code) * K_, K_);
  }

  std::size_t K_;
  bool is_mean_;
  std::vector<Table> tables_;  // [zone]
};

// The learned rule.
class LearnedTexts : public TextVoice {
 public:
  explicit LearnedTexts(const Estimates& estimates)
      : rule_(estimates.rule), told_(told_classes(estimates.classes.size())) {
    for (const FeatureEstimate& feature : estimates.features) {
      const auto* table = std::get_if<LeaningTable>(&feature.table);
      if (table == nullptr) continue;
      zones_.push_back({feature.name, feature.columns.front(), table->terms.get()});
      tables_.push_back(table);
    }
  }

  Json head() const override {
    Json zones = Json::array(), weights = Json::array();
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      zones.push_back({{"name", zones_[z].name},
                       {"text", rule_.parts.zones[z].in_text},
                       {"words", rule_.parts.zones[z].in_words}});
    }
    const std::size_t parts = rule_.parts.size();
    for (std::size_t i = 0; i < told_; ++i) {
      const auto own = rule_.weights.begin() + static_cast<std::ptrdiff_t>(i * parts);
      weights.push_back(std::vector<double>(own, own + static_cast<std::ptrdiff_t>(parts)));
    }
    return {{"rule", "learned"}, {"zones", std::move(zones)}, {"weights", std::move(weights)}};
  }
  bool is_known(const RowTerm& term) const override { return term.code >= 0; }
  double tells(const RowTerm& term) const override {
    double most = 0;
    for (std::size_t i = 0; i < told_; ++i) most = std::max(most, std::abs(d(term, i)));
    return most;
  }
  void add_said(const RowTerm& term, Json& out) const override {
    for (std::size_t i = 0; i < told_; ++i) out.push_back(whole(d(term, i)));
  }
  void add_rest(const std::vector<RowTerm>& rest, Json& out) const override {
    std::vector<std::vector<std::int64_t>> zones(zones_.size());
    for (auto& zone : zones) zone.assign(2 + 3 * told_, 0);
    std::vector<std::map<std::int64_t, std::int64_t>> tops(told_);
    for (const RowTerm& term : rest) {
      std::vector<std::int64_t>& zone = zones[term.zone];
      ++zone[term.code < 0 ? 1 : 0];
      if (term.code < 0) continue;
      for (std::size_t i = 0; i < told_; ++i) {
        const double leans = d(term, i);
        zone[2 + 3 * i] += whole(leans);
        if (std::abs(leans) >= LearnedRuleConstants::kStrong) {
          ++zone[3 + 3 * i];
          zone[4 + 3 * i] += whole(leans);
        }
        if (rule_.parts.zones[term.zone].in_text) ++tops[i][whole(leans)];
      }
    }
    out["rest"] = zones;
    out["top"] = Json::array();
    for (const auto& top : tops) out["top"].push_back(largest(top));
  }
  std::size_t of_term() const override { return told_; }
  std::size_t of_rest() const override {
    return zones_.size() * (2 + 3 * told_) + 2 * told_ * LearnedRuleConstants::kTop;
  }

 private:
  double d(const RowTerm& term, std::size_t i) const {
    return tables_[term.zone]->leanings[static_cast<std::size_t>(term.code) * told_ + i];
  }
  // Those that are among the 15 of largest |d|, with all that are as large as the 15th.
  static std::vector<std::int64_t> largest(const std::map<std::int64_t, std::int64_t>& all) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sorted(all.begin(), all.end());
    const auto size = [](const auto& one) { return std::abs(one.first); };
    std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
      return std::pair(-size(a), a.first) < std::pair(-size(b), b.first);
    });
    std::vector<std::int64_t> out;
    std::int64_t found = 0, last = 0;
    for (const auto& [leans, times] : sorted) {
      if (found >= static_cast<std::int64_t>(LearnedRuleConstants::kTop) &&
          std::abs(leans) != last) {
        break;
      }
      last = std::abs(leans);
      found += times;
      out.push_back(leans);
      out.push_back(times);
    }
    return out;
  }

  const LearnedRule& rule_;
  std::size_t told_;
  std::vector<const LeaningTable*> tables_;  // [zone]
};

// The rule of texts.
class LeaningTexts : public TextVoice {
 public:
  explicit LeaningTexts(const TextRuleTables& tables)
      : tables_(tables), told_(tables.rule.shape.told()) {
    for (const TextZoneTable& zone : tables.zones) {
      zones_.push_back({zone.column, zone.column, zone.terms.get()});
    }
  }

  Json head() const override {
    const TextRule& rule = tables_.rule;
    Json zones = Json::array();
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      zones.push_back({{"name", zones_[z].name},
                       {"words", !rule.shape.zones[z].is_pairs},
                       {"lengths", tables_.zones[z].lengths}});
    }
    return {{"rule", "leanings"},
            {"zones", std::move(zones)},
            {"shared", rule.shared},
            {"of_class", rule.of_class},
            {"trust", {rule.trust_leanings, rule.trust_corrections}},
            {"weight", rule.weight}};
  }
  bool is_known(const RowTerm& term) const override { return line(term) >= 0; }
  double tells(const RowTerm& term) const override {
    const std::span<const double> said = leanings(term);
    double most = 0;
    for (std::size_t i = 0; i < told_; ++i) {
      most = std::max(most, std::abs(said[told_ + i]) + std::abs(correction(term, i)));
    }
    return most;
  }
  void add_said(const RowTerm& term, Json& out) const override {
    for (const double one : leanings(term)) out.push_back(whole(one));
    out.push_back(is_twice(term));
    for (std::size_t i = 0; i < told_; ++i) {
      out.push_back(std::llround(correction(term, i) / kCorrectionUnit));
    }
  }
  void add_rest(const std::vector<RowTerm>& rest, Json& out) const override {
    const std::size_t leaning = TextShape::kLeanings * told_, strong = TextShape::kStrong.size();
    std::vector<std::vector<std::int64_t>> zones(zones_.size());
    for (auto& zone : zones) zone.assign(2 + leaning + 2 * strong * told_, 0);
    std::int64_t twice = 0;
    std::vector<double> w(told_);
    for (const RowTerm& term : rest) {
      std::vector<std::int64_t>& zone = zones[term.zone];
      ++zone[line(term) < 0 ? 1 : 0];
      if (line(term) < 0) continue;
      const std::span<const double> said = leanings(term);
      for (std::size_t at = 0; at < leaning; ++at) zone[2 + at] += whole(said[at]);
      for (std::size_t t = 0; t < strong; ++t) {
        for (std::size_t i = 0; i < told_; ++i) {
          if (std::abs(said[told_ + i]) < TextShape::kStrong[t]) continue;
          zone[2 + leaning + t * told_ + i] += whole(said[told_ + i]);
          ++zone[2 + leaning + (strong + t) * told_ + i];
        }
      }
      twice += is_twice(term);
      for (std::size_t i = 0; i < told_; ++i) w[i] += correction(term, i);
    }
    out["rest"] = zones;
    out["twice"] = twice;
    out["w"] = w;
  }
  std::size_t of_term() const override { return (TextShape::kLeanings + 1) * told_ + 1; }
  std::size_t of_rest() const override {
    return zones_.size() * (2 + (TextShape::kLeanings + 2 * TextShape::kStrong.size()) * told_);
  }

 private:
  std::int32_t line(const RowTerm& term) const {
    return term.code < 0 ? -1 : tables_.zones[term.zone].lines[static_cast<std::size_t>(term.code)];
  }
  std::span<const double> leanings(const RowTerm& term) const {
    const std::size_t width = TextShape::kLeanings * told_;
    return std::span(tables_.zones[term.zone].leanings)
        .subspan(static_cast<std::size_t>(line(term)) * width, width);
  }
  int is_twice(const RowTerm& term) const {
    return tables_.zones[term.zone].is_twice[static_cast<std::size_t>(line(term))];
  }
  double correction(const RowTerm& term, std::size_t i) const {
    const TextZoneTable& zone = tables_.zones[term.zone];
    const std::int32_t place = zone.corrected[static_cast<std::size_t>(term.code)];
    return place < 0 ? 0 : double{zone.corrections[static_cast<std::size_t>(place) * told_ + i]};
  }

  const TextRuleTables& tables_;
  std::size_t told_;
};

std::unique_ptr<TextVoice> voice_of(const Estimates& estimates) {
  if (estimates.texts != nullptr) return std::make_unique<LeaningTexts>(*estimates.texts);
  if (estimates.combine == Combine::kLearned) return std::make_unique<LearnedTexts>(estimates);
  return std::make_unique<SummedTexts>(estimates);
}

}  // namespace

struct NomogramTexts::Parts {
  Parts(const Estimates& estimates, const Counts& of)
      : voice(voice_of(estimates)), counts(of), K(estimates.classes.size()) {}

  // The number of a term; put into the list where it is new.
  std::size_t number_of(const RowTerm& term) {
    const auto [at, is_new] = numbers.emplace(std::pair(term.zone, term.code), terms.size());
    if (!is_new) return at->second;
    Json said = {term.zone, std::string(voice->zones()[term.zone].terms->term(term.code))};
    voice->add_said(term, said);
    terms.push_back(std::move(said));
    return at->second;
  }

  std::unique_ptr<TextVoice> voice;
  const Counts& counts;
  std::size_t K;
  std::map<std::pair<std::size_t, std::int32_t>, std::size_t> numbers;
  Json terms = Json::array();
  std::size_t shown = 0;
};

NomogramTexts::NomogramTexts(const Estimates& estimates, const Counts& counts)
    : parts_(std::make_unique<Parts>(estimates, counts)) {}
NomogramTexts::~NomogramTexts() = default;

bool NomogramTexts::any() const { return !parts_->voice->zones().empty(); }

std::int64_t NomogramTexts::most_rows(std::int64_t wanted) const {
  const std::size_t each = std::max<std::size_t>(1, parts_->voice->of_rest());
  return std::min(wanted, static_cast<std::int64_t>(kMostNumbers / each));
}

Json NomogramTexts::columns() {
  const std::vector<TextVoice::Zone>& zones = parts_->voice->zones();
  const TermRanking ranking =
      rank_terms(parts_->counts, std::max<std::size_t>(1, kMostTerms / parts_->K));
  Json out = Json::array();
  for (const std::vector<RankedTerm>& terms : ranking.terms) {
    for (const RankedTerm& ranked : terms) {
      for (std::size_t z = 0; z < zones.size(); ++z) {
        if (zones[z].name != ranked.feature) continue;
        const RowTerm term{z, zones[z].terms->find(ranked.term), 5};
        if (term.code < 0 || !parts_->voice->is_known(term)) continue;
        if (parts_->numbers.count({term.zone, term.code}) > 0) continue;
        out.push_back({{"name", zones[z].name + ": " + ranked.term},
                       {"kind", "number"},
                       {"low", 0},
                       {"high", parts_->voice->heard(term)},
                       {"whole", true},
                       {"term", parts_->number_of(term)}});
      }
    }
  }
  parts_->shown = parts_->terms.size();
  return out;
}

Json NomogramTexts::json(const Batch& rows, std::int64_t count) {
  const TextVoice& voice = *parts_->voice;
  const std::vector<TextVoice::Zone>& zones = voice.zones();
  std::vector<const Terms*> columns;
  std::vector<std::vector<std::int32_t>> found(zones.size());  // by the codes of the batch
  for (std::size_t z = 0; count > 0 && z < zones.size(); ++z) {
    columns.push_back(&std::get<Terms>(*rows.find(zones[z].column)));
    found[z].assign(static_cast<std::size_t>(columns[z]->dictionary->size()), kNotAsked);
  }
  // As many of each row as fit.
  const std::size_t fit = kMostNumbers / voice.of_term();
  const std::size_t most_own =
      count == 0 ? 0 : std::min(kMostOwn, fit / static_cast<std::size_t>(count));
  Json list = Json::array();
  for (std::int64_t row = 0; row < count; ++row) {
    std::vector<RowTerm> known, rest;
    Json has = Json::array();
    for (std::size_t z = 0; z < zones.size(); ++z) {
      const bool is_there = columns[z]->validity.at(row);
      has.push_back(is_there ? 1 : 0);
      if (!is_there) continue;
      columns[z]->for_each(row, [&](std::int32_t code, std::int32_t times) {
        std::int32_t& own = found[z][static_cast<std::size_t>(code)];
        if (own == kNotAsked) {
          own = std::max(kUnseen, zones[z].terms->find(columns[z]->dictionary->term(code)));
        }
        const RowTerm term{z, own, times};
        (voice.is_known(term) ? known : rest).push_back(term);
      });
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < known.size(); ++i) order.emplace_back(-voice.tells(known[i]), i);
    std::sort(order.begin(), order.end());
    Json own = Json::array();
    std::size_t owned = 0;
    for (const auto& [tells, i] : order) {
      const RowTerm& term = known[i];
      const auto at = parts_->numbers.find({term.zone, term.code});
      const bool is_shown = at != parts_->numbers.end() && at->second < parts_->shown;
      if (!is_shown && owned == most_own) {
        rest.push_back(term);
        continue;
      }
      owned += is_shown ? 0 : 1;
      own.push_back(parts_->number_of(term));
      own.push_back(voice.heard(term));
    }
    Json one = {{"has", std::move(has)}, {"own", std::move(own)}, {"more", rest.size()}};
    voice.add_rest(rest, one);
    list.push_back(std::move(one));
  }
  Json out = voice.head();
  out["shown"] = parts_->shown;
  out["terms"] = parts_->terms;
  out["rows"] = std::move(list);
  return out;
}

}  // namespace tally
