// SPDX-License-Identifier: Apache-2.0
#include "cli/session.h"

#include <fmt/format.h>

#include <atomic>
#include <map>

#include "cli/options/given.h"
#include "cli/options/mail_options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

void keep_bound(Asked& asked) {
  if (!asked.bound || asked.question.prior == PriorKind::kEstimated) return;
  asked.loss = with_bound(asked.loss, *asked.bound, asked.model.counts, asked.model.sample,
                          asked.question, asked.model.rule);
}

}  // namespace

Asked ask(Model model, const std::string& path, const QuestionOptions& question,
          const DecisionOptions& decision) {
  Question asked = question_for(model, question);
  std::string besides;
  if (model.expected && rule_of(asked, model.rule) == Rule::kNaive) {
    besides = fmt::format("those expected of {} without a class, of weight {}",
                          counted(static_cast<std::size_t>(model.expected->rows), "row", "rows"),
                          shortest(model.expected->weight));
  }
  asked = as_expected(std::move(asked), model);
  model = as_asked(std::move(model), asked);
  if (model.counts.classes().empty()) {
    throw Error(ErrorKind::kData, "the model has no class yet: learn rows first",
                {path, -1, -1, ""});
  }
  asked = calibrated(std::move(asked), model.counts, model.sample);
  Loss loss = decision.loss(model.counts);
  std::optional<FalseAlarms> bound = decision.bound(model.counts.class_labels());
  Asked out{std::move(model), std::move(asked), std::move(loss), std::move(besides),
            std::move(bound)};
  keep_bound(out);
  return out;
}

std::optional<Rule> Asked::named_rule() const {
  if (!has_weights(model.rule) && question.rule != Rule::kTan) return std::nullopt;
  return rule_of(question, model.rule);
}

Question question_for(const Model& model, const QuestionOptions& options) {
  return options.over(default_question(model));
}

Asked ask(const std::string& path, const QuestionOptions& question,
          const DecisionOptions& decision) {
  Model model = load_to_ask(path);
  if (needs_sample(model, question, decision)) model = load_model(path);
  return ask(std::move(model), path, question, decision);
}

bool needs_sample(const Model& model, const QuestionOptions& question,
                  const DecisionOptions& decision) {
  return question_for(model, question).calibrate || decision.has_bound();
}

Asked ask_whole(const std::string& path, const QuestionOptions& question,
                const DecisionOptions& decision) {
  return ask(load_model(path), path, question, decision);
}

void estimate_prior(Asked& asked, const std::function<Table()>& open, int threads) {
  if (asked.question.prior != PriorKind::kEstimated) return;
  Table table = open();
  std::string found;
  {
    const Progress progress(table);
    found = found_prior(asked, table, threads);
  }
  tell(found);
}

std::string found_prior(Asked& asked, Table& table, int threads) {
  Question plain = asked.question;
  plain.prior = PriorKind::kSmoothed;
  const Asker asker(asked.model, plain);
  const Estimates& estimates = asker.scorer().estimates();
  ShiftedRows rows(estimates.log_prior);
  std::vector<Inference> inferences;
  for (int worker = 0; worker < threads; ++worker) inferences.emplace_back(asker.scorer());
  table.read(asked.model.counts.schema(), threads,
             [&](const Batch& batch, int worker) -> Table::Finish {
               ShiftedRows some(estimates.log_prior);
               some.add(inferences[static_cast<std::size_t>(worker)].infer(batch));
               return [&rows, some = std::move(some)] { rows.append(some); };
             },
             {Role::kTarget, Role::kWeight});
  const PriorShift shift = rows.estimate();
  std::string shares;
  asked.question.prior = PriorKind::kGiven;
  asked.question.given_prior.clear();
  for (std::size_t k = 0; k < shift.prior.size(); ++k) {
    const std::string klass = estimates.classes[k].to_string();
    asked.question.given_prior.emplace_back(klass, shift.prior[k]);
    shares += fmt::format("{}{} {}", k == 0 ? "" : ", ", klass, six_digits(shift.prior[k]));
  }
  keep_bound(asked);
  return fmt::format("prior of these {} rows ({} steps of EM): {}", rows.rows(), shift.steps,
                     shares);
}

Piece count_table(Table& table, const Schema& schema, int threads, const Kept& kept) {
  return count_table(
      table, schema, threads, schema, [](const Batch&) {}, kept);
}

Piece count_table(Table& table, const Schema& schema, int threads, const Schema& to_read,
                  const std::function<void(const Batch&)>& keep, const Kept& kept) {
  const Progress progress(table);
  return count_quietly(table, schema, threads, to_read, keep, kept);
}

Piece count_quietly(Table& table, const Schema& schema, int threads, const Schema& to_read,
                    const std::function<void(const Batch&)>& keep, const Kept& kept) {
  std::vector<PieceCounter> counters(static_cast<std::size_t>(threads), PieceCounter(schema, kept));
  table.read(to_read, threads, [&](const Batch& batch, int worker) -> Table::Finish {
    counters[static_cast<std::size_t>(worker)].add(batch);
    return [&keep, &batch] { keep(batch); };
  });
  return together(std::move(counters), threads);
}

void tell_skipped(const Counted& counted) {
  if (counted.without_target == 0) return;
  tell(tally::counted(static_cast<std::size_t>(counted.without_target),
                      "row skipped: its target is missing",
                      "rows skipped: their target is missing"));
}

// Columns with nothing but usual marks share a line; a word among numbers deserves one of its own.
void tell_strays(const StraysByColumn& strays, const Schema& schema) {
  constexpr std::size_t kMostLines = 8;
  std::vector<std::string> marked, lines;
  for (const auto& [column, cells] : strays) {
    if (cells.words.empty()) marked.push_back(column + " (" + in_words(cells.marks) + ")");
  }
  const bool share = marked.size() > 1;
  if (share) lines.push_back("taken as missing: " + listed(marked));
  for (const auto& [column, cells] : strays) {
    if (share && cells.words.empty()) continue;
    std::map<std::string, std::int64_t> texts = cells.marks;
    texts.insert(cells.words.begin(), cells.words.end());
    std::string place;
    if (cells.line >= 0) place = " (the first word in line " + std::to_string(cells.line) + ")";
    const ColumnSchema* const known = schema.find(column);
    const std::string kind(to_string(known == nullptr ? ValueType::kNumber : known->type));
    lines.push_back("column " + in_quotes(column) + ": " + kind + "s but for " + in_words(texts) +
                    place + ": taken as missing");
  }
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) tell("note: " + lines[i]);
  if (lines.size() > kMostLines) {
    tell("note: … and likewise in " +
         counted(lines.size() - kMostLines, "more column", "more columns"));
  }
}

bool is_mail_model(const std::string& path) {
  return is_mail(ModelInPlace(path).outline().counts.schema());
}

Table open_rows(const Schema& schema, const std::vector<std::string>& inputs,
                const ReadOptions& options) {
  if (is_mail(schema)) return open_mail(mail_inputs(inputs, ""), options.keep_cells);
  return Table(inputs, options);
}

Table open_truth(const Asked& asked, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& classes, const DataOptions& data) {
  const Schema& schema = asked.model.counts.schema();
  if (is_mail(schema) ? classes.empty() || !inputs.empty() : !classes.empty() || inputs.empty()) {
    throw Error(ErrorKind::kUsage,
                is_mail(schema)
                    ? "which mail? Name it with its class: --class ham=DIR --class spam=DIR"
                    : "which rows? Name DATA with a column of classes (--class is about mail)");
  }
  if (is_mail(schema)) {
    const std::vector<MailInput> mail = mail_by_class(classes);
    for (const MailInput& input : mail) {
      class_named(input.klass, asked.loss.classes(), "--class says what its messages are");
    }
    return open_mail(mail);
  }
  return Table(inputs, data.read_options(schema.missing));
}

void tell_repaired(std::int64_t repaired) {
  if (repaired == 0) return;
  tell("warning: " +
       tally::counted(static_cast<std::size_t>(repaired),
                      "malformed sequence of bytes became U+FFFD",
                      "malformed sequences of bytes became U+FFFD") +
       "; if the texts are not UTF-8, convert them first, say with iconv");
}

namespace {

// The only row of the table. `look` may have been called when another row comes to light.
void with_only_row(Table& table, const Schema& schema, int threads,
                   const std::function<void(const Batch&, std::int64_t)>& look) {
  std::atomic<std::int64_t> rows = 0;
  table.read(schema, threads,
             [&](const Batch& batch, int) -> Table::Finish {
               if ((rows += batch.rows) > 1) {
                 throw Error(ErrorKind::kUsage,
                             "which row? There are several: choose one with --row N, counted "
                             "from 0");
               }
               if (batch.rows > 0) look(batch, 0);
               return {};
             },
             {Role::kTarget, Role::kWeight});
  if (rows == 0) throw Error(ErrorKind::kData, "there is no row to explain");
}

}  // namespace

void with_row(const Schema& schema, std::optional<std::int64_t> number,
              const std::vector<std::string>& inputs, const DataOptions& data,
              const std::function<void(const Batch&, std::int64_t)>& look) {
  if (inputs.empty())
    throw Error(ErrorKind::kUsage, "--row counts the rows of DATA: name its file");
  if (number && *number < 0) throw Error(ErrorKind::kUsage, "--row counts from 0");
  ReadOptions options = data.read_options(schema.missing);
  if (number && options.rows)
    throw Error(ErrorKind::kUsage, "--row counts all rows of DATA: leave --rows out");
  if (number) options.rows = RowSelection{"--row", {*number}};
  Table table(inputs, options);
  if (!number) return with_only_row(table, schema, data.threads(), look);
  table.read(schema, data.threads(),
             [&](const Batch& batch, int) -> Table::Finish {
               if (batch.rows > 0) look(batch, 0);
               return {};
             },
             {Role::kTarget, Role::kWeight});
}

Asked ask_about(const Batch& rows, ModelInPlace& model, const std::string& path,
                const QuestionOptions& question, const DecisionOptions& decision) {
  const Question asked = question_for(model.outline(), question);
  // A rule over columns asks about whole columns, and so does what is worked out from them; expected
  // counts are read whole.
  if (rule_of(asked, model.outline().rule) != Rule::kNaive || model.outline().expected ||
      asked.lambda_by_evidence || asked.calibrate || decision.has_bound()) {
    return ask(path, question, decision);
  }
  return ask(part_for(model, asked, rows), path, question, decision);
}

namespace {

// The values of a column that was read in part are not all at hand: they are read now.
void tell_unseen_given(const std::string& path, const Counts& part, const Batch& row) {
  UnseenValues unseen(part);
  unseen.add(row);
  if (unseen.columns().empty()) return;
  const Model whole = as_asked(load_to_ask(path), Question{});
  UnseenValues in_whole(whole.counts);
  in_whole.add(row);
  for (const UnseenValues::Column& column : in_whole.columns()) {
    tell(fmt::format("{}={}: not a value of {}{}", column.name, column.example.to_string(),
                     column.name,
                     column.close ? fmt::format(", did you mean {}?", *column.close) : ""));
  }
}

}  // namespace

std::string unseen_text(const UnseenValues& unseen) {
  std::string list;
  for (const UnseenValues::Column& column : unseen.columns()) {
    list += fmt::format("{}{} {} (such as {}{})", list.empty() ? "" : ", ", column.name,
                        column.cells, in_quotes(column.example.to_string()),
                        column.close ? "; did you mean " + in_quotes(*column.close) + "?" : "");
  }
  return list.empty() ? "" : "values that the model has never seen: " + list;
}

void tell_unseen(const UnseenValues& unseen) {
  if (const std::string text = unseen_text(unseen); !text.empty()) tell(text);
}

void with_given(const std::string& path, const std::vector<std::string>& given,
                const QuestionOptions& question, const DecisionOptions& decision,
                const std::function<void(const Asked&, const Batch&)>& look) {
  ModelInPlace model(path);
  if (is_mail(model.outline().counts.schema())) {
    throw Error(ErrorKind::kUsage, "this model reads mail: name messages instead of --given");
  }
  const Batch row = given_row(model.outline().counts.schema(), given);
  const Asked asked = ask_about(row, model, path, question, decision);
  look(asked, row);
  tell_unseen_given(path, asked.model.counts, row);
}

void with_message(const std::string& path, std::int64_t number, std::vector<std::string> paths,
                  const QuestionOptions& question, const DecisionOptions& decision,
                  const std::function<void(const Asked&, const Batch&, std::int64_t)>& look) {
  if (paths.empty()) paths.emplace_back("-");
  if (number < 0) throw Error(ErrorKind::kUsage, "--row counts from 0");
  ModelInPlace model(path);
  Table table = open_mail(mail_inputs(paths, ""));
  std::int64_t before = 0;
  bool found = false;
  table.read(model.outline().counts.schema(), 1,
             [&](const Batch& batch, int) -> Table::Finish {
               if (!found && number < before + batch.rows) {
                 found = true;
                 look(ask_about(batch, model, path, question, decision), batch, number - before);
               }
               before += batch.rows;
               return {};
             },
             {Role::kTarget});
  if (found) return;
  throw Error(ErrorKind::kUsage,
              "--row " + std::to_string(number) + ": there are only " +
                  counted(static_cast<std::size_t>(before), "message", "messages") +
                  ", counted from 0");
}

void with_messages(const std::string& path, const std::vector<std::string>& paths,
                   const QuestionOptions& question, const DecisionOptions& decision,
                   const std::function<void(const Asked&, const Batch&)>& look) {
  ModelInPlace model(path);
  Table table = open_mail(mail_inputs(paths, ""), true);
  table.read(model.outline().counts.schema(), 1,
             [&](const Batch& batch, int) -> Table::Finish {
               look(ask_about(batch, model, path, question, decision), batch);
               return {};
             },
             {Role::kTarget});
}

}  // namespace tally::cli
