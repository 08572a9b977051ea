// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tally/base/log_math.h"
#include "tally/estimate/share.h"

namespace tally {

namespace {

std::shared_ptr<const TermDictionary> dictionary_of(const TextFacts& facts) {
  const TermDictionary& all = facts.tally->terms();
  if (facts.slots.size() == all.terms().size()) return std::make_shared<TermDictionary>(all);
  std::vector<std::string_view> terms;
  terms.reserve(facts.slots.size());
  for (const std::int32_t slot : facts.slots) terms.push_back(facts.tally->term_of(slot));
  auto out = std::make_shared<TermDictionary>();
  out->append(terms);
  return out;
}

ExactSum exactly(double value) {
  ExactSum out;
  out.add(value);
  return out;
}

ExactSum sum_of(const std::vector<ExactSum>& all) {
  ExactSum out;
  for (const ExactSum& one : all) out += one;
  return out;
}

// Fills the table of one text, class by class.
class TermTableMaker {
 public:
  TermTableMaker(const TextFacts& facts, const std::vector<Counts::Class>& classes,
                 const Question& question)
      : facts_(facts),
        classes_(classes),
        lambda_(lambda_of(question, facts.tally->name())),
        V_(static_cast<double>(facts.totals->terms())) {
    const std::size_t K = classes.size();
    table_.terms = dictionary_of(facts);
    table_.weights.resize(facts.slots.size() * K);
    table_.base.assign(K, 0);
    table_.certain.assign(K, 0);
    table_.once = facts.model == TextModel::kBoolean || facts.model == TextModel::kBernoulli;
  }

  TermTable shares() {
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      const Shares shares(total(k), V_, lambda_);
      fill(k, [&](std::int32_t slot) { return shares.log_share(count(k, slot)); });
    }
    return std::move(table_);
  }

  TermPolyaTable polya() {
    TermPolyaTable out{table_.terms, std::move(table_.weights), {}, table_.once};
    const std::size_t K = classes_.size();
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t t = 0; t < facts_.slots.size(); ++t) {
        out.a[t * K + k] = presumed(count(k, facts_.slots[t]), lambda_);
      }
      out.a_sum.push_back(presumed(total(k), V_ * lambda_));
    }
    return out;
  }

  TermTable bernoulli() {
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      ExactSum with_text = classes_[k].weight;
      with_text -= facts_.tally->at(classes_[k].code, Part::kMissing);
      // Rounding is monotone: rows that are all rows stay so as doubles.
      const double N = with_text.to_double();
      const Shares shares(exactly(N), 2, lambda_);
      const auto log_absent = [&](double rows) { return shares.log_share(exactly(N - rows)); };
      fill(k, [&](std::int32_t slot) {
        const double rows = facts_.tally->at(classes_[k].code, slot).to_double();
        const double absent = log_absent(rows);
        return absent == kLogZero ? std::numeric_limits<double>::infinity()
                                  : shares.log_share(exactly(rows)) - absent;
      });
      const TermHistogram& documents = facts_.totals->documents(classes_[k].code);
      const std::int64_t elsewhere = facts_.totals->terms() - terms_in(documents);
      add_absent(k, log_absent(0), elsewhere);
      for (const auto& [rows, terms] : documents) add_absent(k, log_absent(rows), terms);
    }
    return std::move(table_);
  }

  TermTable complement() {
    table_.is_probability = false;
    ExactSum all_tokens;
    for (const Counts::Class& klass : classes_) all_tokens += facts_.totals->tokens(klass.code);
    std::vector<ExactSum> tokens;  // of each term
    for (const std::int32_t slot : facts_.slots) tokens.push_back(all_of(slot));
    std::vector<Shares> shares;  // by class, of the tokens of all others
    for (const Counts::Class& klass : classes_) {
      ExactSum others = all_tokens;
      others -= facts_.totals->tokens(klass.code);
      shares.emplace_back(others, V_, lambda_);
    }
    const std::vector<double> factors = normalising_factors(shares);
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      std::size_t t = 0;
      fill(k, [&](std::int32_t slot) {
        ExactSum elsewhere = tokens[t++];
        elsewhere -= facts_.tally->tokens(classes_[k].code, slot);
        return -shares[k].log_share(elsewhere) * factors[k];
      });
    }
    return std::move(table_);
  }

 private:
  // The mean norm of all classes over that of each: weights keep their size on the whole. (Of norm
  // 1 they would be so small that the prior alone would decide.)
  std::vector<double> normalising_factors(const std::vector<Shares>& shares) const {
    std::vector<double> factors(shares.size(), 1.0);
    if (facts_.model != TextModel::kNormalisedComplement) return factors;
    std::vector<double> norms;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      double norm = 0;
      for (const auto& [count, terms] : facts_.totals->rest(classes_[k].code)) {
        norm -= static_cast<double>(terms) * shares[k].log_share(exactly(count));
      }
      norms.push_back(norm);
    }
    const double mean =
        std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(norms.size());
    for (std::size_t k = 0; k < norms.size(); ++k) {
      if (norms[k] > 0) factors[k] = mean / norms[k];  // 0: a single term, every weight is 0
    }
    return factors;
  }

  static double presumed(const ExactSum& sum, double pseudo_count) {
    return std::min(sum.to_double() + pseudo_count, std::numeric_limits<double>::max());
  }

  template <class WeightOf>
  void fill(std::size_t k, WeightOf&& weight_of) {
    for (std::size_t t = 0; t < facts_.slots.size(); ++t) {
      table_.weights[t * classes_.size() + k] = weight_of(facts_.slots[t]);
    }
  }

  void add_absent(std::size_t k, double log_absent, std::int64_t terms) {
    if (log_absent == kLogZero) {
      table_.certain[k] += terms;
    } else {
      table_.base[k] += static_cast<double>(terms) * log_absent;
    }
  }

  ExactSum count(std::size_t k, std::int32_t slot) const {
    const std::int32_t code = classes_[k].code;
    return table_.once ? facts_.tally->at(code, slot) : facts_.tally->tokens(code, slot);
  }
  const ExactSum& total(std::size_t k) const {
    const std::int32_t code = classes_[k].code;
    return table_.once ? facts_.totals->rows(code) : facts_.totals->tokens(code);
  }
  ExactSum all_of(std::int32_t slot) const {
    std::vector<ExactSum> by_class;
    for (const Counts::Class& klass : classes_) {
      by_class.push_back(facts_.tally->tokens(klass.code, slot));
    }
    return sum_of(by_class);
  }

  const TextFacts& facts_;
  const std::vector<Counts::Class>& classes_;
  double lambda_, V_;
  TermTable table_;
};

WitnessTable witness_table(const TextFacts& facts, const std::vector<Counts::Class>& classes,
                           const FisherRule& rule) {
  const std::size_t K = classes.size();
  std::vector<ExactSum> rows;
  for (const Counts::Class& klass : classes) rows.push_back(klass.weight);
  const ExactSum all_rows = sum_of(rows);
  const auto share = [](const ExactSum& part, const ExactSum& whole) {
    return whole.is_zero() ? std::numeric_limits<double>::quiet_NaN() : ratio(part, whole);
  };
  auto telling = std::make_shared<TermDictionary>();
  WitnessTable out;
  for (const std::int32_t slot : facts.slots) {
    std::vector<ExactSum> with_term;
    for (const Counts::Class& klass : classes) {
      with_term.push_back(facts.tally->at(klass.code, slot));
    }
    const ExactSum n = sum_of(with_term);
    std::vector<double> log_f(K, WitnessTable::kNotTelling), log_rest(K, WitnessTable::kNotTelling);
    bool tells = false;
    for (std::size_t k = 0; k < K; ++k) {
      ExactSum elsewhere = n, rest_rows = all_rows;
      elsewhere -= with_term[k];
      rest_rows -= rows[k];
      const Witness found =
          witness(share(with_term[k], rows[k]), share(elsewhere, rest_rows), n.to_double(), rule);
      if (!is_telling(found, rule)) continue;
      tells = true;
      log_f[k] = std::log(found.f);
      log_rest[k] = std::log(found.rest);
    }
    if (!tells) continue;
    telling->code(facts.tally->term_of(slot));
    out.log_f.insert(out.log_f.end(), log_f.begin(), log_f.end());
    out.log_rest.insert(out.log_rest.end(), log_rest.begin(), log_rest.end());
  }
  out.terms = std::move(telling);
  return out;
}

LeaningTable leaning_table(const TextFacts& facts, const std::vector<Counts::Class>& classes) {
  const std::size_t K = classes.size(), told = told_classes(K);
  const auto rest_of = [K](const std::vector<double>& all, std::size_t k) {
    double rest = 0;
    for (std::size_t j = 0; j < K; ++j) rest += j == k ? 0 : all[j];
    return rest;
  };
  std::vector<double> rows, with_term(K);
  for (const Counts::Class& klass : classes) rows.push_back(klass.weight.to_double());
  std::vector<Leaning> leanings;
  for (std::size_t i = 0; i < told; ++i) {
    const std::size_t k = told_class(i, K);
    leanings.emplace_back(rows[k], rest_of(rows, k), facts.rule_lambda);
  }
  LeaningTable out{dictionary_of(facts), {}};
  out.leanings.reserve(facts.slots.size() * told);
  for (const std::int32_t slot : facts.slots) {
    for (std::size_t k = 0; k < K; ++k) {
      with_term[k] = facts.tally->at(classes[k].code, slot).to_double();
    }
    for (std::size_t i = 0; i < told; ++i) {
      const std::size_t k = told_class(i, K);
      out.leanings.push_back(leanings[i].of(with_term[k], rest_of(with_term, k)));
    }
  }
  return out;
}

}  // namespace

std::optional<ProbabilityTable> text_table(const TextFacts& facts,
                                           const std::vector<Counts::Class>& classes,
                                           const Question& question) {
  if (facts.combine == Combine::kFisher) return witness_table(facts, classes, question.fisher);
  if (facts.combine == Combine::kLearned) return leaning_table(facts, classes);
  if (facts.totals->terms() == 0) return std::nullopt;
  TermTableMaker maker(facts, classes, question);
  switch (facts.model) {
    case TextModel::kBernoulli:
      return maker.bernoulli();
    case TextModel::kComplement:
    case TextModel::kNormalisedComplement:
      return maker.complement();
    case TextModel::kMultinomial:
    case TextModel::kBoolean:
      break;
  }
  if (question.method == Method::kBayes) return maker.polya();
  return maker.shares();
}

Witness witness(double here, double elsewhere, double n, const FisherRule& rule) {
  const double both = here + elsewhere;
  if (!(both > 0) || !std::isfinite(n)) return {};
  const double start = rule.strength / 2;
  const double all = rule.strength + n;
  return {(start + n * (here / both)) / all, (start + n * (elsewhere / both)) / all};
}

bool is_telling(const Witness& witness, const FisherRule& rule) {
  return std::max(witness.f, witness.rest) - 0.5 >= rule.min_deviation;
}

}  // namespace tally
