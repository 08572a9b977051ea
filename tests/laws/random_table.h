// Random tables of every mix of families, with weights and missing cells, whose rows and columns
// can be dealt out in any order.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tally/batch/test_table.h"

namespace tally {

class RandomTable {
 public:
  /// At least one feature of every family that `families` names by its letter: c(ategorical),
  /// b(ernoulli over booleans), B(ernoulli over numbers), g(aussian), p(oisson), e(xposed poisson),
  /// m(ultinomial, three terms), t(ext), o (a text whose terms count once). Seeded: the same
  /// arguments give the same table.
  RandomTable(std::uint32_t seed, std::size_t rows, const std::string& families, bool weighted)
      : rows_(rows), random_(seed) {
    for (std::size_t i = 0; i < families.size(); ++i) {
      add_feature(families[i], std::string(1, families[i]) + std::to_string(i));
    }
    add_texts(column_with_role("y", Role::kTarget, ValueType::kText), {"k", "l", "m"}, 0.05);
    if (weighted) {
      add_numbers(column_with_role("weight", Role::kWeight, ValueType::kNumber), 0,
                  [this] { return random_() % 4 == 0 ? 0.0 : std::ldexp(real(), 3); });
    }
    schema_ = validated(schema_);
  }

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
      case 'g':
        return add_numbers(feature(name, Family::kGaussian), 0.1, [this] { return measurement(); });
      case 'p':
        return add_numbers(feature(name, Family::kPoisson), 0.1, [this] { return count(); });
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
      default:
        for (const char* term : {"_a", "_b", "_c"}) {
          ColumnSchema column = feature(name + term, Family::kMultinomial);
          column.group = name;
          add_numbers(column, 0.1, [this] { return count() * (random_() % 8 == 0 ? 0.3 : 1); });
        }
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
  std::mt19937 random_;
  Schema schema_;
  std::vector<Cells> columns_;
};

}  // namespace tally
