// SPDX-License-Identifier: Apache-2.0
// What two counts have together, and what is left of one without the other.
#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/count/counts.h"
#include "tally/count/text/text_tally.h"

namespace tally {

namespace {

// Where both were read in part.
void merge_totals(Tally& own, const Tally& theirs, const std::vector<std::int32_t>& class_of) {
  KeyedTally* const here = as_keyed(own);
  const KeyedTally* const there = as_keyed(theirs);
  if (here != nullptr && here->totals() && there->totals()) here->merge_totals(*there, class_of);
}

}  // namespace

void Counts::merge(const Counts& other, int threads) {
  combine(other, &ExactSum::operator+=, threads);
  dropped_ += other.dropped_;
  drop_rarest();
}

void Counts::subtract(const Counts& other) {
  Counts left = *this;
  left.combine(other, &ExactSum::operator-=);
  if (!exact()) {
    for (Tally& tally : left.tallies_) {
      if (TextTally* const text = as_text(tally)) {
        text->lift_dropped_terms(left.class_weights_.size());
      }
    }
  }
  try {
    left.check_sums("would have ");
  } catch (const Error& error) {
    throw error.behind("these rows were not all learned: without them ");
  }
  *this = std::move(left);
}

void Counts::combine(const Counts& other, Tally::Operation operation, int threads) {
  if (const std::string what = difference(schema_, other.schema_); !what.empty()) {
    throw Error(ErrorKind::kData, "the schemas differ: " + what);
  }
  if (&other == this) return combine(Counts(other), operation);
  // Pieces that were counted with different codes meet by label.
  std::vector<std::int32_t> class_of(other.class_weights_.size());
  for (std::size_t k = 0; k < class_of.size(); ++k) {
    class_of[k] = class_codes_.code(other.class_codes_.label(static_cast<std::int32_t>(k)));
  }
  class_weights_.resize(static_cast<std::size_t>(class_codes_.size()));
  for (std::size_t k = 0; k < class_of.size(); ++k) {
    (class_weights_[static_cast<std::size_t>(class_of[k])].*operation)(other.class_weights_[k]);
  }
  combine_lists(tallies_, other.tallies_, class_of, operation, threads);
  combine_lists(beside_, other.beside_, class_of, operation, threads);
}

void Counts::combine_lists(TallyList& here, const TallyList& there,
                           const std::vector<std::int32_t>& class_of, Tally::Operation operation,
                           int threads) {
  for (std::size_t t = 0; t < here.size(); ++t) {
    const Tally& theirs = there[t];
    Tally& own = here[t];
    merge_totals(own, theirs, class_of);
    const std::vector<std::int32_t> slots = own.same_slots(theirs);
    own.make_classes(class_codes_.size());
    // Class by class, so that what is read and what is written stay in the cache.
    const auto combine_classes = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) {
        own.combine_class(class_of[static_cast<std::size_t>(k)], theirs,
                          static_cast<std::int32_t>(k), slots, operation);
      }
      return end;
    };
    in_pieces(static_cast<std::int64_t>(class_of.size()), theirs.slots(), threads, combine_classes,
              [](std::int64_t) {});
  }
}

}  // namespace tally
