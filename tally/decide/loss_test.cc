// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tally/base/error.h"
#include "tally/inside/decide.h"

namespace tally {
namespace {

using Cells = std::vector<std::vector<std::string>>;

const std::vector<Label> kClasses = {Label::of(-1.0), Label::of(1.0)};

ErrorKind kind_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::kDefect;
}

TEST(Loss, ZeroOne) {
  const Loss loss = Loss::zero_one(kClasses);
  EXPECT_TRUE(loss.is_zero_one());
  EXPECT_EQ(loss.decisions(), kClasses);
  EXPECT_EQ(loss.cost(0, 0), 0);
  EXPECT_EQ(loss.cost(0, 1), 1);
  EXPECT_EQ(loss.cost(1, 0), 1);
}

TEST(Loss, LabelledIsBroughtIntoLabelOrder) {
  const Cells cells = {
      {"decide", "1", "-1"}, {"wait", "0.5", "0.25"}, {"1", "0", "1"}, {"-1", "4", "0"}};
  const Loss loss = Loss::labelled(cells, "loss.csv", kClasses);
  EXPECT_FALSE(loss.is_zero_one());
  EXPECT_EQ(loss.classes(), kClasses);
  EXPECT_EQ(loss.decisions(),
            (std::vector<Label>{Label::of(-1.0), Label::of(1.0), Label::of("wait")}));
  EXPECT_EQ(loss.cost(0, 1), 4);
  EXPECT_EQ(loss.cost(1, 0), 1);
  EXPECT_EQ(loss.cost(2, 0), 0.25);
  EXPECT_EQ(loss.cost(2, 1), 0.5);
}

TEST(Loss, NeedNotOfferEveryClass) {
  const Loss loss = Loss::labelled({{"", "-1", "1"}, {"-1", "0", "2"}}, "f", kClasses);
  EXPECT_EQ(loss.decisions().size(), 1U);
}

TEST(Loss, LabelledRefusesWhatIsNoMatrix) {
  const Cells bad[] = {{},
                       {{}},
                       {{"", "-1", "1"}},
                       {{"", "-1"}, {"1", "0"}},
                       {{"", "-1", "1", "2"}, {"1", "0", "0", "0"}},
                       {{"", "-1", "-1"}, {"1", "0", "0"}},
                       {{"", "-1", "1"}, {"1", "0"}},
                       {{"", "-1", "1"}, {}},
                       {{"", "-1", "1"}, {"1", "0", "x"}},
                       {{"", "-1", "1"}, {"1", "0", ""}},
                       {{"", "-1", "1"}, {"1", "0", "inf"}},
                       {{"", "-1", "1"}, {"1", "0", "nan"}},
                       {{"", "-1", "1"}, {"1", "0", "0"}, {"1", "1", "1"}}};
  for (const Cells& cells : bad) {
    EXPECT_EQ(kind_of([&] { Loss::labelled(cells, "loss.csv", kClasses); }), ErrorKind::kData);
  }
  try {
    Loss::labelled(bad[8], "loss.csv", kClasses);
  } catch (const Error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "loss.csv: expected a finite number as the cost of '1' when the truth is '1', found 'x'");
  }
}

TEST(Loss, ClassWeightsMultiplyAColumn) {
  const Loss loss = Loss::zero_one(kClasses).with_class_weights({{"1", 4}});
  EXPECT_FALSE(loss.is_zero_one());
  EXPECT_EQ(loss.cost(0, 1), 4);
  EXPECT_EQ(loss.cost(1, 0), 1);
  EXPECT_EQ(loss.cost(1, 1), 0);
  EXPECT_TRUE(Loss::zero_one(kClasses).with_class_weights({{"1", 1}}).is_zero_one());
}

TEST(Loss, ClassWeightsAreChecked) {
  const Loss loss = Loss::zero_one(kClasses);
  for (const double weight : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(kind_of([&] { loss.with_class_weights({{"1", weight}}); }), ErrorKind::kUsage);
  }
  EXPECT_EQ(kind_of([&] { loss.with_class_weights({{"2", 1}}); }), ErrorKind::kUsage);
  EXPECT_EQ(kind_of([&] { loss.with_class_weights({{"1", 1}, {"1", 2}}); }), ErrorKind::kUsage);
  const Loss dear = Loss::labelled({{"", "-1", "1"}, {"1", "1e300", "0"}}, "f", kClasses);
  EXPECT_EQ(kind_of([&] { dear.with_class_weights({{"-1", 1e300}}); }), ErrorKind::kUsage);
}

TEST(Loss, RejectIsARow) {
  const Loss loss = Loss::zero_one({Label::of("ham"), Label::of("spam")}).with_reject(0.2);
  EXPECT_EQ(loss.decisions(),
            (std::vector<Label>{Label::of("ham"), Label::of("reject"), Label::of("spam")}));
  EXPECT_EQ(loss.cost(1, 0), 0.2);
  EXPECT_EQ(loss.cost(1, 1), 0.2);
  EXPECT_EQ(loss.cost(2, 0), 1);
  EXPECT_EQ(loss.cost(2, 1), 0);
  EXPECT_FALSE(loss.is_zero_one());
}

TEST(Loss, RejectIsChecked) {
  const Loss loss = Loss::zero_one(kClasses);
  for (const double cost :
       {-0.1, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(kind_of([&] { loss.with_reject(cost); }), ErrorKind::kUsage);
  }
  EXPECT_EQ(kind_of([&] { loss.with_reject(0.1).with_reject(0.2); }), ErrorKind::kUsage);
}

}  // namespace
}  // namespace tally
