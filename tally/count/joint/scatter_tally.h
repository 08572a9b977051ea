// SPDX-License-Identifier: Apache-2.0
// The first and second moments of several columns of numbers together, by class: Σ w z_i and
// Σ w z_i z_j of the scaled columns (JointSchema).
//
//   const ScatterTally* scatter = counts.scatter();              // null: the schema asks for none
//   scatter->at(klass.code, scatter->sum_slot(i))                // Σ w z_i
//   scatter->at(klass.code, scatter->product_slot(i, j))         // Σ w z_i z_j
//
// z is in fixed point and a missing number is z = 0, so every row of the class has a part in every sum:
// their number is the class's. In the row form: part `sum`, key "age"; part `square`, key "age,income".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tally/count/tally.h"

namespace tally {

struct RowsToCount;

class ScatterTally final : public Tally {
 public:
  explicit ScatterTally(TallySpec spec);
  std::unique_ptr<Tally> clone() const override { return std::make_unique<ScatterTally>(*this); }

  std::size_t columns() const { return spec_.scaled.size(); }
  const ScaledColumn& column(std::size_t i) const { return spec_.scaled[i]; }
  std::int32_t sum_slot(std::size_t i) const { return kFirstSlot + static_cast<std::int32_t>(i); }
  /// In either order.
  std::int32_t product_slot(std::size_t i, std::size_t j) const;

  /// Adds the rows. `columns` are the scaled ones, in their order. REQUIRES: as JointTally::count.
  void count(std::span<const Column* const> columns, const RowsToCount& rows);

  std::int32_t slots() const override;
  Part part_of(std::int32_t slot) const override;
  std::string key_of(std::int32_t slot) const override;
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;

 private:
  void count_plain(std::int64_t begin, std::int64_t end, const RowsToCount& rows);
  void count_weighted(std::int64_t begin, std::int64_t end, const RowsToCount& rows);

  std::vector<std::string> names_;  // as keys
  std::vector<double> z_;           // [column][row] of the rows at hand
};

/// The tally as this one, or null.
const ScatterTally* as_scatter(const Tally& tally);
ScatterTally* as_scatter(Tally& tally);

}  // namespace tally
