// SPDX-License-Identifier: Apache-2.0
// The rows of the keys that were read lately, of a file that is asked again and again and has not changed.
//
//   KnownKeys known(32 << 20);
//   if (!known.read("body", "money", sums)) known.keep("body", "money", rows);
//
// A key that the file does not have is known, too: it has no rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/term_dictionary.h"
#include "tally/model/count_tree.h"
#include "tally/model/sum_adder.h"

namespace tally {

/// Not to be shared between threads.
class KnownKeys {
 public:
  /// Takes about so many bytes at most: when they are full, it begins anew.
  explicit KnownKeys(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Adds the rows of a key; false if it is not known. Throws as SumAdder.
  bool read(std::string_view tally, std::string_view key, SumAdder& sums) const;

  /// From now on the key is known. REQUIRES: it was not; `read` would add these rows.
  void keep(std::string_view tally, std::string_view key, const std::vector<CountTree::Row>& rows);

  std::size_t bytes() const { return bytes_; }

 private:
  struct Row {
    std::uint16_t part, klass;  // in names_
    std::int32_t exponent;
    std::int64_t amount;
  };
  struct Tally {
    std::string name;
    TermDictionary keys;
    std::vector<std::uint32_t> ends;  // by the code of the key: where its rows end
    std::vector<Row> rows;
  };

  const Tally* find(std::string_view tally) const;
  std::uint16_t code_of(const std::string& name);

  std::size_t most_bytes_, bytes_ = 0;
  std::vector<Tally> tallies_;      // a few
  std::vector<std::string> names_;  // of parts and classes: a few
};

}  // namespace tally
