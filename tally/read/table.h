// SPDX-License-Identifier: Apache-2.0
// A table made of one or more files of one shape.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tally/batch.h"
#include "tally/read/cells/number_form.h"
#include "tally/read/drafted_origin.h"
#include "tally/read/file_format.h"
#include "tally/read/row_selection.h"
#include "tally/read/stray_cells.h"

namespace tally {

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
  /// Rows of a pipe are handed on as they come, where further ones are slow to come, and not a
  /// megabyte at a time. For delimited text and svmlight; `sample` sees fewer rows then.
  bool at_once = false;
};

/// What the cells of a column say: those of the first megabyte, or all of them.
struct ColumnSample {
  std::string name;
  std::int64_t cells = 0;    ///< with a value: among numbers, the numbers alone
  std::int64_t missing = 0;  ///< the others: empty, marked, and among numbers strays
  bool booleans = true;      ///< every one of them true or false
  /// Every one a number, strays apart ("007" is not: it is a name made of digits).
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
  std::optional<ValueType> type;  ///< that its cells have by themselves; none: by their spelling
  std::string family;  ///< what the format takes it for, as in Declarations; empty: by its cells
  std::vector<std::string> values;  ///< that the format declares
  bool is_class = false;            ///< by the format's custom
  std::string refusal;              ///< why the column cannot be used ("is a list …"), or empty

  // What only all cells and their classes can say.
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
  /// A table of rows from elsewhere.
  Table(std::unique_ptr<TableSource> source, ReadOptions options);
  ~Table();
  Table(Table&&) noexcept;
  Table& operator=(Table&&) noexcept;

  const std::vector<std::string>& column_names() const;
  const ReadOptions& options() const;
  /// Looks at the first 1 MB of the first file (of svmlight: all of all files, for their indices);
  /// nothing is lost for `read`, standard input included. Throws Error (kData) as `read` does.
  /// REQUIRES: before `read`.
  std::vector<ColumnSample> sample();

  /// What all cells say about their columns: reads all rows. (Of Parquet, Arrow and JSON lines only
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

  /// From now on words in these columns of numbers or booleans, if they are such, are missing and
  /// counted in place of an error. For columns whose kind was guessed. REQUIRES: before `read`.
  void take_strays(std::vector<std::string> columns);
  /// What was taken as missing for what it says: usual marks among numbers (see usual_mark), and
  /// words in the columns of take_strays. REQUIRES: after `read`.
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

}  // namespace tally
