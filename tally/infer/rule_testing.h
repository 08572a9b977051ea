// SPDX-License-Identifier: Apache-2.0
// What the tests of the learned rule share: messages of six zones, and the rule written down again
// in the plainest way.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/inside/estimate.h"

namespace tally {

inline const std::vector<std::string>& mail_zones() {
  static const std::vector<std::string> zones{"body", "header",    "link",
                                              "pair", "structure", "subject"};
  return zones;
}

inline Schema zoned_schema(TokenKind tokens = TokenKind::kGiven) {
  Schema schema;
  for (const std::string& zone : mail_zones()) {
    schema.columns.push_back(feature(zone, Family::kText, ValueType::kText));
    TextOptions& text = schema.columns.back().text;
    text.tokens = tokens;
    text.once = true;
    text.given.is_running_text = zone == "subject" || zone == "body" || zone == "pair";
    text.given.is_pairs = zone == "pair";
    text.given.rows.have_rule = text.given.rows.fix_lambda = true;
  }
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  return validated(schema);
}

/// A message: the words of each zone, and its class.
struct Message {
  std::map<std::string, std::string> words;
  std::string klass;
};

/// Words w0 … w59, of which each class likes some; now and then a word of its own.
inline std::vector<Message> random_messages(std::size_t number, std::vector<std::string> classes,
                                            unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Message> out;
  for (std::size_t i = 0; i < number; ++i) {
    const std::size_t k = i % classes.size();
    Message message{{}, classes[k]};
    for (const std::string& zone : mail_zones()) {
      std::set<std::string> words;
      for (unsigned w = random() % 30; w > 0; --w) {
        words.insert("w" + std::to_string((random() % 20 + (random() % 3 == 0 ? 0 : 20 * k)) % 60));
      }
      if (random() % 5 == 0) words.insert("own" + std::to_string(i));
      for (const std::string& word : words) message.words[zone] += word + " ";
    }
    out.push_back(std::move(message));
  }
  return out;
}

inline TestTable table_of(const std::vector<Message>& messages) {
  TestTable table;
  std::vector<std::string> classes;
  for (const Message& message : messages) classes.push_back(message.klass);
  for (const std::string& zone : mail_zones()) {
    std::vector<std::string> texts;
    for (const Message& message : messages) {
      const auto at = message.words.find(zone);
      texts.push_back(at == message.words.end() ? "" : at->second);
    }
    table.terms(zone, texts);
  }
  table.texts("y", classes);
  return table;
}

inline Counts counted(const std::vector<Message>& messages, const Schema& schema = zoned_schema()) {
  Counts counts(schema);
  const TestTable table = table_of(messages);
  counts.add(table.batch());
  return counts;
}

/// The parts of mail by their definition: counts by going through all messages, plain sums. In the
/// order bias, text, text strong, text top, the zones by name, length, unseen.
inline std::vector<double> parts_by_definition(const std::vector<Message>& messages,
                                               const std::string& klass, const Message& asked) {
  const auto words_of = [](const Message& message, const std::string& zone) {
    std::vector<std::string> out;
    const auto at = message.words.find(zone);
    std::istringstream text(at == message.words.end() ? "" : at->second);
    for (std::string word; text >> word;) out.push_back(word);
    return out;
  };
  double S = 0, H = 0;
  for (const Message& message : messages) ++(message.klass == klass ? S : H);
  std::map<std::string, std::vector<double>> seen;
  std::map<std::string, double> all;
  for (const std::string& zone : mail_zones()) {
    for (const std::string& word : words_of(asked, zone)) {
      ++all[zone];
      double s = 0, h = 0;
      for (const Message& message : messages) {
        const std::vector<std::string> words = words_of(message, zone);
        if (std::find(words.begin(), words.end(), word) == words.end()) continue;
        ++(message.klass == klass ? s : h);
      }
      if (s + h == 0) continue;
      seen[zone].push_back(std::log((s + 0.03) / (S + 0.06)) - std::log((h + 0.03) / (H + 0.06)));
    }
  }
  const auto strong_mean = [](const std::vector<double>& d) {
    double sum = 0, k = 0;
    for (const double one : d) {
      if (std::abs(one) >= 2) sum += one, ++k;
    }
    return sum / (k + 1) / 4;
  };
  std::vector<double> text;
  for (const char* zone : {"subject", "body", "pair"}) {
    text.insert(text.end(), seen[zone].begin(), seen[zone].end());
  }
  double sum = 0, top = 0, n = 0, t = 0;
  for (const double d : text) sum += d;
  std::sort(text.begin(), text.end(), [](double a, double b) { return std::abs(a) > std::abs(b); });
  for (std::size_t i = 0; i < std::min<std::size_t>(15, text.size()); ++i) top += text[i];
  std::vector<double> out{1, sum / (static_cast<double>(text.size()) + 1) / 1.5, strong_mean(text),
                          top / 15 / 4};
  for (const std::string& zone : mail_zones()) {
    out.push_back(strong_mean(seen[zone]));
    if (zone == "pair") continue;
    n += static_cast<double>(seen[zone].size());
    t += all[zone];
  }
  out.push_back((std::log(n + 1) - 4.5) / 0.7);
  out.push_back(((t - n) / (t + 1) - 0.07) / 0.1);
  return out;
}

}  // namespace tally
