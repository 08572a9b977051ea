// SPDX-License-Identifier: Apache-2.0
// Fits from spans, scores one row and decides: no file, no reader.
//
//   x       colour   class
//   1, 3    red red  a       mean 2, variance 1;  P(red | a) = (2 + 1) / (2 + 2) = 3/4
//   5, 7    red blue b       mean 6, variance 1;  P(red | b) = (1 + 1) / (2 + 2) = 1/2
//
// x = 4 is equally far from both means and the classes are equally frequent, so what is left of
// P(a | 4, red) is (3/4) / (3/4 + 1/2) = 3/5.
#include <tally/decide.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <vector>

namespace {

using Dictionary = std::shared_ptr<const tally::Dictionary>;

Dictionary dictionary_of(const char* first, const char* second) {
  return std::make_shared<tally::Dictionary>(
      std::vector<tally::Label>{tally::Label::of(first), tally::Label::of(second)});
}

tally::ColumnSchema column(const char* name, tally::Role role, tally::ValueType type,
                           tally::Family family) {
  tally::ColumnSchema out;
  out.name = name;
  out.role = role;
  out.type = type;
  out.family = family;
  return out;
}

}  // namespace

int main() {
  const std::array<double, 4> x = {1, 3, 5, 7};
  const std::array<std::int32_t, 4> colour = {0, 0, 0, 1};
  const std::array<std::int32_t, 4> klass = {0, 0, 1, 1};
  const Dictionary colours = dictionary_of("red", "blue");

  tally::Batch rows;
  rows.rows = 4;
  rows.columns.push_back({"x", tally::Numbers::of(std::span<const double>(x))});
  rows.columns.push_back({"colour", tally::Codes::of(colour, colours)});
  rows.columns.push_back({"class", tally::Codes::of(klass, dictionary_of("a", "b"))});

  tally::Schema schema;
  schema.columns = {
      column("x", tally::Role::kFeature, tally::ValueType::kNumber, tally::Family::kGaussian),
      column("colour", tally::Role::kFeature, tally::ValueType::kText, tally::Family::kCategorical),
      column("class", tally::Role::kTarget, tally::ValueType::kText, tally::Family::kCategorical)};
  tally::Counts counts(schema);
  counts.add(rows);

  const std::array<double, 1> x_asked = {4};
  const std::array<std::int32_t, 1> colour_asked = {0};
  tally::Batch asked;
  asked.rows = 1;
  asked.columns.push_back({"x", tally::Numbers::of(std::span<const double>(x_asked))});
  asked.columns.push_back({"colour", tally::Codes::of(colour_asked, colours)});

  const tally::Scorer scorer(tally::estimate(counts, tally::Question{}));
  tally::Inference inference(scorer);
  const tally::Posteriors& answer = inference.infer(asked);
  const tally::Loss loss = tally::Loss::zero_one(scorer.estimates().classes);
  std::array<double, 2> risk{};
  tally::conditional_risk(loss, answer.posterior_of(0), risk);
  const int decision = tally::decide(loss, answer.joint_of(0), risk);

  std::printf("P(a) = %.17g, risk of deciding a = %.17g, decision %d\n", answer.posterior_of(0)[0],
              risk[0], decision);
  const bool right = std::abs(answer.posterior_of(0)[0] - 0.6) < 1e-15 &&
                     std::abs(risk[0] - 0.4) < 1e-15 && decision == 0;
  return right ? 0 : 1;
}
