// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/class_sums.h"

#include <algorithm>
#include <cstring>

#include "tally/base/error.h"

namespace tally {

namespace {

template <class T>
void append(T value, std::string& bytes) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

template <class T>
T take(std::string_view& bytes) {
  if (bytes.size() < sizeof(T)) {
    throw Error(ErrorKind::kData, "the stored counts end too early");
  }
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes.remove_prefix(sizeof(T));
  return value;
}

}  // namespace

void ClassSums::reshape(std::int64_t classes, std::int64_t columns,
                        const std::vector<std::int64_t>& place) {
  ClassSums grown(classes, columns);
  for (std::int64_t k = 0; k < classes_; ++k) {
    for (std::int64_t c = 0; c < columns_; ++c) {
      grown.at(place[static_cast<std::size_t>(k)], c) = std::move(at(k, c));
    }
  }
  *this = std::move(grown);
}

ClassSums& ClassSums::operator+=(const ClassSums& other) {
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] += other.cells_[i];
  return *this;
}

ClassSums& ClassSums::operator-=(const ClassSums& other) {
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] -= other.cells_[i];
  return *this;
}

bool ClassSums::has_negative() const {
  return std::any_of(cells_.begin(), cells_.end(),
                     [](const ExactSum& sum) { return sum.sign() < 0; });
}

void ClassSums::round_to(double* out) const {
  for (const ExactSum& sum : cells_) *out++ = sum.to_double();
}

std::vector<ExactSum> ClassSums::column_totals() const {
  std::vector<ExactSum> totals(static_cast<std::size_t>(columns_));
  for (std::int64_t k = 0; k < classes_; ++k) {
    for (std::int64_t c = 0; c < columns_; ++c) totals[static_cast<std::size_t>(c)] += at(k, c);
  }
  return totals;
}

void add_class_weights(std::span<const std::int32_t> classes, std::span<const double> weights,
                       std::vector<ExactSum>& to) {
  if (!weights.empty()) {
    for (std::size_t row = 0; row < classes.size(); ++row) {
      if (classes[row] >= 0) to[static_cast<std::size_t>(classes[row])].add(weights[row]);
    }
    return;
  }
  // Two tables, so that rows of one class need not wait for each other. The first: no class.
  std::vector<std::int64_t> even(to.size() + 1), odd = even;
  std::size_t row = 0;
  for (; row + 2 <= classes.size(); row += 2) {
    ++even[static_cast<std::size_t>(classes[row] + 1)];
    ++odd[static_cast<std::size_t>(classes[row + 1] + 1)];
  }
  if (row < classes.size()) ++even[static_cast<std::size_t>(classes[row] + 1)];
  for (std::size_t k = 0; k < to.size(); ++k) to[k].add(even[k + 1] + odd[k + 1]);
}

void append_sums(const std::vector<ExactSum>& sums, std::string& bytes) {
  for (const ExactSum& sum : sums) {
    const std::vector<ExactSum::Limb> limbs = sum.limbs();
    append(static_cast<std::uint16_t>(limbs.size()), bytes);
    for (const ExactSum::Limb& limb : limbs) {
      append(static_cast<std::int16_t>(limb.exponent), bytes);
      append(limb.amount, bytes);
    }
  }
}

std::vector<ExactSum> take_sums(std::size_t count, std::string_view& bytes) {
  std::vector<ExactSum> sums(count);
  for (ExactSum& sum : sums) {
    for (auto limbs = take<std::uint16_t>(bytes); limbs > 0; --limbs) {
      const std::int32_t exponent = take<std::int16_t>(bytes);
      const auto amount = take<std::int64_t>(bytes);
      if (!ExactSum::is_exponent(exponent)) {
        throw Error(ErrorKind::kData, "the stored counts have an exponent that no sum has");
      }
      sum.add_limb({exponent, amount});
    }
  }
  return sums;
}

}  // namespace tally
