// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/table_reader.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/read/batch_loop.h"
#include "tally/read/cells/column_observer.h"
#include "tally/read/csv/blanks.h"
#include "tally/read/csv/labelled_lines.h"
#include "tally/read/csv/sampler.h"
#include "tally/read/input_names.h"
#include "tally/read/read_plan.h"

namespace tally::csv {

namespace {

[[noreturn]] void fail(const std::string& sentence, const std::string& file) {
  throw Error(ErrorKind::kData, sentence, Place{file, -1, -1, ""});
}

}  // namespace

TableReader::TableReader(const std::vector<std::string>& inputs, ReadOptions options,
                         BlockSizes sizes)
    : TableReader(std::make_shared<InputFiles>(expand_inputs(inputs)), std::move(options), sizes) {}

TableReader::TableReader(std::shared_ptr<InputFiles> files, ReadOptions options, BlockSizes sizes,
                         FileFormat format)
    : files_(std::move(files)), options_(std::move(options)), sizes_(sizes), format_(format) {
  if (format_ == FileFormat::kArff) {  // it says by itself how it is written
    options_.delimiter = ',';
    options_.quote = '"';
    options_.decimal = '.';
    options_.header = true;
  }
  if (format_ == FileFormat::kLabelled) {  // and so does this
    options_.delimiter = kLabelEnd;
    options_.quote = 0;
    options_.decimal = '.';
    options_.header = false;
    if (options_.names.empty()) options_.names = {kLabelledClass, kLabelledText};
  }
  for (std::size_t i = 0; i < files_->size(); ++i) {
    Input& input = inputs_.emplace_back();
    input.has_blanks = has_blanks(i);
    const std::int64_t bytes_before = files_->bytes();
    std::unique_ptr<TableFile> file = open(i);
    if (i == 0) names_ = file->columns();
    input.shape = shape_of(*file);
    // A file that can be opened again is closed till its turn comes: there may be very many.
    if (i == 0 || !file->is_reopenable()) {
      input.opened = std::move(file);
    } else {
      files_->bytes() = bytes_before;
    }
  }
}

std::unique_ptr<TableFile> TableReader::open(std::size_t input) {
  const std::string& name = files_->file(input);
  std::unique_ptr<ByteSource> source;
  if (format_ == FileFormat::kArff) {
    auto arff = std::make_unique<ArffSource>(files_->open(input), display_name(name));
    if (input == 0) {
      attributes_ = arff->attributes();
      class_attribute_ = arff->class_attribute();
    }
    source = std::move(arff);
  } else if (format_ == FileFormat::kLabelled) {
    source = std::make_unique<LabelledLines>(files_->open(input), display_name(name));
  } else {
    source = files_->open(input);
  }
  if (inputs_[input].has_blanks) source = single_blanks(std::move(source), options_.quote);
  ReadOptions options = options_;
  if (inputs_[input].has_blanks) options.delimiter = ' ';
  return std::make_unique<TableFile>(name, std::move(source), options, sizes_);
}

// Whether the cells of a file are divided by blanks of any number.
bool TableReader::has_blanks(std::size_t input) {
  if (options_.delimiter != 0) return options_.delimiter == ' ';
  const std::string start = files_->start_of(input);
  return sniff_delimiter(files_->file(input), start, options_.quote) == ' ';
}

FileShape TableReader::shape_of(const TableFile& file) const {
  const std::string first = display_name(files_->file(0));
  if (!options_.header && file.columns().size() != names_.size()) {
    fail("has " + std::to_string(file.columns().size()) + " columns, but " + first + " has " +
             std::to_string(names_.size()),
         file.name());
  }
  return {file.name(), file.dialect(), places_of(names_, file.columns(), file.name(), first)};
}

std::vector<ColumnSample> TableReader::sample() {
  TableFile* const file = inputs_.front().opened.get();
  if (file == nullptr) throw Error(ErrorKind::kDefect, "a table is sampled after it was read");
  static const Block kNothing;
  const Block* const block = file->first_block();
  std::vector<ColumnSample> samples =
      sample_block(block == nullptr ? kNothing : *block, names_, file->dialect(),
                   MissingMarks(options_.missing), file->name());
  declare(samples);
  return samples;
}

// What the file says about its columns by itself.
void TableReader::declare(std::vector<ColumnSample>& samples) const {
  if (format_ == FileFormat::kLabelled) {
    samples[0].is_class = true;
    samples[1].family = "text";
  }
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    samples[i].values = attributes_[i].values;
    samples[i].is_class = static_cast<int>(i) == class_attribute_;
    if (attributes_[i].is_nominal) samples[i].family = "categorical";
  }
}

std::vector<ColumnSample> TableReader::profile() {
  Schema schema;
  schema.missing = options_.missing;
  std::vector<ColumnObserver> observers;
  for (const std::string& name : names_) {
    ColumnSchema& column = schema.columns.emplace_back();
    column.name = name;
    column.type = ValueType::kText;
    column.family = Family::kText;
    observers.emplace_back(name, inputs_.front().shape.dialect.numbers, kMostDistinct);
  }
  const auto see = [&](const Batch& batch, int) -> Table::Finish {
    for (std::size_t i = 0; i < observers.size(); ++i) {
      const std::string_view* const cells = std::get<Texts>(batch.columns[i].values).cells;
      for (std::int64_t row = 0; row < batch.rows; ++row) {
        cells[row].empty() ? observers[i].see_missing() : observers[i].see(cells[row]);
      }
    }
    return {};
  };
  read(schema, 1, see, {});
  std::vector<ColumnSample> samples;
  for (ColumnObserver& observer : observers) {
    samples.push_back(std::move(observer).finish());
    samples.back().is_whole = true;
  }
  declare(samples);
  return samples;
}

void TableReader::read(const Schema& schema, int threads, const Table::Work& work,
                       const std::vector<Role>& optional) {
  if (current_ > 0) throw Error(ErrorKind::kDefect, "a table is read a second time");
  const ReadPlan plan =
      plan_read(schema, names_, options_, optional, display_name(files_->file(0)), guessed_);
  std::vector<BatchParser> parsers = one_each<BatchParser>(threads, plan);
  for_each_batch(
      parsers, [&] { return next_block(); },
      [](ShapedBlock shaped, BatchParser& parser, const auto& take) {
        take(parser.parse(std::move(shaped.block), *shaped.shape));
      },
      work, rows_, {options_.max_categories, names_of(plan)});
  check_selection(options_, rows_before_);
  strays_ = strays_of(plan, parsers);
}

std::optional<TableReader::ShapedBlock> TableReader::next_block() {
  for (; current_ < inputs_.size(); ++current_) {
    Input& input = inputs_[current_];
    if (!input.opened) {
      input.opened = open(current_);
      input.shape = shape_of(*input.opened);
    }
    if (std::optional<Block> block = input.opened->next()) {
      block->first_row += rows_before_;
      return ShapedBlock{*std::move(block), current_shape(input)};
    }
    rows_before_ += input.opened->rows();
    input.opened.reset();
  }
  return std::nullopt;
}

// That of the block just read: earlier blocks, which others may be reading, keep theirs.
const FileShape* TableReader::current_shape(Input& input) {
  const FileShape& last = input.later.empty() ? input.shape : input.later.back();
  const NumberForm& numbers = input.opened->dialect().numbers;
  if (last.dialect.numbers == numbers) return &last;
  input.later.push_back(input.shape);
  input.later.back().dialect.numbers = numbers;
  return &input.later.back();
}

ReadProgress TableReader::progress() const {
  return {rows_.load(std::memory_order_relaxed), files_->bytes().load(std::memory_order_relaxed),
          files_->total_bytes()};
}

}  // namespace tally::csv
