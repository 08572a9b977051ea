// SPDX-License-Identifier: Apache-2.0
// What several verbs do: open a model and a question, count a table, look at one row.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "tally/inside/decide.h"
#include "tally/inside/fit.h"

namespace tally::cli {

/// A model, how it is asked, and what errors cost.
struct Asked {
  Model model;
  Question question;
  Loss loss;
  /// What the counts have besides those of rows with a class, or nothing: "those expected of 300 rows …".
  std::string besides;
  std::optional<FalseAlarms> bound;  ///< which the loss keeps once the question is complete

  /// The rule that answers, of a model that has several.
  std::optional<Rule> named_rule() const;
  Asker asker() const { return Asker(model, question).with_loss(loss); }
};

/// The model's default question, replaced field by field by the options.
Question question_for(const Model& model, const QuestionOptions& options);
Asked ask(const std::string& path, const QuestionOptions& question,
          const DecisionOptions& decision);
/// The same of a model that was read from `path`. REQUIRES: its sample, if the question needs one.
Asked ask(Model model, const std::string& path, const QuestionOptions& question,
          const DecisionOptions& decision);
/// Whether the question, or what errors cost, needs the rows of the model's sample.
bool needs_sample(const Model& model, const QuestionOptions& question,
                  const DecisionOptions& decision);

/// The same with the rows of the model's sample, and its digests.
Asked ask_whole(const std::string& path, const QuestionOptions& question,
                const DecisionOptions& decision);

/// Where the question asks for the prior of the rows at hand: reads them all, tells the shares of the
/// classes that are found among them, and puts these into the question. Else nothing.
void estimate_prior(Asked& asked, const std::function<Table()>& open, int threads);
/// The same of this table; gives what is to be told. REQUIRES: the question asks for it.
std::string found_prior(Asked& asked, Table& table, int threads);

/// Counts every row of the table on several threads, and shows how far it has come.
Piece count_table(Table& table, const Schema& schema, int threads, const Kept& kept = {});
/// The same, reading the columns of `to_read`, which has those of `schema` and perhaps others;
/// `keep` is called for each batch in the order of the rows.
Piece count_table(Table& table, const Schema& schema, int threads, const Schema& to_read,
                  const std::function<void(const Batch&)>& keep, const Kept& kept = {});

/// The same without a word; `keep` is called for each batch in the order of the rows.
Piece count_quietly(Table& table, const Schema& schema, int threads, const Schema& to_read,
                    const std::function<void(const Batch&)>& keep, const Kept& kept);

/// "12 rows skipped: …", told if there are any.
void tell_skipped(const Counted& counted);

/// "values that the model has never seen: Sex 2 (such as 'femal' (did you mean 'female'?))", told
/// if there are any.
void tell_unseen(const UnseenValues& unseen);
/// What it tells, or nothing.
std::string unseen_text(const UnseenValues& unseen);

/// "column 'x': numbers but for 5 cells '?': taken as missing", told of each column.
void tell_strays(const StraysByColumn& strays, const Schema& schema);

/// "3 malformed sequences of bytes …", told if there are any.
void tell_repaired(std::int64_t repaired);

/// Whether the model was fitted to mail. Throws Error as load_model does.
bool is_mail_model(const std::string& path);

/// The rows that a model of this schema is asked about: tables, or mail.
Table open_rows(const Schema& schema, const std::vector<std::string>& inputs,
                const ReadOptions& options);

/// The rows with their classes: in a column of a table, or by where a message lies (--class). Throws
/// Error (kUsage) if they are named in the way of the other.
Table open_truth(const Asked& asked, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& classes, const DataOptions& data);

/// Calls `look` with a batch and the place of row `number` of the inputs in it; without a number,
/// of the only row that there is.
void with_row(const Schema& schema, std::optional<std::int64_t> number,
              const std::vector<std::string>& inputs, const DataOptions& data,
              const std::function<void(const Batch&, std::int64_t)>& look);

/// What a question about these rows needs of a model that is open where it lies, and the question.
Asked ask_about(const Batch& rows, ModelInPlace& model, const std::string& path,
                const QuestionOptions& question, const DecisionOptions& decision);

/// Calls `look` with the row that `given` lists and with what the model has to say about it: the
/// model is read where it lies, and only the counts that the row needs.
void with_given(const std::string& path, const std::vector<std::string>& given,
                const QuestionOptions& question, const DecisionOptions& decision,
                const std::function<void(const Asked&, const Batch&)>& look);

/// The same for message `number` of the mail at `paths` (none: standard input).
void with_message(const std::string& path, std::int64_t number, std::vector<std::string> paths,
                  const QuestionOptions& question, const DecisionOptions& decision,
                  const std::function<void(const Asked&, const Batch&, std::int64_t)>& look);

/// The same for every batch of that mail, in order.
void with_messages(const std::string& path, const std::vector<std::string>& paths,
                   const QuestionOptions& question, const DecisionOptions& decision,
                   const std::function<void(const Asked&, const Batch&)>& look);

}  // namespace tally::cli
