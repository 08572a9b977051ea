// SPDX-License-Identifier: Apache-2.0
// The loop of every reader: portions of a table become batches in parallel, and the caller finishes
// them in the order of the rows.
//
//   std::vector<Parser> parsers = one_each<Parser>(threads, plan);
//   for_each_batch(parsers, next_portion, make, work, rows, {options.max_categories, names});
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tally/base/parallel.h"
#include "tally/read.h"
#include "tally/read/category_limit.h"

namespace tally {

/// A maker of batches for each worker, and one at least.
template <class Maker, class... From>
std::vector<Maker> one_each(int threads, const From&... from) {
  std::vector<Maker> makers;
  for (int worker = 0; worker < std::max(1, threads); ++worker) makers.emplace_back(from...);
  return makers;
}

/// The columns whose different labels are limited. A maker has `dictionary(i)`: that of the i-th of
/// them, or null.
struct LimitedLabels {
  std::int64_t most = 0;
  std::vector<std::string> columns;
};

/// Pulls portions from next() until there is none, and calls make(portion, maker, take) for each; make
/// calls take(batch) for every batch of the portion, which is valid until take returns and, of the
/// last one, until the maker's next portion. A batch that has rows goes to `work`. In the order of
/// the portions: labels are checked against their limit, `rows` grows, and what `work` gave back is
/// called. Threads and errors are those of `in_order`, a worker for each maker.
template <class Maker, class Next, class Make>
void for_each_batch(std::vector<Maker>& makers, Next&& next, Make&& make, const Table::Work& work,
                    std::atomic<std::int64_t>& rows, const LimitedLabels& limited = {}) {
  struct Made {
    int worker;
    std::int64_t rows = 0;
    std::string file;
    std::vector<Table::Finish> finishes;
  };
  const int workers = static_cast<int>(makers.size());
  CategoryLimit limit(limited.most, workers, limited.columns.size());
  in_order(
      workers, next,
      [&](auto portion, int worker) {
        Made made{worker, 0, {}, {}};
        make(std::move(portion), makers[static_cast<std::size_t>(worker)], [&](const Batch& batch) {
          made.rows += batch.rows;
          made.file = batch.file;
          if (batch.rows == 0) return;
          if (Table::Finish finish = work(batch, worker))
            made.finishes.push_back(std::move(finish));
        });
        return made;
      },
      [&](const Made& made) {
        for (std::size_t i = 0; i < limited.columns.size(); ++i) {
          if constexpr (requires(const Maker& maker) { maker.dictionary(i); }) {
            const Maker& maker = makers[static_cast<std::size_t>(made.worker)];
            if (const Dictionary* const dictionary = maker.dictionary(i)) {
              limit.update(made.worker, i, *dictionary, made.file, limited.columns[i]);
            }
          }
        }
        rows.fetch_add(made.rows, std::memory_order_relaxed);
        for (const Table::Finish& finish : made.finishes) finish();
      });
}

}  // namespace tally
