// SPDX-License-Identifier: Apache-2.0
#include "cli/table_change.h"

#include <set>
#include <string>

#include "cli/model_facts.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

// What may be why texts have other terms now than when they were learned.
std::string other_versions(const Model& model) {
  std::set<std::string> others = model.unicode;
  others.erase(unicode_version());
  if (others.empty()) return "";
  return "; this is " + unicode_version() + ", and the model's texts were cut by " +
         unicode_text(model) + " too: a text may have other terms in each";
}

}  // namespace

const TableChange kLearnTable{"learned", kept_to_learn, [](Model& model, const Piece& piece) {
                                const bool has_text = model.counts.schema().has_text();
                                tally::learn(model, piece, has_text ? unicode_version() : "");
                              }};

const TableChange kForgetTable{
    "forgotten", kept_to_forget,
    [](Model& model, const Piece& piece) {
      try {
        tally::forget(model, piece);
      } catch (const Error& error) {
        throw Error(error.kind(),
                    Remark{error.sentence() + other_versions(model), error.remedies()},
                    error.place());
      }
    },
    true};

}  // namespace tally::cli
