// SPDX-License-Identifier: Apache-2.0
#include "tally/fit.h"

#include "tally/inside/assess.h"

namespace tally {

namespace {

// A model for publication has rows but none of them in its sample, and none was ever left out of
// it.
bool lost_its_sample(const Model& model) {
  return model.sample.size() == 0 && model.sample.below().empty() &&
         !model.counts.total_weight().is_zero();
}

// What tuning looks at, and what it reads the model for.
double occurrences(ModelInPlace& model) {
  const Counts totals = model.counts_for(Batch{});
  double sum = 0;
  for (const Tally& tally : totals.tallies()) {
    const TextTally* const text = as_text(tally);
    if (text == nullptr) continue;
    for (const Counts::Class& klass : totals.classes()) {
      sum += text->total_tokens(klass.code).to_double();
    }
  }
  return sum;
}

// What is to be done. Who writes must not wait for a reader of its own: the model is closed.
Tuned look_at(ModelInPlace model, std::int64_t new_rows, double quickly) {
  const Counts& counts = model.outline().counts;
  if (!has_rule(model.outline()) || !is_outgrown(model.outline().rule, counts)) {
    return Tuned::kNotNeeded;
  }
  const bool are_most = 2 * static_cast<double>(new_rows) >= counts.total_weight().to_double();
  if (!are_most && occurrences(model) > quickly) return Tuned::kPutOff;
  return Tuned::kNow;
}

}  // namespace

bool has_rule(const Model& model) {
  return model.counts.schema().row_traits().have_rule || !model.sample.is_off();
}

void tune_model(Model& model) {
  if (lost_its_sample(model) && is_learned(model.rule) && !is_outgrown(model.rule, model.counts)) {
    return;
  }
  if (!has_rule(model)) return;
  model.rule = model.counts.schema().row_traits().have_rule
                   ? tune(model.counts, model.sample)
                   : weigh(model.counts, model.sample, model.expected ? model.expected->gain : 0);
}

void tune_file(const std::string& path) { change_model(path, tune_model); }

Tuned tune_file_if_outgrown(const std::string& path, std::int64_t new_rows, double quickly) {
  return tune_file_if_outgrown(ModelInPlace(path), path, new_rows, quickly);
}

Tuned tune_file_if_outgrown(ModelInPlace model, const std::string& path, std::int64_t new_rows,
                            double quickly) {
  const Tuned tuned = look_at(std::move(model), new_rows, quickly);
  if (tuned != Tuned::kNow) return tuned;
  change_model(path, [](Model& now) {
    // Somebody else may have been faster.
    if (is_outgrown(now.rule, now.counts)) tune_model(now);
  });
  return Tuned::kNow;
}

}  // namespace tally
