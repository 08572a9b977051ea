// SPDX-License-Identifier: Apache-2.0
// The classes of rows as codes: as they lie, or made a share at a time by whoever counts the share,
// so that nobody waits for them and they need no room of their own.
//
//   const KnownClasses classes(codes);
//   std::vector<std::int32_t> room;
//   classes.of(1000, 2000, room);      // of these thousand rows
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tally {

/// Const functions may be called by several threads at once.
class RowClasses {
 public:
  virtual ~RowClasses() = default;
  /// The class of each of the rows [begin, end); −1: the row does not count. They lie somewhere, or
  /// in `room`. May throw Error. REQUIRES: the rows are there.
  virtual std::span<const std::int32_t> of(std::int64_t begin, std::int64_t end,
                                           std::vector<std::int32_t>& room) const = 0;
};

/// Codes that are there already.
class KnownClasses final : public RowClasses {
 public:
  explicit KnownClasses(std::span<const std::int32_t> codes) : codes_(codes) {}
  std::span<const std::int32_t> of(std::int64_t begin, std::int64_t end,
                                   std::vector<std::int32_t>&) const override {
    return codes_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  }

 private:
  std::span<const std::int32_t> codes_;
};

}  // namespace tally
