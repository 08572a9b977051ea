// SPDX-License-Identifier: Apache-2.0
// Fits four rows, saves the model, loads it and asks about a fifth.
//
//   x       colour   class
//   1, 3    red red  a       mean 2, variance 1;  P(red | a) = (2 + 1) / (2 + 2) = 3/4
//   5, 7    red blue b       mean 6, variance 1;  P(red | b) = (1 + 1) / (2 + 2) = 1/2
//
// x = 4 is equally far from both means and the classes are equally frequent, so what is left of
// P(a | 4, red) is (3/4) / (3/4 + 1/2) = 3/5.
#include <tally/fit.h>

#include <cmath>
#include <cstdio>

int main(int /*count*/, char** arguments) {
  using namespace tally;
  PieceCounter counter(
      {{feature("x", Family::kGaussian), feature("colour", Family::kCategorical, ValueType::kText),
        target_column("class")},
       {}});
  counter.add(BatchBuilder()
                  .numbers("x", {1, 3, 5, 7})
                  .texts("colour", {"red", "red", "red", "blue"})
                  .texts("class", {"a", "a", "b", "b"})
                  .batch());
  const std::string path = std::string(arguments[0]) + ".tally";
  save_model(model_of(std::move(counter).finish()), path);

  const Answers answer = Asker(load_model(path)).answer({{"x", "4"}, {"colour", "red"}});
  const double p = answer.posteriors.posterior_of(0)[0], risk = answer.risks_of(0)[0];
  std::printf("P(a) = %.17g, risk of deciding a = %.17g, decision %d\n", p, risk,
              answer.decisions[0]);
  const bool right =
      std::abs(p - 0.6) < 1e-15 && std::abs(risk - 0.4) < 1e-15 && answer.decisions[0] == 0;
  return right ? 0 : 1;
}
