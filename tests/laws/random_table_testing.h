// SPDX-License-Identifier: Apache-2.0
// Random tables of every mix of families, with weights and missing cells, whose rows and columns
// can be dealt out in any order. Small letters of families are tame but for a few cells; w, u, h
// and q are ugly. docs/testing.md has the table of all that is drawn.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tally/base/ugly_numbers_testing.h"
#include "tally/batch/table_testing.h"
#include "tally/inside/family.h"

namespace tally {

class RandomTable {
 public:
  /// At least one feature of every family that `families` names by its letter: c(ategorical),
  /// b(ernoulli over booleans), B(ernoulli over numbers), g(aussian), p(oisson, and every other
  /// family of counts), e(xposed poisson), k (cut into bins, some numbers on a cut),
  /// m(ultinomial, three terms), t(ext), o (a text whose terms count once); ugly ones: w (a wide
  /// row of gaussian columns, of every kind of UglyNumbers, and three more), u (categorical with
  /// odd and with very many values, with one, with none), h (poisson counts from 0 to 2^60 and a
  /// multinomial group of fractions beside them), q (bernoulli numbers within one unit of their
  /// threshold). Two of three columns of numbers have a histogram, one of them with an origin.
  /// Without a text, up to seven columns are counted together, in pairs and some triples, and up to five
  /// of numbers by their moments. Weights are tame, or of every magnitude. Seeded: the same arguments give the same
  /// table.
  enum class Weights { kNone, kTame, kUgly };
  friend void PrintTo(Weights weights, std::ostream* out) {  // its name among the tests
    *out << (weights == Weights::kNone   ? "unweighted"
             : weights == Weights::kTame ? "tame"
                                         : "ugly");
  }
  RandomTable(std::uint32_t seed, std::size_t rows, const std::string& families, Weights weights)
      : rows_(rows), random_(seed) {
    for (std::size_t i = 0; i < families.size(); ++i) {
      add_feature(families[i], std::string(1, families[i]) + std::to_string(i));
    }
    add_texts(column_with_role("y", Role::kTarget, ValueType::kText), {"k", "l", "m"}, 0.05);
    const ColumnSchema weight = column_with_role("weight", Role::kWeight, ValueType::kNumber);
    if (weights == Weights::kTame) {
      add_numbers(weight, 0, [this] { return random_() % 4 == 0 ? 0.0 : std::ldexp(real(), 3); });
    } else if (weights == Weights::kUgly) {
      add_numbers(weight, 0, [this] { return ugly_weight(); });
    }
    add_together(std::mt19937(seed));
    schema_ = validated(schema_);
  }
  RandomTable(std::uint32_t seed, std::size_t rows, const std::string& families, bool weighted)
      : RandomTable(seed, rows, families, weighted ? Weights::kTame : Weights::kNone) {}

  std::size_t rows() const { return rows_; }
  const Schema& schema() const { return schema_; }

  std::vector<std::size_t> all_rows() const {
    std::vector<std::size_t> out(rows_);
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  std::vector<std::size_t> shuffled_rows(std::uint32_t seed) const {
    std::vector<std::size_t> out = all_rows();
    std::shuffle(out.begin(), out.end(), std::mt19937(seed));
    return out;
  }

  /// These rows, in this order; with another `column_seed` the columns stand in another order.
  TestTable deal(const std::vector<std::size_t>& rows, std::uint32_t column_seed = 0) const {
    std::vector<std::size_t> order(columns_.size());
    std::iota(order.begin(), order.end(), 0);
    if (column_seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(column_seed));
    TestTable table;
    for (const std::size_t c : order) deal_column(table, columns_[c], rows);
    return table;
  }

 private:
  struct Cells {
    std::string name;
    char kind;                       // t(ext), w(ords), n(umbers), b(ooleans)
    std::vector<std::string> texts;  // empty: missing
    std::vector<double> numbers;     // NaN: missing
  };

  static void deal_column(TestTable& table, const Cells& column,
                          const std::vector<std::size_t>& rows) {
    std::vector<std::string> texts;
    std::vector<double> numbers;
    std::vector<int> booleans;
    for (const std::size_t row : rows) {
      if (column.kind == 't' || column.kind == 'w') {
        texts.push_back(column.texts[row]);
      } else {
        const double x = column.numbers[row];
        numbers.push_back(x);
        booleans.push_back(std::isnan(x) ? -1 : static_cast<int>(x));
      }
    }
    if (column.kind == 't') table.texts(column.name, texts);
    if (column.kind == 'w') table.terms(column.name, texts);
    if (column.kind == 'n') table.numbers(column.name, numbers);
    if (column.kind == 'b') table.booleans(column.name, booleans);
  }

  // A column for each family of the table that models a count.
  template <class F>
  static void for_each_count_family(const std::string& name, F&& f) {
    for (const FamilyFacts& facts : kFamilies) {
      const NumberFamily* const numbers = numbers_of(facts.family);
      if (numbers == nullptr || !numbers->is_count()) continue;
      f(feature(facts.family == Family::kPoisson ? name : name + "_" + std::string(facts.name),
                facts.family));
    }
  }

  void add_feature(char family, const std::string& name) {
    switch (family) {
      case 'c':
        return add_texts(feature(name, Family::kCategorical, ValueType::kText),
                         {"ä", "b", "c,d", "e"}, 0.1);
      case 'b':
        return add_booleans(feature(name, Family::kBernoulli, ValueType::kBoolean));
      case 'B': {
        ColumnSchema column = feature(name, Family::kBernoulli);
        column.binarize = 0.5;
        return add_numbers(column, 0.1, [this] { return real(); });
      }
      case 'k': {
        ColumnSchema column = feature(name, Family::kBinned);
        column.cuts = {0, 2.5, 4};
        return add_numbers(column, 0.1, [this] {
          return random_() % 4 == 0 ? 2.5 : random_() % 9 == 0 ? -0.0 : measurement();
        });
      }
      case 'g':
        return add_numbers(feature(name, Family::kGaussian), 0.1, [this] { return measurement(); });
      case 'p':
        return for_each_count_family(name, [&](const ColumnSchema& column) {
          add_numbers(column, 0.1, [this] { return count(); });
        });
      case 'e': {
        add_numbers(column_with_role(name + "_hours", Role::kExposure, ValueType::kNumber), 0.1,
                    [this] { return 0.25 + real(); });
        ColumnSchema column = feature(name, Family::kPoisson);
        column.exposure = name + "_hours";
        return add_numbers(column, 0.1, [this] { return count(); });
      }
      case 't':
        return add_words(text_feature(name));
      case 'o': {
        TextOptions once;
        once.once = true;
        return add_words(text_feature(name, once));
      }
      case 'w':
        return add_wide_row(name);
      case 'u':
        return add_odd_values(name);
      case 'h':
        return add_huge_counts(name);
      case 'q': {
        ColumnSchema column = feature(name, Family::kBernoulli);
        column.binarize = 0.1;
        return add_numbers(column, 0.1, [this] {
          return random_() % 3 == 0 ? 0.1 : std::nextafter(0.1, random_() % 2 == 0 ? -1.0 : 1.0);
        });
      }
      default:
        for (const char* term : {"_a", "_b", "_c"}) {
          ColumnSchema column = feature(name + term, Family::kMultinomial);
          column.group = name;
          add_numbers(column, 0.1, [this] { return count() * (random_() % 8 == 0 ? 0.3 : 1); });
        }
    }
  }

  // Each kind of column once, and three more, so that the last vector is not full.
  void add_wide_row(const std::string& name) {
    for (std::size_t i = 0; i < UglyNumbers::kKinds + 3; ++i) {
      const UglyNumbers::Kind& kind = UglyNumbers::kinds()[i % UglyNumbers::kKinds];
      std::mt19937_64 random(random_());
      std::size_t row = 0;
      add_numbers(feature(name + "_" + std::to_string(i), Family::kGaussian), i % 3 == 0 ? 0.05 : 0,
                  [&] { return kind.draw(random, row++); });
    }
  }

  void add_odd_values(const std::string& name) {
    const auto column = [&](const char* end) {
      return feature(name + end, Family::kCategorical, ValueType::kText);
    };
    add_texts(column("_odd"), {"?", "NA", " ", "1", "1.0", "-0", "a\nb", "\"", "\x1b[31m", "西瓜"},
              0.1);
    std::vector<std::string> many;
    for (std::size_t i = 0; i < 2 * rows_; ++i) many.push_back("v" + std::to_string(i));
    add_texts(column("_many"), many, 0);
    add_texts(column("_one"), {"only"}, 0);
    add_texts(column("_none"), {"never"}, 1.1);
  }

  void add_huge_counts(const std::string& name) {
    for_each_count_family(name + "_p", [&](const ColumnSchema& column) {
      add_numbers(column, 0.1, [this] {
        return random_() % 10 != 0 ? count() : std::ldexp(1.0, static_cast<int>(random_() % 61));
      });
    });
    for (const char* term : {"_x", "_y", "_z"}) {
      ColumnSchema column = feature(name + term, Family::kMultinomial);
      column.group = name;
      add_numbers(column, 0.1, [this] {
        return random_() % 4 == 0 ? std::ldexp(real(), static_cast<int>(random_() % 120) - 60)
                                  : count();
      });
    }
  }

  // Zero, one, fractions of every magnitude, and integers that together leave 64 bits.
  double ugly_weight() {
    switch (random_() % 5) {
      case 0:
        return 0.0;
      case 1:
        return 5e18;
      case 2:
        return std::ldexp(real(), static_cast<int>(random_() % 400) - 200);
      case 3:
        return 0.1;
      default:
        return 1.0;
    }
  }

  double real() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  double count() { return static_cast<double>(random_() % 5); }
  // Mostly ordinary, now and then far away, so that sums need more than one word.
  double measurement() {
    const double x = std::normal_distribution<double>(3, 2)(random_);
    return random_() % 50 == 0 ? std::ldexp(x, static_cast<int>(random_() % 200) - 100) : x;
  }

  template <class Draw>
  void add_numbers(const ColumnSchema& column, double missing, Draw draw) {
    Cells cells{column.name, 'n', {}, {}};
    for (std::size_t row = 0; row < rows_; ++row) {
      cells.numbers.push_back(real() < missing ? TestTable::kMissing : draw());
    }
    columns_.push_back(std::move(cells));
    schema_.columns.push_back(column);
    if (may_have_histogram(column)) add_histogram(schema_.columns.back());
  }

  // Of three columns of numbers one has none, one has cells around zero, one around an origin.
  void add_histogram(ColumnSchema& column) {
    const std::size_t turn = histograms_++ % 3;
    column.histogram = turn != 1;
    column.origin = turn == 2 ? 2.5 : 0;
  }

  // Grids are cut at numbers that occur, so that some lie on a cut, and elsewhere.
  void add_together(std::mt19937 random) {
    if (schema_.has_text()) return;
    std::vector<std::size_t> order(columns_.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    JointSchema& joint = schema_.joint;
    for (const std::size_t c : order) {
      const ColumnSchema& column = schema_.columns[c];
      const bool is_number = may_have_histogram(column);
      if (!may_stand_in_grid(column)) continue;
      if (joint.grid.size() < 7) {
        std::set<double> cuts;
        for (std::size_t i = 0; is_number && rows_ > 0 && i < 4; ++i) {
          const double x = columns_[c].numbers[random() % rows_];
          if (!std::isnan(x)) cuts.insert(x);
        }
        if (is_number && cuts.empty()) cuts.insert(0.5);
        joint.grid.push_back({column.name, {cuts.begin(), cuts.end()}});
      }
      if (is_number && joint.scaled.size() < 5) {
        joint.scaled.push_back({column.name, joint.scaled.size() % 2 == 0 ? 0.0 : 1.5, 2});
      }
    }
    for (std::size_t i = 0; i + 2 < joint.grid.size(); i += 2) {
      joint.triples.push_back({joint.grid[i].name, joint.grid[i + 1].name, joint.grid[i + 2].name});
    }
  }

  void add_booleans(const ColumnSchema& column) {
    add_numbers(column, 0.1, [this] { return static_cast<double>(random_() % 2); });
    columns_.back().kind = 'b';
  }

  void add_texts(const ColumnSchema& column, const std::vector<std::string>& values,
                 double missing) {
    Cells cells{column.name, 't', {}, {}};
    for (std::size_t row = 0; row < rows_; ++row) {
      cells.texts.push_back(real() < missing ? "" : values[random_() % values.size()]);
    }
    columns_.push_back(std::move(cells));
    schema_.columns.push_back(column);
  }

  // Words by Zipf's law, more or less; some texts are missing, some have no word.
  void add_words(const ColumnSchema& column) {
    Cells cells{column.name, 'w', {}, {}};
    for (std::size_t row = 0; row < rows_; ++row) {
      std::string words;
      for (std::size_t i = random_() % 9; i > 0; --i) {
        words += "w" + std::to_string(static_cast<int>(1 / (real() + 0.01))) + " ";
      }
      cells.texts.push_back(real() < 0.1 ? "-" : words);
    }
    columns_.push_back(std::move(cells));
    schema_.columns.push_back(column);
  }

  std::size_t rows_;
  std::size_t histograms_ = 0;  // columns of numbers so far
  std::mt19937 random_;
  Schema schema_;
  std::vector<Cells> columns_;
};

}  // namespace tally
