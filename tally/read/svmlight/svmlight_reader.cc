// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_reader.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "tally/base/error.h"
#include "tally/read/batch_loop.h"
#include "tally/read/cells/column_observer.h"
#include "tally/read/read_plan.h"

namespace tally {

namespace {

std::optional<std::int64_t> index_named(const std::string& name) {
  std::int64_t index = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, index);
  const bool is_index = error == std::errc() && stop == end && std::to_string(index) == name;
  return is_index && index >= 0 ? std::optional(index) : std::nullopt;
}

}  // namespace

SvmlightReader::SvmlightReader(std::shared_ptr<InputFiles> files, ReadOptions options,
                               BlockSizes sizes)
    : files_(std::move(files)), options_(std::move(options)), sizes_(sizes) {
  if (!options_.keep_cells) return;
  throw Error(ErrorKind::kUsage, Remark{"the cells of an svmlight file cannot be kept",
                                        {Remedy::of(RemedyKind::kKeepNoCells)}});
}

const std::vector<std::string>& SvmlightReader::column_names() {
  scan();
  return names_;
}

void SvmlightReader::scan() {
  if (std::exchange(was_scanned_, true)) return;
  for (std::size_t i = 0; i < files_->size(); ++i) {
    if (!files_->is_reopenable(i)) files_->seekable_path(i);
  }
  std::set<std::int64_t> indices;
  const MissingMarks marks(options_.missing);
  ColumnObserver label(kSvmlightLabel);
  SvmlightLine line;
  std::string fault;
  while (const std::optional<NamedBlock> block = next_block()) {
    std::int64_t number = block->bytes.first_line - 1;
    for_each_line(block->bytes, [&](std::string_view text) {
      ++number;
      if (!parse_svmlight_line(text, line, fault)) {
        throw Error(ErrorKind::kData, fault, Place{block->file, number, -1, ""});
      }
      if (!line.label.empty() && !marks.contains(line.label)) label.see(line.label);
      auto hint = indices.begin();
      for (const SvmlightFeature& feature : line.features) {
        hint = indices.insert(hint, feature.index);
      }
    });
  }
  current_ = 0;
  rows_before_ = 0;
  files_->bytes() = 0;
  label_ = std::move(label).finish();
  names_.emplace_back(kSvmlightLabel);
  for (const std::int64_t index : indices) names_.push_back(std::to_string(index));
}

std::vector<ColumnSample> SvmlightReader::sample() {
  scan();
  std::vector<ColumnSample> samples{label_};
  for (std::size_t i = 1; i < names_.size(); ++i) {
    ColumnSample& sample = samples.emplace_back();
    sample.name = names_[i];
    sample.cells = 1;
    sample.booleans = false;
    sample.family = "multinomial";
  }
  return samples;
}

SvmlightPlan SvmlightReader::plan_for(const Schema& schema,
                                      const std::vector<Role>& optional) const {
  SvmlightPlan plan;
  plan.marks = MissingMarks(schema.missing);
  if (options_.rows) plan.rows = &*options_.rows;
  for (const ColumnSchema& column : schema.columns) {
    const std::optional<std::int64_t> index = index_named(column.name);
    if (column.name == kSvmlightLabel) {
      plan.label = column;
    } else if (index && column.role != Role::kTarget && column.type == ValueType::kNumber) {
      plan.feature_of.emplace(*index, plan.features.size());
      plan.features.push_back(column);
    } else if (std::find(optional.begin(), optional.end(), column.role) == optional.end()) {
      throw Error(
          ErrorKind::kData,
          "an svmlight file has the target 'label' and numbers under 1, 2, 3 …; it has no " +
              std::string(to_string(column.role)) + " " + in_quotes(column.name),
          Place{display_name(files_->file(0)), -1, -1, ""});
    }
  }
  return plan;
}

void SvmlightReader::read(const Schema& schema, int threads, const Table::Work& work,
                          const std::vector<Role>& optional) {
  const SvmlightPlan plan = plan_for(schema, optional);
  std::vector<SvmlightBatcher> batchers = one_each<SvmlightBatcher>(threads, plan);
  for_each_batch(
      batchers, [&] { return next_block(); },
      [](const NamedBlock& block, SvmlightBatcher& batcher, const auto& take) {
        batcher.parse(block.bytes, block.file, take);
      },
      work, rows_, {options_.max_categories, {kSvmlightLabel}});
  check_selection(options_, rows_before_);
}

std::optional<SvmlightReader::NamedBlock> SvmlightReader::next_block() {
  for (; current_ < files_->size(); ++current_, splitter_.reset()) {
    const std::string name = display_name(files_->file(current_));
    if (!splitter_) {
      splitter_ = std::make_unique<BlockSplitter>(files_->open(current_), sizes_, options_.at_once);
    }
    std::optional<Block> block = splitter_->next(find_lines);
    if (!block) continue;
    if (block->ending == Block::Ending::kTooLong) {
      throw Error(ErrorKind::kData, "the line is longer than any row",
                  Place{name, block->first_line, -1, ""});
    }
    block->first_row = rows_before_;
    rows_before_ += count_svmlight_rows(*block);
    return NamedBlock{*std::move(block), name};
  }
  return std::nullopt;
}

ReadProgress SvmlightReader::progress() const {
  return {rows_.load(std::memory_order_relaxed), files_->bytes().load(std::memory_order_relaxed),
          files_->total_bytes()};
}

}  // namespace tally
