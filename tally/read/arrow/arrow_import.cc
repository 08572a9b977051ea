// SPDX-License-Identifier: Apache-2.0
#include "tally/read.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "tally/base/error.h"
#include "tally/read/arrow/arrow_column.h"

namespace tally {

namespace {

using Kind = ArrowType::Kind;

// What an imported column points to.
struct Imported {
  std::vector<std::shared_ptr<const ArrowArray>> chunks;
  std::vector<double> numbers;
  std::vector<std::int32_t> codes;
  std::shared_ptr<Dictionary> dictionary;
};

bool is_number(const ArrowType& type) {
  return type.kind == Kind::kNumber || type.kind == Kind::kHalf || type.kind == Kind::kDecimal;
}

double number_of(const ArrowColumn& column, std::int64_t row, std::string& text) {
  if (column.type().kind != Kind::kDecimal) return column.number_at(row);
  text.clear();
  column.append_text(row, text);
  return parse_number(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

Label label_of(const ArrowColumn& column, std::int64_t row, const std::string& text) {
  switch (column.type().kind) {
    case Kind::kBoolean:
      return Label::of(text == "true");
    case Kind::kNumber:
      if (column.type().holds != ValueType::kNumber) return Label::of(text);
      [[fallthrough]];
    case Kind::kHalf:
    case Kind::kDecimal: {
      std::string again;
      return Label::of(number_of(column, row, again));
    }
    default:
      return Label::of(text);
  }
}

// Codes of texts, and of booleans and numbers that came through a dictionary.
class Encoder {
 public:
  explicit Encoder(Imported& out) : out_(out) { out_.dictionary = std::make_shared<Dictionary>(); }

  void add(const ArrowColumn& column, std::int64_t rows) {
    for (std::int64_t row = 0; row < rows; ++row) {
      text_.clear();
      column.append_text(row, text_);
      out_.codes.push_back(text_.empty() ? -1 : code_of(column, row));
    }
  }

 private:
  std::int32_t code_of(const ArrowColumn& column, std::int64_t row) {
    const auto known = codes_.find(text_);
    if (known != codes_.end()) return known->second;
    const bool is_nan = is_number(column.type()) && std::isnan(column.number_at(row));
    const std::int32_t code = is_nan ? -1 : out_.dictionary->code(label_of(column, row, text_));
    codes_.emplace(text_, code);
    return code;
  }

  Imported& out_;
  std::string text_;
  std::unordered_map<std::string, std::int32_t> codes_;
};

// Some rows of an array.
struct Chunk {
  const ArrowArray* array;
  std::int64_t offset, rows;
};

Column import_chunks(const ArrowSchema& schema, const std::vector<Chunk>& chunks,
                     const std::string& name, Imported& out) {
  std::vector<ArrowColumn> columns;
  for (const Chunk& chunk : chunks) columns.emplace_back(schema, *chunk.array, chunk.offset);
  const ArrowType type = arrow_type(schema);
  if (type.kind == Kind::kRefused) {
    throw Error(ErrorKind::kData, "column " + in_quotes(name) + " " + type.refusal);
  }
  const bool plain = schema.dictionary == nullptr;
  if (plain && columns.size() == 1 && type.kind == Kind::kNumber && type.is_plain()) {
    return columns[0].numbers(0);
  }
  if (plain && columns.size() == 1 && type.kind == Kind::kBoolean) return columns[0].bits(0);
  if (plain && (is_number(type) || type.kind == Kind::kNull)) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      for (std::int64_t row = 0; row < chunks[i].rows; ++row) {
        out.numbers.push_back(type.kind == Kind::kNull ? std::numeric_limits<double>::quiet_NaN()
                                                       : number_of(columns[i], row, text));
      }
    }
    return Numbers::of(out.numbers).as(type.holds);
  }
  Encoder encoder(out);
  for (std::size_t i = 0; i < columns.size(); ++i) encoder.add(columns[i], chunks[i].rows);
  return Codes::of(out.codes, out.dictionary);
}

}  // namespace

// Every column keeps the array: the caller may hand it over.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
Batch import_batch(const ArrowSchema& schema, std::shared_ptr<const ArrowArray> array,
                   const std::vector<std::string>& leave_out) {
  auto kept = std::make_shared<std::vector<std::unique_ptr<Imported>>>();
  Batch batch;
  batch.rows = array->length;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    const std::string name = child.name == nullptr ? "" : child.name;
    if (std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) continue;
    auto imported = std::make_unique<Imported>();
    imported->chunks = {array};
    Column column =
        import_chunks(child, {{array->children[i], array->offset, array->length}}, name, *imported);
    batch.columns.push_back({name, std::move(column)});
    kept->push_back(std::move(imported));
  }
  batch.owner = std::move(kept);
  return batch;
}

Column import_column(const ArrowSchema& schema,
                     const std::vector<std::shared_ptr<const ArrowArray>>& chunks,
                     const std::string& name, std::shared_ptr<const void>& owner) {
  auto imported = std::make_shared<Imported>();
  imported->chunks = chunks;
  std::vector<Chunk> parts;
  for (const auto& chunk : chunks) parts.push_back({chunk.get(), 0, chunk->length});
  Column column = import_chunks(schema, parts, name, *imported);
  owner = std::move(imported);
  return column;
}

}  // namespace tally
