// SPDX-License-Identifier: Apache-2.0
// The tally of a column of numbers: the moments that its family asks for.
#pragma once

#include "tally/count/tally.h"
#include "tally/family/number_family.h"

namespace tally {

class MomentTally final : public Tally {
 public:
  explicit MomentTally(TallySpec spec);
  std::unique_ptr<Tally> clone() const override { return std::make_unique<MomentTally>(*this); }

  std::int32_t slots() const override;
  std::int32_t slot_of(Part part) const override;
  Part part_of(std::int32_t slot) const override;
  std::string key_of(std::int32_t) const override { return ""; }
  ExactSum* find_cell(std::int32_t class_code, Part part, std::string_view key) override;
  std::string impossibility(std::int32_t class_code, const ExactSum& class_weight) const override;
  std::vector<std::int32_t> same_slots(const Tally& other) override;

 private:
  std::string impossible_moments(std::int32_t class_code) const;

  const NumberFamily* numbers_;
};

}  // namespace tally
