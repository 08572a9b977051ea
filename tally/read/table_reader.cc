#include "tally/read/table_reader.h"

#include <algorithm>
#include <unordered_map>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/read/category_limit.h"
#include "tally/read/input_names.h"
#include "tally/read/names.h"
#include "tally/read/sampler.h"

namespace tally::csv {

namespace {

[[noreturn]] void fail(const std::string& sentence, const std::string& file) {
  throw Error(ErrorKind::kData, sentence, Place{file, -1, -1, ""});
}

}  // namespace

TableReader::TableReader(const std::vector<std::string>& inputs, ReadOptions options,
                         BlockSizes sizes)
    : options_(std::move(options)), sizes_(sizes) {
  for (std::string& name : expand_inputs(inputs)) {
    Input& input = inputs_.emplace_back();
    input.file = std::move(name);
    const bool is_first = inputs_.size() == 1;
    const std::int64_t bytes_before = bytes_;
    auto file = std::make_unique<TableFile>(input.file, options_, sizes_, &bytes_);
    if (is_first) names_ = file->columns();
    input.shape = shape_of(*file);
    // A file that can be opened again is closed till its turn comes: there may be very many.
    if (is_first || !file->is_reopenable()) {
      input.opened = std::move(file);
    } else {
      bytes_ = bytes_before;
    }
  }
}

FileShape TableReader::shape_of(const TableFile& file) const {
  const std::string first = display_name(inputs_.front().file);
  if (!options_.header && file.columns().size() != names_.size()) {
    fail("has " + std::to_string(file.columns().size()) + " columns, but " + first + " has " +
             std::to_string(names_.size()),
         file.name());
  }
  std::unordered_map<std::string_view, std::size_t> place_of;
  for (std::size_t i = 0; i < file.columns().size(); ++i) place_of.emplace(file.columns()[i], i);
  FileShape shape{file.name(), file.dialect(), {}};
  for (const std::string& name : names_) {
    const auto at = place_of.find(name);
    if (at == place_of.end()) {
      fail("has no column " + quoted(name) + ", but " + first + " has", file.name());
    }
    shape.places.push_back(at->second);
    place_of.erase(at);
  }
  if (!place_of.empty()) {
    const std::string_view extra = place_of.begin()->first;
    fail("has a column " + quoted(extra) + ", but " + first + " has none", file.name());
  }
  return shape;
}

std::vector<ColumnSample> TableReader::sample() {
  TableFile* const file = inputs_.front().opened.get();
  if (file == nullptr) throw Error(ErrorKind::kDefect, "a table is sampled after it was read");
  static const Block kNothing;
  const Block* const block = file->first_block();
  return sample_block(block == nullptr ? kNothing : *block, names_, file->dialect(),
                      MissingMarks(options_.missing), file->name());
}

ReadPlan TableReader::plan_for(const Schema& schema, const std::vector<Role>& optional) const {
  ReadPlan plan{names_, {}, MissingMarks(schema.missing), nullptr, options_.keep_cells};
  if (options_.rows) plan.rows = &*options_.rows;
  std::unordered_map<std::string_view, const ColumnSchema*> wanted;
  for (const ColumnSchema& column : schema.columns) wanted.emplace(column.name, &column);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto at = wanted.find(names_[i]);
    if (at == wanted.end()) continue;
    plan.columns.push_back({*at->second, i});
    wanted.erase(at);
  }
  for (const ColumnSchema& column : schema.columns) {
    const bool may_be_absent =
        std::find(optional.begin(), optional.end(), column.role) != optional.end();
    if (wanted.count(column.name) == 0 || may_be_absent) continue;
    fail(no_such_column(column.name, names_), display_name(inputs_.front().file));
  }
  return plan;
}

void TableReader::read(const Schema& schema, int threads, const Table::Work& work,
                       const std::vector<Role>& optional) {
  if (current_ > 0) throw Error(ErrorKind::kDefect, "a table is read a second time");
  const ReadPlan plan = plan_for(schema, optional);
  threads = std::max(1, threads);
  std::vector<BatchParser> parsers;
  for (int worker = 0; worker < threads; ++worker) parsers.emplace_back(plan);
  CategoryLimit limit(options_.max_categories, threads, plan.columns.size());

  struct Parsed {
    int worker;
    const Batch* batch;
    Table::Finish finish;
  };
  in_order(
      threads, [&] { return next_piece(); },
      [&](Piece piece, int worker) {
        BatchParser& parser = parsers[static_cast<std::size_t>(worker)];
        const Batch& batch = parser.parse(std::move(piece.block), *piece.shape);
        return Parsed{worker, &batch, batch.rows > 0 ? work(batch, worker) : nullptr};
      },
      [&](const Parsed& parsed) {
        const BatchParser& parser = parsers[static_cast<std::size_t>(parsed.worker)];
        for (std::size_t i = 0; i < plan.columns.size(); ++i) {
          if (const Dictionary* dictionary = parser.dictionary(i)) {
            limit.update(parsed.worker, i, *dictionary, parsed.batch->file,
                         plan.columns[i].schema.name);
          }
        }
        rows_.fetch_add(parsed.batch->rows, std::memory_order_relaxed);
        if (parsed.finish) parsed.finish();
      });
  check_selection();
}

std::optional<TableReader::Piece> TableReader::next_piece() {
  for (; current_ < inputs_.size(); ++current_) {
    Input& input = inputs_[current_];
    if (!input.opened) {
      input.opened = std::make_unique<TableFile>(input.file, options_, sizes_, &bytes_);
      input.shape = shape_of(*input.opened);
    }
    if (std::optional<Block> block = input.opened->next()) {
      block->first_row += rows_before_;
      return Piece{*std::move(block), &input.shape};
    }
    rows_before_ += input.opened->rows();
    input.opened.reset();
  }
  return std::nullopt;
}

void TableReader::check_selection() const {
  if (!options_.rows || options_.rows->rows.empty()) return;
  if (options_.rows->rows.back() < rows_before_) return;
  fail("row " + std::to_string(options_.rows->rows.back()) + " is selected, but there are only " +
           std::to_string(rows_before_) + " rows (counted from 0)",
       options_.rows->file);
}

ReadProgress TableReader::progress() const {
  return {rows_.load(std::memory_order_relaxed), bytes_.load(std::memory_order_relaxed)};
}

}  // namespace tally::csv
