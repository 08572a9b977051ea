// SPDX-License-Identifier: Apache-2.0
// The Open Inference Protocol, version 2: what a model takes and gives as tensors, and its answers.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/serve/row_answers.h"
#include "cli/serve/tensors.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPrediction = "prediction";
constexpr const char* kProbabilities = "probabilities";

Json output(const char* name, const char* datatype, Json shape) {
  return {{"name", name}, {"datatype", datatype}, {"shape", std::move(shape)}};
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

[[noreturn]] void refuse_mail() {
  throw HttpError(400, "this model reads mail, and cannot be asked with tensors: use filter");
}

bool wants(const TensorRequest& request, const char* name) {
  const auto& outputs = request.outputs;
  return outputs.empty() || std::find(outputs.begin(), outputs.end(), name) != outputs.end();
}

}  // namespace

Response describe_tensors(ServedModel& model) {
  const std::shared_ptr<const LoadedModel> loaded = model.current();
  if (loaded->reads_mail()) refuse_mail();
  Json inputs = Json::array(), classes = Json::array();
  for (const ColumnSchema& column : loaded->schema().columns) {
    if (!column.is_evidence()) continue;
    inputs.push_back(
        {{"name", column.name}, {"datatype", datatype_of(column)}, {"shape", Json::array({-1})}});
  }
  for (const Label& klass : loaded->model().counts.class_labels()) {
    classes.push_back(klass.to_string());
  }
  const std::size_t count = classes.size();
  Json probabilities = output(kProbabilities, "FP64", Json::array({-1, count}));
  probabilities["parameters"] = {{"classes", std::move(classes)}};
  return json_response(
      dumped({{"name", model.name()},
              {"versions", Json::array({"1"})},
              {"platform", "tally"},
              {"inputs", std::move(inputs)},
              {"outputs",
               Json::array({output(kPrediction, "BYTES", Json::array({-1})), probabilities})}}));
}

Response infer(Asking& asking) {
  const std::shared_ptr<const LoadedModel> loaded = asking.model.current();
  if (loaded->reads_mail()) refuse_mail();
  const TensorRequest request = parse_tensors(asking.request, asking.limits);
  for (const std::string& name : request.outputs) {
    if (name != kPrediction && name != kProbabilities) {
      throw HttpError(
          400, "there is no output " + in_quotes(name) + "; prediction and probabilities are");
    }
  }
  Pairs query = asking.request.target.query;
  query.insert(query.end(), request.parameters.begin(), request.parameters.end());
  std::shared_ptr<const Answering> answering = loaded->answering(Ask::kPredict, query);
  const std::size_t classes = answering->asked.loss.classes().size();
  if (request.rows.size() >
      asking.limits.cells / std::max(classes, loaded->schema().columns.size())) {
    throw HttpError(413, "the request has more cells than allowed: send the rows in several");
  }
  const Batch rows = told_rows(loaded->schema(), request.rows, ToldTruth::kIgnored);
  std::vector<std::string> notes;
  if (!answering->asker) {
    cli::Asked asked = answering->asked;
    Table table = table_over(rows);
    cli::found_prior(asked, table, 1);
    answering = std::make_shared<const Answering>(std::move(asked), answering->parameters);
  }
  Json decided = Json::array(), probabilities = Json::array();
  const Loss& loss = answering->asker->loss();
  RowAnswers answers(asking, *answering);
  Table table = table_over(rows);
  std::vector<double> risk(loss.decisions().size());
  answers.read(table, [&](const Batch& batch, const Posteriors& posteriors) {
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      const int decision = decide(loss, posteriors, row, risk);
      decided.push_back(
          decision < 0 ? "" : loss.decisions()[static_cast<std::size_t>(decision)].to_string());
      for (const double p : posteriors.posterior_of(row)) {
        probabilities.push_back(decision < 0 ? Json() : Json(p));
      }
    }
  });
  answers.tell("infer", notes);
  const std::size_t count = request.rows.size();
  Json outputs = Json::array();
  if (wants(request, kPrediction)) {
    outputs.push_back(output(kPrediction, "BYTES", Json::array({count})));
    outputs.back()["data"] = std::move(decided);
  }
  if (wants(request, kProbabilities)) {
    outputs.push_back(output(kProbabilities, "FP64", Json::array({count, classes})));
    outputs.back()["data"] = std::move(probabilities);
  }
  Json out{{"model_name", asking.model.name()}, {"model_version", "1"}};
  if (!request.id.empty()) out["id"] = request.id;
  out["outputs"] = std::move(outputs);
  return json_response(dumped(out));
}

}  // namespace tally::server
