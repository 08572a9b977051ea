// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/top_terms.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/explain/number_text.h"
#include "tally/explain/text_table.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

// Calls f(text, number, slot) for every term of every text.
template <class F>
void for_each_term(const Counts& counts, F&& f) {
  if (!counts.schema().has_text()) {
    throw Error(ErrorKind::kUsage, "the model has no text, and so no terms");
  }
  for (const Tally& tally : counts.tallies()) {
    const TextTally* const text = as_text(tally);
    if (text == nullptr) continue;
    std::int64_t number = 0;
    for (const std::int32_t slot : text->term_slots()) f(*text, ++number, slot);
  }
}

// A header and a row of texts for each term, counts written by `count`.
template <class CountText>
std::vector<std::vector<std::string>> dictionary_cells(const Counts& counts, CountText&& count) {
  const std::vector<Counts::Class> classes = counts.classes();
  std::vector<std::vector<std::string>> out{{"feature", "number", "term"}};
  for (const char* what : {"rows", "tokens"}) {
    for (const Counts::Class& klass : classes) {
      out[0].push_back(what + ("(" + klass.label.to_string() + ")"));
    }
  }
  for_each_term(counts, [&](const TextTally& tally, std::int64_t number, std::int32_t slot) {
    std::vector<std::string>& row = out.emplace_back();
    row = {tally.name(), std::to_string(number), std::string(tally.term_of(slot))};
    for (const Counts::Class& klass : classes) row.push_back(count(tally.at(klass.code, slot)));
    for (const Counts::Class& klass : classes) row.push_back(count(tally.tokens(klass.code, slot)));
  });
  return out;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::vector<TellingTerm> top_terms(const TextTally& tally,
                                   const std::vector<Counts::Class>& classes, std::size_t k,
                                   std::size_t most) {
  ExactSum all_rows;
  for (const Counts::Class& klass : classes) all_rows += klass.weight;
  const double N = classes[k].weight.to_double();
  const double rest_rows = all_rows.to_double() - N;
  std::vector<TellingTerm> out;
  for (std::int32_t slot = 0; slot < tally.slots(); ++slot) {
    if (tally.part_of(slot) != Part::kValue) continue;
    const double d = tally.at(classes[k].code, slot).to_double();
    if (d == 0) continue;
    double rest = -d;
    for (const Counts::Class& klass : classes) rest += tally.at(klass.code, slot).to_double();
    const double nats = d * std::log(((d + 1) / (N + 2)) / ((rest + 1) / (rest_rows + 2)));
    if (nats > 0) out.push_back({slot, nats});
  }
  const auto first = [&](const TellingTerm& a, const TellingTerm& b) {
    return a.nats != b.nats ? a.nats > b.nats : tally.term_of(a.slot) < tally.term_of(b.slot);
  };
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(std::min(most, out.size()));
  std::partial_sort(out.begin(), end, out.end(), first);
  out.erase(end, out.end());
  return out;
}

std::string dictionary_text(const Counts& counts) {
  auto cells = dictionary_cells(counts, [](const ExactSum& n) { return count_text(n); });
  // The term first, which is set to the left.
  for (std::vector<std::string>& row : cells)
    std::rotate(row.begin(), row.begin() + 2, row.begin() + 3);
  return text_table(cells);
}

std::string dictionary_csv(const Counts& counts) {
  std::string out;
  for (const auto& row :
       dictionary_cells(counts, [](const ExactSum& n) { return plain_count(n); })) {
    for (std::size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : ",") + csv_cell(row[i]);
    out += "\n";
  }
  return out;
}

std::string dictionary_json(const Counts& counts) {
  const std::vector<Counts::Class> classes = counts.classes();
  Json json = Json::array();
  for_each_term(counts, [&](const TextTally& tally, std::int64_t number, std::int32_t slot) {
    Json rows = Json::object(), tokens = Json::object();
    for (const Counts::Class& klass : classes) {
      const std::string name = klass.label.to_string();
      rows[name] = tally.at(klass.code, slot).to_double();
      tokens[name] = tally.tokens(klass.code, slot).to_double();
    }
    json.push_back({{"feature", tally.name()},
                    {"number", number},
                    {"term", tally.term_of(slot)},
                    {"rows", std::move(rows)},
                    {"tokens", std::move(tokens)}});
  });
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally
