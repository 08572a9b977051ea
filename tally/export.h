// SPDX-License-Identifier: Apache-2.0
// export: a model for other programs. Its answers to one question become a file that they run.
//
//   const Sheet sheet = sheet_of(estimate(counts, question, rule), counts);
//   const SheetHead head{to_json(question), "0.9.0", checks};
//   to_sql(sheet, head, {SqlDialect::kSqlite, "visitors", {"id"}});
//   to_c(sheet, head, "visitors");
//   to_onnx(sheet, head);
//   to_pmml(sheet, head);
//   to_json(sheet, head);
//
// The question (λ, prior, estimate, rule) is fixed: an export holds no counts, so it cannot learn,
// forget or be asked another question. Answers are those of `infer` to about 1e-12.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tally/batch.h"
#include "tally/estimate.h"

namespace tally {

// -------------------------------------------------------------------------------------------------
// A sheet: all that is needed to compute answers. For each class a number to start from, and lines
// that add to it:
//
//   z_k = start_k + Σ_line weight · says(line, row)_k,        P(k | row) = exp z_k / Σ_j exp z_j
//
// A missing cell adds nothing. Under the rule `weighted` what a line says for a class is at most
// `Sheet::kMostAgainst` below what it says for the class it favours most, and a little of the class
// shares is mixed into the answer: (P + shares_k / rows) / (1 + 1 / rows). The rule `full` does the
// same, and adds what columns say together.

// Numbers in tables are [item · K + class], those of parameters [class].

/// What a value says: one of these values, or any other.
struct SheetValues {
  std::string column;
  std::vector<Label> values;
  std::vector<double> says;
  std::vector<double> unseen;
};
/// What the bin of a number says: bin b has x − origin ≤ cuts[b], the last one all above.
struct SheetBins {
  std::string column;
  double origin = 0;
  std::vector<double> cuts;
  std::vector<double> says;
};
/// Counts: Σ x says_x.
struct SheetCounts {
  std::vector<std::string> columns;
  std::vector<double> says;
};
/// −log σ − ½ ((x − μ) / σ)². What is the same in every class is left out, here and below.
struct SheetNormal {
  std::string column;
  std::vector<double> mean, deviation;
};
/// constant − (ν + 1)/2 · log(1 + ((x − μ) / s)² / ν)
struct SheetStudent {
  std::string column;
  std::vector<double> degrees, location, scale, constant;
};
/// A text: base + Σ x_t says_t over its terms t, which occur x_t times (with `once`: count once). A
/// term that is not listed says nothing.
struct SheetTerms {
  std::string column;
  std::vector<std::string> terms;  ///< sorted
  std::vector<double> says;
  std::vector<double> base;
  bool once = false;
};
/// x log r − r e, with an exposure e (1 without a column of exposures).
struct SheetRate {
  std::string column, exposure;
  std::vector<double> rate;
};

/// A count with more spread than poisson's: logΓ(a + x) − logΓ(a) − a log(1 + e / b) − x log(b + e),
/// with an exposure e (1 without a column of exposures); where a is 0, x log r − r.
struct SheetSpread {
  std::string column, exposure;
  std::vector<double> a, b, rate;
};
/// Counts whose probabilities are integrated out: Σ_t log a_t (a_t + 1) … (a_t + x_t − 1) less the
/// same of Σ a and Σ x.
struct SheetPolya {
  std::vector<std::string> columns;
  std::vector<double> a;    ///< [item · K + class]
  std::vector<double> sum;  ///< [class]: Σ a
};

using SheetTable = std::variant<SheetValues, SheetBins, SheetCounts, SheetNormal, SheetStudent,
                                SheetRate, SheetTerms, SheetSpread, SheetPolya>;

struct SheetLine {
  std::string name;
  double weight = 1;
  SheetTable table;
};

struct SheetTogether;  // sheet_together.h
struct SheetTexts;     // sheet_texts.h

struct Sheet {
  static constexpr double kMostAgainst = 700;

  /// A column that lines read.
  struct Input {
    std::string name;
    ValueType type;
  };

  std::string target;
  std::vector<Label> classes;        ///< sorted; of equals the first is decided
  std::vector<double> start;         ///< [class]
  std::vector<SheetLine> lines;      ///< those that have a weight
  std::vector<Input> inputs;         ///< sorted by name
  std::vector<std::string> missing;  ///< texts that mean "missing", beside the empty one
  /// How the texts are cut that the answer is worked out from, by column.
  std::map<std::string, TextOptions> cut;
  std::string rule;  ///< "naive", "weighted" or "full"
  /// Of naive: whether a number is −∞, so that a row may be impossible in every class. Then every
  /// probability is 0, and no class is decided.
  bool has_impossible = false;
  // Of weighted and full:
  std::vector<double> shares;  ///< [class]
  double rows = 0;
  /// Of full: what columns say together, which is added besides.
  std::shared_ptr<const SheetTogether> together;
  /// Of weighted and full: what texts say, which is added besides. No line is a text then.
  std::shared_ptr<const SheetTexts> texts;

  bool is_weighted() const { return !shares.empty(); }
};

/// `counts` are what the estimates were made from. Throws Error (kUsage) for what has no sheet:
/// mail, texts whose terms are not summed up or whose probabilities are integrated out, the rule
/// tan, calibrated answers, and terms without which a text is impossible.
Sheet sheet_of(const Estimates& estimates, const Counts& counts);

/// A row and its posterior, to check that an export gives the same answer.
struct SheetCheck {
  CellTexts cells;  ///< missing ones are left out
  std::vector<double> posterior;
};

/// What is written at the head of an export.
struct SheetHead {
  std::string question;  ///< as JSON
  std::string version;   ///< of the program
  std::vector<SheetCheck> checks;
};

// -------------------------------------------------------------------------------------------------
// A sheet as JSON, for people who write their own reader (docs/export.md describes the format).

std::string to_json(const Sheet& sheet, const SheetHead& head);

// A sheet as one header in C99, without dependencies and without allocation.

/// `name` begins every name in it:
///
///   struct NAME_row row = NAME_nothing;       // every cell missing
///   row.age = 31;                             // a number; NAN is missing
///   row.town = "Ulm";                         // a text, UTF-8; NULL is missing
///   double p[NAME_CLASSES];
///   int k = NAME_predict(&row, p);            // NAME_class[k] is the class
///
/// Throws Error (kUsage) if `name` is not a valid name in C.
std::string to_c(const Sheet& sheet, const SheetHead& head, const std::string& name);

// A sheet as an ONNX model, for onnxruntime and other programs that run such models.

/// The bytes of a ModelProto. Inputs are named as the columns: strings [rows, 1] for texts, where
/// "" and the model's marks are missing; doubles [rows, 1] for numbers, booleans (1 and 0), times
/// and durations (seconds), where NaN is missing; a group of counts is one input [rows, columns]
/// with the name of the group. Outputs: `label` [rows], integers if all classes are integers, else
/// strings; `probabilities` [rows, classes], doubles. The metadata (`question`, `rule`, `target`,
/// `classes`, `inputs`, `checks`) are JSON.
std::string to_onnx(const Sheet& sheet, const SheetHead& head);

// A sheet as PMML 4.4: a NaiveBayesModel (dmg.org/pmml/v4-4-1/NaiveBayes.html), or, where that
// cannot express it, a RegressionModel.

/// Fields are named as the columns: strings, doubles (times and durations in seconds), booleans;
/// texts that are empty or marks of the model are missing. Outputs are `prediction` and p(CLASS).
/// The checks are its ModelVerification. Throws Error (kUsage) for what PMML cannot express: texts,
/// the rules weighted and full, and control characters, which XML does not have.
std::string to_pmml(const Sheet& sheet, const SheetHead& head);

// A sheet as one SELECT: the table is scored in the database.

enum class SqlDialect : std::uint8_t { kSqlite, kDuckdb, kPostgresql };
std::optional<SqlDialect> parse_sql_dialect(
    std::string_view text);  ///< "sqlite", "duckdb", "postgresql"

struct SqlOptions {
  SqlDialect dialect = SqlDialect::kSqlite;
  std::string table = "data";     ///< that has the columns of the model
  std::vector<std::string> keys;  ///< columns to hand through, so that answers find their rows
  /// For a model with texts, the table of their terms: row (the first key), column, term, count.
  std::string terms = "terms";
};

/// Its columns: the keys, `prediction`, and p(CLASS) for each class. A text that is empty, or one
/// of the model's marks, is missing, as NULL is; times and durations are numbers of seconds. For a
/// model with texts, statements before the SELECT make a temporary table of its terms
/// (sql_terms.h). Throws Error (kUsage) where the database would refuse it: more than 1,900
/// intermediate numbers (SQLite and PostgreSQL have a limit), or texts without a key.
std::string to_sql(const Sheet& sheet, const SheetHead& head, const SqlOptions& options);

}  // namespace tally
