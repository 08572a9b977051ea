// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/tensors.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tally::server {
namespace {

Request with(const std::string& body, const std::string& binary = "", bool tells_length = false) {
  Request request;
  request.body = body + binary;
  if (tells_length || !binary.empty()) {
    request.headers = {{"inference-header-content-length", std::to_string(body.size())}};
  }
  return request;
}

int status(const Request& request, std::size_t cells = 100) {
  Limits limits;
  limits.cells = cells;
  try {
    parse_tensors(request, limits);
  } catch (const HttpError& error) {
    return error.status();
  }
  return 200;
}

std::string tensor(const std::string& rest) {
  return R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [2], )" + rest + "}]}";
}

TEST(Tensors, AreRowsInWords) {
  const TensorRequest request = parse_tensors(
      with(
          R"({"id": "x", "parameters": {"lambda": 0.5, "binary_data_output": true}, "outputs": [{"name": "prediction"}],
               "inputs": [{"name": "a", "datatype": "FP64", "shape": [2], "data": [1.5, null]},
                          {"name": "b", "datatype": "BYTES", "shape": [2, 1], "data": [["x"], ["y"]]}]})"),
      Limits{});
  EXPECT_EQ(request.id, "x");
  EXPECT_EQ(request.parameters, (Pairs{{"lambda", "0.5"}}));
  ASSERT_EQ(request.outputs.size(), 1U);
  EXPECT_EQ(request.outputs[0].name, "prediction");
  EXPECT_EQ(request.outputs[0].wants_bytes, std::nullopt);
  EXPECT_TRUE(request.wants_bytes);
  EXPECT_EQ(request.rows,
            (std::vector<CellTexts>{{{"a", "1.5"}, {"b", "x"}}, {{"a", ""}, {"b", "y"}}}));
}

TEST(Tensors, MayBeBytes) {
  const double numbers[] = {0.1, -2};
  std::string bytes(reinterpret_cast<const char*>(numbers), sizeof numbers);
  bytes += std::string("\x01\0\0\0x\x02\0\0\0yz", 11);
  const TensorRequest request = parse_tensors(
      with(
          R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [2], "parameters": {"binary_data_size": 16}},
                          {"name": "b", "datatype": "BYTES", "shape": [2], "parameters": {"binary_data_size": 11}}]})",
          bytes),
      Limits{});
  EXPECT_EQ(request.rows,
            (std::vector<CellTexts>{{{"a", "0.1"}, {"b", "x"}}, {{"a", "-2"}, {"b", "yz"}}}));
}

TEST(Tensors, OfBrokenBytesAreRefused) {
  const auto size = [](int bytes) {
    return tensor("\"parameters\": {\"binary_data_size\": " + std::to_string(bytes) + "}");
  };
  const std::string sixteen(16, '\0');
  EXPECT_EQ(status(with(size(16), sixteen)), 200);
  EXPECT_EQ(status(with(size(16), sixteen + "x")), 400);     // bytes behind
  EXPECT_EQ(status(with(size(17), sixteen)), 400);           // more than there is
  EXPECT_EQ(status(with(size(8), sixteen.substr(8))), 400);  // one number of two
  EXPECT_EQ(status(with(size(15), sixteen.substr(1))), 400);
  EXPECT_EQ(status(with(size(-1), sixteen)), 400);
  const std::string texts =
      R"({"inputs": [{"name": "b", "datatype": "BYTES", "shape": [1], "parameters": {"binary_data_size": 5}}]})";
  EXPECT_EQ(status(with(texts, std::string("\x01\0\0\0x", 5))), 200);
  EXPECT_EQ(status(with(texts, std::string("\xff\xff\xff\xffx", 5))), 400);
  EXPECT_EQ(status(with(texts, std::string("\x02\0\0\0x", 5))), 400);
}

TEST(Tensors, OfAnotherShapeAreRefused) {
  EXPECT_EQ(status(with(tensor("\"data\": [1, 2]"))), 200);
  EXPECT_EQ(status(with(tensor("\"data\": [1]"))), 400);
  EXPECT_EQ(status(with(tensor("\"data\": 1"))), 400);
  EXPECT_EQ(status(with(tensor("\"data\": [{}, {}]"))), 400);
  EXPECT_EQ(status(with(tensor("\"data\": [1, 2]"), "", true)), 200);
  for (const char* body :
       {"[]", "{}", R"({"inputs": []})", R"({"inputs": [1]})", R"({"inputs": {}})", "x",
        R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [-1], "data": []}]})",
        R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [1, 2], "data": [1, 2]}]})",
        R"({"inputs": [{"name": 1, "datatype": "FP64", "shape": [1], "data": [1]}]})",
        R"({"id": 1, "inputs": []})", R"({"parameters": 1, "inputs": []})"}) {
    EXPECT_EQ(status(with(body)), 400) << body;
  }
  EXPECT_EQ(status(with(R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [1], "data": [1]},
                                       {"name": "b", "datatype": "FP64", "shape": [2], "data": [1, 2]}]})")),
            400);
}

TEST(Tensors, TakeNoMoreThanTheirLimit) {
  EXPECT_EQ(status(with(tensor("\"data\": [1, 2]")), 5), 413);
  EXPECT_EQ(status(with(std::string(1000, '['))), 400);  // too deep
  EXPECT_EQ(
      status(with(
          R"({"inputs": [{"name": "a", "datatype": "FP64", "shape": [1000000], "data": []}]})")),
      413);
}

}  // namespace
}  // namespace tally::server
