// SPDX-License-Identifier: Apache-2.0
#include "cli/options/options.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include "cli/options/assignments.h"
#include "cli/options/mail_options.h"
#include "tally/inside/assess.h"
#include "tally/inside/base.h"
#include "tally/inside/fit.h"

namespace tally::cli {

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& value,
                         const std::string& wanted) {
  throw Error(ErrorKind::kUsage, option + " " + in_quotes(value) + ": expected " + wanted);
}

// A word that is none of `words`.
[[noreturn]] void refuse_word(const std::string& option, const std::string& value,
                              const std::vector<std::string>& words, const std::string& wanted) {
  throw Error(ErrorKind::kUsage, option + " " + in_quotes(value) + did_you_mean(value, words) +
                                     ": expected " + wanted);
}

const std::vector<std::string>& formats() {
  static const std::vector<std::string> words{"csv",    "svmlight", "parquet", "arrow",
                                              "arrows", "jsonl",    "arff",    "fasttext"};
  return words;
}

const std::vector<std::string>& variances() {
  static const std::vector<std::string> words{"population", "sample"};
  return words;
}

// "categorical, …, poisson[:EXPOSURE], …"
std::string families_help() {
  std::string out;
  for (const FamilyFacts& facts : kFamilies) {
    const std::string detail(detail_of(facts.option));
    out += (out.empty() ? "" : ", ") + std::string(facts.name);
    if (!detail.empty()) {
      out += needs_detail(facts.option) ? ":" + detail : "[:" + detail + "]";
    }
  }
  return out;
}

// A file with a word in each line, or the words themselves.
std::vector<std::string> stop_words(const std::string& text, bool may_be_a_file) {
  if (!may_be_a_file) return parse_list(text, "--stop-words");
  std::ifstream file(text);
  if (!std::filesystem::is_regular_file(text) || !file) return parse_list(text, "--stop-words");
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) out.push_back(line);
  }
  return out;
}

// ",a,b;a,0,1;b,5,0": a labelled matrix that is told and not read. What ends a row may stand within quotes.
std::vector<std::vector<std::string>> told_matrix(std::string text) {
  std::vector<std::vector<std::string>> rows;
  bool is_quoted = false;
  text += ';';
  for (std::size_t at = 0, end = 0; end < text.size(); ++end) {
    if (text[end] == '"') is_quoted = !is_quoted;
    const bool is_last = end + 1 == text.size();
    if (!is_last && (is_quoted || (text[end] != ';' && text[end] != '\n'))) continue;
    if (end > at) rows.push_back(parse_list(text.substr(at, end - at), "--loss"));
    at = end + 1;
  }
  return rows;
}

char parse_delimiter(const std::string& text) {
  if (text.empty()) return 0;
  if (text == "tab" || text == "\\t") return '\t';
  const bool usable = text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\r' &&
                      static_cast<unsigned char>(text[0]) < 0x80;
  if (!usable) refuse("--delimiter", text, "one character or tab");
  return text[0];
}

char parse_quote(const std::string& text) {
  if (text.empty()) return '"';
  if (text == "none") return 0;
  if (text.size() != 1 || static_cast<unsigned char>(text[0]) >= 0x80) {
    refuse("--quote", text, "one character or none");
  }
  return text[0];
}

std::vector<std::string> joined_lists(const std::vector<std::string>& texts,
                                      const std::string& option) {
  std::vector<std::string> out;
  for (const std::string& text : texts) {
    for (std::string& item : parse_list(text, option)) out.push_back(std::move(item));
  }
  return out;
}

void set_lambda(Question& question, const std::string& text) {
  question.lambda_by_evidence = text == "auto";
  if (question.lambda_by_evidence) {
    question.lambda = Question{}.lambda;  // of the prior, and of what has none of its own
    return;
  }
  const std::optional<double> lambda = parse_number(text);
  if (!lambda) refuse("--lambda", text, "a number or auto");
  question.lambda = *lambda;
}

void set_prior(Question& question, const std::string& text) {
  question.given_prior.clear();
  for (const PriorKind kind :
       {PriorKind::kSmoothed, PriorKind::kEmpirical, PriorKind::kUniform, PriorKind::kEstimated}) {
    if (text == to_string(kind)) {
      question.prior = kind;
      return;
    }
  }
  if (text.find('=') == std::string::npos) {
    std::string words;
    for (const std::string& name : prior_names()) words += name + ", ";
    refuse_word("--prior", text, prior_names(),
                words + "or a probability for each class: a=0.2,b=0.8");
  }
  question.prior = PriorKind::kGiven;
  question.given_prior = parse_weights(text, "--prior");
}

// N / (K · N_k); a class without rows keeps the weight 1.
std::vector<std::pair<std::string, double>> balanced_weights(const Counts& counts) {
  const std::vector<Counts::Class> classes = counts.classes();
  const double mean = counts.total_weight().to_double() / static_cast<double>(classes.size());
  std::vector<std::pair<std::string, double>> out;
  for (const Counts::Class& klass : classes) {
    if (!klass.weight.is_zero())
      out.emplace_back(klass.label.to_string(), mean / klass.weight.to_double());
  }
  return out;
}

template <class Field, class T>
void replace(Field& field, const std::optional<T>& given) {
  if (given) field = *given;
}

}  // namespace

void DataOptions::attach(Command& command) {
  command.heading("Reading the data");
  command.option(
      "--input-format", "FORMAT", format_,
      "csv, svmlight, parquet, arrow, arrows, jsonl, arff, fasttext (default: detected)");
  command.choices(formats());
  command.option("--delimiter", "CHAR", delimiter_,
                 "between cells: , ; tab, or a space for any blanks (default: detected)");
  command.option("--quote", "CHAR", quote_, "around cells, or none (default: \")");
  command.option("--decimal", "CHAR", decimal_,
                 "of numbers: . or , (default: a comma where nothing else makes sense)");
  command.flag("--no-header", no_header_, "the first line is data; columns are c1, c2, …");
  command.option("--names", "A,B", names_, "the names of the columns; the first line is data");
  command.flag("--no-trim", no_trim_, "spaces around a cell are part of it");
  command.option("--max-categories", "N", max_categories_,
                 "most distinct texts of a column (default 1000000)");
  command.option("--rows", "FILE", rows_, "use only the rows that this JSON file lists …");
  command.option("--part", "NAME", part_, "… under this name: train, test");
  command.choices({"train", "test"});
  command.option("--threads", "N", threads_, "threads to use (default: the CPUs there are)");
}

ReadOptions DataOptions::read_options(const std::vector<std::string>& missing) const {
  ReadOptions options;
  if (!format_.empty()) {
    options.format = parse_file_format(format_);
    if (!options.format) {
      refuse_word("--input-format", format_, formats(),
                  "csv, svmlight, parquet, arrow, arrows, jsonl, arff or fasttext");
    }
  }
  options.delimiter = parse_delimiter(delimiter_);
  options.quote = parse_quote(quote_);
  if (!decimal_.empty() && decimal_ != "." && decimal_ != ",") {
    refuse("--decimal", decimal_, "a point or a comma");
  }
  options.decimal = decimal_.empty() ? '\0' : decimal_[0];
  options.header = !no_header_ && names_.empty();
  options.names = joined_lists(names_, "--names");
  options.trim = !no_trim_;
  options.missing = missing;
  if (max_categories_ && *max_categories_ < 1) {
    refuse("--max-categories", std::to_string(*max_categories_), "at least 1");
  }
  replace(options.max_categories, max_categories_);
  if (rows_.empty() != part_.empty()) {
    throw Error(ErrorKind::kUsage, "--rows FILE and --part NAME go together");
  }
  if (!rows_.empty()) options.rows = read_row_selection(rows_, part_);
  return options;
}

DataOptions DataOptions::with_part(const std::string& part) const {
  if (!part_.empty()) {
    throw Error(ErrorKind::kUsage, "--part: the parts train and test of --rows are used both");
  }
  DataOptions out = *this;
  out.part_ = part;
  return out;
}

int DataOptions::threads() const {
  constexpr std::int64_t kMost = 1024;
  if (!threads_) return available_threads();
  if (*threads_ < 1 || *threads_ > kMost) {
    refuse("--threads", std::to_string(*threads_), "a number from 1 to " + std::to_string(kMost));
  }
  return static_cast<int>(*threads_);
}

void SchemaOptions::attach(Command& command) {
  command.heading("What the columns are");
  command.option("--target", "COLUMN", target_, "the class");
  command.option("--class", "NAME=PATH", classes_, kClassPathHelp);
  command.flag("--no-pairs", no_pairs_, "of mail: leave out pairs of words, for a smaller model");
  command.option("--weight", "COLUMN", weight_, "how often a row counts");
  command.option("--ignore", "COLUMNS", ignore_, "not used: a,b or patterns like id_*");
  command.option("--only", "COLUMNS", only_, "the only features");
  command.option("--family", "COLUMN=FAMILY", families_, families_help());
  command.option("--values", "COLUMN=A,B", values_, "the possible values of a column");
  command.option("--binarize", "T", binarize_,
                 "bernoulli columns of numbers: x > T (default 0), or none: only 0 and 1");
  command.option("--missing", "TEXTS", missing_, "what means missing, beside an empty cell: '?'");
  tokens_.attach(command);
}

void SchemaOptions::attach_with_count(Command& command) {
  attach(command);
  command.option("--count", "WHAT", count_,
                 "naive: what the textbook needs; weighted (default): also a fine histogram of "
                 "every column of numbers and a sample of rows, for the rule weighted; full: "
                 "also columns together, for the rule full: the table is read twice");
  command.choices(counting_names());
  command.option("--max-cells", "N", most_cells_,
                 "of --count full: at most N cells of columns together (default 16000000)");
}

std::optional<Counting> SchemaOptions::count() const {
  if (!count_) return std::nullopt;
  const std::optional<Counting> counting = parse_counting(*count_);
  if (!counting) refuse("--count", *count_, in_words(counting_names(), "or"));
  return counting;
}

Counting SchemaOptions::counting(const Schema& schema) const {
  if (const std::optional<Counting> told = count()) return *told;
  return counting_of(schema);
}

std::size_t SchemaOptions::most_cells() const {
  if (!most_cells_) return kMostJointCells;
  if (*most_cells_ < 0) {
    throw Error(ErrorKind::kUsage,
                "--max-cells " + std::to_string(*most_cells_) + ": expected 0 or more");
  }
  return static_cast<std::size_t>(*most_cells_);
}

bool SchemaOptions::any_of_tables() const {
  return !target_.empty() || !weight_.empty() || !ignore_.empty() || !only_.empty() ||
         !families_.empty() || !values_.empty() || binarize_ || !missing_.empty() ||
         tokens_.any_but_most_terms();
}

std::vector<std::string> SchemaOptions::missing() const {
  return joined_lists(missing_, "--missing");
}

Declarations SchemaOptions::declarations() const {
  Declarations out;
  out.target = target_;
  out.weight = weight_;
  out.ignore = joined_lists(ignore_, "--ignore");
  out.only = joined_lists(only_, "--only");
  for (const std::string& text : families_) {
    for (auto& entry : parse_families(text, "--family")) out.families.push_back(std::move(entry));
  }
  out.text = tokens_.options();
  out.count = count().value_or(kUsualCounting);
  out.finds_cutting = out.count != Counting::kNaive && !tokens_.name_cutting();
  for (const std::string& text : values_) out.values.push_back(parse_assignment(text, "--values"));
  if (binarize_ == "none") {
    out.binarize = std::nullopt;
  } else if (binarize_) {
    out.binarize = parse_number(*binarize_);
    if (!out.binarize) refuse("--binarize", *binarize_, "a number or none");
  }
  for (const std::string& column : left_out_) {
    out.ignore.push_back(column);
    std::erase_if(out.values, [&](const auto& entry) { return entry.first == column; });
  }
  return out;
}

void QuestionOptions::attach(Command& command, bool with_lambdas) {
  command.heading("How probabilities are estimated");
  command.option(
      "--rule", "RULE", rule_,
      "naive (the textbook), weighted (columns by learned weights), full (also columns "
      "together), tan (each column depends on one other), or auto: as the model has chosen "
      "(default)");
  command.choices(rule_names());
  command.option("--estimate", "METHOD", estimate_, "smooth (default), ml, map, bayes");
  command.choices(method_names());
  const std::string lambda_help =
      "pseudo-count of every possible value (default 1), or auto: for "
      "each column by its evidence";
  if (with_lambdas) {
    command.option("--lambda", "L,L", lambdas_, lambda_help + "; one or several");
  } else {
    command.option("--lambda", "L", lambda_, lambda_help);
  }
  command.choices({"auto"});
  command.option(
      "--prior", "PRIOR", prior_,
      "smoothed (default), empirical, uniform, a=0.2,b=0.8, or estimate: that of the rows "
      "at hand (predict, score)");
  command.choices(prior_names());
  command.flag("--calibrate", calibrate_,
               "naive, calibrated by rows that are left out of the counts");
  command.option("--variance", "RULE", variance_,
                 "population (over n, default) or sample (over n - 1)");
  command.choices(variances());
  command.option("--variance-floor", "F", variance_floor_,
                 "least variance, in variances of the whole column (default 1e-3)");
  command.option("--var-smoothing", "E", var_smoothing_,
                 "add E times the greatest variance of all columns to each, or none");
  command.option("--prior-mean", "M", prior_mean_,
                 "map, bayes: mean of a gaussian's prior (default: the column's)");
  command.option("--prior-kappa", "K", prior_kappa_, "… how many rows it is worth (default 0.1)");
  command.option("--prior-alpha", "A", prior_alpha_,
                 "… shape of the variance's prior (default 0.5)");
  command.option("--prior-beta", "B", prior_beta_,
                 "… its scale (default: 0.05 of the column's variance)");
  command.option("--gamma-shape", "A", gamma_shape_,
                 "map, bayes: shape of a poisson rate's prior (default 1)");
  command.option("--gamma-rate", "B", gamma_rate_,
                 "… its rate (default: one over the column's rate)");
  command.option("--text-model", "MODEL", text_model_,
                 "texts: " + in_words(text_model_names(), "or") + " (default: the column's)");
  command.choices(text_model_names());
  command.option(
      "--combine", "RULE", combine_,
      "texts: sum of all terms, mean, fisher, or learned (default: sum; of mail, learned)");
  command.choices(combine_names());
  command.option("--min-documents", "N", min_documents_,
                 "texts: skip terms that fewer rows have (default 0)");
  command.option("--stop-words", "FILE|A,B", stop_words_,
                 "texts: skip these terms of the dictionary: a list, or a file with one in a line");
}

bool QuestionOptions::any() const {
  return rule_ || prior_ || names_estimates() || text_model_ || combine_ || min_documents_ ||
         stop_words_;
}

bool QuestionOptions::names_estimates() const {
  return estimate_ || variance_ || var_smoothing_ || lambda_ || calibrate_ || variance_floor_ ||
         prior_mean_ || prior_kappa_ || prior_alpha_ || prior_beta_ || gamma_shape_ || gamma_rate_;
}

Question QuestionOptions::over(Question question) const {
  if (rule_) {
    const std::optional<Rule> rule = parse_rule(*rule_);
    if (!rule) refuse_word("--rule", *rule_, rule_names(), in_words(rule_names(), "or"));
    question.rule = *rule;
  } else if (question.rule == Rule::kAuto && names_estimates()) {
    question.rule = Rule::kNaive;  // the only one that such a question can be put to
  }
  if (estimate_) {
    const std::optional<Method> method = parse_method(*estimate_);
    if (!method) {
      refuse_word("--estimate", *estimate_, method_names(), in_words(method_names(), "or"));
    }
    question.method = *method;
  }
  if (lambda_) set_lambda(question, *lambda_);
  if (calibrate_) question.calibrate = true;
  if (prior_) set_prior(question, *prior_);
  if (variance_) {
    if (*variance_ != "population" && *variance_ != "sample") {
      refuse_word("--variance", *variance_, variances(), "population or sample");
    }
    question.lost_degrees = *variance_ == "sample" ? 1 : 0;
  }
  replace(question.variance_floor, variance_floor_);
  if (var_smoothing_ == "none") {
    question.var_smoothing = std::nullopt;
  } else if (var_smoothing_) {
    question.var_smoothing = parse_number(*var_smoothing_);
    if (!question.var_smoothing) refuse("--var-smoothing", *var_smoothing_, "a number or none");
  }
  replace(question.normal.mean, prior_mean_);
  replace(question.normal.kappa, prior_kappa_);
  replace(question.normal.alpha, prior_alpha_);
  replace(question.normal.beta, prior_beta_);
  replace(question.gamma.shape, gamma_shape_);
  replace(question.gamma.rate, gamma_rate_);
  if (text_model_) {
    question.text_model = parse_text_model(*text_model_);
    if (!question.text_model) {
      refuse_word("--text-model", *text_model_, text_model_names(),
                  in_words(text_model_names(), "or"));
    }
  }
  if (combine_) {
    question.combine = parse_combine(*combine_);
    if (!question.combine) {
      refuse_word("--combine", *combine_, combine_names(), in_words(combine_names(), "or"));
    }
  }
  replace(question.min_documents, min_documents_);
  if (stop_words_) question.stop_words = stop_words(*stop_words_, takes_files_);
  validate(question);
  return question;
}

std::vector<Question> QuestionOptions::each_over(const Question& question) const {
  if (lambdas_.empty()) return {over(question)};
  std::vector<Question> out;
  for (const std::string& text : joined_lists(lambdas_, "--lambda")) {
    Question one = question;
    set_lambda(one, text);
    if (one.rule == Rule::kAuto) one.rule = Rule::kNaive;  // which alone has a λ
    out.push_back(over(one));
  }
  return out;
}

void DecisionOptions::attach(Command& command) {
  command.heading("What errors cost");
  command.option("--loss", "FILE", loss_,
                 "a labelled matrix: rows are decisions, columns the truth");
  command.option("--reject", "COST", reject_,
                 "the decision 'reject' costs this, whatever the truth");
  command.option("--class-weight", "A=2,B=1", class_weight_,
                 "errors on rows of a class cost this many times as much; balanced: as if all "
                 "classes were equally large");
  command.choices({"balanced"});
}

void DecisionOptions::attach_with_bound(Command& command) {
  attach(command);
  command.option(
      "--at-most", "A:B=SHARE", at_most_,
      "A is decided only if, with a confidence of 95 %, at most this share of the rows of "
      "B are taken for A: spam:ham=0.01");
}

std::optional<FalseAlarms> DecisionOptions::bound(const std::vector<Label>& classes) const {
  if (at_most_.empty()) return std::nullopt;
  const auto equals = at_most_.rfind('=');
  const std::optional<double> share =
      equals == std::string::npos ? std::nullopt : parse_number(at_most_.substr(equals + 1));
  if (!share) refuse("--at-most", at_most_, "two classes and a share: spam:ham=0.01");
  const std::string pair = at_most_.substr(0, equals);
  const auto is_class = [&](const std::string& name) {
    return std::any_of(classes.begin(), classes.end(),
                       [&](const Label& klass) { return klass.to_string() == name; });
  };
  std::optional<FalseAlarms> out;
  for (auto at = pair.find(':'); at != std::string::npos; at = pair.find(':', at + 1)) {
    FalseAlarms found{pair.substr(0, at), pair.substr(at + 1), *share};
    const bool fits = is_class(found.alarm) && is_class(found.quiet);
    if (fits || !out) out = std::move(found);
    if (fits) break;
  }
  if (!out) refuse("--at-most", at_most_, "two classes and a share: spam:ham=0.01");
  return out;
}

Loss DecisionOptions::loss(const Counts& counts) const {
  const std::vector<Label> classes = counts.class_labels();
  Loss out = Loss::zero_one(classes);
  if (!loss_.empty()) {
    out = takes_files_ ? Loss::labelled(read_cells(loss_), loss_, classes)
                       : Loss::labelled(told_matrix(loss_), "--loss", classes);
  }
  if (class_weight_ == "balanced") {
    out = out.with_class_weights(balanced_weights(counts));
  } else if (!class_weight_.empty()) {
    if (class_weight_.find('=') == std::string::npos) {
      refuse_word("--class-weight", class_weight_, {"balanced"},
                  "balanced, or weights of classes: a=2,b=1");
    }
    out = out.with_class_weights(parse_weights(class_weight_, "--class-weight"));
  }
  if (reject_) out = out.with_reject(*reject_);
  return out;
}

}  // namespace tally::cli
