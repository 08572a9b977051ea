// The classes of rows as codes: for labels that are whole numbers, without sorting or copying them.
#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

#include "buffers.h"
#include "module.h"

namespace tally::bind {

namespace nb = nanobind;

namespace {

constexpr std::uint64_t kMostRange = 1 << 20;

template <class F>
void for_each_integer(const Buffer& labels, F&& f) {
  visit_type(labels.type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_integral_v<T>) {
      const auto* data = static_cast<const char*>(labels.data());
      constexpr std::int64_t kWidth = sizeof(T);
      const std::int64_t rows = labels.length(0), stride = labels.stride(0);
      if (stride == kWidth) {
        for (std::int64_t row = 0; row < rows; ++row) {
          f(row, static_cast<std::int64_t>(internal::load<T>(data, row * kWidth)));
        }
        return;
      }
      for (std::int64_t row = 0; row < rows; ++row) {
        f(row, static_cast<std::int64_t>(internal::load<T>(data, row * stride)));
      }
    }
  });
}

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  std::uint64_t width() const {
    return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  }
};

// Holds every label, and not much more if that is easily seen.
Range range_of(const Buffer& labels) {
  // Of small numbers from 0 on their bits tell enough, and are collected many at a time.
  std::int64_t bits = 0;
  for_each_integer(labels, [&](std::int64_t, std::int64_t label) { bits |= label; });
  if (bits >= 0 && static_cast<std::uint64_t>(bits) < kMostRange) return {0, bits};
  Range range;
  for_each_integer(labels, [&](std::int64_t, std::int64_t label) {
    range.least = std::min(range.least, label);
    range.most = std::max(range.most, label);
  });
  return range;
}

std::vector<std::int64_t> distinct(const Buffer& labels) {
  if (labels.length(0) == 0) return {};
  const Range range = range_of(labels);
  std::vector<std::int64_t> found;
  if (range.width() < kMostRange) {
    std::vector<char> seen(range.width() + 1);
    char* const first = seen.data();  // in a register: a char may lie over anything
    for_each_integer(labels, [least = range.least, first](std::int64_t, std::int64_t label) {
      first[static_cast<std::uint64_t>(label) - static_cast<std::uint64_t>(least)] = 1;
    });
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != 0) found.push_back(range.least + static_cast<std::int64_t>(i));
    }
  } else {
    std::unordered_set<std::int64_t> seen;
    for_each_integer(labels, [&](std::int64_t, std::int64_t label) { seen.insert(label); });
    found.assign(seen.begin(), seen.end());
    std::sort(found.begin(), found.end());
  }
  return found;
}

// As encode, for classes from `least` on without a gap; false where a label is none of them.
// Nothing is decided row by row, so that the compiler takes many at a time.
bool encode_dense(const Buffer& labels, std::int64_t least, std::size_t classes, std::int32_t* to) {
  std::uint64_t bits = 0;
  std::int32_t most = 0;
  for_each_integer(labels, [&](std::int64_t row, std::int64_t label) {
    const auto place = static_cast<std::uint64_t>(label) - static_cast<std::uint64_t>(least);
    const auto code = static_cast<std::int32_t>(static_cast<std::uint32_t>(place));
    to[row] = code;
    bits |= place;
    most = std::max(most, code);
  });
  return bits >> 31 == 0 && static_cast<std::size_t>(most) < classes;
}

// Writes the place of each label in the sorted `classes`, −1 where it has none.
bool encode(const Buffer& labels, std::span<const std::int64_t> classes,
            std::span<std::int32_t> codes) {
  const Range range = classes.empty() ? Range{0, 0} : Range{classes.front(), classes.back()};
  const bool dense = !classes.empty() && range.width() + 1 == classes.size();
  if (dense && encode_dense(labels, range.least, classes.size(), codes.data())) return true;
  std::int32_t bits = 0;  // negative if a code is
  std::int32_t* const to = codes.data();
  const auto write = [&](std::int64_t row, std::int32_t code) {
    to[row] = code;
    bits |= code;
  };
  if (!classes.empty() && range.width() < kMostRange) {
    std::vector<std::int32_t> code_of(range.width() + 1, -1);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      code_of[static_cast<std::uint64_t>(classes[k]) - static_cast<std::uint64_t>(range.least)] =
          static_cast<std::int32_t>(k);
    }
    const std::int32_t* const table = code_of.data();
    const std::uint64_t size = code_of.size();
    for_each_integer(labels, [&](std::int64_t row, std::int64_t label) {
      const auto at = static_cast<std::uint64_t>(label) - static_cast<std::uint64_t>(range.least);
      write(row, at < size ? table[at] : -1);
    });
  } else {
    for_each_integer(labels, [&](std::int64_t row, std::int64_t label) {
      const auto at = std::lower_bound(classes.begin(), classes.end(), label);
      const bool known = at != classes.end() && *at == label;
      write(row, known ? static_cast<std::int32_t>(at - classes.begin()) : -1);
    });
  }
  return bits >= 0;
}

}  // namespace

void bind_labels(nb::module_& m) {
  m.def(
      "distinct_integers",
      [](const nb::object& labels) {
        const Buffer buffer(labels.ptr(), 1);
        std::vector<std::int64_t> found;
        {
          const nb::gil_scoped_release unlocked;
          found = distinct(buffer);
        }
        return nb::bytes(found.data(), found.size() * sizeof(std::int64_t));
      },
      nb::arg("labels"), "The different whole numbers of an array, sorted, as bytes of int64.");
  m.def(
      "encode_integers",
      [](const nb::object& labels, const nb::object& classes, const nb::object& codes) {
        const Buffer from(labels.ptr(), 1), known(classes.ptr(), 1), to(codes.ptr(), 1, true);
        const auto sorted = known.items<const std::int64_t>();
        const auto out = to.items<std::int32_t>();
        if (static_cast<std::int64_t>(out.size()) != from.length(0)) refuse_array("a code a row");
        const nb::gil_scoped_release unlocked;
        return encode(from, sorted, out);
      },
      nb::arg("labels"), nb::arg("classes"), nb::arg("codes"),
      "Writes the place of each label among the sorted classes, -1 where it has none. True if all "
      "have one.");
}

}  // namespace tally::bind
