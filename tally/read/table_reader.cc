#include "tally/read/table_reader.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/read/category_limit.h"
#include "tally/read/input_names.h"
#include "tally/read/read_plan.h"
#include "tally/read/sampler.h"

namespace tally::csv {

namespace {

[[noreturn]] void fail(const std::string& sentence, const std::string& file) {
  throw Error(ErrorKind::kData, sentence, Place{file, -1, -1, ""});
}

}  // namespace

TableReader::TableReader(const std::vector<std::string>& inputs, ReadOptions options,
                         BlockSizes sizes)
    : TableReader(std::make_shared<InputFiles>(expand_inputs(inputs)), std::move(options), sizes) {}

TableReader::TableReader(std::shared_ptr<InputFiles> files, ReadOptions options, BlockSizes sizes)
    : files_(std::move(files)), options_(std::move(options)), sizes_(sizes) {
  for (std::size_t i = 0; i < files_->size(); ++i) {
    Input& input = inputs_.emplace_back();
    const std::int64_t bytes_before = files_->bytes();
    auto file = std::make_unique<TableFile>(files_->file(i), files_->open(i), options_, sizes_);
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
  return sample_block(block == nullptr ? kNothing : *block, names_, file->dialect(),
                      MissingMarks(options_.missing), file->name());
}

void TableReader::read(const Schema& schema, int threads, const Table::Work& work,
                       const std::vector<Role>& optional) {
  if (current_ > 0) throw Error(ErrorKind::kDefect, "a table is read a second time");
  const ReadPlan plan =
      plan_read(schema, names_, options_, optional, display_name(files_->file(0)));
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
  check_selection(options_, rows_before_);
}

std::optional<TableReader::Piece> TableReader::next_piece() {
  for (; current_ < inputs_.size(); ++current_) {
    Input& input = inputs_[current_];
    if (!input.opened) {
      input.opened = std::make_unique<TableFile>(files_->file(current_), files_->open(current_),
                                                 options_, sizes_);
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

ReadProgress TableReader::progress() const {
  return {rows_.load(std::memory_order_relaxed), files_->bytes().load(std::memory_order_relaxed),
          files_->total_bytes()};
}

}  // namespace tally::csv
