// SPDX-License-Identifier: Apache-2.0
// The graph of an ONNX model under way: inputs, constants, operators and outputs, each a value with a name.
//
//   OnnxGraph graph;
//   const OnnxValue x = graph.input("x", OnnxType::kDouble, 1);              // [rows, 1]
//   const OnnxValue twice = graph.node("Mul", {x, graph.numbers({2}, {1})});
//   graph.output("y", twice, OnnxType::kDouble, {OnnxGraph::kRows, 1});
//   graph.model(head).bytes();
//
// Numbers of fields are those of onnx.proto (github.com/onnx/onnx); operators are those of opset 17 and of ai.onnx.ml 2,
// which onnxruntime takes since 1.12.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tally/export/onnx/proto_message.h"

namespace tally {

enum class OnnxType : std::uint8_t { kInteger = 7, kText = 8, kDouble = 11 };

using OnnxValue = std::string;  ///< its name

/// An attribute of an operator.
class OnnxAttribute {
 public:
  OnnxAttribute(const char* name, std::int64_t value);
  OnnxAttribute(const char* name, const std::vector<std::int64_t>& values);
  OnnxAttribute(const char* name, const std::vector<std::string>& values);
  const ProtoMessage& message() const { return message_; }

 private:
  ProtoMessage message_;
};

class OnnxGraph {
 public:
  static constexpr std::int64_t kRows = -1;  ///< a dimension: as many as there are rows

  /// A tensor [rows, columns] that is handed in. Its name is `name`, or one like it that is not taken.
  OnnxValue input(const std::string& name, OnnxType type, std::size_t columns);

  // Constants, row by row. REQUIRES: as many values as the dimensions say.
  OnnxValue numbers(const std::vector<double>& values, const std::vector<std::int64_t>& dimensions);
  OnnxValue integers(const std::vector<std::int64_t>& values,
                     const std::vector<std::int64_t>& dimensions);
  OnnxValue texts(const std::vector<std::string>& values);  ///< [values]

  /// What an operator makes of these values; an empty domain is ONNX's own.
  OnnxValue node(const char* operation, const std::vector<OnnxValue>& of,
                 const std::vector<OnnxAttribute>& attributes = {}, const char* domain = "");

  /// Gives a value out under this name, or one like it that is not taken.
  void output(const std::string& name, const OnnxValue& value, OnnxType type,
              const std::vector<std::int64_t>& dimensions);

  struct Head {
    std::string name, version, about;
    std::vector<std::pair<std::string, std::string>> metadata;
  };
  ProtoMessage model(const Head& head) const;

 private:
  OnnxValue unique(const std::string& name);
  OnnxValue constant(OnnxType type, const std::vector<std::int64_t>& dimensions,
                     ProtoMessage values);
  void add(const std::vector<OnnxValue>& of, const OnnxValue& to, const char* operation,
           const std::vector<OnnxAttribute>& attributes, const char* domain);

  // In the order that names come to be; a graph lists them by kind.
  std::vector<ProtoMessage> inputs_, constants_, nodes_, outputs_;
  std::set<std::string> names_;
  std::size_t made_ = 0;
};

}  // namespace tally
