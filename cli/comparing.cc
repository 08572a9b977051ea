// SPDX-License-Identifier: Apache-2.0
#include "cli/comparing.h"

#include "cli/options/assignments.h"
#include "cli/print/progress.h"

namespace tally::cli {

QuestionOptions parse_question(const std::string& text, const std::string& option) {
  QuestionOptions out;
  if (text.empty()) return out;
  Command command("compare", "", "");
  out.attach(command);
  std::vector<std::string> words;
  for (const auto& [name, value] : parse_assignments(text, option)) {
    if (name == "help") throw Error(ErrorKind::kUsage, option + ": help is no part of a question");
    words.push_back("--" + name + "=" + value);
  }
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  try {
    command.parse({static_cast<int>(values.size()), values.data()});
  } catch (const Error& error) {
    throw error.behind(option + ": ");
  }
  return out;
}

namespace {

// What a model makes of every row, in order; nothing where the target is missing.
struct Outcomes {
  std::vector<std::optional<RowOutcome>> rows;
  std::optional<Score> score;  // if it is asked for
};

Outcomes outcomes_of(const Asked& asked, Table table, int threads, bool with_score) {
  const Schema& schema = asked.model.counts.schema();
  const std::string& target = schema.target().name;
  const Asker asker = asked.asker();
  const std::vector<Label>& classes = asker.classes();
  std::vector<Inference> inferences;
  std::vector<Score> scores;
  for (int worker = 0; worker < threads; ++worker) {
    inferences.emplace_back(asker.scorer());
    scores.emplace_back(Loss::zero_one(classes));
  }
  Outcomes all;
  const Progress progress(table);
  table.read(schema, threads,
             [&](const Batch& batch, int worker) -> Table::Finish {
               const auto w = static_cast<std::size_t>(worker);
               const Posteriors& answers = inferences[w].infer(batch);
               const auto& truths = std::get<Codes>(*batch.find(target));
               std::vector<std::optional<RowOutcome>> some;
               for_each_code(truths, batch.rows, [&](std::int64_t row, std::int32_t code) {
                 if (code < 0) {
                   some.emplace_back();
                   return;
                 }
                 const Label& truth = truths.dictionary->label(code);
                 some.emplace_back(outcome_of(answers, row, classes, truth));
                 if (with_score) scores[w].add(answers, row, truth);
               });
               return [&all, rows = std::move(some)] {
                 all.rows.insert(all.rows.end(), rows.begin(), rows.end());
               };
             },
             {Role::kWeight});
  for (std::size_t w = 1; w < scores.size(); ++w) scores[0].merge(scores[w]);
  if (with_score) all.score = std::move(scores[0]);
  return all;
}

}  // namespace

void check_comparable(const Asked& a, const Asked& b) {
  const std::string target = a.model.counts.schema().target().name;
  const std::string other = b.model.counts.schema().target().name;
  if (target == other) return;
  throw Error(ErrorKind::kUsage, "A is about " + in_quotes(target) + " and B about " +
                                     in_quotes(other) + ": nothing to compare");
}

Compared compare_on(const Asked& a, const Asked& b, const std::vector<std::string>& inputs,
                    const std::vector<std::string>& classes, const DataOptions& data,
                    const BootstrapOptions& options, bool scores) {
  check_comparable(a, b);
  Outcomes all_a = outcomes_of(a, open_truth(a, inputs, classes, data), data.threads(), scores);
  Outcomes all_b = outcomes_of(b, open_truth(b, inputs, classes, data), data.threads(), scores);
  std::vector<RowOutcome> of_a, of_b;
  std::size_t only_one = 0;
  for (std::size_t row = 0; row < all_a.rows.size(); ++row) {
    if (!all_a.rows[row] || !all_b.rows[row]) {
      only_one += all_a.rows[row] || all_b.rows[row] ? 1 : 0;
      continue;
    }
    of_a.push_back(*all_a.rows[row]);
    of_b.push_back(*all_b.rows[row]);
  }
  if (of_a.empty()) throw Error(ErrorKind::kData, "there is no row with a target to compare on");
  Compared out{tally::compare(of_a, of_b, options),
               {},
               {},
               static_cast<std::int64_t>(all_a.rows.size() - of_a.size())};
  if (only_one > 0) return out;  // marks of missing cells differ, and so do the rows
  out.score_a = std::move(all_a.score);
  out.score_b = std::move(all_b.score);
  return out;
}

}  // namespace tally::cli
