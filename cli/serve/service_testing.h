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

  /// Mail: a message of each class, in rollback mode.
  std::string save_mail(const std::string& name) const;
  /// Learns the message in the file, as another process would.
  static void learn_mail(const std::string& path, std::string_view message,
                         const std::string& klass);

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

inline Request mail_request(const std::string& target, std::string_view message) {
  Request out = request("POST", target, std::string(message));
  out.headers = {{"host", "localhost"}, {"content-type", "message/rfc822"}};
  return out;
}

inline void ModelFolder::learn_mail(const std::string& path, std::string_view message,
                                    const std::string& klass) {
  ServiceOptions options;
  options.models = {path};
  options.allow_learning = true;
  Service service(options);
  const std::string name = std::filesystem::path(path).stem().string();
  const Response response = service.answer(
      mail_request("/v1/models/" + name + "/learn?create-class&class=" + klass, message));
  ASSERT_EQ(response.status, 200) << response.body;
}

inline std::string ModelFolder::save_mail(const std::string& name) const {
  std::string path = *this / name;
  create_empty_model(mail_schema(), path);
  learn_mail(path, "From: a@b.example\nSubject: lunch\n\nlunch at noon\n", "ham");
  learn_mail(path, "From: x@y.example\nSubject: pills\n\ncheap pills for you\n", "spam");
  compact_model(path);
  return path;
}

inline nlohmann::json json_of(const Response& response) {
  return nlohmann::json::parse(response.body);
}

}  // namespace tally::server
