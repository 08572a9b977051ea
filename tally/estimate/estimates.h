// SPDX-License-Identifier: Apache-2.0
// Tables of log-probabilities, ready to be looked up.
//
// All tables are indexed by class in label order (0 … K − 1). They are immutable values: share them
// between threads as you like.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tally/estimate/learned_rule.h"
#include "tally/estimate/question.h"
#include "tally/family/number_family.h"
#include "tally/inside/count.h"

namespace tally {

struct FullTables;      // full/full_rule.h
struct TextRuleTables;  // text_rule/text_tables.h

/// P(value | class): categorical, bernoulli as the values false and true, binned as the numbers of the
/// bins.
struct CategoricalTable {
  std::vector<Label> values;         ///< the possible values, sorted (of a model in place: some)
  std::vector<double> log_p;         ///< [value · K + class]
  std::vector<double> log_p_unseen;  ///< [class]: a value that was never seen, λ / (n_k + S λ)
  std::optional<double> binarize;    ///< bernoulli over numbers
  std::int64_t possible_values = 0;  ///< S
  std::vector<double> cuts;          ///< binned
};

/// The table of a number that is cut into bins: see cuts.h.
struct BinTable {
  double origin = 0;          ///< taken off before x is compared
  std::vector<double> cuts;   ///< ascending
  std::vector<double> log_p;  ///< [bin · K + class]
};

/// Multinomial with fixed probabilities: Σ_t x_t log p_t.
struct MultinomialTable {
  std::vector<double> log_p;  ///< [term · K + class]; the terms are the feature's columns
};

/// Multinomial with its probabilities integrated out (Pólya, Dirichlet-multinomial):
///   logΓ(A) − logΓ(A + L) + Σ_t [logΓ(a_t + x_t) − logΓ(a_t)],
///   a_t = n_t + λ, A = Σ_t a_t, L = Σ_t x_t
struct PolyaTable {
  std::vector<double> a;      ///< [term · K + class]
  std::vector<double> a_sum;  ///< [class]
};

/// A text with a weight for each term: base + Σ_t x_t weight_t, over the terms that the table has.
///   multinomial   weight = log p_t                 base = 0
///   boolean       weight = log p_t                 base = 0
///   bernoulli     weight = log(p_t / (1 − p_t))    base = Σ log(1 − p_t) over the dictionary
///   complement    weight = −log p̄_t of all other   base = 0; a score, not a probability
///                 classes
struct TermTable {
  std::shared_ptr<const TermDictionary> terms;
  std::vector<double> weights;        ///< [term · K + class], terms by their codes
  std::vector<double> base;           ///< [class]
  std::vector<std::int64_t> certain;  ///< [class]: terms with p = 1 (a weight of +inf, not in the
                                      ///< base): a text without one of them is impossible
  bool once = false;                  ///< x_t is 0 or 1
  bool is_probability = true;         ///< not so for complement
};

/// A text with the probabilities of its terms integrated out: see PolyaTable.
struct TermPolyaTable {
  std::shared_ptr<const TermDictionary> terms;
  std::vector<double> a;      ///< [term · K + class]
  std::vector<double> a_sum;  ///< [class]
  bool once = false;
};

/// A text under Fisher's method: what each informative term says about each class against the rest.
struct WitnessTable {
  static constexpr double kNotTelling = 1;  ///< no logarithm of a probability is above 0

  std::shared_ptr<const TermDictionary> terms;  ///< those that tell something about some class
  std::vector<double> log_f;  ///< [term · K + class]: log f(w); kNotTelling if |f − ½| is too small
  std::vector<double> log_rest;  ///< [term · K + class]: log(1 − f(w))
};

/// A text under the learned rule: how far each term leans towards each told class.
struct LeaningTable {
  std::shared_ptr<const TermDictionary> terms;  ///< those that were seen
  std::vector<double> leanings;                 ///< [term · told + class]: d
};

template <class... Variants>
struct JoinedVariants;
template <class... A, class... B, class... C>
struct JoinedVariants<std::variant<A...>, std::variant<B...>, std::variant<C...>> {
  using Type = std::variant<A..., B..., C...>;
};
/// A table of values, the law of a number (tally/family/number_law.h), or a table of terms.
using ProbabilityTable =
    JoinedVariants<std::variant<CategoricalTable, BinTable, MultinomialTable, PolyaTable>,
                   NumberLaw,
                   std::variant<TermTable, TermPolyaTable, WitnessTable, LeaningTable>>::Type;

struct FeatureEstimate {
  std::string name;  ///< the tally's
  Family family;
  std::vector<std::string> columns;  ///< what the table reads, in its order
  std::string exposure;              ///< poisson: the column, or empty
  ProbabilityTable table;
  ValueType type = ValueType::kNumber;  ///< of the columns
  ValueType exposure_type = ValueType::kNumber;
};

/// How the features are weighted under Rule::kWeighted (weighted_rule.h) and Rule::kFull.
struct FeatureWeights {
  std::vector<double> weights;  ///< [feature]
  std::vector<double> biases;   ///< [class]
  std::vector<double> start;    ///< [class]: what every row starts from, in logarithms
  std::vector<double> shares;   ///< [class]: π, a little of which is mixed into every answer
  double rows = 0;              ///< N
};

struct Estimates {
  std::vector<Label> classes;             ///< sorted
  std::vector<double> log_prior;          ///< [class]
  std::vector<FeatureEstimate> features;  ///< sorted by name
  /// Features that say nothing and are left out: constant gaussian columns, columns never seen.
  std::vector<std::string> left_out;
  Combine combine = Combine::kSum;
  // For Combine::kFisher, which weighs the features that are no text by its rule as well:
  FisherRule fisher;
  std::vector<double> class_rows;          ///< [class]: N_k
  LearnedRule rule;                        ///< for Combine::kLearned
  std::optional<FeatureWeights> weighted;  ///< for Rule::kWeighted and kFull; none: naive
  /// For Rule::kFull, beside the features: what columns say together.
  std::shared_ptr<const FullTables> full;
  /// For Rule::kWeighted, beside the features: what texts say.
  std::shared_ptr<const TextRuleTables> texts;
  std::optional<Calibrator> calibrator;  ///< for Question::calibrate
};

}  // namespace tally
