// SPDX-License-Identifier: Apache-2.0
// /openapi.json: the routes, with the parameters that the command line knows.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/serve/request_rows.h"
#include "cli/serve/service.h"
#include "tally/inside/base.h"

namespace tally::server {

namespace {

using Json = nlohmann::ordered_json;

Json answer(const char* description, const Json& types) {
  Json content = Json::object();
  for (const auto& type : types) content[type.get<std::string>()] = {{"schema", Json::object()}};
  return {{"description", description}, {"content", std::move(content)}};
}

Json problems() {
  return {{"description", "what went wrong"},
          {"content",
           {{"application/json", {{"schema", {{"$ref", "#/components/schemas/Problem"}}}}}}}};
}

Json parameters_of(Ask ask) {
  Json out = Json::array();
  for (const cli::OptionText& option : describe(ask).options) {
    Json schema{{"type", option.value_name.empty() ? "boolean" : "string"}};
    if (!option.choices.empty()) schema["example"] = option.choices.front();
    out.push_back({{"name", option.names.back().substr(2)},
                   {"in", "query"},
                   {"description", in_parameters(option.help)},
                   {"schema", std::move(schema)}});
  }
  return out;
}

const Json& model_name() {
  static const Json name{
      {"name", "model"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}};
  return name;
}

Json get(const char* summary, bool has_model = false, const char* type = "application/json") {
  Json out{
      {"summary", summary},
      {"responses", {{"200", answer("the answer", Json::array({type}))}, {"default", problems()}}}};
  if (has_model) out["parameters"] = Json::array({model_name()});
  return {{"get", std::move(out)}};
}

// What is read of a model, with the parameters of a question.
Json get_asked(const char* summary, const char* type) {
  Json out = get(summary, true, type);
  for (Json& parameter : parameters_of(Ask::kReport)) {
    out["get"]["parameters"].push_back(std::move(parameter));
  }
  return out;
}

Json post(Ask ask, const char* summary, const Json& in, const Json& out) {
  Json parameters = parameters_of(ask);
  parameters.insert(parameters.begin(), model_name());
  if (ask == Ask::kLearn || ask == Ask::kForget) {
    parameters.push_back(
        {{"name", "Idempotency-Key"},
         {"in", "header"},
         {"description", "a request that comes again with the same key changes nothing"},
         {"schema", {{"type", "string"}, {"maxLength", 255}}}});
  }
  Json content = Json::object();
  for (const auto& type : in) {
    const bool is_json = type == "application/json";
    content[type.get<std::string>()] = {{"schema", is_json
                                                       ? Json{{"$ref", "#/components/schemas/Rows"}}
                                                       : Json{{"type", "string"}}}};
  }
  return {{"post",
           {{"summary", summary},
            {"parameters", std::move(parameters)},
            {"requestBody", {{"required", true}, {"content", std::move(content)}}},
            {"responses", {{"200", answer("the answer", out)}, {"default", problems()}}}}}};
}

Json schemas() {
  const Json text{{"type", "string"}};
  const Json record{{"type", "object"}, {"additionalProperties", {{"nullable", true}}}};
  const Json records{{"type", "array"}, {"items", record}};
  return {{"Rows",
           {{"description", "{\"rows\": [records]}, a list of records, or one record"},
            {"oneOf", Json::array({Json{{"type", "object"},
                                        {"required", Json::array({"rows"})},
                                        {"properties", {{"rows", records}}}},
                                   records, record})}}},
          {"Problem",
           {{"type", "object"},
            {"properties",
             {{"error",
               {{"type", "object"},
                {"properties",
                 {{"message", text},
                  {"place", {{"type", "object"}}},
                  {"remedy", {{"type", "array"}, {"items", text}}}}}}}}}}}};
}

}  // namespace

std::string openapi_json(bool with_learning, bool with_tokens) {
  const Json rows = Json::array(
      {"application/json", "text/csv", "text/tab-separated-values", kArrowType, "message/rfc822"});
  const Json table =
      Json::array({"application/json", "text/csv", "text/tab-separated-values", kArrowType});
  const Json json = Json::array({"application/json"});
  const std::string model = "/v1/models/{model}";
  Json paths;
  paths["/"] = get("a page to ask with", false, "text/html");
  paths["/healthz"] = get("whether the server lives");
  paths["/ready"] = get("whether it has models and takes requests");
  paths["/metrics"] = get("what has happened, for Prometheus", false, "text/plain");
  paths["/openapi.json"] = get("this description");
  paths["/v1/models"] = get("the names of the models");
  paths[model] = get("classes and columns of a model", true);
  paths[model + "/form"] = get("what a form for rows needs: columns, counts, histograms", true);
  paths[model + "/nomogram"] = get_asked("what a nomogram needs", "application/json");
  paths[model + "/report"] = get_asked("the page of tally report", "text/html");
  paths[model + "/history"] = get("the last verdicts on mail, where they are kept", true);
  paths[model + "/history"]["delete"] = get("drops them", true)["get"];
  paths[model + "/history/{id}"] = get("a message that is kept", true, "message/rfc822");
  paths[model + "/history/{id}"]["get"]["parameters"].push_back(
      {{"name", "id"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
  paths[model + "/predict"] = post(Ask::kPredict, "decides rows", rows,
                                   Json::array({"application/json", "text/csv", kArrowType}));
  paths[model + "/explain"] = post(Ask::kExplain, "works one decision out", rows,
                                   Json::array({"application/json", "text/plain"}));
  paths[model + "/score"] = post(Ask::kScore, "compares decisions with the truth", table, json);
  paths[model + "/filter"] = post(Ask::kFilter, "judges a message", Json::array({"message/rfc822"}),
                                  Json::array({"application/json", "message/rfc822"}));
  if (with_learning) {
    paths[model + "/learn"] = post(Ask::kLearn, "adds rows to the model", rows, json);
    paths[model + "/forget"] = post(Ask::kForget, "takes rows out of the model", rows, json);
  }
  paths["/v2"] = get("the server, by the Open Inference Protocol");
  paths["/v2/health/live"] = get("whether the server lives");
  paths["/v2/health/ready"] = get("whether it takes requests");
  paths["/v2/models/{model}"] = get("the tensors of a model", true);
  paths["/v2/models/{model}/ready"] = get("whether the model can be asked", true);
  Json infer{{"summary", "decides rows that come as tensors"},
             {"parameters", Json::array({model_name()})},
             {"requestBody",
              {{"required", true},
               {"content", {{"application/json", {{"schema", {{"type", "object"}}}}}}}}},
             {"responses", {{"200", answer("the answer", json)}, {"default", problems()}}}};
  paths["/v2/models/{model}/infer"] = {{"post", std::move(infer)}};
  Json components{{"schemas", schemas()}};
  if (with_tokens) {
    components["securitySchemes"] = {{"token", {{"type", "http"}, {"scheme", "bearer"}}}};
    for (const char* open : {"/", "/healthz", "/ready", "/v2/health/live", "/v2/health/ready"}) {
      paths[open]["get"]["security"] = Json::array();
    }
  }
  Json out{{"openapi", "3.0.3"},
           {"info", {{"title", "Tally"}, {"version", tally_version()}}},
           {"paths", std::move(paths)},
           {"components", std::move(components)}};
  if (with_tokens) out["security"] = Json::array({Json{{"token", Json::array()}}});
  return out.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tally::server
