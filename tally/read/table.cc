// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include <algorithm>
#include <utility>

#include "tally/base/error.h"
#include "tally/inside/text.h"
#include "tally/read/arrow/arrow_reader.h"
#include "tally/read/csv/table_reader.h"
#include "tally/read/input_files.h"
#include "tally/read/input_names.h"
#include "tally/read/svmlight/svmlight_reader.h"
#include "tally/read/text_folders.h"

namespace tally {

namespace {

FileFormat common_format(InputFiles& files, const ReadOptions& options) {
  if (options.format) return *options.format;
  const FileFormat first = files.format_of(0);
  for (std::size_t i = 1; i < files.size(); ++i) {
    const FileFormat other = files.format_of(i);
    if (other == first) continue;
    throw Error(ErrorKind::kData,
                "is " + describe(other) + ", but " + display_name(files.file(0)) + " is " +
                    describe(first) + "; read files of one format at a time: fit, then learn",
                Place{display_name(files.file(i)), -1, -1, ""});
  }
  return first;
}

std::unique_ptr<TableSource> open_table(const std::vector<std::string>& inputs,
                                        const ReadOptions& options) {
  if (std::any_of(inputs.begin(), inputs.end(), is_folder)) {
    return std::make_unique<TextFolders>(inputs, options, TextFolders::Sizes{});
  }
  auto files = std::make_shared<InputFiles>(expand_inputs(inputs), csv::enough_of(options));
  switch (const FileFormat format = common_format(*files, options)) {
    case FileFormat::kDelimited:
    case FileFormat::kArff:
    case FileFormat::kLabelled:
      return std::make_unique<csv::TableReader>(std::move(files), options, BlockSizes{}, format);
    case FileFormat::kSvmlight:
      return std::make_unique<SvmlightReader>(std::move(files), options);
    default:
      return std::make_unique<ArrowReader>(std::move(files), format, options);
  }
}

// Cuts the texts of one worker's batches; the last of them is used until the next comes.
struct CuttingWorker {
  explicit CuttingWorker(const Schema& schema) : cutter(schema) {}
  TermCutter cutter;
  Batch batch;
};

}  // namespace

struct Table::State {
  ReadOptions options;
  std::unique_ptr<TableSource> source;
  std::int64_t repaired = 0;
};

Table::Table(const std::vector<std::string>& inputs, ReadOptions options)
    : state_(new State{std::move(options), nullptr, 0}) {
  state_->source = open_table(inputs, state_->options);
}
Table::Table(std::unique_ptr<TableSource> source, ReadOptions options)
    : state_(new State{std::move(options), std::move(source), 0}) {}
Table::~Table() = default;
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;

const std::vector<std::string>& Table::column_names() const {
  return state_->source->column_names();
}

const ReadOptions& Table::options() const { return state_->options; }

std::vector<ColumnSample> Table::sample() { return state_->source->sample(); }

void Table::read(const Schema& schema, int threads, const Work& work,
                 const std::vector<Role>& optional) {
  std::vector<CuttingWorker> workers;
  if (schema.has_text() && !schema.has_given_terms()) {
    for (int worker = 0; worker < std::max(1, threads); ++worker) workers.emplace_back(schema);
  }
  const Work cut_and_work = [&](const Batch& batch, int worker) {
    CuttingWorker& cutting = workers[static_cast<std::size_t>(worker)];
    cutting.batch = batch;
    cutting.cutter.cut(cutting.batch);
    return work(cutting.batch, worker);
  };
  state_->source->read(schema, threads, workers.empty() ? work : cut_and_work, optional);
  for (const CuttingWorker& worker : workers) state_->repaired += worker.cutter.repaired();
}

void Table::read_uncut(const Schema& schema, int threads, const Work& work) {
  state_->source->read(schema, threads, work, {});
}

std::vector<ColumnSample> Table::profile() { return state_->source->profile(); }

void Table::take_strays(std::vector<std::string> columns) {
  state_->source->take_strays(std::move(columns));
}

StraysByColumn Table::strays() const { return state_->source->strays(); }

std::int64_t Table::repaired() const { return state_->repaired; }

ReadProgress Table::progress() const { return state_->source->progress(); }

std::vector<std::vector<std::string>> read_cells(const std::string& file) {
  ReadOptions options;
  options.header = false;
  csv::TableFile table(file, options, {});
  csv::RecordCutter cutter(table.dialect(), table.name());
  std::vector<Cell> cells(table.columns().size());
  std::vector<std::vector<std::string>> rows;
  while (std::optional<Block> block = table.next()) {
    cutter.start(*block);
    while (cutter.next(cells.size(), cells.data())) {
      std::vector<std::string>& row = rows.emplace_back();
      for (const Cell& cell : cells) {
        const CellColumn column{block->bytes.get(), &cell, 1, 1, true};
        row.emplace_back(column.at(0));
      }
    }
  }
  return rows;
}

}  // namespace tally
