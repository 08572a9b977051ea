// SPDX-License-Identifier: Apache-2.0
#include "tally/model/term_cells.h"

#include <algorithm>
#include <cstring>

#include "tally/model/sqlite/sqlite_cell.h"

namespace tally {

namespace {

constexpr std::size_t kShort = 32;
constexpr std::size_t kMostBesides = 64;  // the sizes, the types of the integers, the amount

std::string types_of(std::initializer_list<std::string_view> texts) {
  std::string types;
  for (const std::string_view text : texts) append_varint(types, type_of(text));
  return types;
}

}  // namespace

void TermCells::Padded::assign(std::initializer_list<std::string_view> parts) {
  bytes_.clear();
  for (const std::string_view part : parts) bytes_ += part;
  size_ = bytes_.size();
  bytes_.append(kShort, '\0');
}

// What is written behind the text is written over by what follows it.
inline char* TermCells::Padded::copy_to(char* at) const {
  std::memcpy(at, bytes_.data(), kShort);
  if (size_ > kShort) [[unlikely]]
    std::memcpy(at, bytes_.data(), size_);
  return at + size_;
}

TermCells::TermCells(std::string_view tally, const std::vector<std::string>& classes)
    : tally_(tally) {
  for (const std::string& text : classes) {
    Class& klass = classes_.emplace_back();
    klass.text = text;
    klass.types.assign({types_of({text}), std::string(1, kind_of(0).type)});
    klass.value.assign({text});
  }
}

void TermCells::start(std::string_view term) {
  term_ = term;
  for (Front& front : fronts_) front.is_made = false;
}

// Few terms have rows of every part.
void TermCells::make(Front& front, Part part) const {
  front.types.assign({types_of({tally_, term_, to_string(part)})});
  front.values.assign({tally_, term_, to_string(part)});
  front.is_made = true;
}

void TermCells::add(Part part, std::size_t klass, std::int64_t amount, CellBuffer& out) {
  Front& front = fronts_[part == Part::kValue ? 0 : 1];
  if (!front.is_made) make(front, part);
  const Class& of = classes_[klass];
  const IntegerKind kind = kind_of(amount);
  const std::size_t header = 1 + front.types.size() + of.types.size() + 1;
  const std::size_t size = header + front.values.size() + of.value.size() + kind.bytes;
  char* at = put_varint(out.room(size + kMostBesides), size);
  *at++ = static_cast<char>(header);
  at = front.types.copy_to(at);
  at = of.types.copy_to(at);
  *at++ = kind.type;
  at = front.values.copy_to(at);
  at = of.value.copy_to(at);
  put_number(at, static_cast<std::uint64_t>(amount), kind.bytes);
  out.end(at + kind.bytes);
}

void TermCells::add(Part part, std::size_t klass, const ExactSum::Limb& limb,
                    CellBuffer& out) const {
  std::string cell;
  append_cell(cell, {tally_, term_, to_string(part), classes_[klass].text},
              {limb.exponent, limb.amount});
  out.end(std::copy(cell.begin(), cell.end(), out.room(cell.size())));
}

}  // namespace tally
