// SPDX-License-Identifier: Apache-2.0
#include "tally/read/category_limit.h"

#include "tally/base/error.h"

namespace tally {

CategoryLimit::CategoryLimit(std::int64_t most, int workers, std::size_t columns)
    : most_(most),
      seen_(static_cast<std::size_t>(workers), std::vector<std::int32_t>(columns)),
      labels_(columns) {}

void CategoryLimit::update(int worker, std::size_t column, const Dictionary& dictionary,
                           const std::string& file, const std::string& name) {
  std::int32_t& seen = seen_[static_cast<std::size_t>(worker)][column];
  std::int64_t distinct = dictionary.size();
  if (seen_.size() > 1) {
    for (; seen < dictionary.size(); ++seen) {
      labels_[column].insert(dictionary.label(seen).hash());
    }
    distinct = static_cast<std::int64_t>(labels_[column].size());
  }
  if (distinct <= most_) return;
  throw Error(ErrorKind::kData,
              Remark{"more than " + std::to_string(most_) + " different values",
                     {Remedy::ignore(name), Remedy::of(RemedyKind::kRaiseCategoryLimit)}},
              Place{file, -1, -1, name});
}

}  // namespace tally
