// SPDX-License-Identifier: Apache-2.0
#include "pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "tally/inside/base.h"

namespace tally::bind {

namespace {

bool has_texts(const Codes& codes) {
  const Dictionary& labels = *codes.dictionary;
  return labels.size() == 0 || labels.label(0).type() == ValueType::kText;
}

[[noreturn]] void refuse_texts(const std::string& name) {
  throw Error(ErrorKind::kData, "column " + in_quotes(name) +
                                    " is read as text, and its cells are none; give it as strings");
}

// The different texts of a column, in the order of their coming, and how many cells have them:
// of the first megabyte of cells that are not missing. A text may be told more than once.
using TextCells = std::vector<std::pair<std::string, std::int64_t>>;
TextCells first_texts(const std::string& name, const Frames& frames) {
  constexpr std::size_t kEnough = 1 << 20;
  constexpr std::size_t kNew = std::numeric_limits<std::size_t>::max();
  TextCells cells;
  std::size_t bytes = 0;
  for (const auto& frame : frames) {
    const Column* column = frame->batch().find(name);
    const auto* codes = column == nullptr ? nullptr : std::get_if<Codes>(column);
    if (codes == nullptr || !has_texts(*codes)) continue;
    std::vector<std::size_t> place(static_cast<std::size_t>(codes->dictionary->size()), kNew);
    for (std::int64_t row = 0; row < frame->rows() && bytes < kEnough; ++row) {
      const double code = codes->indices.at(row);
      if (!(code >= 0) || code >= static_cast<double>(place.size())) continue;
      std::size_t& at = place[static_cast<std::size_t>(code)];
      if (at == kNew) {
        at = cells.size();
        cells.emplace_back(codes->dictionary->label(static_cast<std::int32_t>(code)).to_string(),
                           0);
      }
      ++cells[at].second;
      bytes += cells[at].first.size();
    }
  }
  return cells;
}

}  // namespace

Pieces::Pieces(const Schema& schema) : cutter_(schema) {
  if (schema.has_given_terms()) {
    throw Error(ErrorKind::kUsage, Remark{"a model of mail reads messages",
                                          {Remedy::of(RemedyKind::kAskWithMessages)}});
  }
  for (const ColumnSchema& column : schema.columns) {
    if (column.is_a(Family::kText)) text_features_.push_back(column.name);
  }
  spelled_.resize(text_features_.size());
  cells_.resize(text_features_.size());
}

const Batch& Pieces::cut(const Batch& batch, std::int64_t begin, std::int64_t end) {
  cutter_.cut(uncut(batch, begin, end));
  return piece_;
}

Batch& Pieces::uncut(const Batch& batch, std::int64_t begin, std::int64_t end) {
  piece_ = slice(batch, begin, end);
  for (std::size_t i = 0; i < text_features_.size(); ++i) {
    for (NamedColumn& column : piece_.columns) {
      if (column.name != text_features_[i]) continue;
      column.values = texts_of(column, piece_.rows, i);
    }
  }
  return piece_;
}

Texts Pieces::texts_of(const NamedColumn& column, std::int64_t rows, std::size_t feature) {
  std::vector<std::string>& spelled = spelled_[feature];
  std::vector<std::string_view>& cells = cells_[feature];
  spelled.resize(static_cast<std::size_t>(rows));
  cells.assign(static_cast<std::size_t>(rows), {});
  if (const auto* numbers = std::get_if<Numbers>(&column.values)) {
    for_each_number(*numbers, rows, [&](std::int64_t, double value) {
      if (!std::isnan(value)) refuse_texts(column.name);
    });
    return {cells.data()};
  }
  const auto* codes = std::get_if<Codes>(&column.values);
  if (codes == nullptr || !has_texts(*codes)) refuse_texts(column.name);
  for_each_code(*codes, rows, [&](std::int64_t row, std::int32_t code) {
    if (code < 0) return;
    const auto at = static_cast<std::size_t>(row);
    spelled[at] = codes->dictionary->label(code).to_string();
    cells[at] = spelled[at];
  });
  return {cells.data()};
}

std::vector<std::string> free_texts(const Frames& frames) {
  std::vector<std::string> names;
  if (frames.empty()) return names;
  for (const NamedColumn& column : frames.front()->batch().columns) {
    if (is_free_text(first_text_sample(column.name, frames))) names.push_back(column.name);
  }
  return names;
}

ColumnSample first_text_sample(const std::string& name, const Frames& frames) {
  return sample_of(name, first_texts(name, frames), 0);
}

Piece counted(const Schema& schema, const RowSample& sample, const Frames& frames, int threads) {
  const PieceCounter nothing(schema, {sample, false});
  std::optional<Piece> whole;
  for (const auto& frame : frames) {
    const Batch& batch = frame->batch();
    in_pieces(
        batch.rows, static_cast<std::int64_t>(batch.columns.size()), threads,
        [&](std::int64_t begin, std::int64_t end) {
          PieceCounter part = nothing;
          Pieces pieces(schema);
          pieces.for_each(
              batch, begin, end, [&](const Batch& piece, std::int64_t) { part.add(piece); },
              pieces.rows_to_count());
          return std::move(part).finish();
        },
        [&](Piece part) {
          if (whole) {
            merge(*whole, part);
          } else {
            whole = std::move(part);
          }
        });
  }
  return whole ? *std::move(whole) : PieceCounter(nothing).finish();
}

RowStore stored(const Schema& schema, const Frames& frames) {
  RowStore rows(schema);
  Pieces pieces(schema);
  for (const auto& frame : frames) {
    pieces.for_each(frame->batch(), 0, frame->rows(),
                    [&](const Batch& piece, std::int64_t) { rows.append(piece); });
  }
  return rows;
}

}  // namespace tally::bind
