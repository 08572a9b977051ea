// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/row_hash.h"

#include <bit>
#include <cstring>

#include "tally/model/sample/sample_rows.h"

namespace tally {

namespace {

using row_word::kMissing;
using row_word::step;

constexpr std::size_t kWordBytes = 8;

// Adding zero makes 0 of −0. Written so that the compiler makes vectors of a loop.
inline std::uint64_t word_of_double(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
  return (bits & row_word::kNotFinite) == row_word::kNotFinite ? kMissing : bits;
}

// The bytes of a text as a number, the first the least.
std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = count; i > 0; --i) {
    word = word << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return word;
}

// A label as the schema types its column: an integer beyond the doubles is known by its digits.
std::uint64_t word_of_label(const Label& label, const ColumnSchema& column) {
  if (label.type() == ValueType::kBoolean) {
    const bool truth = label == Label::of(true);
    return word_of_double(column.type == ValueType::kNumber ? number_of_truth(column, truth)
                                                            : truth);
  }
  const std::string text = label.to_string();
  if (label.type() == ValueType::kNumber) {
    const double number = parse_number(text).value_or(0);
    if (Label::of(number) == label) return word_of_double(number);
  }
  return row_word::word_of(std::string_view(text));
}

using States = std::span<std::uint64_t>;

// A choice rather than a branch, so that the compiler makes vectors of a loop.
inline std::uint64_t with_word(std::uint64_t state, std::uint64_t word, std::uint64_t key) {
  const std::uint64_t next = step(state, word ^ key);
  return word == kMissing ? state : next;
}

// Numbers that stand side by side and are all there: the fast path. Any other go one by one.
template <class T>
void add_plain(const char* numbers, std::uint64_t key, States states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    T number;
    std::memcpy(&number, numbers + i * sizeof(T), sizeof(T));
    states[i] = with_word(states[i], word_of_double(static_cast<double>(number)), key);
  }
}

void add_numbers(const Numbers& numbers, std::uint64_t key, std::int64_t first, States states) {
  visit_type(numbers.type, [&](auto type) {
    using T = decltype(type);
    const char* const at = static_cast<const char*>(numbers.data) + first * numbers.stride;
    if (numbers.stride == sizeof(T) && numbers.validity.bits == nullptr) {
      return add_plain<T>(at, key, states);
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i);
      if (!numbers.validity.at(first + row)) continue;
      const auto number = static_cast<double>(internal::load<T>(at, row * numbers.stride));
      states[i] = with_word(states[i], word_of_double(number), key);
    }
  });
}

void add_codes(const Numbers& indices, const std::vector<std::uint64_t>& words, std::uint64_t key,
               std::int64_t first, States states) {
  const auto size = static_cast<std::int64_t>(words.size());
  const std::uint64_t* const of_code = words.data();
  visit_type(indices.type, [&](auto type) {
    using T = decltype(type);
    const bool is_plain = indices.stride == sizeof(T) && indices.validity.bits == nullptr;
    const char* const at = static_cast<const char*>(indices.data) + first * indices.stride;
    const std::int64_t stride = is_plain ? sizeof(T) : indices.stride;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i);
      const T code = internal::load<T>(at, row * stride);
      if (code < T{0} || (!is_plain && !indices.validity.at(first + row))) continue;
      const auto wide = static_cast<std::int64_t>(code);
      if (wide < 0 || wide >= size) {
        internal::refuse_code(first + row, static_cast<std::int32_t>(size));
      }
      states[i] = step(states[i], of_code[wide] ^ key);
    }
  });
}

void add_bits(const Bits& bits, const ColumnSchema& column, std::uint64_t key, std::int64_t first,
              States states) {
  const std::uint64_t of_false = word_of_label(Label::of(false), column);
  const std::uint64_t of_true = word_of_label(Label::of(true), column);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::int64_t row = first + static_cast<std::int64_t>(i);
    if (!bits.validity.at(row)) continue;
    states[i] = step(states[i], (bits.at(row) ? of_true : of_false) ^ key);
  }
}

std::string hexadecimal(std::uint64_t word) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[word >> shift & 15];
  return out;
}

std::vector<ColumnToRead> columns_of(const Schema& schema) {
  std::vector<ColumnToRead> columns;
  for (const ColumnSchema& column : schema.columns) {
    if (column.role != Role::kTarget) columns.push_back({column.name, column.type});
  }
  return columns;
}

}  // namespace

std::uint64_t row_word::word_of(double number) { return word_of_double(number); }

std::uint64_t row_word::word_of(std::string_view text) {
  std::uint64_t state = step(kStart, text.size());
  for (; text.size() > kWordBytes; text.remove_prefix(kWordBytes)) {
    state = step(state, little_endian(text.data(), kWordBytes));
  }
  return hash_of(step(state, little_endian(text.data(), text.size())));
}

std::string digest_of(std::uint64_t state) {
  std::uint64_t other = (state ^ (state >> 33)) * 0xff51afd7ed558ccd;
  other = (other ^ (other >> 33)) * 0xc4ceb9fe1a85ec53;
  return hexadecimal(hash_of(state)) + hexadecimal(other ^ (other >> 33));
}

std::uint64_t hash_in(std::string_view digest) {
  std::uint64_t hash = 0;
  for (const char c : digest.substr(0, 16)) {
    hash = hash << 4 | static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return hash;
}

RowHasher::RowHasher(const Schema& schema) : binding_(columns_of(schema)) {
  for (const ColumnSchema& column : schema.columns) {
    if (column.role == Role::kTarget) continue;
    columns_.push_back({column, row_word::word_of(std::string_view(column.name)), nullptr, {}});
  }
}

const std::vector<const Column*>& RowHasher::bind(const Batch& batch) {
  const std::vector<const Column*>& columns = binding_.bind(batch);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column* const column = columns[i];
    const Codes* const codes = column == nullptr ? nullptr : std::get_if<Codes>(column);
    if (codes == nullptr) continue;
    Evidence& evidence = columns_[i];
    if (codes->dictionary != evidence.dictionary) {
      evidence.dictionary = codes->dictionary;
      evidence.words.clear();
    }
    // A dictionary only grows.
    for (auto code = static_cast<std::int32_t>(evidence.words.size());
         code < evidence.dictionary->size(); ++code) {
      evidence.words.push_back(word_of_label(evidence.dictionary->label(code), evidence.column));
    }
  }
  return columns;
}

std::span<std::uint64_t> RowHasher::states_of(const std::vector<const Column*>& columns,
                                              std::int64_t first, std::int64_t rows) {
  const States states(states_.data(), static_cast<std::size_t>(rows));
  std::fill(states.begin(), states.end(), row_word::kStart);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Evidence& evidence = columns_[i];
    const Column* const column = columns[i];
    if (column == nullptr) continue;
    if (const auto* const numbers = std::get_if<Numbers>(column)) {
      add_numbers(*numbers, evidence.key, first, states);
    } else if (const auto* const codes = std::get_if<Codes>(column)) {
      add_codes(codes->indices, evidence.words, evidence.key, first, states);
    } else if (const auto* const bits = std::get_if<Bits>(column)) {
      add_bits(*bits, evidence.column, evidence.key, first, states);
    }
  }
  return states;
}

}  // namespace tally
