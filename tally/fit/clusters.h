// SPDX-License-Identifier: Apache-2.0
// Clusters: classes found by EM in rows without a class.
//
//   UnlabelledRows rows(schema);                   // of a target "cluster" with the values 1, 2, 3
//   Clustered found = find_clusters(rows, schema, {}, threads);
//   found.model                                    // an ordinary model with a second layer alone
//
// EM finds a local maximum near its start. It is started several times from rows that are drawn at
// random, one for each cluster; only the start that is best after some steps is continued. Clusters
// are numbered by their size, the largest first. The model has counted no row: it has expected
// counts alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/fit/em.h"

namespace tally {

/// The schema with a target of this name, whose values are 1 … clusters. Throws Error (kUsage) for
/// fewer than two clusters. REQUIRES: the columns have no target, and none of this name.
Schema with_clusters(Schema columns, const std::string& name, std::int64_t clusters);

struct ClusterStarts {
  std::uint64_t seed = 0;
  int starts = 10;
};

struct Clustered {
  Model model;
  std::vector<double> objective;  ///< after each iteration, of the start that was taken
};

/// REQUIRES: the schema is one that `with_clusters` gave, the rows are of it; starts >= 1. Throws Error
/// (kData) if there are fewer rows than clusters.
Clustered find_clusters(const UnlabelledRows& rows, const Schema& schema,
                        const ClusterStarts& starts, int threads);

}  // namespace tally
