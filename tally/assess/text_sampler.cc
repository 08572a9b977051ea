// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tally/family/draw_math.h"

namespace tally {

namespace {

using Words = std::vector<std::string>;

// The codes of the terms, sorted by term: a draw must not depend on the order of counting.
std::vector<std::size_t> in_order(const TermDictionary& terms) {
  std::vector<std::size_t> out(static_cast<std::size_t>(terms.size()));
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return terms.term(static_cast<std::int32_t>(a)) < terms.term(static_cast<std::int32_t>(b));
  });
  return out;
}

Words words_of(const TermDictionary& terms, const std::vector<std::size_t>& order) {
  Words out;
  for (const std::size_t code : order)
    out.emplace_back(terms.term(static_cast<std::int32_t>(code)));
  return out;
}

// How many terms a text of each class has, on average; of all texts where the class has none.
std::vector<double> mean_lengths(const Counts& counts, const TextTally& tally, bool once) {
  const auto length = [&](const Counts::Class& klass) {
    return once ? tally.total(klass.code) : tally.total_tokens(klass.code);
  };
  const auto texts = [&](const Counts::Class& klass) {
    ExactSum rows = klass.weight;
    rows -= tally.at(klass.code, Part::kMissing);
    return rows;
  };
  ExactSum all_terms, all_texts;
  for (const Counts::Class& klass : counts.classes()) {
    all_terms += length(klass);
    all_texts += texts(klass);
  }
  std::vector<double> out;
  for (const Counts::Class& klass : counts.classes()) {
    const bool seen = texts(klass).sign() > 0;
    out.push_back(seen ? ratio(length(klass), texts(klass)) : ratio(all_terms, all_texts));
  }
  return out;
}

void append(std::string& text, const std::string& word) {
  text += (text.empty() ? "" : " ") + word;
}

std::string drawn(Random& random, double mean_length, const std::vector<double>& cumulative,
                  const Words& words) {
  std::string out;
  const double length = draw_poisson(random, mean_length);
  for (double i = 0; i < length; ++i) append(out, words[draw_index(random, cumulative)]);
  return out;
}

// [class][term in order]
template <class Value>
std::vector<std::vector<double>> by_class(const std::vector<std::size_t>& order,
                                          std::size_t classes, Value&& value) {
  std::vector<std::vector<double>> out(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    for (const std::size_t code : order) out[k].push_back(value(code * classes + k));
  }
  return out;
}

DrawText by_shares(const TermTable& table, const std::vector<double>& lengths) {
  const std::vector<std::size_t> order = in_order(*table.terms);
  auto sums = by_class(order, lengths.size(),
                       [&](std::size_t cell) { return portable_exp(table.weights[cell]); });
  for (std::vector<double>& of_class : sums) {
    std::partial_sum(of_class.begin(), of_class.end(), of_class.begin());
  }
  return [sums, lengths, words = words_of(*table.terms, order)](Random& random, std::size_t k) {
    return drawn(random, lengths[k], sums[k], words);
  };
}

DrawText by_presence(const TermTable& table) {
  const std::vector<std::size_t> order = in_order(*table.terms);
  const auto p = by_class(order, table.base.size(), [&](std::size_t cell) {
    return 1 / (1 + portable_exp(-table.weights[cell]));
  });
  return [p, words = words_of(*table.terms, order)](Random& random, std::size_t k) {
    std::string out;
    for (std::size_t t = 0; t < words.size(); ++t) {
      if (random.uniform() < p[k][t]) append(out, words[t]);
    }
    return out;
  };
}

// The urn's long-run shares are a Dirichlet variate; given those, its draws are independent.
DrawText by_urn(const TermPolyaTable& table, const std::vector<double>& lengths) {
  const std::vector<std::size_t> order = in_order(*table.terms);
  const auto a = by_class(order, lengths.size(), [&](std::size_t cell) { return table.a[cell]; });
  return [a, lengths, words = words_of(*table.terms, order)](Random& random, std::size_t k) {
    std::vector<double> sums;
    for (const double of_term : a[k]) sums.push_back(draw_log_gamma(random, of_term));
    const double most = *std::max_element(sums.begin(), sums.end());
    for (double& share : sums) share = portable_exp(share - most);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return drawn(random, lengths[k], sums, words);
  };
}

}  // namespace

Question for_sampling(Question question, const Schema& schema) {
  question.rule = Rule::kNaive;
  question.calibrate = false;  // which is about whole rows, and no way to draw one
  question.combine = Combine::kSum;
  const auto is_complement = [](TextModel model) {
    return model == TextModel::kComplement || model == TextModel::kNormalisedComplement;
  };
  bool any = false;
  for (const ColumnSchema& column : schema.columns) {
    any = any || (column.family == Family::kText &&
                  is_complement(question.text_model.value_or(column.text.model)));
  }
  if (any) question.text_model = TextModel::kMultinomial;
  return question;
}

DrawText draw_text_of(const Counts& counts, const FeatureEstimate& feature) {
  const TextTally& tally = text_of(*counts.find(feature.name));
  if (const auto* urn = std::get_if<TermPolyaTable>(&feature.table)) {
    return by_urn(*urn, mean_lengths(counts, tally, urn->once));
  }
  const auto& table = std::get<TermTable>(feature.table);
  const bool presence =
      std::any_of(table.base.begin(), table.base.end(), [](double base) { return base != 0; });
  return presence ? by_presence(table) : by_shares(table, mean_lengths(counts, tally, table.once));
}

}  // namespace tally
