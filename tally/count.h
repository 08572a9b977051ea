// SPDX-License-Identifier: Apache-2.0
// count: batches in, counts out. The counts are the model.
//
//   Counts counts(schema);
//   counts.add(batch);                 // any number of times, in any order
//   counts.merge(piece);               // = as if piece's rows had been added
//   counts.subtract(piece);            // = as if they never had been
//
// The door model.h keeps them in a file.
//
// Counting in parallel, streamed or on many machines is always the same thing: count pieces, merge.
// The result is the same to the bit for any order of rows, columns, batches and merges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/batch.h"
#include "tally/label.h"
#include "tally/schema.h"
#include "tally/sums.h"

namespace tally {

// Defined in count/tally.h, which is not installed.
class HistogramTally;
class JointTally;
class MomentBatch;
class ScatterTally;
class Tally;
class TextTally;
struct CountRow;
struct KeyedTotals;
struct RowsToCount;

/// The tallies of a model, of any kind, sorted by name. A copy of the list copies the tallies.
class TallyList {
 public:
  /// An empty tally for each. REQUIRES: sorted by name.
  explicit TallyList(std::vector<TallySpec> specs);
  TallyList(const TallyList& other);
  TallyList(TallyList&&) noexcept;
  TallyList& operator=(const TallyList& other);
  TallyList& operator=(TallyList&&) noexcept;
  ~TallyList();

  std::size_t size() const { return tallies_.size(); }
  const Tally& operator[](std::size_t i) const { return *tallies_[i]; }
  Tally& operator[](std::size_t i) { return *tallies_[i]; }
  /// Replaces a tally by a copy of another.
  void replace(std::size_t i, const Tally& by);

  /// The tally of that name, or null.
  const Tally* find(std::string_view name) const;
  Tally* find(std::string_view name);

  /// Iterates over the tallies, not over the pointers.
  template <class T>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    Iterator() = default;
    explicit Iterator(const std::unique_ptr<Tally>* at) : at_(at) {}
    T& operator*() const { return **at_; }
    T* operator->() const { return at_->get(); }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const std::unique_ptr<Tally>* at_ = nullptr;
  };
  Iterator<const Tally> begin() const { return Iterator<const Tally>(tallies_.data()); }
  Iterator<const Tally> end() const { return Iterator<const Tally>(tallies_.data() + size()); }
  Iterator<Tally> begin() { return Iterator<Tally>(tallies_.data()); }
  Iterator<Tally> end() { return Iterator<Tally>(tallies_.data() + size()); }

 private:
  std::vector<std::unique_ptr<Tally>> tallies_;
};

/// What `add` did with the rows of a batch.
struct Counted {
  std::int64_t rows = 0;            ///< counted (rows of weight 0 included: they change nothing)
  std::int64_t without_target = 0;  ///< skipped, because their target is missing
};

/// Const functions may be called by several threads at once.
class Counts {
 public:
  /// An empty model. Throws Error (kUsage) if the schema makes no sense (see `validated`).
  explicit Counts(const Schema& schema);
  Counts(const Counts& other);
  Counts(Counts&& other) noexcept;
  Counts& operator=(const Counts& other);
  Counts& operator=(Counts&& other) noexcept;
  ~Counts();

  const Schema& schema() const { return schema_; }

  /// Counts the rows of a batch. Throws Error (kData) with file, line and column for a value that
  /// its family refuses: ±∞, a weight that is negative or missing, a negative count, a bernoulli
  /// number that is not 0 or 1 where no threshold was given, a column that the batch does not have
  /// or has in another type. After an error the counts hold part of the batch: count a piece, then
  /// merge.
  Counted add(const Batch& batch);

  /// Makes adding many batches faster: after `gather`, `add` keeps part of what it counts in a
  /// buffer, until `settle` adds the buffer to the tallies. Between the two only `add` may be
  /// called. Without a histogram they do nothing.
  void gather();
  void settle();

  /// Takes the rows of a batch away again, in place: as `subtract`, but without a copy and without
  /// checking the remaining counts. REQUIRES: `add` counted these rows.
  void take_away(const Batch& batch);

  /// Adds what `other` counted, on up to so many threads. Throws Error (kData) and changes nothing
  /// if the schemas differ.
  void merge(const Counts& other, int threads = 1);

  /// Takes away what `other` counted. Throws Error (kData) and changes nothing if the schemas
  /// differ, or if the remaining counts would be impossible: a negative count (where a cap has
  /// dropped terms, the counts of terms stop at 0), a sum over no rows, or n·Σx² < (Σx)². Rows that
  /// were never added but leave possible counts are not noticed: only digests can refuse them.
  void subtract(const Counts& other);

  /// The counts of the same rows under a schema that differs in some columns: categorical numbers
  /// become gaussian, or bernoulli (0 is false), or a column or its histogram is left out. The
  /// result is what would have been counted under that schema, to the bit: the counts of the values
  /// are enough for it. Throws Error (kDefect) for any other difference: for that the rows would
  /// have to be read again.
  Counts recast(const Schema& schema) const;
  /// Whether `recast` can do that.
  static bool can_recast(const Schema& from, const Schema& to);

  /// The same counts under a schema with another `joint`: the joint tallies are empty. Throws Error
  /// (kDefect) if the schemas differ in anything else.
  Counts with_together(const Schema& schema) const;
  /// Counts rows in the joint tallies only. Row i counts `times[i]` times; if `times` is empty,
  /// once. REQUIRES: `add` has counted these rows; `times` has every row or none, and no value
  /// below 0.
  void add_together(const Batch& batch, std::span<const std::int64_t> times = {});

  /// A class: declared, or seen with a weight above zero.
  struct Class {
    Label label;
    std::int32_t code;  ///< for Tally::at; −1: declared and never seen
    ExactSum weight;    ///< N_k
  };
  std::vector<Class> classes() const;  ///< sorted by label
  std::vector<Label> class_labels() const;
  ExactSum total_weight() const;  ///< N

  /// How many terms a cap (TextOptions::most_terms) has dropped. Above zero the laws do not hold:
  /// what was counted depends on the order, and forgetting a row may find a term gone.
  std::int64_t dropped() const { return dropped_; }
  void add_dropped(std::int64_t terms) { dropped_ += terms; }
  bool exact() const { return dropped_ == 0; }
  /// Drops the rarest terms of every text that has more than its cap; `add` and `merge` do so.
  void drop_rarest();

  const TallyList& tallies() const { return tallies_; }  ///< sorted by name
  const Tally* find(std::string_view tally) const { return tallies_.find(tally); }

  /// What is counted beside them (Schema::tallies_beside), sorted by name. It adds up, is taken
  /// away, kept and checked as they are; but no family's estimate looks at it.
  const TallyList& beside() const { return beside_; }
  /// The fine histogram of a column of numbers, or null if the schema asks for none.
  const HistogramTally* histogram(std::string_view column) const;
  /// Columns counted together, or null if the schema asks for none (JointSchema).
  const JointTally* joint() const;
  const ScatterTally* scatter() const;
  /// Of either list: the tally that has the rows of that name in the row form, or null.
  const Tally* find_counted(std::string_view tally) const;

  /// Every sum that is not zero, sorted by (tally, key, part, klass, exponent),
  /// texts by their bytes; the class tally comes first.
  void for_each_row(const std::function<void(const CountRow&)>& f) const;
  /// The same with `terms` called once for a text, in place of the rows of its terms (`missing`
  /// comes before them). `class_texts` are the labels of the classes, by code.
  using TakeTerms =
      std::function<void(const TextTally& tally, const std::vector<std::string>& class_texts)>;
  void for_each_row(const std::function<void(const CountRow&)>& f, const TakeTerms& terms) const;
  /// Adds one row. Throws Error (kData) if it fits no tally of the schema.
  void add_row(const CountRow& row);

  /// For counts of which only a part was read: see KeyedTotals. REQUIRES: there is such
  /// a tally, and it has keys.
  void set_totals(std::string_view tally, KeyedTotals totals);

  /// Throws Error (kData) if the sums cannot come from any rows (see `subtract`), or if a tally's
  /// counts and its missing do not add up to the class count. For a file from a stranger.
  void check() const;
  /// The same of the class counts alone: none is negative.
  void check_classes() const;

 private:
  using Operation = ExactSum& (ExactSum::*)(const ExactSum&);
  struct Bound;  // a batch as it is counted
  Bound bound(const Batch& batch);
  Counted count(const Batch& batch, double sign);
  std::vector<std::int32_t> classes_of(const Batch& batch, const Column& target, Counted& counted);
  void add_beside(std::span<const Column* const> columns, const RowsToCount& rows, bool histograms);
  void combine_lists(TallyList& here, const TallyList& there,
                     const std::vector<std::int32_t>& class_of, Operation operation, int threads);
  void check_sums_of(const TallyList& tallies, std::size_t k, const std::string& verb) const;
  void add_to(std::size_t tally, const std::vector<const Column*>& columns, const RowsToCount& rows,
              MomentBatch& together);
  void combine(const Counts& other, Operation operation, int threads = 1);
  void check_sums(const std::string& verb) const;
  void check_classes(const std::string& verb) const;
  std::string name_of_class(std::size_t k) const;

  std::int32_t class_of_text(const std::string& klass);

  Schema schema_;
  std::int64_t dropped_ = 0;
  std::map<std::string, std::int32_t, std::less<>> class_of_text_;  // those that rows have named
  Dictionary class_codes_;               // declared classes first, then in order of appearance
  std::vector<ExactSum> class_weights_;  // by class code
  TallyList tallies_;
  TallyList beside_;
  // Where the columns and codes of the last batch were found, and what `gather` has set apart.
  struct Found;
  std::vector<Found> found_;  // always one; a vector because the type is incomplete here
};

/// A rule that is learned from a model's counts and sample is a list of numbers, kept with them.
/// This is one of them.
struct RuleWeight {
  std::string klass;  ///< the class against the rest; empty: about the state learned from
  std::string part;   ///< "bias", "text", "header" …; of the state: "messages", "sampled"
  double value = 0;   ///< finite
  /// For a term with corrections (estimate/text_rule): one for each class of the rule, in
  /// thousandths. `value` is not used then.
  std::vector<std::int32_t> corrections = {};

  friend bool operator==(const RuleWeight&, const RuleWeight&) = default;
};

// What a question asks about the terms of a text that are not in a row.
/// How many there are and how often they occur, nothing, or about each of them.
enum class OtherTerms : std::uint8_t { kTotals, kLeftOut, kEach };

}  // namespace tally
