// SPDX-License-Identifier: Apache-2.0
// Small mails as rows of texts, for tests.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/count/counts.h"

namespace tally {

/// Two texts, one of which counts terms once, a categorical column, and the class "y".
inline Schema mail_like() {
  Schema schema;
  TextOptions once;
  once.once = true;
  schema.columns = {text_feature("body"), text_feature("subject", once),
                    feature("folder", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(schema);
}

struct Mail {
  std::string body, subject, folder, klass;
};

inline TestTable table_of(const std::vector<Mail>& mails) {
  std::vector<std::string> body, subject, folder, klass;
  for (const Mail& mail : mails) {
    body.push_back(mail.body);
    subject.push_back(mail.subject);
    folder.push_back(mail.folder);
    klass.push_back(mail.klass);
  }
  TestTable table;
  table.terms("body", body).terms("subject", subject).texts("folder", folder).texts("y", klass);
  return table;
}

/// Mails by chance: some texts are missing or empty, no two are alike.
inline std::vector<Mail> some_mails(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto text = [&](std::size_t most) {
    std::string words;
    for (std::size_t i = random() % (most + 1); i > 0; --i) {
      const unsigned word = static_cast<unsigned>(random() % 30);
      words += "w" + std::to_string(word * word / 30) + " ";
    }
    return random() % 9 == 0 ? "-" : words;
  };
  std::vector<Mail> mails;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string own = "id" + std::to_string(seed) + "-" + std::to_string(i);
    mails.push_back({text(12), text(3) == "-" ? own : text(3).append(" " + own),
                     std::vector<std::string>{"in", "old", ""}[random() % 3],
                     std::vector<std::string>{"ham", "spam", "news"}[random() % 3]});
    if (mails.back().subject.front() == '-') mails.back().subject = own;
  }
  return mails;
}

}  // namespace tally
