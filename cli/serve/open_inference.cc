// SPDX-License-Identifier: Apache-2.0
// The Open Inference Protocol, version 2: what a model takes and gives as tensors, and its answers.
#include <algorithm>
#include <cmath>
#include <cstring>
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

// The tensors of an answer: in its JSON text, or as bytes behind it.
class Outputs {
 public:
  explicit Outputs(const TensorRequest& request) : request_(request) {}

  void add(const char* name, Json shape, const std::vector<std::string>& texts) {
    add(name, "BYTES", std::move(shape), texts, [&](const std::string& text) {
      put_bytes(static_cast<std::uint32_t>(text.size()));
      bytes_ += text;
    });
  }
  // NaN is null in JSON.
  void add(const char* name, Json shape, const std::vector<double>& numbers) {
    add(name, "FP64", std::move(shape), numbers, [&](double number) { put_bytes(number); });
  }

  Response response(Json out) const {
    out["outputs"] = list_;
    if (!has_bytes_) return json_response(dumped(out));
    Response response;
    response.type = "application/octet-stream";
    response.body = dumped(out);
    response.headers.emplace_back("Inference-Header-Content-Length",
                                  std::to_string(response.body.size()));
    response.body += bytes_;
    return response;
  }

 private:
  template <class T, class Put>
  void add(const char* name, const char* datatype, Json shape, const std::vector<T>& values,
           Put&& put) {
    bool is_binary = request_.wants_bytes;
    if (!request_.outputs.empty()) {
      const auto wanted =
          std::find_if(request_.outputs.begin(), request_.outputs.end(),
                       [&](const TensorRequest::Output& one) { return one.name == name; });
      if (wanted == request_.outputs.end()) return;
      is_binary = wanted->wants_bytes.value_or(is_binary);
    }
    list_.push_back(output(name, datatype, std::move(shape)));
    if (!is_binary) {
      list_.back()["data"] = values;
      return;
    }
    const std::size_t before = bytes_.size();
    for (const T& value : values) put(value);
    list_.back()["parameters"] = {{"binary_data_size", bytes_.size() - before}};
    has_bytes_ = true;
  }
  // The lowest byte first, as the protocol has it and the machines that Tally runs on.
  template <class T>
  void put_bytes(T value) {
    char room[sizeof(T)];
    std::memcpy(room, &value, sizeof(T));
    bytes_.append(room, sizeof(T));
  }

  const TensorRequest& request_;
  Json list_ = Json::array();
  std::string bytes_;
  bool has_bytes_ = false;
};

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
  const std::shared_ptr<const LoadedModel>& loaded = asking.loaded;
  if (loaded->reads_mail()) refuse_mail();
  const TensorRequest request = parse_tensors(asking.request, asking.limits);
  for (const auto& [name, is_binary] : request.outputs) {
    if (name != kPrediction && name != kProbabilities) {
      throw HttpError(
          400, "there is no output " + in_quotes(name) + "; prediction and probabilities are");
    }
  }
  Pairs query = asking.request.target.query;
  query.insert(query.end(), request.parameters.begin(), request.parameters.end());
  std::shared_ptr<const Answering> answering =
      loaded->answering(Ask::kPredict, query, asking.request.may_take_long);
  const std::size_t classes = answering->asked.loss.classes().size();
  if (request.rows.size() >
      asking.limits.cells / std::max(classes, loaded->schema().columns.size())) {
    throw HttpError(413, "the request has more cells than allowed: send the rows in several");
  }
  const Batch rows = told_rows(loaded->schema(), request.rows, ToldTruth::kIgnored);
  std::vector<std::string> notes;
  if (!answering->asker) {
    if (!asking.request.may_take_long) throw TakesLong();
    cli::Asked asked = answering->asked;
    Table table = table_over(rows);
    cli::found_prior(asked, table, 1);
    answering = std::make_shared<const Answering>(std::move(asked), answering->parameters);
  }
  std::vector<std::string> decided;
  std::vector<double> probabilities;
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
        probabilities.push_back(decision < 0 ? std::nan("") : p);
      }
    }
  });
  answers.tell("infer", notes);
  const std::size_t count = request.rows.size();
  Outputs outputs(request);
  outputs.add(kPrediction, Json::array({count}), decided);
  outputs.add(kProbabilities, Json::array({count, classes}), probabilities);
  Json out{{"model_name", asking.model.name()}, {"model_version", "1"}};
  if (!request.id.empty()) out["id"] = request.id;
  return outputs.response(std::move(out));
}

}  // namespace tally::server
