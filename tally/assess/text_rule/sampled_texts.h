// SPDX-License-Identifier: Apache-2.0
// The texts of a sample, and what they say about rows that are left out of the counts.
//
//   const SampledTexts texts(counts, sample);
//   LeftOutTexts left_out(texts);
//   left_out.of(row, texts.counted())       // as if this row had not been counted
//
// What the counts would say of a row if they had never seen it costs one subtraction for each of its
// terms: its class has one row less, each of its terms is in one row less there, and the term mass of
// the class is smaller by the row's terms. A term that no other row has is not known. The parts of a row
// left out are those of the model without it, to the bit, but for the share π, which is that of all rows
// (estimate/text_rule/text_parts.h). (Of weights that are no whole multiples of a power of two, to
// rounding.)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// Counts of the terms that a sample has. Most terms are in few classes: what is zero is not kept.
struct SampledCounts {
  std::vector<std::vector<double>> with_term;  ///< [zone][SampledTexts::cells]: rows
  std::vector<std::vector<double>> mass;       ///< [zone][class]: D
  std::vector<double> rows;                    ///< [class]: S
};

/// The rows of a sample as numbers. Those beyond what memory should hold are left out.
class SampledTexts {
 public:
  struct Row {
    std::size_t place;  ///< in the sample
    std::size_t own;    ///< its class
    double weight = 1;
    double times = 1;   ///< how often it was counted, by its weight
    unsigned fold = 0;  ///< by its digest: below kFolds
  };
  static constexpr unsigned kFolds = 3;

  /// What becomes of a row whose class has no other.
  enum class Alone : std::uint8_t { kLeftOut, kKept };
  SampledTexts(const Counts& counts, const RowSample& sample, Alone alone = Alone::kLeftOut);

  const TextShape& shape() const { return shape_; }
  const std::vector<Row>& rows() const { return rows_; }
  const SampledCounts& counted() const { return counted_; }  ///< of all rows
  /// The counts without the rows of a fold.
  SampledCounts without_fold(unsigned fold) const;

  /// Where the counts of a term are: a place for each class that has it.
  struct Cells {
    std::size_t begin;
    std::span<const std::uint32_t> classes;
  };
  Cells cells(std::size_t zone, std::size_t term) const {
    const Zone& z = zones_[zone];
    const std::size_t begin = z.cells[term], end = z.cells[term + 1];
    return {begin, std::span(z.classes).subspan(begin, end - begin)};
  }
  /// In how many rows of all a term is.
  double rows_with(std::size_t zone, std::size_t term) const;

  /// The terms of a row in a zone; and how many there are that the counts do not have.
  std::span<const std::int32_t> terms(std::size_t zone, std::size_t row) const {
    const Zone& z = zones_[zone];
    return std::span(z.terms).subspan(z.starts[row], z.starts[row + 1] - z.starts[row]);
  }
  std::int64_t unknown(std::size_t zone, std::size_t row) const {
    return zones_[zone].unknown[row];
  }
  /// How many terms the sample has in a zone, and the slot of each in the tally.
  const std::vector<std::int32_t>& slots(std::size_t zone) const { return zones_[zone].slots; }

 private:
  struct Zone {
    std::vector<std::size_t> starts{0};  // rows + 1
    std::vector<std::int32_t> terms;
    std::vector<std::int64_t> unknown;   // [row]
    std::vector<std::int32_t> slots;     // [term]
    std::vector<std::size_t> cells{0};   // terms + 1
    std::vector<std::uint32_t> classes;  // [cell]
  };
  // The terms of the sample have numbers of their own, until all are there and are looked up together.
  void add_terms(std::size_t zone, const SampledColumn& column, TermDictionary& of_sample);
  void look_up(std::size_t zone, const TextTally& tally, const TermDictionary& of_sample);
  void read_counts(std::size_t zone, const TextTally& tally,
                   const std::vector<Counts::Class>& classes);
  friend class LeftOutTexts;

  TextShape shape_;
  std::vector<Row> rows_;
  std::vector<Zone> zones_;
  SampledCounts counted_;
};

/// Not to be shared between threads.
class LeftOutTexts {
 public:
  explicit LeftOutTexts(const SampledTexts& texts);  ///< keeps a reference

  /// Hears the row by these counts without it.
  void of(std::size_t row, const SampledCounts& counts);
  std::span<const double> parts() const { return parts_; }          ///< [told · parts]
  std::span<const double> of_all() const { return of_all_; }        ///< [kOfClass]
  std::span<const double> rows_left() const { return rows_left_; }  ///< [class]

 private:
  const SampledTexts& texts_;
  std::vector<TermLeanings> leanings_;  // by zone
  HeardTexts heard_;
  std::vector<double> parts_, of_all_, rows_left_, mass_left_, with_term_, leaning_;
};

}  // namespace tally
