// SPDX-License-Identifier: Apache-2.0
#include "integer_labels.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_set>

#include "tally/error.h"
#include "tally/inside/base.h"

namespace tally::bind {

namespace {

constexpr std::uint64_t kMostRange = 1 << 20;

// Calls f(i, label) for the label of each row begin + i below `end`.
template <class F>
void for_each_integer(const Buffer& labels, std::int64_t begin, std::int64_t end, F&& f) {
  visit_type(labels.type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_integral_v<T>) {
      constexpr std::int64_t kWidth = sizeof(T);
      const std::int64_t rows = end - begin, stride = labels.stride(0);
      const auto* data = static_cast<const char*>(labels.data()) + begin * stride;
      if (stride == kWidth) {
        for (std::int64_t i = 0; i < rows; ++i) {
          f(i, static_cast<std::int64_t>(internal::load<T>(data, i * kWidth)));
        }
        return;
      }
      for (std::int64_t i = 0; i < rows; ++i) {
        f(i, static_cast<std::int64_t>(internal::load<T>(data, i * stride)));
      }
    }
  });
}

// How far a number lies above another.
std::uint64_t distance(std::int64_t least, std::int64_t most) {
  return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
}

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
};

// Holds every label of some rows, and not much more if that is easily seen.
Range range_of(const Buffer& labels, std::int64_t begin, std::int64_t end) {
  // Of small numbers from 0 on their bits tell enough, and are collected many at a time.
  std::int64_t bits = 0;
  for_each_integer(labels, begin, end, [&](std::int64_t, std::int64_t label) { bits |= label; });
  if (bits >= 0 && static_cast<std::uint64_t>(bits) < kMostRange) return {0, bits};
  Range range;
  for_each_integer(labels, begin, end, [&](std::int64_t, std::int64_t label) {
    range.least = std::min(range.least, label);
    range.most = std::max(range.most, label);
  });
  return range;
}

std::vector<std::int64_t> distinct_of(const Buffer& labels, std::int64_t begin, std::int64_t end) {
  const Range range = range_of(labels, begin, end);
  std::vector<std::int64_t> found;
  if (distance(range.least, range.most) < kMostRange) {
    std::vector<char> seen(distance(range.least, range.most) + 1);
    char* const first = seen.data();  // in a register: a char may lie over anything
    const std::int64_t least = range.least;
    for_each_integer(labels, begin, end,
                     [=](std::int64_t, std::int64_t label) { first[distance(least, label)] = 1; });
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != 0) found.push_back(range.least + static_cast<std::int64_t>(i));
    }
  } else {
    std::unordered_set<std::int64_t> seen;
    for_each_integer(labels, begin, end,
                     [&](std::int64_t, std::int64_t label) { seen.insert(label); });
    found.assign(seen.begin(), seen.end());
    std::sort(found.begin(), found.end());
  }
  return found;
}

// REQUIRES: both are sorted.
void unite(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more) {
  if (all == more) return;
  std::vector<std::int64_t> both;
  std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
  all = std::move(both);
}

}  // namespace

std::vector<std::int64_t> distinct_integers(const Buffer& labels, int threads) {
  const std::int64_t rows = labels.length(0);
  std::vector<std::vector<std::int64_t>> found(
      static_cast<std::size_t>(workers_for(rows, 1, threads)));
  in_shares(rows, 1, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
    unite(found[static_cast<std::size_t>(worker)], distinct_of(labels, begin, end));
  });
  for (std::size_t i = 1; i < found.size(); ++i) unite(found[0], found[i]);
  return found[0];
}

IntegerClasses::IntegerClasses(const Buffer& labels, std::span<const std::int64_t> classes)
    : labels_(labels), classes_(classes) {
  if (classes.empty() || distance(classes.front(), classes.back()) >= kMostRange) return;
  code_of_.assign(distance(classes.front(), classes.back()) + 1, -1);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    code_of_[distance(classes.front(), classes[k])] = static_cast<std::int32_t>(k);
  }
}

std::span<const std::int32_t> IntegerClasses::of(std::int64_t begin, std::int64_t end,
                                                 std::vector<std::int32_t>& room) const {
  const auto rows = static_cast<std::size_t>(end - begin);
  if (room.size() < rows) room.resize(rows);
  if (!encode(begin, end, room.data())) {
    throw Error(ErrorKind::kUsage, "a label is none of the classes");
  }
  return std::span(room).first(rows);
}

bool IntegerClasses::encode(std::int64_t begin, std::int64_t end, std::int32_t* to) const {
  const bool dense = !classes_.empty() && code_of_.size() == classes_.size();
  if (dense && encode_dense(begin, end, to)) return true;
  return code_of_.empty() ? encode_by_search(begin, end, to) : encode_by_table(begin, end, to);
}

// For classes without a gap; false, and anything written, where a label is none of them. Nothing is
// decided row by row, so that the compiler takes many at a time.
bool IntegerClasses::encode_dense(std::int64_t begin, std::int64_t end, std::int32_t* to) const {
  std::uint64_t bits = 0;
  std::int32_t most = 0;
  for_each_integer(labels_, begin, end,
                   [&, least = classes_.front()](std::int64_t i, std::int64_t label) {
                     const std::uint64_t place = distance(least, label);
                     const auto code = static_cast<std::int32_t>(static_cast<std::uint32_t>(place));
                     to[i] = code;
                     bits |= place;
                     most = std::max(most, code);
                   });
  return bits >> 31 == 0 && static_cast<std::size_t>(most) < classes_.size();
}

bool IntegerClasses::encode_by_table(std::int64_t begin, std::int64_t end, std::int32_t* to) const {
  std::int32_t bits = 0;  // negative if a code is
  const std::int32_t* const table = code_of_.data();
  const std::uint64_t size = code_of_.size();
  for_each_integer(labels_, begin, end,
                   [&, least = classes_.front()](std::int64_t i, std::int64_t label) {
                     const std::uint64_t at = distance(least, label);
                     to[i] = at < size ? table[at] : -1;
                     bits |= to[i];
                   });
  return bits >= 0;
}

bool IntegerClasses::encode_by_search(std::int64_t begin, std::int64_t end,
                                      std::int32_t* to) const {
  std::int32_t bits = 0;
  for_each_integer(labels_, begin, end, [&](std::int64_t i, std::int64_t label) {
    const auto at = std::lower_bound(classes_.begin(), classes_.end(), label);
    const bool known = at != classes_.end() && *at == label;
    to[i] = known ? static_cast<std::int32_t>(at - classes_.begin()) : -1;
    bits |= to[i];
  });
  return bits >= 0;
}

}  // namespace tally::bind
