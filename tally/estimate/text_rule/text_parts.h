// SPDX-License-Identifier: Apache-2.0
// What the texts of a row say, as the few numbers that the rule of texts weights.
//
// A *zone* is the words of a text column, or the pairs of words that follow each other in it. A term
// counts once a row. With s of the rows of class k that have the term, and h of all others, D_k the
// *term mass* of class k (the sum of s over the terms of the zone) and D_rest that of the others,
//
//   d_m = log(s + m π) − log(h + m (1 − π)) − log((D_k + 1) / (D_rest + 1)),   π = (D_k + 1) / (D + K)
//
// is how far the term leans to the class: by the share of its terms, not of its rows, so that the class
// of the longer texts does not win every term. m is .1, 1 and 10: whether a term that was seen once is
// heard is for the weights to say. π only says where m rows that nobody has seen would be; it is that of
// all rows, also where a row is left out.
//
// The parts of a zone, with n terms of the row that are known and
// ℓ = log((D_k + 1) / (D_rest + 1)) − log((S_k + 1) / (S_rest + 1)) for S_k rows of class k:
//
//   sum m, root m, mean m   Σ d_m / 10, Σ d_m / √(n + 1), 10 Σ d_m / (n + 1)     for each m
//   sum, root, mean length  the same of n ℓ: whose texts are as long
//   strong θ                Σ d_1 / (c + 1) over the c terms with |d_1| ≥ θ       for θ = 1, 2, 3
//
// They have the same weights for every class. Besides each class has weights of its own for what is the
// same for all of them: 1, log(n + 1) − 4 of words, and 10 u / (n + u + 1) − 1 for u words that are not
// known (of several columns the mean).
//
// Of two classes only the second is *told*, and the parts are those of the log-odds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tally/estimate/text_rule/leaning_sums.h"
#include "tally/inside/count.h"

namespace tally {

struct TextZone {
  std::string column;     ///< of the tally, and of a batch whose texts are cut
  bool is_pairs = false;  ///< else words

  friend bool operator==(const TextZone&, const TextZone&) = default;
};

/// Which parts there are.
struct TextShape {
  static constexpr std::array<double, 3> kPseudoRows{0.1, 1, 10};  ///< m
  static constexpr std::array<double, 3> kStrong{1, 2, 3};         ///< θ
  static constexpr std::size_t kLeanings = kPseudoRows.size();
  static constexpr std::size_t kOfZone = 15;    ///< parts
  static constexpr std::size_t kOfClass = 3;    ///< those with weights for each class
  static constexpr std::size_t kRootOfOne = 4;  ///< Σ d_1 / √(n + 1), among those of a zone

  std::vector<TextZone> zones;  ///< in name order
  std::size_t classes = 0;      ///< K

  std::size_t parts() const { return zones.size() * kOfZone; }
  std::size_t told() const { return classes == 2 ? 1 : classes; }
  /// The class that is told in this place.
  std::size_t told_class(std::size_t told) const { return classes == 2 ? 1 : told; }
  std::string name(std::size_t part) const;         ///< "mean 0.1:review.pair"
  static std::string class_part(std::size_t part);  ///< "text bias", "text length", "text unseen"
};

/// Those of the texts among these tallies.
TextShape text_shape(const std::vector<TallySpec>& tallies, std::size_t classes);
TextShape text_shape(const Counts& counts);

/// How far the terms of a zone lean.
class TermLeanings {
 public:
  /// By the masses of all rows, [class], from which π is. Logarithms of counts up to `most_known` are
  /// worked out beforehand; that changes nothing but the time.
  explicit TermLeanings(std::span<const double> mass, std::size_t most_known = 0);

  /// From now on the leanings are among rows of these masses and numbers, [class].
  void stand_on(std::span<const double> mass, std::span<const double> rows);

  /// d_m towards each told class of a term that so many rows of each class have: out[m · told + i]. Each
  /// is rounded to a multiple of 2^-30: then sums of them are exact, and no order of terms matters.
  /// REQUIRES: no number is negative.
  void of(std::span<const double> with_term, std::span<double> out) const;
  /// The same of a term by the classes that have it, each once, and their rows, in the order of the classes. (Others
  /// may be there with 0.)
  void of(std::span<const std::uint32_t> classes, std::span<const double> rows,
          std::span<double> out) const;

  /// ℓ of each told class.
  std::span<const double> lengths() const { return lengths_; }

 private:
  // Logarithms of counts to which something is added, which depends on the leaning. A term is in few classes: so
  // what is asked for together, a count in all of them, lies together.
  struct Side {
    std::vector<double> added;  // [m · told + i]: m π, or m (1 − π)
    std::vector<double> known;  // [count][m · told + i]: log(count + added)
    void know(std::size_t most);
    // Of a whole number below `most`, where there is one.
    const double* line(double count, std::size_t most) const;
  };

  void of_any(std::span<const double> with_term, double all, std::span<double> out) const;
  // Of a class that has the term; false if there is no line for that.
  bool lean(std::size_t told, double own, double rest, std::span<double> out) const;

  std::size_t classes_, told_, known_;
  Side own_, rest_;
  std::vector<double> shifts_, lengths_;  // shifts: of each m, [m · told + i]
};

/// What the terms of one row say, added up. Not to be shared between threads.
class HeardTexts {
 public:
  explicit HeardTexts(const TextShape& shape);  ///< keeps a reference

  void clear();
  /// A known term, by what TermLeanings says of it: [m · told + i].
  void hear(std::size_t zone, const double* leanings) {
    ++zones_[zone].seen;
    hear_leanings(leanings, told_, sums_.data() + zone * kSums * told_);
  }
  void hear_unseen(std::size_t zone) { ++zones_[zone].unseen; }

  /// The parts, [told · parts], and what is the same for all classes, [kOfClass]. `lengths` is ℓ by
  /// zone, each of the told classes.
  void fill(std::span<const std::span<const double>> lengths, std::span<double> parts,
            std::span<double> of_all) const;

 private:
  static_assert(TextShape::kLeanings == 3 && TextShape::kStrong == std::array{1.0, 2.0, 3.0});
  static constexpr std::size_t kSums = TextShape::kLeanings + 2 * TextShape::kStrong.size();
  struct Zone {
    std::int64_t seen = 0, unseen = 0;
  };

  const TextShape& shape_;
  std::size_t told_;
  std::vector<Zone> zones_;
  std::vector<double> sums_;  // [zone][leanings, strong sums, strong terms][told]
};

}  // namespace tally
