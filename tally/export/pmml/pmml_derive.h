// SPDX-License-Identifier: Apache-2.0
// How PMML makes one thing of each value and of each bin of a column: MapValues and Discretize.
#pragma once

#include <string>
#include <vector>

#include "tally/export.h"
#include "tally/export/pmml/xml_text.h"

namespace tally {

/// What comes out.
struct PmmlOutcome {
  const char* type;     ///< "string", "double"
  const char* missing;  ///< for a missing cell; nullptr: it stays missing
};

/// outcomes[v] for the value v, `unseen` for any other.
void write_values(const SheetValues& table, const std::vector<std::string>& outcomes,
                  const std::string& unseen, const PmmlOutcome& outcome, XmlText& xml);

/// outcomes[b] for the bin b.
void write_bins(const SheetBins& table, const std::vector<std::string>& outcomes,
                const PmmlOutcome& outcome, XmlText& xml);

}  // namespace tally
