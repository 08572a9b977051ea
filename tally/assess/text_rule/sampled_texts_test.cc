// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/sampled_texts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tally/assess/text_rule/texts_testing.h"

namespace tally {
namespace {

std::set<std::string> terms_in(const std::string& text, bool pairs) {
  std::set<std::string> out;
  if (text == "-") return out;
  std::istringstream words(pairs ? pairs_in(text) : text);
  for (std::string word; words >> word;) out.insert(word);
  return out;
}

// All that the definition speaks of, counted from the texts themselves.
struct Recounted {
  std::map<std::string, double> rows;                 // by class
  std::array<std::map<std::string, double>, 2> mass;  // by zone
  std::array<std::map<std::string, std::map<std::string, double>>, 2> with_term;

  explicit Recounted(const std::vector<TextRow>& texts) {
    for (const TextRow& row : texts) {
      ++rows[row.klass];
      for (std::size_t zone = 0; zone < 2; ++zone) {
        for (const std::string& term : terms_in(row.text, zone == 1)) {
          ++mass[zone][row.klass];
          ++with_term[zone][term][row.klass];
        }
      }
    }
  }
};

double sum(const std::map<std::string, double>& by_class) {
  double out = 0;
  for (const auto& [klass, n] : by_class) out += n;
  return out;
}

double at(const std::map<std::string, double>& by_class, const std::string& klass) {
  const auto found = by_class.find(klass);
  return found == by_class.end() ? 0 : found->second;
}

// The parts of a row for one class, as text_parts.h defines them.
std::vector<double> parts_by_definition(const TextRow& row, const Recounted& others,
                                        const Recounted& all, const std::string& klass, double K) {
  std::vector<double> out;
  for (std::size_t zone = 0; zone < 2; ++zone) {
    const double D = at(others.mass[zone], klass), rest = sum(others.mass[zone]) - D;
    const double shift = std::log((D + 1) / (rest + 1));
    const double pi = (at(all.mass[zone], klass) + 1) / (sum(all.mass[zone]) + K);
    double n = 0;
    std::array<double, 3> d_sums{}, strong{}, times{};
    for (const std::string& term : terms_in(row.text, zone == 1)) {
      const auto counted = others.with_term[zone].find(term);
      if (counted == others.with_term[zone].end()) continue;
      const double s = at(counted->second, klass), h = sum(counted->second) - s;
      ++n;
      const std::array<double, 3> pseudo{0.1, 1, 10};
      for (std::size_t m = 0; m < 3; ++m) {
        d_sums[m] += std::log(s + pseudo[m] * pi) - std::log(h + pseudo[m] * (1 - pi)) - shift;
      }
      const double d = std::log(s + pi) - std::log(h + 1 - pi) - shift;
      for (std::size_t t = 0; t < 3; ++t) {
        if (std::abs(d) < static_cast<double>(t + 1)) continue;
        strong[t] += d;
        ++times[t];
      }
    }
    const double S = at(others.rows, klass), S_rest = sum(others.rows) - S;
    const double length = shift - std::log((S + 1) / (S_rest + 1));
    for (const double one : {d_sums[0], d_sums[1], d_sums[2], n * length}) {
      out.insert(out.end(), {one / 10, one / std::sqrt(n + 1), 10 * one / (n + 1)});
    }
    for (std::size_t t = 0; t < 3; ++t) out.push_back(strong[t] / (times[t] + 1));
  }
  return out;
}

// The parts of the row by the counts of other rows: what the rule would hear from their model, but for
// the share π.
std::vector<double> parts_by_counts(const TextRow& row, const Counts& others, const Counts& all) {
  const TextShape shape = text_shape(all);
  const std::vector<Counts::Class> classes = others.classes();
  HeardTexts heard(shape);
  std::vector<double> rows, parts(shape.told() * shape.parts()), of_all(3);
  for (const Counts::Class& klass : classes) rows.push_back(klass.weight.to_double());
  std::vector<TermLeanings> leanings;
  for (std::size_t z = 0; z < 2; ++z) {
    std::vector<double> mass, mass_of_all;
    const TextTally& tally = text_of(*others.find(shape.zones[z].column));
    const TextTally& with_all = text_of(*all.find(shape.zones[z].column));
    for (const Counts::Class& klass : classes) {
      mass.push_back(tally.total(klass.code).to_double());
    }
    for (const Counts::Class& klass : all.classes()) {
      mass_of_all.push_back(with_all.total(klass.code).to_double());
    }
    leanings.emplace_back(mass_of_all);
    leanings.back().stand_on(mass, rows);
    for (const std::string& term : terms_in(row.text, z == 1)) {
      std::vector<double> with_term, d(3 * shape.told());
      const std::int32_t slot = tally.find_term(term);
      for (const Counts::Class& klass : classes) {
        with_term.push_back(slot < 0 ? 0 : tally.at(klass.code, slot).to_double());
      }
      if (*std::max_element(with_term.begin(), with_term.end()) == 0) {
        heard.hear_unseen(z);
        continue;
      }
      leanings.back().of(with_term, d);
      heard.hear(z, d.data());
    }
  }
  heard.fill(std::vector<std::span<const double>>{leanings[0].lengths(), leanings[1].lengths()},
             parts, of_all);
  parts.insert(parts.end(), of_all.begin(), of_all.end());
  return parts;
}

class LeftOutTextsTest : public testing::TestWithParam<unsigned> {};

TEST_P(LeftOutTextsTest, EqualRecountingToTheBit) {
  const unsigned K = GetParam();
  const std::vector<TextRow> rows = ugly_texts(150, K, 10 + K);
  const Counts all = counted_texts(rows);
  const Recounted recounted(rows);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowSample sample = sampled_texts({rows[i]});
    const SampledTexts texts(all, sample);
    if (recounted.rows.at(rows[i].klass) == 1) {
      EXPECT_TRUE(texts.rows().empty());
      continue;
    }
    std::vector<TextRow> others = rows;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    LeftOutTexts left_out(texts);
    left_out.of(0, texts.counted());
    std::vector<double> found(left_out.parts().begin(), left_out.parts().end());
    found.insert(found.end(), left_out.of_all().begin(), left_out.of_all().end());
    ASSERT_EQ(found, parts_by_counts(rows[i], counted_texts(others), all)) << i;
    ++compared;
    if (i % 10 != 0) continue;
    const std::vector<Label> labels = all.class_labels();
    for (std::size_t told = 0; told < texts.shape().told(); ++told) {
      const std::string klass = labels[texts.shape().told_class(told)].to_string();
      const std::vector<double> wanted = parts_by_definition(
          rows[i], Recounted(others), recounted, klass, static_cast<double>(labels.size()));
      for (std::size_t p = 0; p < wanted.size(); ++p) {
        ASSERT_NEAR(found[told * wanted.size() + p], wanted[p], 1e-7) << i << " part " << p;
      }
    }
  }
  EXPECT_GT(compared, 140U);
}

TEST_P(LeftOutTextsTest, CountsWithoutAFoldAreThoseOfTheOtherRows) {
  const std::vector<TextRow> rows = ugly_texts(200, GetParam(), 3 + GetParam());
  const Counts all = counted_texts(rows);
  const RowSample sample = sampled_texts(rows);
  const SampledTexts texts(all, sample);
  std::vector<const SampledRow*> sampled;
  for (const SampledRow& row : sample.rows()) sampled.push_back(&row);
  for (unsigned fold = 0; fold < SampledTexts::kFolds; ++fold) {
    const SampledCounts others = texts.without_fold(fold);
    std::vector<double> rows_left = texts.counted().rows, mass_left = texts.counted().mass[0];
    std::size_t in_fold = 0;
    for (std::size_t i = 0; i < texts.rows().size(); ++i) {
      const SampledTexts::Row& row = texts.rows()[i];
      if (row.fold != fold) continue;
      ++in_fold;
      rows_left[row.own] -= row.times;
      mass_left[row.own] -= row.times * static_cast<double>(texts.terms(0, i).size());
    }
    EXPECT_EQ(others.rows, rows_left);
    EXPECT_EQ(others.mass[0], mass_left);
    EXPECT_GT(in_fold, texts.rows().size() / 5);
  }
}

// Of a large tally, all terms are looked up in a large sample; those of a small sample are looked up in the tally.
TEST(SampledTexts, HaveTheSameCountsWhicheverIsLookedUpInTheOther) {
  std::vector<TextRow> rows;
  for (std::size_t i = 0; i < 400; ++i) {
    std::string text = i == 7 ? "" : "all";  // in every row but one
    for (std::size_t w = 0; w < 90; ++w) {
      text += " w" + std::to_string(i * 89 + w);  // the last word of a row is the first of the next
    }
    rows.push_back({text, "class " + std::to_string(i % 3)});
  }
  const Counts counts = counted_texts(rows);
  ASSERT_GT(text_of(*counts.find("text.pair")).terms().size(), 32'000);
  std::string many;
  for (std::size_t w = 0; w < 70'000; ++w) many += "more" + std::to_string(w) + " ";
  Counts larger = counts;
  larger.merge(counted_texts({{many, "class 0"}}));
  const SampledTexts all(larger, sampled_texts(rows));
  ASSERT_EQ(all.rows().size(), rows.size());
  const RowSample sample = sampled_texts(rows);
  std::size_t i = 0;
  for (const SampledRow& row : sample.rows()) {
    RowSample one;
    one.add(row);
    const SampledTexts alone(larger, one);
    for (std::size_t z = 0; z < 2; ++z) {
      ASSERT_EQ(all.terms(z, i).size(), alone.terms(z, 0).size());
      for (std::size_t t = 0; t < alone.terms(z, 0).size(); ++t) {
        const auto here = static_cast<std::size_t>(all.terms(z, i)[t]);
        const auto there = static_cast<std::size_t>(alone.terms(z, 0)[t]);
        ASSERT_EQ(all.slots(z)[here], alone.slots(z)[there]);
        ASSERT_EQ(all.rows_with(z, here), alone.rows_with(z, there));
      }
      ASSERT_EQ(all.unknown(z, i), alone.unknown(z, 0));
    }
    ++i;
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, LeftOutTextsTest, testing::Values(2U, 3U, 7U, 20U));

}  // namespace
}  // namespace tally
