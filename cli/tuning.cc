#include "cli/tuning.h"

#include "tally/assess.h"

namespace tally::cli {

bool has_rule(const Model& model) {
  const Schema& schema = model.counts.schema();
  return schema.is_mail() || (schema.has_text() && !model.sample.is_off());
}

void tune_model(Model& model) {
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
