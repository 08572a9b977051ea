#include "cli/tuning.h"

#include "tally/assess.h"

namespace tally::cli {

namespace {

// A model for publication has rows but none of them in its sample, and none was ever left out of
// it.
bool lost_its_sample(const Model& model) {
  return model.sample.size() == 0 && model.sample.below().empty() &&
         !model.counts.total_weight().is_zero();
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

void tune_file_if_outgrown(const std::string& path) {
  {
    const ModelInPlace model(path);
    if (!has_rule(model.frame()) || !is_outgrown(model.frame().rule, model.frame().counts)) return;
  }
  change_model(path, [](Model& model) {
    // Somebody else may have been faster.
    if (is_outgrown(model.rule, model.counts)) tune_model(model);
  });
}

}  // namespace tally::cli
