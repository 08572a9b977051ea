// SPDX-License-Identifier: Apache-2.0
#include "tally/base/log_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace tally {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SafeLog, IsTheLogarithmAndNothingIsMinusInfinity) {
  EXPECT_EQ(safe_log(1), 0);
  EXPECT_EQ(safe_log(std::exp(2.0)), 2);
  EXPECT_EQ(safe_log(0), kLogZero);
}

TEST(TimesLog, ZeroTimesAnythingIsZero) {
  EXPECT_EQ(times_log(0, kLogZero), 0);
  EXPECT_EQ(times_log(2, kLogZero), kLogZero);
  EXPECT_EQ(times_log(2, 3), 6);
}

TEST(LogSumExp, OfNothingIsNothing) {
  EXPECT_EQ(log_sum_exp({}), kLogZero);
  EXPECT_EQ(log_sum_exp(std::vector<double>{kLogZero, kLogZero}), kLogZero);
}

TEST(LogSumExp, AgreesWithHandArithmetic) {
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector<double>{std::log(1.0), std::log(2.0), std::log(5.0)}),
                   std::log(8.0));
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector<double>{kLogZero, std::log(3.0)}), std::log(3.0));
  EXPECT_EQ(log_sum_exp(std::vector<double>{-7.5}), -7.5);
}

TEST(LogSumExp, NeitherOverflowsNorUnderflows) {
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector<double>{1e5, 1e5}), 1e5 + std::log(2.0));
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector<double>{-1e5, -1e5}), -1e5 + std::log(2.0));
  EXPECT_EQ(log_sum_exp(std::vector<double>{kInfinity, 0}), kInfinity);
}

struct Normalised {
  explicit Normalised(const std::vector<double>& log_joint)
      : posterior(log_joint.size()),
        log_posterior(log_joint.size()),
        log_evidence(normalise(log_joint, posterior, log_posterior)) {}

  std::vector<double> posterior, log_posterior;
  double log_evidence;
};

TEST(Normalise, AgreesWithHandArithmetic) {
  // Li Hang's example: joints 1/45 and 1/15, evidence 4/45.
  const Normalised answer({std::log(1.0 / 45), std::log(1.0 / 15)});
  EXPECT_NEAR(answer.posterior[0], 0.25, 1e-15);
  EXPECT_NEAR(answer.posterior[1], 0.75, 1e-15);
  EXPECT_NEAR(answer.log_posterior[0], std::log(0.25), 1e-15);
  EXPECT_NEAR(answer.log_evidence, std::log(4.0 / 45), 1e-15);
}

TEST(Normalise, AnImpossibleClassGetsNothing) {
  const Normalised answer({-3, kLogZero});
  EXPECT_EQ(answer.posterior, (std::vector<double>{1, 0}));
  EXPECT_EQ(answer.log_posterior, (std::vector<double>{0, kLogZero}));
  EXPECT_EQ(answer.log_evidence, -3);
}

TEST(Normalise, ImpossibleEverywhereIsZeroAndNotNaN) {
  const Normalised answer({kLogZero, kLogZero});
  EXPECT_EQ(answer.posterior, (std::vector<double>{0, 0}));
  EXPECT_EQ(answer.log_posterior, (std::vector<double>{kLogZero, kLogZero}));
  EXPECT_EQ(answer.log_evidence, kLogZero);
}

TEST(Normalise, KeepsTheLogarithmOfWhatUnderflows) {
  const Normalised answer({-1000, -3000});
  EXPECT_EQ(answer.posterior[1], 0);
  EXPECT_EQ(answer.log_posterior[1], -2000);
}

TEST(Normalise, PosteriorsSumToOneWhateverTheSizeOfTheJoints) {
  std::mt19937_64 random(1);
  for (const double size : {1e-3, 1.0, 1e3, 1e6, 1e12, 1e300}) {
    std::uniform_real_distribution<double> joint(-size, 0);
    for (const int classes : {1, 2, 3, 100, 5000}) {
      std::vector<double> joints;
      for (int k = 0; k < classes; ++k) joints.push_back(joint(random));
      const Normalised answer(joints);
      double sum = 0;
      for (const double p : answer.posterior) sum += p;
      EXPECT_NEAR(sum, 1, 1e-12) << size << " " << classes;
      EXPECT_NEAR(answer.log_evidence, log_sum_exp(joints), 1e-15 * size);
    }
  }
}

TEST(Normalise, ShiftingAllJointsChangesTheEvidenceAlone) {
  // Powers of two, so that the shift itself rounds nothing.
  const Normalised answer({-1, -2, -0.5});
  const Normalised shifted({-1 - 4096, -2 - 4096, -0.5 - 4096});
  EXPECT_EQ(answer.posterior, shifted.posterior);
  EXPECT_EQ(answer.log_posterior, shifted.log_posterior);
  EXPECT_NEAR(answer.log_evidence - shifted.log_evidence, 4096, 1e-12);
}

TEST(Normalise, LogarithmsKeepTheirDigitsAtBothEnds) {
  const std::vector<double> joint = {-1000, -1000 - 600.0};
  std::vector<double> posterior(2), log_posterior(2);
  normalise(joint, posterior, log_posterior);
  EXPECT_EQ(posterior[0], 1);
  EXPECT_NEAR(posterior[1] / std::exp(-600.0), 1, 1e-15);
  EXPECT_NEAR(log_posterior[0] / std::exp(-600.0), -1, 1e-15);
  EXPECT_EQ(log_posterior[1], -600);
}

}  // namespace
}  // namespace tally
