// SPDX-License-Identifier: Apache-2.0
#include "few_values.h"

#include <array>
#include <cmath>
#include <unordered_set>

namespace tally::bind {

namespace {

constexpr std::int64_t kFirst = 1 << 14;
constexpr double kGreat = 9007199254740992;  // 2⁵³

// Different whole numbers in the order of their coming, up to kFewValues.
class FewValues {
 public:
  FewValues() { small_.fill(kUnknown); }

  static constexpr std::int8_t kUnknown = -2, kMissing = -1;

  // The code of a whole number; kUnknown if there are too many.
  std::int8_t code(double value) {
    const bool is_small = value >= 0 && value < static_cast<double>(small_.size());
    if (is_small) {
      std::int8_t& known = small_[static_cast<std::size_t>(value)];
      return known != kUnknown ? known : known = add(value);
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] == value) return static_cast<std::int8_t>(i);
    }
    return add(value);
  }

  const std::vector<double>& values() const { return values_; }

 private:
  std::int8_t add(double value) {
    if (static_cast<std::int64_t>(values_.size()) == kFewValues) return kUnknown;
    values_.push_back(value);
    return static_cast<std::int8_t>(values_.size() - 1);
  }

  std::vector<double> values_;
  std::array<std::int8_t, 256> small_{};
};

// Calls f(value), with NaN for a missing cell, until it returns false; whether it never did.
template <class F>
bool for_each_until(const Numbers& numbers, std::int64_t rows, F&& f) {
  const auto* data = static_cast<const char*>(numbers.data);
  return visit_type(numbers.type, [&](auto type) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto value = internal::load<decltype(type)>(data, row * numbers.stride);
      const bool valid = numbers.validity.at(row);
      if (!f(valid ? static_cast<double>(value) : std::numeric_limits<double>::quiet_NaN())) {
        return false;
      }
    }
    return true;
  });
}

class Look {
 public:
  explicit Look(const std::string& name) {
    column_.sample.name = name;
    column_.sample.type = ValueType::kNumber;
    column_.sample.booleans = false;
  }

  // Whether more cells are worth a look.
  bool at(const Frame& frame) {
    const Column* const column = frame.batch().find(column_.sample.name);
    const auto* const numbers = column == nullptr ? nullptr : std::get_if<Numbers>(column);
    if (numbers == nullptr) return column_.sample.integers = may_differ_ = is_few_ = false;
    codes_ = std::make_shared<std::vector<std::int8_t>>();
    if (is_few_ && rows_ > 0) codes_->reserve(static_cast<std::size_t>(frame.rows()));
    const bool goes_on =
        for_each_until(*numbers, frame.rows(), [&](double value) { return see(value); });
    column_.codes.push_back(std::move(codes_));
    return goes_on;
  }

  NumberColumn finish() && {
    ColumnSample& sample = column_.sample;
    const bool is_few = is_few_ && sample.integers && sample.cells > 0;
    sample.distinct = static_cast<std::int64_t>(few_.values().size()) + (is_few ? 0 : 1);
    sample.all_differ = sample.integers && may_differ_ && sample.cells > 1;
    if (!is_few) {
      column_.codes.clear();
      return std::move(column_);
    }
    auto values = std::make_shared<Dictionary>();
    for (const double value : few_.values()) {
      values->code(Label::of(value));
      column_.is_great = column_.is_great || std::abs(value) >= kGreat;
    }
    column_.values = std::move(values);
    return std::move(column_);
  }

 private:
  bool see(double value) {
    ++rows_;
    if (std::isnan(value)) {
      if (is_few_) codes_->push_back(FewValues::kMissing);
      return true;
    }
    ++column_.sample.cells;
    if (value != std::floor(value) || std::isinf(value)) {
      return column_.sample.integers = may_differ_ = is_few_ = false;
    }
    const bool is_first = rows_ <= kFirst;
    if (is_first && may_differ_) may_differ_ = seen_.insert(value).second;
    if (is_few_) {
      const std::int8_t code = few_.code(value);
      is_few_ = code != FewValues::kUnknown;
      codes_->push_back(code);
    }
    return is_few_ || (is_first && may_differ_);
  }

  NumberColumn column_;
  std::shared_ptr<std::vector<std::int8_t>> codes_;
  FewValues few_;
  std::unordered_set<double> seen_;
  std::int64_t rows_ = 0;
  bool is_few_ = true, may_differ_ = true;
};

}  // namespace

NumberColumn look_at_numbers(const std::string& name, const Frames& frames) {
  Look look(name);
  for (const auto& frame : frames) {
    if (!look.at(*frame)) break;
  }
  return std::move(look).finish();
}

}  // namespace tally::bind
