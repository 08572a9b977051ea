// SPDX-License-Identifier: Apache-2.0
// Any file that is asked or taught where it lies is a model or an Error; and where the whole of it
// is a sound model, the part says the same of what it holds.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tally/count/text/text_tally.h"
#include "tally/model.h"

namespace {

using namespace tally;

// A row with the first terms of each text of the whole model, or some that may be there.
struct Row {
  Row(const Schema& schema, const Counts* whole) {
    batch.rows = 1;
    for (const TallySpec& spec : schema.tallies()) {
      if (spec.family != Family::kText) continue;
      std::vector<std::string_view> terms{"a", "good", "the"};
      if (const Tally* any = whole == nullptr ? nullptr : whole->find(spec.name)) {
        const TextTally* const tally = &text_of(*any);
        for (const std::int32_t slot : tally->term_slots()) {
          if (terms.size() < 20) terms.push_back(tally->term_of(slot));
        }
      }
      auto dictionary = std::make_shared<TermDictionary>();
      for (const std::string_view term : terms) {
        if (!term.empty()) dictionary->code(term);
      }
      Terms column;
      column.starts = starts.emplace_back(std::vector<std::int64_t>{0, dictionary->size()}).data();
      std::vector<std::int32_t>& all = codes.emplace_back();
      for (std::int32_t code = 0; code < dictionary->size(); ++code) all.push_back(code);
      column.codes = all.data();
      column.dictionary = std::move(dictionary);
      batch.columns.push_back({spec.name, std::move(column)});
    }
  }
  Batch batch;
  std::vector<std::vector<std::int64_t>> starts;
  std::vector<std::vector<std::int32_t>> codes;
};

template <class F>
bool is_sound(F&& f) {
  try {
    f();
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kData) std::abort();
    return false;
  }
}

std::int32_t code_in(const Counts& counts, const Label& label) {
  for (const Counts::Class& klass : counts.classes()) {
    if (klass.label == label) return klass.code;
  }
  return -1;
}

void expect_same(const Counts& part, const Counts& whole) {
  for (const Tally& tally : part.tallies()) {
    const KeyedTally* const some = as_keyed(tally);
    const TextTally* const text = as_text(tally);
    if (some == nullptr) continue;
    const KeyedTally& all = *as_keyed(*whole.find(tally.name()));
    if (some->possible_values() != all.possible_values()) std::abort();
    for (const Counts::Class& klass : part.classes()) {
      const std::int32_t there = code_in(whole, klass.label);
      if (some->total(klass.code) != all.total(there)) std::abort();
      if (text != nullptr && text->total_tokens(klass.code) != text_of(all).total_tokens(there)) {
        std::abort();
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = (std::filesystem::temp_directory_path() /
                                   ("tally-in-place-fuzz-" + std::to_string(::getpid())))
                                      .string();
  for (const char* end : {"-journal", "-wal", "-shm"}) std::filesystem::remove(path + end);
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  std::optional<Model> whole;
  is_sound([&] { whole.emplace(load_model(path)); });
  const bool in_place = is_sound([&] {
    ModelInPlace model(path);
    const Row row(model.outline().counts.schema(), whole ? &whole->counts : nullptr);
    for (const OtherTerms others : {OtherTerms::kLeftOut, OtherTerms::kEach, OtherTerms::kTotals}) {
      const Counts part = model.counts_for(row.batch, others);
      if (whole && others != OtherTerms::kLeftOut) expect_same(part, whole->counts);
    }
  });
  if (whole && !in_place) std::abort();
  std::filesystem::remove(path);
  return 0;
}
