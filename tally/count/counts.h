// SPDX-License-Identifier: Apache-2.0
// The model: the class tally and one tally per feature, with their schema; and beside them what a
// rule may need that says more than the families do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/count/histogram_pages.h"
#include "tally/count/joint/joint_tally.h"
#include "tally/count/joint/scatter_tally.h"
#include "tally/count/keyed_tally.h"
#include "tally/count/tally_list.h"

namespace tally {

class MomentBatch;
class TextTally;
struct RowsToCount;

/// What `add` did with the rows of a batch.
struct Counted {
  std::int64_t rows = 0;            ///< counted (rows of weight 0 included: they change nothing)
  std::int64_t without_target = 0;  ///< skipped, because their target is missing
};

/// A sum in its row form: rows add up by (tally, part, key, klass, exponent), so that any engine
/// that can group and sum integers can merge models. The class tally is the one without a name.
struct CountRow {
  std::string tally;
  Part part = Part::kValue;
  std::string key;    ///< the value's text for Part::kValue and kRepeat, else empty
  std::string klass;  ///< the class label's text
  std::int32_t exponent = 0;
  std::int64_t amount = 0;
  friend bool operator==(const CountRow&, const CountRow&) = default;
};

/// Const functions may be called by several threads at once.
class Counts {
 public:
  /// An empty model. Throws Error (kUsage) if the schema makes no sense (see `validated`).
  explicit Counts(const Schema& schema);

  const Schema& schema() const { return schema_; }

  /// Counts the rows of a batch. Throws Error (kData) with file, line and column for a value that
  /// its family refuses: ±∞, a weight that is negative or missing, a negative count, a bernoulli
  /// number that is not 0 or 1 where no threshold was given, a column that the batch does not have
  /// or has in another type. After an error the counts hold part of the batch: count a piece, then
  /// merge.
  Counted add(const Batch& batch);

  /// For one who adds many batches: from now on `add` keeps part of what it counts aside, where it is
  /// faster to add to, until `settle` puts it in its place. Between the two nothing but `add` may be
  /// called. Without a histogram they do nothing.
  void gather();
  void settle();

  /// Takes the rows of a batch away again, in place: what `subtract` does without a copy and
  /// without its check of what is left. REQUIRES: `add` counted these rows.
  void take_away(const Batch& batch);

  /// The same rows under a schema with another `joint`: what is counted of columns together has no row
  /// yet. Throws Error (kDefect) if the schemas differ in anything else.
  Counts with_together(const Schema& schema) const;
  /// Counts rows in the columns together and nowhere else. Row i counts `times[i]` times; empty: once
  /// each. REQUIRES: `add` has taken these rows; times of every row or of none, none below 0.
  void add_together(const Batch& batch, std::span<const std::int64_t> times = {});

  /// Adds what `other` counted, on up to so many threads. Throws Error (kData) and changes nothing
  /// if the schemas differ.
  void merge(const Counts& other, int threads = 1);

  /// Takes away what `other` counted. Throws Error (kData) and changes nothing if the schemas
  /// differ, or if what would be left cannot come from any rows: a negative count (where a cap has
  /// dropped terms, those of terms end at 0), a sum over no rows, or n·Σx² < (Σx)². Rows that were
  /// never added but leave something possible are not noticed: only digests could refuse them.
  void subtract(const Counts& other);

  /// The same rows under a schema that takes some columns for something else: categorical
  /// numbers as gaussian, or as bernoulli (0 is false), or a column left out, or its histogram. What
  /// would have been counted then, to the bit: the counts of values are enough for it. Throws Error (kDefect) for
  /// any other difference: those rows would have to be read again.
  Counts recast(const Schema& schema) const;
  /// Whether it can do that.
  static bool can_recast(const Schema& from, const Schema& to);

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

  /// For counts of which only a part was read: see KeyedTally::Totals. REQUIRES: there is such
  /// a tally, and it has keys.
  void set_totals(std::string_view tally, KeyedTally::Totals totals);

  /// Throws Error (kData) if the sums cannot come from any rows (see `subtract`), or if a tally's
  /// counts and its missing do not add up to the class count. For a file from a stranger.
  void check() const;
  /// The same of the class counts alone: none is negative.
  void check_classes() const;

 private:
  // A batch as it is counted: its columns, those of the tallies first, and its rows.
  struct Bound {
    std::span<const Column* const> of_tallies;
    std::span<const Column* const> beside;
    std::vector<std::int32_t> classes;
    std::vector<double> weights;
    Counted counted;
  };
  Bound bound(const Batch& batch);
  Counted count(const Batch& batch, double sign);
  std::vector<std::int32_t> classes_of(const Batch& batch, const Column& target, Counted& counted);
  void add_beside(std::span<const Column* const> columns, const RowsToCount& rows, bool histograms);
  void combine_lists(TallyList& here, const TallyList& there,
                     const std::vector<std::int32_t>& class_of, Tally::Operation operation,
                     int threads);
  void check_sums_of(const TallyList& tallies, std::size_t k, const std::string& verb) const;
  void add_to(std::size_t tally, const std::vector<const Column*>& columns, const RowsToCount& rows,
              MomentBatch& together);
  void combine(const Counts& other, Tally::Operation operation, int threads = 1);
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
  std::vector<HistogramPages> gathered_;  // for those of `beside_`; empty: nothing is kept aside

  // Where the columns and codes of the last batch were found.
  Binding binding_;
  CodeMap class_map_;
  std::vector<CodeMap> code_maps_;  // by tally
  std::vector<TermMap> term_maps_;  // by tally
};

}  // namespace tally
