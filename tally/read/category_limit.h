// SPDX-License-Identifier: Apache-2.0
// The bound on distinct labels, for all workers together.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

/// Counts the distinct labels of each column over the dictionaries of all workers. They are
/// reported block by block in the order of the file, so that the answer does not depend on the
/// number of threads. One thread at a time.
class CategoryLimit {
 public:
  CategoryLimit(std::int64_t most, int workers, std::size_t columns);

  /// Takes in what `worker` has learned since the last time. Throws Error (kData) past the limit.
  void update(int worker, std::size_t column, const Dictionary& dictionary, const std::string& file,
              const std::string& name);

 private:
  std::int64_t most_;
  std::vector<std::vector<std::int32_t>> seen_;  // per worker and column: labels taken in
  // Hashes stand for labels: a collision would lower the count by one, which does no harm here.
  std::vector<absl::flat_hash_set<std::uint64_t>> labels_;
};

}  // namespace tally
