// SPDX-License-Identifier: Apache-2.0
// The rows of a text in the table `counts`, made as cells of the file.
//
//   TermCells cells("body", {"ham", "spam"});            // the tally; the classes
//   cells.start("money");
//   cells.add(Part::kValue, 1, 42, out);                 // body, money, value, spam, 0, 42
//
// A model of text has millions of them, and from one to the next little changes: what the rows of a
// term have in common is made once for the term, what those of a class have once for all, and a row
// is a few short copies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/count/tally.h"

namespace tally {

/// Cells, one behind the other. Its memory is kept when it is cleared.
class CellBuffer {
 public:
  void clear() { size_ = 0; }
  std::string_view cells() const { return {bytes_.data(), size_}; }
  /// Where the next cell may be written, `most` bytes at most; `end` says where it ends.
  char* room(std::size_t most) {
    if (bytes_.size() - size_ < most) bytes_.resize(2 * bytes_.size() + most);
    return bytes_.data() + size_;
  }
  void end(const char* at) { size_ = static_cast<std::size_t>(at - bytes_.data()); }

 private:
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

/// Not to be shared between threads.
class TermCells {
 public:
  TermCells(std::string_view tally, const std::vector<std::string>& classes);

  /// The rows that follow are of this term.
  void start(std::string_view term);
  /// An amount that is an integer: exponent 0. REQUIRES: part is kValue or kRepeat.
  void add(Part part, std::size_t klass, std::int64_t amount, CellBuffer& out);
  /// Any digit of a sum.
  void add(Part part, std::size_t klass, const ExactSum::Limb& limb, CellBuffer& out) const;

 private:
  // A text with room behind it, so that a short one can be copied without a look at its length.
  class Padded {
   public:
    void assign(std::initializer_list<std::string_view> parts);
    char* copy_to(char* at) const;
    std::size_t size() const { return size_; }

   private:
    std::string bytes_;
    std::size_t size_ = 0;
  };
  struct Class {
    std::string text;
    Padded types, value;
  };
  struct Front {  // of the rows of a term, by part
    bool is_made = false;
    Padded types, values;
  };

  void make(Front& front, Part part) const;

  std::string tally_, term_;
  std::vector<Class> classes_;
  std::array<Front, 2> fronts_;  // kValue, kRepeat
};

}  // namespace tally
