// SPDX-License-Identifier: Apache-2.0
// Every option that more than one verb takes, written once.
//
// A group of options is a struct that is attached to a command, filled by its parse, and asked for
// what the options mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/token_options.h"
#include "tally/inside/assess.h"
#include "tally/inside/count.h"
#include "tally/inside/decide.h"
#include "tally/inside/estimate.h"
#include "tally/inside/mail.h"
#include "tally/inside/read.h"

namespace tally::cli {

/// What DATA may be; for a verb that reads it more than once, without standard input.
inline constexpr const char* kDataHelp =
    "files of CSV, TSV, ARFF, Parquet, Arrow, JSON lines or svmlight, patterns, a folder of texts "
    "(DIR/CLASS/FILE), or - for standard input";
inline constexpr const char* kRereadDataHelp =
    "files of CSV, TSV, ARFF, Parquet, Arrow, JSON lines or svmlight, patterns, or a folder of "
    "texts "
    "(DIR/CLASS/FILE)";

/// How a table is read, and which of its rows.
class DataOptions {
 public:
  void attach(Command& command);

  /// `missing` are the schema's marks. Throws Error (kUsage, or what the file of --rows deserves).
  ReadOptions read_options(const std::vector<std::string>& missing) const;
  int threads() const;

  /// For a verb that uses several parts of --rows by itself: whether there is a file, and the same
  /// options for one part of it. Throws Error (kUsage) if --part was given.
  bool has_rows() const { return !rows_.empty(); }
  DataOptions with_part(const std::string& part) const;

 private:
  std::string format_, delimiter_, quote_, decimal_, rows_, part_;
  std::vector<std::string> names_;
  bool no_header_ = false, no_trim_ = false;
  std::optional<std::int64_t> max_categories_, threads_;
};

/// What the columns are for.
class SchemaOptions {
 public:
  void attach(Command& command);
  /// --count besides: of verbs that keep the schema, or ask the weighted rule.
  void attach_with_count(Command& command);

  Declarations declarations() const;
  /// From now on these columns are ignored, too, and what was said about them is forgotten.
  void leave_out(std::vector<std::string> columns) { left_out_ = std::move(columns); }
  /// --count, if it was given.
  std::optional<Counting> count() const;
  /// What of a table of this schema is counted: as told, else as its schema says, else as usual.
  Counting counting(const Schema& schema) const;
  /// --max-cells: of columns that are counted together.
  std::size_t most_cells() const;
  std::vector<std::string> missing() const;
  /// Of mail: "ham=Maildir/cur" … (see mail_options.h).
  const std::vector<std::string>& classes() const { return classes_; }
  /// Of mail: whether words that stand side by side are evidence.
  MailPairs pairs() const { return no_pairs_ ? MailPairs::kNo : MailPairs::kYes; }
  /// Of mail and of texts: --max-terms, 0 for none.
  std::int64_t most_terms() const { return tokens_.most_terms(); }
  /// True if any of the options was given that mean nothing for mail.
  bool any_of_tables() const;
  /// True if any of the options was given, --class, --no-pairs and --count apart.
  bool any() const { return any_of_tables() || most_terms() != 0; }

 private:
  std::string target_, weight_;
  std::vector<std::string> classes_;
  bool no_pairs_ = false;
  std::vector<std::string> ignore_, only_, families_, values_, missing_;
  std::optional<std::string> binarize_, count_;
  std::optional<std::int64_t> most_cells_;
  TokenOptions tokens_;
  std::vector<std::string> left_out_;
};

/// How probabilities are estimated.
class QuestionOptions {
 public:
  void attach(Command& command) { attach(command, false); }
  /// With --lambda as a list: see `each_over`.
  void attach_with_lambdas(Command& command) { attach(command, true); }

  /// From now on a value is never the name of a file: a client may not choose what is opened.
  void take_no_files() { takes_files_ = false; }

  bool any() const;
  /// Whether the prior is to be that of the rows at hand.
  bool estimates_prior() const { return prior_ == "estimate"; }
  /// `question` with the fields that were given replaced. Throws Error (kUsage).
  Question over(Question question) const;
  /// One question for each λ of the list, in its order.
  std::vector<Question> each_over(const Question& question) const;

 private:
  void attach(Command& command, bool with_lambdas);

  bool names_estimates() const;

  std::vector<std::string> lambdas_;
  std::optional<std::string> rule_, estimate_, lambda_, prior_, variance_, var_smoothing_;
  std::optional<double> variance_floor_;
  bool calibrate_ = false;
  std::optional<double> prior_mean_, prior_kappa_, prior_alpha_, prior_beta_;
  std::optional<double> gamma_shape_, gamma_rate_;
  std::optional<std::string> text_model_, combine_, stop_words_;
  std::optional<double> min_documents_;
  bool takes_files_ = true;
};

/// What an error costs.
class DecisionOptions {
 public:
  void attach(Command& command);
  /// --at-most besides: of verbs that ask a model with its sample.
  void attach_with_bound(Command& command);
  /// As that of QuestionOptions: the matrix itself is the value then, a row in each line or between
  /// semicolons, cells between commas.
  void take_no_files() { takes_files_ = false; }
  /// For the classes of the counts, and with their sizes for `--class-weight balanced`. Throws
  /// Error: kUsage, and as read_cells and Loss::labelled.
  Loss loss(const Counts& counts) const;
  bool has_bound() const { return !at_most_.empty(); }
  /// --at-most, if it was given. Throws Error (kUsage).
  std::optional<FalseAlarms> bound(const std::vector<Label>& classes) const;
  bool any() const {
    return !loss_.empty() || !class_weight_.empty() || reject_ || !at_most_.empty();
  }

 private:
  std::string loss_, class_weight_, at_most_;
  std::optional<double> reject_;
  bool takes_files_ = true;
};

}  // namespace tally::cli
