// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/tuning.h"

#include "tally/assess.h"

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
    if (!tally.is_text()) continue;
    for (const Counts::Class& klass : totals.classes()) {
      sum += tally.total_tokens(klass.code).to_double();
    }
  }
  return sum;
}

}  // namespace

bool has_rule(const Model& model) {
  const Schema& schema = model.counts.schema();
  return schema.is_mail() || (schema.has_text() && !model.sample.is_off());
}

void tune_model(Model& model) {
  if (lost_its_sample(model) && is_learned(model.rule) && !is_outgrown(model.rule, model.counts)) {
    return;
  }
  if (has_rule(model)) model.rule = tune(model.counts, model.sample);
}

void tune_file(const std::string& path) { change_model(path, tune_model); }

Tuned tune_file_if_outgrown(const std::string& path, std::int64_t new_rows, double quickly) {
  {
    ModelInPlace model(path);
    const Counts& counts = model.frame().counts;
    if (!has_rule(model.frame()) || !is_outgrown(model.frame().rule, counts)) {
      return Tuned::kNotNeeded;
    }
    const bool are_most = 2 * static_cast<double>(new_rows) >= counts.total_weight().to_double();
    if (!are_most && occurrences(model) > quickly) return Tuned::kPutOff;
  }
  change_model(path, [](Model& model) {
    // Somebody else may have been faster.
    if (is_outgrown(model.rule, model.counts)) tune_model(model);
  });
  return Tuned::kNow;
}

}  // namespace tally
