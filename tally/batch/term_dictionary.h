// SPDX-License-Identifier: Apache-2.0
// Terms and their codes: 0, 1, 2 … in the order in which they came.
//
// As Dictionary, for texts by the million: the bytes of all terms lie in a few large pieces, and a
// look-up touches one entry of a table and one term. Codes and the views of terms stay as they are
// while the dictionary grows and as long as it lives. One thread may add while nobody else reads;
// otherwise it may be shared freely.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tally/base/big_vector.h"

namespace tally {

class TermDictionary {
 public:
  TermDictionary();
  TermDictionary(const TermDictionary& other);  ///< cheap: the bytes of the terms are shared
  TermDictionary& operator=(const TermDictionary& other);
  TermDictionary(TermDictionary&&) = default;
  TermDictionary& operator=(TermDictionary&&) = default;
  ~TermDictionary() = default;

  /// The code of the term, which is added if it is new. Throws std::length_error beyond 2^31 − 1.
  std::int32_t code(std::string_view term);
  /// The same for many terms: waits for memory once for several of them. Those that lie in `buffer`
  /// (most of them, one hopes) are read faster. REQUIRES: codes.size() == terms.size().
  void codes(std::span<const std::string_view> terms, std::span<std::int32_t> codes,
             std::string_view buffer = {});
  /// Adds terms without comparing them with those that are there. Codes are looked up in a table,
  /// which is built at the first look-up: counting and saving alone need none.
  /// REQUIRES: they differ, and none of them is there.
  void append(std::span<const std::string_view> terms);
  /// The code of the term, or −1.
  std::int32_t find(std::string_view term) const;
  /// The same for many terms, as `codes`.
  void find(std::span<const std::string_view> terms, std::span<std::int32_t> codes) const;
  /// REQUIRES: 0 <= code < size().
  std::string_view term(std::int32_t code) const { return terms_[static_cast<std::size_t>(code)]; }
  /// By code.
  std::span<const std::string_view> terms() const { return terms_; }
  std::int32_t size() const { return static_cast<std::int32_t>(terms_.size()); }

 private:
  // A term of up to twelve bytes is known by its entry alone, and a longer one by the bytes that
  // its entry points to: a look-up waits for memory once or twice. Four entries fill a line of the
  // cache.
  struct Entry {
    std::uint64_t end = 0;    // of a short term the last eight bytes (TextWords),
    std::uint32_t start = 0;  // the four before; of a long one where its bytes are, and its hash
    std::uint32_t code_plus = 0;  // the code + 1, marked if it is long; 0: empty
  };
  // A term as an entry has it.
  struct Wanted {
    std::uint64_t end;
    std::uint32_t start;
    std::uint32_t hash;
  };

  static Wanted wanted(std::string_view term, std::string_view buffer = {});
  std::uint32_t hash_of(const Entry& entry) const;
  bool is_entry_of(const Entry& entry, std::string_view term, const Wanted& wanted) const;
  std::size_t place_of(std::string_view term, const Wanted& wanted) const;
  std::int32_t code_at(std::size_t place) const;
  std::int32_t code(std::string_view term, const Wanted& wanted);
  std::int32_t add(std::string_view term, const Wanted& wanted, std::size_t place);
  void put(std::size_t code, const Wanted& wanted, std::size_t place) const;
  template <class F>
  void for_each_wanted(std::span<const std::string_view> terms, std::string_view buffer,
                       F&& f) const;
  std::string_view keep(std::string_view term);
  void require_room_for(std::size_t terms) const;
  void make_room(std::size_t terms) const;
  void index() const {
    if (std::atomic_ref(indexed_).load(std::memory_order_acquire) != terms_.size()) index_new();
  }
  void index_new() const;

  mutable BigVector<Entry> entries_;  // open addressing; a power of two, at most half full
  mutable std::size_t indexed_ = 0;   // so many terms have an entry
  std::vector<std::string_view> terms_;
  std::vector<std::shared_ptr<char[]>> pieces_;  // what is written in them stays
  std::size_t left_ = 0;                         // bytes of the last piece, if it is our own
  char* next_ = nullptr;
};

}  // namespace tally
