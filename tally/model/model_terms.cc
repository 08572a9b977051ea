// SPDX-License-Identifier: Apache-2.0
#include "tally/model/model_terms.h"

#include <algorithm>
#include <future>
#include <mutex>
#include <numeric>
#include <span>

#include "tally/base/parallel.h"
#include "tally/base/prefetch.h"
#include "tally/count/text/term_entries.h"
#include "tally/model/model_tables.h"
#include "tally/model/term_cells.h"

namespace tally {

namespace {

using Slots = std::span<const std::int32_t>;

constexpr std::size_t kTermsAtOnce = 1024;  // their cells stay in the cache

// Buffers that wait for their next use: memory that is new costs more than what is written to it.
class SpareBuffers {
 public:
  CellBuffer take() {
    const std::lock_guard lock(mutex_);
    if (buffers_.empty()) return {};
    CellBuffer buffer = std::move(buffers_.back());
    buffers_.pop_back();
    buffer.clear();
    return buffer;
  }
  void give(CellBuffer buffer) {
    const std::lock_guard lock(mutex_);
    buffers_.push_back(std::move(buffer));
  }

 private:
  std::mutex mutex_;
  std::vector<CellBuffer> buffers_;
};

}  // namespace

struct ModelTerms::Worker {
  Worker(const TextTally& of, const TermEntries& turned, const std::vector<std::int32_t>& classes,
         const std::vector<std::string>& class_texts);

  void put(Slots slots, CellBuffer& out);
  void put_any(std::int32_t slot, CellBuffer& out);

  const TextTally& tally;
  const TermEntries& entries;
  const std::vector<std::int32_t>& codes;  // of the classes, by their texts
  TermCells cells;
  std::size_t longest_term;
};

ModelTerms::Worker::Worker(const TextTally& of, const TermEntries& turned,
                           const std::vector<std::int32_t>& classes,
                           const std::vector<std::string>& class_texts)
    : tally(of), entries(turned), codes(classes), cells(of.name(), class_texts) {
  std::size_t besides = of.name().size() + to_string(Part::kRepeat).size();
  std::size_t longest_class = 0;
  for (const std::string& text : class_texts) {
    require_utf8(text, kCountsTable, {});
    longest_class = std::max(longest_class, text.size());
  }
  besides += longest_class;
  longest_term = kLongestRow - std::min(kLongestRow, besides);
}

void ModelTerms::Worker::put(Slots slots, CellBuffer& out) {
  for (const std::int32_t slot : slots) prefetch_line(tally.term_of(slot).data());
  for (const std::int32_t slot : slots) prefetch_line(entries.of(slot).data());
  const std::size_t classes = codes.size();
  for (const std::int32_t slot : slots) {
    const std::string_view term = tally.term_of(slot);
    require_utf8(term, kCountsTable, {});
    if (term.size() > longest_term) throw_too_long({});
    cells.start(term);
    if (!entries.are_small(slot)) {
      put_any(slot, out);
      continue;
    }
    for (const TermEntry& entry : entries.of(slot)) {
      const bool is_repeat = entry.place < classes;
      cells.add(is_repeat ? Part::kRepeat : Part::kValue,
                is_repeat ? entry.place : entry.place - classes, entry.amount, out);
    }
  }
}

void ModelTerms::Worker::put_any(std::int32_t slot, CellBuffer& out) {
  for (const Part part : {Part::kRepeat, Part::kValue}) {
    for (std::size_t k = 0; k < codes.size(); ++k) {
      const ExactSum& sum =
          part == Part::kValue ? tally.at(codes[k], slot) : tally.repeats(codes[k], slot);
      sum.for_each_limb([&](const ExactSum::Limb& limb) { cells.add(part, k, limb, out); });
    }
  }
}

void ModelTerms::put(int threads, const std::function<void(std::string_view)>& sink) {
  std::vector<std::int32_t> classes(class_texts_.size());
  std::iota(classes.begin(), classes.end(), 0);
  std::sort(classes.begin(), classes.end(), [&](std::int32_t a, std::int32_t b) {
    return class_texts_[static_cast<std::size_t>(a)] < class_texts_[static_cast<std::size_t>(b)];
  });
  std::vector<std::string> sorted_texts;
  for (const std::int32_t code : classes) {
    sorted_texts.push_back(class_texts_[static_cast<std::size_t>(code)]);
  }
  // The terms are sorted while their sums are transposed.
  std::future<std::vector<std::int32_t>> sorted;
  if (threads > 1) sorted = std::async([&] { return tally_.term_slots(); });
  TermEntries entries(tally_, classes, threads);
  keep_histograms(entries.take_histograms(), classes);
  const std::vector<std::int32_t> slots = sorted.valid() ? sorted.get() : tally_.term_slots();
  std::vector<Worker> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(tally_, entries, classes, sorted_texts);
  SpareBuffers buffers;
  Slots left = slots;
  in_order(
      threads,
      [&]() -> std::optional<Slots> {
        if (left.empty()) return std::nullopt;
        const Slots next = left.first(std::min(left.size(), kTermsAtOnce));
        left = left.subspan(next.size());
        return next;
      },
      [&](Slots of_piece, int worker) {
        CellBuffer out = buffers.take();
        workers[static_cast<std::size_t>(worker)].put(of_piece, out);
        return out;
      },
      [&](CellBuffer cells) {
        sink(cells.cells());
        buffers.give(std::move(cells));
      });
}

// From the order of the texts to that of the codes.
void ModelTerms::keep_histograms(std::optional<TermHistograms> found,
                                 const std::vector<std::int32_t>& classes) {
  histograms_.reset();
  if (!found) return;
  TermHistograms& kept = histograms_.emplace();
  kept.all = std::move(found->all);
  for (auto* const by_class : {&kept.documents, &kept.tokens, &kept.rest}) {
    by_class->resize(classes.size());
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto code = static_cast<std::size_t>(classes[i]);
    kept.documents[code] = std::move(found->documents[i]);
    kept.tokens[code] = std::move(found->tokens[i]);
    kept.rest[code] = std::move(found->rest[i]);
  }
}

}  // namespace tally
