// SPDX-License-Identifier: Apache-2.0
// The names that the engine knows, for the package: none of them is written there again.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "module.h"
#include "tally/inside/batch.h"
#include "tally/inside/fit.h"

namespace tally::bind {

namespace {

using FamilyRow = std::tuple<std::string, std::vector<std::string>, std::string>;

std::vector<FamilyRow> families() {
  std::vector<FamilyRow> out;
  for (const FamilyFacts& facts : kFamilies) {
    std::vector<std::string> taken;
    for (const ValueType type : {ValueType::kBoolean, ValueType::kNumber, ValueType::kText,
                                 ValueType::kTime, ValueType::kDuration}) {
      if (facts.takes(type)) taken.emplace_back(to_string(type));
    }
    out.emplace_back(facts.name, std::move(taken), detail_of(facts.option));
  }
  return out;
}

}  // namespace

void bind_families(nanobind::module_& m) {
  m.def("families", &families,
        "Of each family its name, the types of columns that it takes, and what may stand behind a "
        "colon: CUTS, EXPOSURE, GROUP, MODEL or nothing.");
  m.def("text_models", &text_model_names, "The models of texts, the usual one first.");
  m.def("token_kinds", &token_kind_names, "What texts are cut into, the usual one first.");
  m.def("rules", &rule_names, "The rules that answer.");
  m.def("estimates", &method_names, "How probabilities are worked out, the usual one first.");
  m.def("priors", &prior_names, "The priors that have a name, the usual one first.");
  m.def("counts", &counting_names, "What is counted of a table.");
  m.def(
      "usual_count", [] { return std::string(to_string(kUsualCounting)); },
      "What is counted unless somebody says otherwise.");
}

}  // namespace tally::bind
