// SPDX-License-Identifier: Apache-2.0
// A sample of the rows that were counted, with their evidence: the rows of the smallest digests.
//
//   RowSample sample(4096);
//   sample.add({digest, "spam", 1, {SampledColumn("body", {"free", "money"})}});
//   for (const SampledRow& row : sample.rows()) …
//
// A digest is as good as a random number, so the rows with the smallest digests are a fair sample.
// It does not depend on the order of the rows, on pieces or on threads: the sample of all rows is
// the union of the pieces' samples, reduced to the smallest digests again. A row that is forgotten
// leaves the sample and is not replaced, because rows that were left out were not kept. From then
// on the sample has all rows below the smallest digest that was ever left out, which is a smaller
// but still fair sample.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tally {

/// The terms of one column of a row: of a text its terms, else the cell's label.
struct SampledColumn {
  std::string column;
  /// The terms sorted by their bytes and joined by line feeds, as in the model file. A line feed in
  /// a term is written \n, and a backslash is doubled. A term that occurs several times, where that
  /// matters, is written once and followed by its times: free\*3.
  std::string terms;

  SampledColumn() = default;
  /// REQUIRES: no term is empty.
  SampledColumn(std::string name, const std::vector<std::string_view>& unsorted);
  /// With their times. REQUIRES: each once, none empty; times >= 1.
  using Occurring = std::pair<std::string_view, std::int64_t>;
  static SampledColumn with_times(std::string name, std::vector<Occurring> unsorted);
  static SampledColumn of_one(std::string name, std::string_view term);

  /// Calls f(term, times), or f(term), for each term in their order; the view lasts as long as the call.
  /// Times are 1 where they were not kept.
  template <class F>
  void for_each(F&& f) const {
    const auto call = [&](std::string_view term, std::int64_t times) {
      if constexpr (std::is_invocable_v<F, std::string_view, std::int64_t>) {
        f(term, times);
      } else {
        f(term);
      }
    };
    const bool is_plain = terms.find('\\') == std::string::npos;
    for (std::size_t at = 0; at < terms.size();) {
      const std::size_t end = std::min(terms.find('\n', at), terms.size());
      const std::string_view line(terms.data() + at, end - at);
      if (is_plain) {
        call(line, 1);
      } else {
        const auto [term, times] = parted(line);
        call(term, times);
      }
      at = end + 1;
    }
  }

  friend bool operator==(const SampledColumn&, const SampledColumn&) = default;

 private:
  // A line as it is written: its term and its times.
  static std::pair<std::string, std::int64_t> parted(std::string_view line);
};

struct SampledRow {
  std::string digest;                  ///< see RowDigester
  std::string klass;                   ///< the class label's text
  std::int64_t times = 1;              ///< how often it was counted in this class
  std::vector<SampledColumn> columns;  ///< sorted by name; none for a missing cell

  friend bool operator==(const SampledRow&, const SampledRow&) = default;
};

/// Const functions may be called by several threads at once.
class RowSample {
 public:
  struct ByDigest {
    using is_transparent = void;
    using Key = std::pair<std::string_view, std::string_view>;
    static Key key(const SampledRow& row) { return {row.digest, row.klass}; }
    static Key key(const Key& key) { return key; }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return key(a) < key(b);
    }
  };
  using Rows = std::set<SampledRow, ByDigest>;

  static constexpr std::int64_t kUsualMost = 4096;

  /// Keeps the rows of the `most` smallest digests; 0: keeps none, ever.
  explicit RowSample(std::int64_t most = kUsualMost) : most_(most) {}

  std::int64_t most() const { return most_; }
  bool is_off() const { return most_ == 0; }
  /// No digest from this one on is kept; empty: none was left out yet.
  const std::string& below() const { return below_; }
  /// For a sample that comes from a file, before its rows.
  void set_below(std::string digest) { below_ = std::move(digest); }

  /// Sorted by digest and class.
  const Rows& rows() const { return rows_; }
  /// How many different digests the rows have. At most `most`.
  std::int64_t size() const { return size_; }

  /// Whether a row of this digest would be kept now. Later rows may still displace it.
  bool wants(std::string_view digest) const;

  /// Adds a row, or adds its times to the row of the same digest and class. REQUIRES: times is 1 or
  /// more; rows of one digest have the same evidence.
  void add(SampledRow row);

  /// Adds the rows of another sample, and keeps as few as the smaller of the two does. A sample
  /// that is off adds nothing and takes nothing, as if it had seen no row.
  void merge(const RowSample& other);

  /// Takes a row away so many times. A row that is not here changes nothing.
  void forget(std::string_view digest, std::string_view klass, std::int64_t times = 1);

  friend bool operator==(const RowSample&, const RowSample&) = default;

 private:
  bool has(std::string_view digest) const;
  void leave_out_from(const std::string& digest);
  void keep_smallest();

  std::int64_t most_;
  std::int64_t size_ = 0;
  std::string below_;
  Rows rows_;
};

/// How often each row was counted: (digest, the class label's text) → times, 1 or more.
using Digests = std::map<std::pair<std::string, std::string>, std::int64_t>;

/// Adds the times of `other`.
void merge(Digests& digests, const Digests& other);

}  // namespace tally
