// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/full/dependence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tally/batch.h"
#include "tally/estimate/full/tan_rule.h"
#include "tally/schema.h"

namespace tally {
namespace {

using Texts = std::vector<std::string>;

// a tells the class; b follows a; c follows b; d is chance; e is missing now and then.
struct Rows {
  std::vector<Texts> columns{5};
  Texts classes;
};

Rows drawn(std::size_t rows) {
  std::mt19937 random(7);
  const auto maybe = [&](const std::string& text, int of_ten) {
    return static_cast<int>(random() % 10) < of_ten ? text : std::to_string(random() % 3);
  };
  Rows out;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string y = random() % 3 == 0 ? "k" : "l";
    out.classes.push_back(y);
    const std::string a = maybe(y == "k" ? "0" : "1", 5), b = maybe(a, 8), c = maybe(b, 7);
    const Texts cells{a, b, c, std::to_string(random() % 3), random() % 4 == 0 ? "" : maybe(c, 3)};
    for (std::size_t i = 0; i < cells.size(); ++i) out.columns[i].push_back(cells[i]);
  }
  return out;
}

const Texts kNames{"a", "b", "c", "d", "e"};

Batch batch_of(const Rows& rows) {
  BatchBuilder builder;
  for (std::size_t i = 0; i < kNames.size(); ++i) builder.texts(kNames[i], rows.columns[i]);
  return builder.texts("y", rows.classes).batch();
}

Counts counted(const Rows& rows) {
  Schema schema;
  for (const std::string& name : kNames) {
    schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    schema.joint.grid.push_back({name, {}});
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  Counts counts(schema);
  counts.add(batch_of(rows));
  return counts;
}

// I(A; B | Y) by its definition, from the rows.
double information(const Rows& rows, std::size_t i, std::size_t j) {
  std::map<Texts, double> yab, ya, yb, y;
  double n = 0;
  for (std::size_t row = 0; row < rows.classes.size(); ++row) {
    const std::string &a = rows.columns[i][row], &b = rows.columns[j][row], &k = rows.classes[row];
    if (a.empty() || b.empty()) continue;
    ++yab[{k, a, b}], ++ya[{k, a}], ++yb[{k, b}], ++y[{k}], ++n;
  }
  double sum = 0;
  for (const auto& [key, count] : yab) {
    sum +=
        count / n * std::log(count * y[{key[0]}] / (ya[{key[0], key[1]}] * yb[{key[0], key[2]}]));
  }
  return sum;
}

TEST(Dependence, IsConditionalInformation) {
  const Rows rows = drawn(400);
  const Counts counts = counted(rows);
  const JointCounts joint(*counts.joint(), counts.classes());
  const std::vector<Dependence> found = dependences(joint);
  ASSERT_EQ(found.size(), 10U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].information, information(rows, found[i].a, found[i].b), 1e-12);
    EXPECT_GE(found[i == 0 ? 0 : i - 1].information, found[i].information);
  }
  EXPECT_NEAR(found[0].chance, (8 + 3 * 4) / 800.0, 1e-15);
}

TEST(Dependence, ATreeJoinsWhatDependsAndNothingElse) {
  const Counts counts = counted(drawn(4000));
  const JointCounts joint(*counts.joint(), counts.classes());
  // a is the root, for it tells most; b hangs on a, c on b; d stays alone; e hangs on c.
  EXPECT_EQ(dependence_tree(joint), (std::vector<std::int32_t>{-1, 0, 1, -1, 2}));
  EXPECT_GT(information_about_class(joint, 0), information_about_class(joint, 1));
  EXPECT_LT(information_about_class(joint, 3), 0.005);
}

TEST(Dependence, OfColumnsWithoutRows) {
  Rows none = drawn(3);
  for (Texts& column : none.columns) column = {"", "", ""};
  const Counts counts = counted(none);
  const JointCounts joint(*counts.joint(), counts.classes());
  for (const Dependence& pair : dependences(joint)) EXPECT_EQ(pair.information, 0);
  EXPECT_EQ(dependence_tree(joint), std::vector<std::int32_t>(5, -1));
}

// The answer from the rows, by loops.
TEST(Tan, IsWorkedOutFromTheRows) {
  const Rows rows = drawn(300);
  const Counts counts = counted(rows);
  const JointCounts joint(*counts.joint(), counts.classes());
  const std::vector<std::int32_t> parents = dependence_tree(joint);
  const Estimates estimates = tan_estimates(counts, {});
  ASSERT_NE(estimates.full, nullptr);
  const JointTables& tables = *estimates.full->joint;
  const Texts cases[] = {{"0", "0", "1", "2", "0"},
                         {"1", "", "2", "0", ""},
                         {"9", "1", "1", "1", "2"},
                         {"2", "9", "0", "", "1"}};
  for (const Texts& cells : cases) {
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      codes.push_back(cells[i].empty() ? -1 : tables.code(i, Label::of(cells[i])));
    }
    std::vector<double> said(10);
    tables.say_tree(codes, estimates.full->tree, said);
    for (std::size_t j = 0; j < 5; ++j) {
      for (std::size_t k = 0; k < 2; ++k) {
        const std::string y = k == 0 ? "k" : "l";
        double expected = 0;
        if (!cells[j].empty()) {
          const auto parent = static_cast<std::size_t>(parents[j]);
          const bool is_given = parents[j] >= 0 && !cells[parent].empty() && cells[parent] != "9";
          double with_both = 0, with_given = 0;
          for (std::size_t row = 0; row < rows.classes.size(); ++row) {
            if (rows.classes[row] != y || rows.columns[j][row].empty()) continue;
            if (is_given && rows.columns[parent][row] != cells[parent]) continue;
            ++with_given;
            with_both += rows.columns[j][row] == cells[j] ? 1 : 0;
          }
          expected = std::log((with_both + 1.0 / 3) / (with_given + 1));
        }
        EXPECT_NEAR(said[j * 2 + k], expected, 1e-12) << j << " " << k << " " << cells[j];
      }
    }
  }
}

}  // namespace
}  // namespace tally
