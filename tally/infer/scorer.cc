#include <utility>

#include "tally/base/log_math.h"
#include "tally/infer.h"

namespace tally {

Scorer::Scorer(Estimates estimates) : estimates_(std::move(estimates)) {}

bool Posteriors::impossible(std::int64_t row) const {
  return log_evidence[static_cast<std::size_t>(row)] == kLogZero;
}

}  // namespace tally
