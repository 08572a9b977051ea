// SPDX-License-Identifier: Apache-2.0
// explain: why this row was decided so, as a textbook would write it down.
//
//   Explanation why = explain(counts, question, loss, batch, row);
//   std::cout << to_text(why);    // or to_json(why)
//   std::cout << show_text(counts, question);
//
// The derivation holds every number with the counts it came from: the prior, each conditional
// probability, the product for each class, the evidence, the posterior, the risk, the decision.
#pragma once

#include "tally/explain/explanation.h"  // IWYU pragma: export
#include "tally/explain/model_text.h"   // IWYU pragma: export
#include "tally/explain/network.h"      // IWYU pragma: export
#include "tally/explain/number_text.h"  // IWYU pragma: export
#include "tally/explain/rule_view.h"    // IWYU pragma: export
#include "tally/explain/text_table.h"   // IWYU pragma: export
#include "tally/explain/top_terms.h"    // IWYU pragma: export
