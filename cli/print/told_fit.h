// SPDX-License-Identifier: Apache-2.0
// What `fit` tells about what it has made.
#pragma once

#include <vector>

#include "tally/inside/assess.h"
#include "tally/inside/read.h"

namespace tally::cli {

/// The features by what they are taken for, and what is counted beside.
void tell_features(const Schema& schema);
/// The columns that are none.
void tell_unused(const SchemaDraft& draft);
/// The classes and their rows.
void tell_classes(const Counts& counts);
/// How the rules do on rows that are left out, and which one answers.
void tell_rules(const std::vector<RuleWeight>& rule);

}  // namespace tally::cli
