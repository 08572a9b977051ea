// SPDX-License-Identifier: Apache-2.0
// split: rows for training and rows for testing.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "cli/options/options.h"
#include "cli/print/csv_text.h"
#include "cli/print/output.h"
#include "cli/print/progress.h"
#include "cli/two_passes.h"
#include "tally/inside/assess.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"

namespace tally::cli {

namespace {

// The column of the classes as text, whatever it holds; without a name, no column at all.
Schema schema_of(const std::string& column, const std::vector<std::string>& columns) {
  Schema schema;
  if (column.empty()) return schema;
  if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
    throw Error(ErrorKind::kUsage, "--stratify " + in_quotes(column) + ": there is no such column" +
                                       did_you_mean(column, columns));
  }
  ColumnSchema& only = schema.columns.emplace_back();
  only.name = column;
  only.type = ValueType::kText;
  only.family = Family::kCategorical;
  return schema;
}

// Calls `use` for each row in order: its number, its batch, and its place there.
using UseRow = std::function<void(std::int64_t, const Batch&, std::int64_t)>;
void for_each_row(Table& table, const Schema& schema, int threads, const UseRow& use) {
  const std::optional<RowSelection>& selection = table.options().rows;
  std::size_t next = 0;
  const Progress progress(table);
  table.read(schema, threads, [&](const Batch& batch, int) -> Table::Finish {
    return [&] {
      for (std::int64_t row = 0; row < batch.rows; ++row, ++next) {
        use(selection ? selection->rows[next] : static_cast<std::int64_t>(next), batch, row);
      }
    };
  });
}

Split stratified(Table& table, const std::string& column, const SplitRule& rule, int threads) {
  StratifiedSplit split(rule);
  for_each_row(table, schema_of(column, table.column_names()), threads,
               [&](std::int64_t number, const Batch& batch, std::int64_t row) {
                 const std::optional<Label> label = cell_label(*batch.find(column), row);
                 split.add(number, label ? label->to_string() : "");
               });
  return split.split();
}

// The two files of a split, written row by row.
class SplitFiles {
 public:
  SplitFiles(const std::string& prefix, const std::vector<std::string>& columns)
      : train_(prefix + ".train.csv"), test_(prefix + ".test.csv") {
    train_.write(csv_line(columns));
    test_.write(csv_line(columns));
  }

  void write(bool is_test, const KeptCells& kept, std::int64_t row) {
    const auto columns = static_cast<std::ptrdiff_t>(kept.names.size());
    const auto first = kept.cells.begin() + row * columns;
    (is_test ? test_ : train_).write(csv_line({first, first + columns}));
  }

  void finish() {
    train_.finish();
    test_.finish();
  }

 private:
  Output train_, test_;
};

void tell_sizes(const Split& split) {
  const std::size_t rows = split.train.size() + split.test.size();
  tell(fmt::format(
      "{} for training, {} for testing ({:.1f} %)", counted(split.train.size(), "row", "rows"),
      split.test.size(),
      rows == 0 ? 0 : 100.0 * static_cast<double>(split.test.size()) / static_cast<double>(rows)));
}

}  // namespace

void split(Arguments arguments) {
  std::vector<std::string> inputs;
  std::string stratify, prefix, json;
  std::optional<double> fraction;
  std::optional<std::int64_t> seed;
  DataOptions data;
  Command command(
      "split",
      "Draws rows for testing; the others are for training. Whether a row is drawn depends on the\n"
      "seed and its number alone. With --stratify every class has its exact share, and DATA is\n"
      "read twice.",
      "tally split iris.csv --test 0.2 --seed 1 --stratify species -o iris --json iris_split.json");
  command.arguments("DATA", inputs, kDataHelp);
  command.option("--test", "FRACTION", fraction,
                 "how much of the rows is for testing (default 0.2)");
  command.option("--seed", "S", seed, "another seed draws other rows (default 0)");
  command.option("--stratify,--target", "COLUMN", stratify,
                 "draw the same share of each value of this column");
  command.option("-o,--output", "PREFIX", prefix,
                 "write the rows to PREFIX.train.csv and PREFIX.test.csv");
  command.option("--json", "FILE", json, "write the row numbers, as --rows takes them; or -");
  data.attach(command);
  command.parse(arguments);
  if (prefix.empty() && json.empty()) {
    throw Error(ErrorKind::kUsage,
                "where is the split to go? Name files with -o PREFIX, or a list with --json FILE");
  }
  if (!prefix.empty() && std::any_of(inputs.begin(), inputs.end(), [](const std::string& input) {
        std::error_code ignored;
        return std::filesystem::is_directory(input, ignored);
      })) {
    throw Error(ErrorKind::kUsage,
                "-o writes the rows of tables, and a folder of texts is none; split it by row "
                "numbers: --json FILE, which fit --rows takes");
  }
  const SplitRule rule{fraction.value_or(0.2), static_cast<std::uint64_t>(seed.value_or(0))};
  validate(rule);
  const bool is_stratified = !stratify.empty();
  if (is_stratified && !prefix.empty()) check_can_read_twice(inputs, "--stratify with -o");

  Split drawn;
  ReadOptions options = data.read_options({});
  if (is_stratified) {
    Table table(inputs, options);
    drawn = stratified(table, stratify, rule, data.threads());
  }
  if (!is_stratified || !prefix.empty()) {
    options.keep_cells = !prefix.empty();
    Table table(inputs, options);
    std::optional<SplitFiles> files;
    if (!prefix.empty()) files.emplace(prefix, table.column_names());
    for_each_row(
        table, {}, data.threads(), [&](std::int64_t number, const Batch& batch, std::int64_t row) {
          const bool is_test =
              is_stratified ? std::binary_search(drawn.test.begin(), drawn.test.end(), number)
                            : is_test_row(rule, number);
          if (!is_stratified) (is_test ? drawn.test : drawn.train).push_back(number);
          if (files) files->write(is_test, batch.kept, row);
        });
    if (files) files->finish();
  }
  if (!json.empty()) {
    Output output(json);
    output.write(to_json(drawn) + "\n");
    output.finish();
  }
  tell_sizes(drawn);
}

}  // namespace tally::cli
