// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_batch.h"

#include <algorithm>
#include <cstring>

#include "tally/base/error.h"

namespace tally {

namespace {

bool is_row(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first != std::string_view::npos && line[first] != '#';
}

}  // namespace

std::int64_t count_svmlight_rows(const Block& block) {
  std::int64_t rows = 0;
  for_each_line(block, [&](std::string_view line) { rows += is_row(line) ? 1 : 0; });
  return rows;
}

SvmlightBatcher::SvmlightBatcher(const SvmlightPlan& plan)
    : plan_(plan),
      most_rows_(std::clamp<std::size_t>(
          plan.cells / std::max<std::size_t>(1, plan.features.size()), 1, 4096)) {
  if (plan.label) {
    label_ = builder_for(*plan.label, plan.marks);
    batch_.columns.push_back({plan.label->name, Column{}});
  }
  matrix_.resize(most_rows_ * plan.features.size());
  for (std::size_t i = 0; i < plan.features.size(); ++i) {
    const std::span<const double> cells(matrix_.data() + i * most_rows_, most_rows_);
    batch_.columns.push_back({plan.features[i].name, Numbers::of(cells)});
  }
}

void SvmlightBatcher::parse(const Block& block, const std::string& file, const Take& take) {
  batch_.file = file;
  std::int64_t number = block.first_line - 1, row = block.first_row;
  SvmlightLine line;
  std::string fault;
  for_each_line(block, [&](std::string_view text) {
    ++number;
    if (!is_row(text) || !is_selected(row++)) return;
    if (!parse_svmlight_line(text, line, fault)) {
      give(take);
      fail({fault, {}}, number, "");
    }
    if (batch_.rows == 0) batch_.first_row = row - 1;
    try {
      add(line, number);
    } catch (const Error&) {
      give(take);
      throw;
    }
    if (static_cast<std::size_t>(batch_.rows) == most_rows_) give(take);
  });
  give(take);
}

bool SvmlightBatcher::is_selected(std::int64_t row) const {
  return plan_.rows == nullptr ||
         std::binary_search(plan_.rows->rows.begin(), plan_.rows->rows.end(), row);
}

void SvmlightBatcher::add(const SvmlightLine& line, std::int64_t number) {
  if (label_) {
    Cell cell;
    cell.size = static_cast<std::uint32_t>(line.label.size());
    const CellColumn cells{line.label.data(), &cell, 1, 1, true};
    const std::size_t taken =
        std::visit([&](auto& builder) { return builder.append(cells); }, *label_);
    if (taken == 0) fail(complaint(*plan_.label, line.label), number, kSvmlightLabel);
  }
  for (const SvmlightFeature& feature : line.features) {
    const auto at = plan_.feature_of.find(feature.index);
    if (at == plan_.feature_of.end()) continue;
    const std::size_t cell = at->second * most_rows_ + static_cast<std::size_t>(batch_.rows);
    matrix_[cell] = feature.value;
    touched_.push_back(cell);
  }
  batch_.lines.push_back(number);
  ++batch_.rows;
}

void SvmlightBatcher::give(const Take& take) {
  if (label_) {
    batch_.columns.front().values =
        std::visit([](const auto& builder) { return builder.finish(); }, *label_);
  }
  if (batch_.rows > 0) take(batch_);
  for (const std::size_t cell : touched_) matrix_[cell] = 0;
  touched_.clear();
  batch_.rows = 0;
  batch_.lines.clear();
  if (label_) std::visit([](auto& builder) { builder.start(); }, *label_);
}

void SvmlightBatcher::fail(Remark remark, std::int64_t line, const std::string& column) const {
  throw Error(ErrorKind::kData, std::move(remark), Place{batch_.file, line, -1, column});
}

const Dictionary* SvmlightBatcher::dictionary(std::size_t) const {
  const auto* builder = label_ ? std::get_if<CodeBuilder>(&*label_) : nullptr;
  return builder == nullptr ? nullptr : &builder->dictionary();
}

}  // namespace tally
