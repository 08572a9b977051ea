// SPDX-License-Identifier: Apache-2.0
// read: files in, batches out.
//
//   Table table({"iris.csv"}, ReadOptions{});
//   SchemaDraft draft = draft_schema(table.sample(), declarations, {});
//   table.read(draft.schema, threads, [&](const Batch& batch, int worker) { … });
//
// The reader streams: memory does not grow with the number of rows, only with distinct labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/batch.h"
#include "tally/error.h"
#include "tally/schema.h"
#include "tally/text.h"

// Those of the Arrow C Data Interface.
struct ArrowArray;
struct ArrowSchema;

namespace tally {

// -------------------------------------------------------------------------------------------------
// A table made of one or more files with the same columns.

enum class FileFormat : std::uint8_t {
  kDelimited,    ///< CSV, TSV and their relatives
  kSvmlight,     ///< svmlight or libsvm: label index:value …
  kParquet,      ///< Apache Parquet
  kArrowFile,    ///< Arrow IPC file (Feather 2)
  kArrowStream,  ///< Arrow IPC stream
  kJsonLines,    ///< one JSON object per line
  kArff,         ///< Weka's format: declared attributes, then delimited text
  kLabelled,     ///< a text on each line, its class in front: __label__spam buy now
};

/// "csv", "svmlight", "parquet", "arrow", "arrows", "jsonl", "arff", "fasttext".
std::string_view to_string(FileFormat format);
std::optional<FileFormat> parse_file_format(std::string_view text);

struct RowSelection {
  std::string file;                ///< where the selection comes from, for errors
  std::vector<std::int64_t> rows;  ///< sorted, distinct; counted from 0 over all inputs
};

/// Reads a JSON object with an array of row numbers under `part` ("train" or "test"). Throws Error:
/// kNoInput, kData (not JSON, no such part, a number that is negative or doubled).
RowSelection read_row_selection(const std::string& file, const std::string& part);

/// How numbers are written.
struct NumberForm {
  char decimal = '.';   ///< or ','
  bool grouped = true;  ///< the other one may stand between groups of three digits: 1,234.5

  friend bool operator==(const NumberForm&, const NumberForm&) = default;
};

/// Where the numbers of a column lie.
struct NumberRange {
  double mean = 0;
  double deviation = 0;  ///< of the population
};

/// The strays of one column of numbers or booleans. Pieces add up, in any order.
struct StrayCells {
  std::map<std::string, std::int64_t> marks;  ///< "NA", "?" … among numbers: see usual_mark
  std::map<std::string, std::int64_t> words;  ///< other cells that are no numbers, up to kMostWords
  std::int64_t cells_of_words = 0;            ///< all of them
  std::string file;                           ///< of the first word …
  std::int64_t line = -1;                     ///< … its line, −1 if the format has none …
  std::int64_t row = -1;                      ///< … and its row, counted from 0

  static constexpr std::size_t kMostWords = 1000;

  bool empty() const { return marks.empty() && cells_of_words == 0; }
  void add_words(const std::string& text, std::int64_t cells);
  void add_word(std::string_view text, const std::string& in_file, std::int64_t in_line,
                std::int64_t in_row);
  void merge(const StrayCells& other);
};

/// By the name of the column.
using StraysByColumn = std::map<std::string, StrayCells>;

struct ReadOptions {
  std::optional<FileFormat> format;  ///< nullopt: by content and name
  char delimiter = 0;  ///< 0: by the name (.tsv, .tab), else the commonest of , ; TAB | in line 1
  char quote = '"';    ///< 0: quotes are plain text
  char decimal = 0;    ///< '.' or ','; 0: a comma where nothing else makes sense of the numbers
  bool header = true;  ///< false: the columns are named c1, c2, …
  std::vector<std::string> names;  ///< of the columns, where there is no header; empty: c1, c2, …
  bool trim = true;                ///< spaces and tabs around an unquoted cell are not part of it
  std::vector<std::string> missing;         ///< texts that mean "missing", beside the empty one
  std::int64_t max_categories = 1'000'000;  ///< distinct labels per column
  std::optional<RowSelection> rows;         ///< only these rows
  bool keep_cells = false;                  ///< fill Batch::kept
  /// If the rows of a pipe come slowly, each is passed on at once, and not a megabyte at a time.
  /// For delimited text and svmlight; `sample` sees fewer rows then.
  bool at_once = false;
};

/// What the cells of a column say: those of the first megabyte, or all of them.
struct ColumnSample {
  std::string name;
  std::int64_t cells = 0;    ///< with a value: among numbers, the numbers alone
  std::int64_t missing = 0;  ///< the others: empty cells, marks, and strays among numbers
  bool booleans = true;      ///< every one of them true or false
  /// Every one is a number, except strays ("007" is not: it is a name made of digits).
  bool numbers = true;
  bool integers = true;       ///< every one a whole number
  bool times = false;         ///< there are some, and every one is a date or time (parse_time)
  bool durations = false;     ///< … a duration (parse_duration)
  std::int64_t distinct = 0;  ///< distinct texts; of measurements, counted up to 64
  bool all_differ = false;    ///< no two of them are alike
  double mean_words = 0;  ///< of a cell: between spaces; two letters without spaces count as one
  std::int64_t vocabulary = 0;  ///< different words, counted up to 1000
  double small_words = 0;       ///< the part of the words that begin with a small letter
  double unspaced =
      0;  ///< the part of the words that stand in a script without spaces (Han, kana, Thai …)
  /// The first that cannot be read as a number ("007" can) and is no usual mark, or empty.
  std::string not_a_number;
  StrayCells strays;              ///< what is no number, if some cells are
  NumberForm form;                ///< how its numbers are written
  NumberRange range;              ///< where its numbers, or the seconds of its times, lie
  std::string examples;           ///< some of the first texts: "1 | 2 | 7"
  std::optional<ValueType> type;  ///< if the format has types; none: by spelling
  std::string family;  ///< if the format declares it, as in Declarations; empty: by its cells
  std::vector<std::string> values;  ///< that the format declares
  bool is_class = false;            ///< by the convention of the format
  std::string refusal;              ///< why the column cannot be used ("is a list …"), or empty

  // What only all cells and their classes can show.
  bool is_whole = false;         ///< whether these are all cells of the table
  std::optional<Family> better;  ///< of few whole numbers: the family that leave-one-out prefers
  bool is_run = false;           ///< whole numbers from the least to the largest, each once
  bool decides_target = false;   ///< every value comes with one class alone
};

/// How far a read has come; for a progress line.
struct ReadProgress {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;        ///< taken from the files, packed as they lie there
  std::int64_t total_bytes = 0;  ///< of all of them; 0 if that is not known, as of a pipe
};

class TableSource;

class Table {
 public:
  /// Opens the inputs: files, glob patterns, "-" for standard input, or folders (TextFolders); all of
  /// one format, recognised by content and name (detect_format) unless options.format says it; gzip
  /// and zstd are unpacked where a format is text or a stream. Throws Error: kNoInput (no file, a
  /// pattern that matches nothing), kNoPermission, kData (empty, no header, a doubled or empty
  /// column name, files that differ in their columns or formats, invalid UTF-8, NUL bytes),
  /// kUnavailable (Parquet, Arrow or JSON lines, and the plug-in for them cannot be loaded).
  Table(const std::vector<std::string>& inputs, ReadOptions options);
  /// A table whose rows come from another source.
  Table(std::unique_ptr<TableSource> source, ReadOptions options);
  ~Table();
  Table(Table&&) noexcept;
  Table& operator=(Table&&) noexcept;

  const std::vector<std::string>& column_names() const;
  const ReadOptions& options() const;
  /// Looks at the first 1 MB of the first file (of svmlight: at all of all files, for their
  /// indices). `read` still reads every row, also of standard input. Throws Error (kData) as `read`
  /// does. REQUIRES: before `read`.
  std::vector<ColumnSample> sample();

  /// The same from all cells: reads all rows. (Of Parquet, Arrow and JSON lines only
  /// the first are looked at.) Throws Error as `read` does. REQUIRES: in place of `sample` and
  /// `read`.
  std::vector<ColumnSample> profile();

  /// Reads all rows once. `work` is called for each batch on up to `threads` threads (worker: 0 …
  /// threads − 1); the function it returns, if any, is called one at a time in the order of the
  /// rows. The batch holds the columns of the schema that the table has: categorical columns and
  /// the target as codes, booleans as bits, texts as terms, the rest as numbers. Each worker has
  /// dictionaries of its own, which grow from batch to batch and keep their address. Columns whose
  /// role is in `optional` may be absent from the table; any other column of the schema that is
  /// absent is an Error (kData).
  ///
  /// Bytes of a text column that are not UTF-8 become U+FFFD (see `repaired`).
  ///
  /// Throws Error (kData) with file, line, column, the offending text and the remedy: ragged rows,
  /// a cell that is not of its column's type, infinite numbers, unbalanced or stray quotes, invalid
  /// UTF-8, NUL bytes, more than max_categories labels, a selected row that does not exist; the
  /// error of the first bad row, whatever the number of threads. REQUIRES: called once.
  using Finish = std::function<void()>;
  using Work = std::function<Finish(const Batch& batch, int worker)>;
  void read(const Schema& schema, int threads, const Work& work,
            const std::vector<Role>& optional = {});

  /// The same with texts as they were written (Texts): nothing is cut or repaired.
  void read_uncut(const Schema& schema, int threads, const Work& work);

  /// From now on a word in one of these columns, if it is of numbers or booleans, is missing and
  /// counted instead of being an error. For columns whose kind was guessed. REQUIRES: before
  /// `read`.
  void take_strays(std::vector<std::string> columns);
  /// Cells that were taken as missing because of their text: usual marks among numbers (see
  /// usual_mark), and words in the columns of take_strays. REQUIRES: after `read`.
  StraysByColumn strays() const;

  /// How many malformed sequences of bytes of texts have become U+FFFD. REQUIRES: after `read`.
  std::int64_t repaired() const;

  /// May be asked by another thread while `read` runs.
  ReadProgress progress() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All cells of one small delimited file as texts, header included; nothing is inferred or left out
/// but blank lines. Throws Error as Table does. For loss matrices and the like.
std::vector<std::vector<std::string>> read_cells(const std::string& file);

// -------------------------------------------------------------------------------------------------
// The schema: what was declared, and what the cells suggest for the rest.

/// What the user declares. Patterns have * and ? as in a shell; a later entry of `families` wins.
struct Declarations {
  std::string target;
  std::string weight;
  std::vector<std::string> ignore;  ///< patterns
  std::vector<std::string> only;    ///< patterns of features; empty: all columns
  /// pattern → "gaussian", "categorical", "bernoulli", "binned:CUT,CUT", "poisson",
  /// "poisson:EXPOSURE COLUMN",
  /// "multinomial", "multinomial:GROUP", "text", "text:MODEL" with a TextModel. A column of free
  /// text may be declared by the model alone: "multinomial", "complement" … is then
  /// "text:complement".
  std::vector<std::pair<std::string, std::string>> families;
  /// column → "1,2,3,4"
  std::vector<std::pair<std::string, std::string>> values;
  std::optional<double> binarize = 0;  ///< for bernoulli columns of numbers; nullopt: 0 and 1 only
  TextOptions text;  ///< of all columns of texts, but for the model that `families` names
  /// How to cut texts of scripts without spaces has to be found out: SchemaDraft::uncut lists them
  /// …
  bool finds_cutting = false;
  std::map<std::string, Cutting> cuttings;  ///< … except those already decided: column → cutting
  /// Weighted: columns of numbers have a histogram, with the origin that drafted_origin gives.
  Counting count = Counting::kNaive;
};

struct SchemaDraft {
  Schema schema;
  std::vector<std::string> undecided;  ///< columns without a value in the sample: not counted
  std::vector<std::string> ignored;
  std::vector<std::string> left_out;  ///< columns that differ in every row
  std::vector<Remark> notes;          ///< hints for the user, see notes_on
  std::vector<std::string> uncut;     ///< texts cut into words here until the cutting is decided

  // If the samples are not of all cells:
  std::vector<std::string> guessed;  ///< numbers and booleans by what was seen; for take_strays
  std::vector<std::string> open;  ///< few whole numbers: gaussian here until all cells are counted
};

/// Columns are as declared, and otherwise as guess_column decides. The target is never a text; if
/// it is not declared, it is the class that the format names. Throws Error (kUsage) for a column,
/// pattern, family or value that does not exist or does not fit.
SchemaDraft draft_schema(const std::vector<ColumnSample>& samples, const Declarations& declarations,
                         const std::vector<std::string>& missing);

// -------------------------------------------------------------------------------------------------
// A batch that another library hands over through the Arrow C Data Interface.
//
// Numbers and booleans are not copied; texts, and dictionary-encoded columns, become
// codes; dates become days, times seconds, as from a file (see arrow_type.h). An empty text is
// missing.

/// The columns of a record batch that `leave_out` does not name. `array` is kept alive by the
/// batch. Throws Error (kData) that names a column whose type cannot be read. REQUIRES: the array
/// fits its schema, which is that of a structure.
Batch import_batch(const ArrowSchema& schema, std::shared_ptr<const ArrowArray> array,
                   const std::vector<std::string>& leave_out);

/// One column from its chunks. A single chunk of numbers or booleans is not copied. Copies belong
/// to `owner`, which also keeps the chunks alive.
Column import_column(const ArrowSchema& schema,
                     const std::vector<std::shared_ptr<const ArrowArray>>& chunks,
                     const std::string& name, std::shared_ptr<const void>& owner);

}  // namespace tally
