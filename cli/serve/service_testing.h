// SPDX-License-Identifier: Apache-2.0
// A small model in a folder of its own, for the tests of the server.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/serve/service.h"

namespace tally::server {

class ModelFolder {
 public:
  ModelFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tally-serve-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ModelFolder() { std::filesystem::remove_all(path_); }
  ModelFolder(const ModelFolder&) = delete;
  ModelFolder& operator=(const ModelFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// Who buys: age is a number, town a category. `copies` of six rows.
  std::string save(const std::string& name, int copies = 1) const {
    Schema schema;
    schema.columns = {feature("age", Family::kGaussian),
                      feature("town", Family::kCategorical, ValueType::kText),
                      target_column("buys")};
    schema = validated(schema);
    PieceCounter counter(schema);
    const std::vector<CellTexts> rows{{{"age", "20"}, {"town", "Bonn"}, {"buys", "no"}},
                                      {{"age", "25"}, {"town", "Bonn"}, {"buys", "no"}},
                                      {{"age", "30"}, {"town", "Ulm"}, {"buys", "no"}},
                                      {{"age", "50"}, {"town", "Ulm"}, {"buys", "yes"}},
                                      {{"age", "60"}, {"town", "Ulm"}, {"buys", "yes"}},
                                      {{"age", "55"}, {"town", "Bonn"}, {"buys", "yes"}}};
    for (int i = 0; i < copies; ++i) counter.add(told_rows(schema, rows, ToldTruth::kTaken));
    save_model(model_of(std::move(counter).finish()), *this / name);
    return *this / name;
  }

 private:
  std::string path_;
};

inline Request request(const std::string& method, const std::string& target,
                       const std::string& body = "") {
  Request out;
  out.method = method;
  out.target = parse_target(target);
  out.headers = {{"host", "localhost"}, {"content-type", "application/json"}};
  out.body = body;
  return out;
}

inline nlohmann::json json_of(const Response& response) {
  return nlohmann::json::parse(response.body);
}

}  // namespace tally::server
