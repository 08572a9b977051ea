// SPDX-License-Identifier: Apache-2.0
// What the tests of the rule of texts share: random texts, counted, with their sample.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// The words of a text, in order; "-" is a missing cell.
struct TextRow {
  std::string text, klass;
};

inline Schema paired_schema() {
  Schema schema;
  schema.columns = {feature("text", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].text.pairs = true;
  return validated(schema);
}

/// "a b c" as the pairs "a+b b+c".
inline std::string pairs_in(const std::string& text) {
  if (text == "-") return text;
  std::istringstream words(text);
  std::string out, before, word;
  while (words >> word) {
    if (!before.empty()) out += before + "+" + word + " ";
    before = word;
  }
  return out;
}

inline TestTable table_of(const std::vector<TextRow>& rows) {
  std::vector<std::string> texts, pairs, classes;
  for (const TextRow& row : rows) {
    texts.push_back(row.text);
    pairs.push_back(pairs_in(row.text));
    classes.push_back(row.klass);
  }
  TestTable table;
  table.terms("text", texts).terms("text.pair", pairs).texts("y", classes);
  return table;
}

inline Counts counted_texts(const std::vector<TextRow>& rows) {
  Counts counts(paired_schema());
  counts.add(table_of(rows).batch());
  return counts;
}

inline RowSample sampled_texts(const std::vector<TextRow>& rows, std::int64_t most = 4096) {
  RowSample sample(most);
  const TestTable table = table_of(rows);
  RowDigester(paired_schema()).add(table.batch(), nullptr, sample);
  return sample;
}

/// Words of a heavy tail, classes of very different sizes (one with a single row) whose texts differ in
/// length and in the words that they like; some cells are missing, some texts are empty, some rows come
/// again.
inline std::vector<TextRow> ugly_texts(std::size_t number, unsigned classes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<TextRow> out;
  while (out.size() < number) {
    const unsigned k =
        out.empty() ? classes - 1 : std::min(random() % classes, random() % (classes - 1));
    TextRow row{"", "class " + std::to_string(k)};
    if (random() % 20 == 0) {
      row.text = "-";
    } else if (!out.empty() && random() % 15 == 0) {
      row.text = out[random() % out.size()].text;
    } else {
      for (unsigned words = random() % (6 + 3 * k); words > 0; --words) {
        const double u = (random() % 10000 + 1) / 10001.0;
        const auto word = static_cast<unsigned>(std::pow(u, -0.9)) % 3000;
        row.text += "w" + std::to_string(random() % 3 == 0 ? word * classes + k : word) + " ";
      }
    }
    out.push_back(std::move(row));
  }
  return out;
}

/// Texts of phrases that come as a whole, so that their words say the same thing several times, and of
/// single words that are right more often: what corrections are for.
inline std::vector<TextRow> texts_of_phrases(std::size_t number, unsigned classes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<TextRow> out;
  for (std::size_t i = 0; i < number; ++i) {
    const unsigned k = random() % classes;
    TextRow row{"", "class " + std::to_string(k)};
    const unsigned phrase = random() % 10 < 6 ? k : random() % classes;
    const std::string kind = std::to_string(phrase) + "x" + std::to_string(random() % 3);
    for (const char* const word : {"a", "b", "c", "d", "e", "f"}) row.text += word + kind + " ";
    for (unsigned words = 2 + random() % 3; words > 0; --words) {
      const unsigned sign = random() % 10 < 8 ? k : random() % classes;
      row.text += "s" + std::to_string(sign) + "x" + std::to_string(random() % 8) + " ";
    }
    for (unsigned words = random() % 8; words > 0; --words) {
      row.text += "w" + std::to_string(random() % 200) + " ";
    }
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace tally
