// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/estimate/question.h"

namespace tally {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kByEvidence = "auto";  // in place of a λ

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorKind::kData, "the stored question " + sentence);
}

void set(Json& object, const char* key, const std::optional<double>& value) {
  if (value) object[key] = *value;
}

double number(const std::string& key, const Json& value) {
  if (!value.is_number()) refuse("has no number for " + in_quotes(key));
  return value.get<double>();
}

bool truth(const std::string& key, const Json& value) {
  if (!value.is_boolean()) refuse("has neither true nor false for " + in_quotes(key));
  return value.get<bool>();
}

std::string text(const std::string& key, const Json& value) {
  if (!value.is_string()) refuse("has no text for " + in_quotes(key));
  return value.get<std::string>();
}

Method method(const std::string& key, const Json& value) {
  const std::optional<Method> found = parse_method(text(key, value));
  if (!found) refuse("names the unknown method " + in_quotes(text(key, value)));
  return *found;
}

Rule rule(const std::string& key, const Json& value) {
  const std::optional<Rule> found = parse_rule(text(key, value));
  if (!found) refuse("names the unknown rule " + in_quotes(text(key, value)));
  return *found;
}

PriorKind prior_kind(const std::string& key, const Json& value) {
  for (const PriorKind kind :
       {PriorKind::kSmoothed, PriorKind::kEmpirical, PriorKind::kUniform, PriorKind::kGiven}) {
    if (text(key, value) == to_string(kind)) return kind;
  }
  refuse("names the unknown prior " + in_quotes(text(key, value)));
}

std::vector<std::pair<std::string, double>> given_prior(const std::string& key, const Json& value) {
  if (!value.is_array()) refuse("has no list for " + in_quotes(key));
  std::vector<std::pair<std::string, double>> out;
  for (const Json& pair : value) {
    if (!pair.is_array() || pair.size() != 2)
      refuse("has no pairs of class and number in " + in_quotes(key));
    out.emplace_back(text(key, pair[0]), number(key, pair[1]));
  }
  return out;
}

int lost_degrees(const std::string& key, const Json& value) {
  const std::string name = text(key, value);
  if (name != "population" && name != "sample")
    refuse("names the unknown variance " + in_quotes(name));
  return name == "sample" ? 1 : 0;
}

NormalPrior normal_prior(const std::string& name, const Json& object) {
  if (!object.is_object()) refuse("has no object for " + in_quotes(name));
  NormalPrior out;
  for (const auto& [key, value] : object.items()) {
    if (key == "mean") {
      out.mean = number(key, value);
    } else if (key == "kappa") {
      out.kappa = number(key, value);
    } else if (key == "alpha") {
      out.alpha = number(key, value);
    } else if (key == "beta") {
      out.beta = number(key, value);
    } else {
      refuse("has the unknown field " + in_quotes(name + "." + key));
    }
  }
  return out;
}

GammaPrior gamma_prior(const std::string& name, const Json& object) {
  if (!object.is_object()) refuse("has no object for " + in_quotes(name));
  GammaPrior out;
  for (const auto& [key, value] : object.items()) {
    if (key == "shape") {
      out.shape = number(key, value);
    } else if (key == "rate") {
      out.rate = number(key, value);
    } else {
      refuse("has the unknown field " + in_quotes(name + "." + key));
    }
  }
  return out;
}

FisherRule fisher_rule(const std::string& name, const Json& object) {
  if (!object.is_object()) refuse("has no object for " + in_quotes(name));
  FisherRule out;
  for (const auto& [key, value] : object.items()) {
    if (key == "strength") {
      out.strength = number(key, value);
    } else if (key == "min_deviation") {
      out.min_deviation = number(key, value);
    } else {
      refuse("has the unknown field " + in_quotes(name + "." + key));
    }
  }
  return out;
}

TextModel text_model(const std::string& key, const Json& value) {
  const std::optional<TextModel> found = parse_text_model(text(key, value));
  if (!found) refuse("names the unknown text model " + in_quotes(text(key, value)));
  return *found;
}

Combine combine(const std::string& key, const Json& value) {
  const std::optional<Combine> found = parse_combine(text(key, value));
  if (!found) refuse("names the unknown combining rule " + in_quotes(text(key, value)));
  return *found;
}

std::vector<std::string> words(const std::string& key, const Json& value) {
  if (!value.is_array()) refuse("has no list for " + in_quotes(key));
  std::vector<std::string> out;
  for (const Json& word : value) out.push_back(text(key, word));
  return out;
}

bool read_text_field(Question& out, const std::string& key, const Json& value) {
  if (key == "text_model") {
    out.text_model = text_model(key, value);
  } else if (key == "combine") {
    out.combine = combine(key, value);
  } else if (key == "fisher") {
    out.fisher = fisher_rule(key, value);
  } else if (key == "min_documents") {
    out.min_documents = number(key, value);
  } else if (key == "stop_words") {
    out.stop_words = words(key, value);
  } else {
    return false;
  }
  return true;
}

void read_field(Question& out, const std::string& key, const Json& value) {
  if (key == "rule") {
    out.rule = rule(key, value);
  } else if (key == "estimate") {
    out.method = method(key, value);
  } else if (key == "lambda") {
    out.lambda_by_evidence = value == kByEvidence;
    if (!out.lambda_by_evidence) out.lambda = number(key, value);
  } else if (key == "calibrate") {
    out.calibrate = truth(key, value);
  } else if (key == "prior") {
    out.prior = prior_kind(key, value);
  } else if (key == "given_prior") {
    out.given_prior = given_prior(key, value);
  } else if (key == "variance") {
    out.lost_degrees = lost_degrees(key, value);
  } else if (key == "variance_floor") {
    out.variance_floor = number(key, value);
  } else if (key == "var_smoothing") {
    out.var_smoothing = number(key, value);
  } else if (key == "normal") {
    out.normal = normal_prior(key, value);
  } else if (key == "gamma") {
    out.gamma = gamma_prior(key, value);
  } else if (!read_text_field(out, key, value)) {
    refuse("has the unknown field " + in_quotes(key));
  }
}

// What a question says about texts; nothing where it says nothing.
void set_text_fields(Json& out, const Question& question) {
  if (question.text_model) out["text_model"] = to_string(*question.text_model);
  if (question.combine) out["combine"] = to_string(*question.combine);
  if (question.fisher != FisherRule{}) {
    out["fisher"] = {{"strength", question.fisher.strength},
                     {"min_deviation", question.fisher.min_deviation}};
  }
  if (question.min_documents != 0) out["min_documents"] = question.min_documents;
  if (!question.stop_words.empty()) out["stop_words"] = question.stop_words;
}

}  // namespace

std::string to_json(const Question& question) {
  if (question.prior == PriorKind::kEstimated) {
    throw Error(ErrorKind::kUsage,
                "the prior of the rows at hand is of those rows: it cannot be stored with a model");
  }
  Json out;
  if (question.rule != Rule::kNaive) out["rule"] = to_string(question.rule);
  out["estimate"] = to_string(question.method);
  if (question.lambda_by_evidence) {
    out["lambda"] = kByEvidence;
  } else {
    out["lambda"] = question.lambda;
  }
  if (question.calibrate) out["calibrate"] = true;
  out["prior"] = to_string(question.prior);
  if (!question.given_prior.empty()) {
    Json& given = out["given_prior"] = Json::array();
    for (const auto& [klass, p] : question.given_prior) given.push_back(Json::array({klass, p}));
  }
  out["variance"] = question.lost_degrees == 0 ? "population" : "sample";
  out["variance_floor"] = question.variance_floor;
  set(out, "var_smoothing", question.var_smoothing);
  Json& normal = out["normal"];
  set(normal, "mean", question.normal.mean);
  normal["kappa"] = question.normal.kappa;
  normal["alpha"] = question.normal.alpha;
  set(normal, "beta", question.normal.beta);
  Json& gamma = out["gamma"];
  gamma["shape"] = question.gamma.shape;
  set(gamma, "rate", question.gamma.rate);
  set_text_fields(out, question);
  try {
    return out.dump();
  } catch (const Json::exception&) {
    throw Error(ErrorKind::kData,
                "the question names a class or a stop word by a text that is not UTF-8");
  }
}

Question parse_question(std::string_view json) {
  const Json object = Json::parse(json, nullptr, false);
  if (!object.is_object()) refuse("is not a JSON object: " + in_quotes(json));
  Question out;
  for (const auto& [key, value] : object.items()) read_field(out, key, value);
  return out;
}

Question question_from_json(std::string_view json) {
  Question out = parse_question(json);
  try {
    validate(out);
  } catch (const Error& error) {
    refuse("has no answer: " + error.sentence());
  }
  return out;
}

}  // namespace tally
