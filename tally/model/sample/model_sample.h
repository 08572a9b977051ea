// SPDX-License-Identifier: Apache-2.0
// The table `sample`: some rows of the model with their evidence (see RowSample). How many it keeps
// at most, how many it has and what it has left out stand in `meta`, so that a row can be added
// without reading the others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tally/model.h"
#include "tally/model/model_tables.h"

namespace tally {

// The keys of `meta` about the sample. One that is off has none of them.
inline constexpr const char* kSampleMost = "sample";
inline constexpr const char* kSampleSize = "sampled";
inline constexpr const char* kSampleBelow = "sample_below";  ///< only if a row was left out

/// What `meta` says of the sample: see RowSample.
struct SampleState {
  std::int64_t most = 0;
  std::int64_t size = 0;
  std::string below;
};

bool is_digest(const std::string& text);  ///< 32 hexadecimal digits
/// Throws Error (kData) unless the row's first integer is how often a row can have been counted.
void check_times(const RowReader& row);

/// The evidence of a row in one text: for each column a line with `\:` before its name, then its
/// terms as SampledColumn has them.
std::string evidence_text(const SampledRow& row);
/// And back. What is in another form than that does not come out the same again.
std::vector<SampledColumn> columns_of_evidence(std::string_view evidence);

/// The keys of `meta` with their values.
std::map<std::string, std::string> sample_state(const RowSample& sample);
/// Puts the rows, in the order of their keys.
void put_sample(RowSink& sink, const RowSample& sample);

/// Throws Error (kData) for keys that do not fit together. REQUIRES: check_tables(db).
SampleState read_sample_state(Database& db);

/// Reads the rows as if they came from a stranger. Throws Error (kData) for rows that do not fit
/// the outline, the state or the digests; of a table, also for rows that are not what their digests
/// say, or more than were counted. REQUIRES: outline and digests have been read.
void read_sample(Database& db, Model& model);

}  // namespace tally
