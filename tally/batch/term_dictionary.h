// Terms and their codes: 0, 1, 2 … in the order in which they came.
//
// As Dictionary, for texts by the million: the bytes of all terms lie in a few large pieces, and a
// look-up touches one entry of a table and one term. Codes and the views of terms stay as they are
// while the dictionary grows and as long as it lives. One thread may add while nobody else reads;
// otherwise it may be shared freely.
#pragma once

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
  /// The same for many terms: waits for memory once for several of them. Replaces `codes`. Those
  /// that lie in `buffer` (most of them, one hopes) are read faster.
  void codes(std::span<const std::string_view> terms, std::vector<std::int32_t>& codes,
             std::string_view buffer = {});
  /// The code of the term, or −1.
  std::int32_t find(std::string_view term) const;
  /// The same for many terms, as `codes`. REQUIRES: codes.size() == terms.size().
  void find(std::span<const std::string_view> terms, std::span<std::int32_t> codes) const;
  /// REQUIRES: 0 <= code < size().
  std::string_view term(std::int32_t code) const { return terms_[static_cast<std::size_t>(code)]; }
  /// By code.
  std::span<const std::string_view> terms() const { return terms_; }
  std::int32_t size() const { return static_cast<std::int32_t>(terms_.size()); }

 private:
  // A term of up to 15 bytes is known by its entry alone, and a longer one by the bytes that its
  // entry points to: a look-up waits for memory once or twice.
  struct Entry {
    std::uint64_t low = 0;   // of a short term TextWords and, in the first byte, its size;
    std::uint64_t high = 0;  // of a long one its size, marked, and where its bytes are
    std::uint32_t hash = 0;
    std::uint32_t code_plus = 0;  // the code + 1; 0: empty
  };

  static Entry entry_of(std::string_view term, std::string_view buffer = {});
  std::int32_t code(std::string_view term, const Entry& entry);
  std::int32_t add(std::string_view term, Entry entry, std::size_t place);
  std::size_t place_of(std::string_view term, const Entry& wanted) const;
  template <class F>
  void for_each_entry(std::span<const std::string_view> terms, std::string_view buffer,
                      F&& f) const;
  std::string_view keep(std::string_view term);
  void grow();

  BigVector<Entry> entries_;  // open addressing; a power of two, at most half full
  std::vector<std::string_view> terms_;
  std::vector<std::shared_ptr<char[]>> pieces_;  // what is written in them stays
  std::size_t left_ = 0;                         // bytes of the last piece, if it is our own
  char* next_ = nullptr;
};

}  // namespace tally
