// SPDX-License-Identifier: Apache-2.0
#include "tally/family/family.h"

namespace tally {

std::string_view to_string(Family family) { return facts_of(family).name; }

std::optional<Family> parse_family(std::string_view text) {
  for (const FamilyFacts& facts : kFamilies) {
    if (facts.name == text) return facts.family;
  }
  return std::nullopt;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const FamilyFacts& facts : kFamilies) names.emplace_back(facts.name);
  return names;
}

std::string_view detail_of(FamilyOption option) {
  switch (option) {
    case FamilyOption::kCuts:
      return "CUTS";
    case FamilyOption::kExposure:
      return "EXPOSURE";
    case FamilyOption::kGroup:
      return "GROUP";
    case FamilyOption::kText:
      return "MODEL";
    case FamilyOption::kNone:
    case FamilyOption::kThreshold:
      break;
  }
  return "";
}

}  // namespace tally
