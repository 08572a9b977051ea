// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/onnx_graph.h"

#include <bit>

namespace tally {

namespace {

// Fields of onnx.proto, by message.
struct Model {
  enum { kIrVersion = 1, kProducer = 2, kProducerVersion = 3, kAbout = 6, kGraph = 7 };
  enum { kOperators = 8, kMetadata = 14 };
};
struct Graph {
  enum { kNode = 1, kName = 2, kConstant = 5, kInput = 11, kOutput = 12 };
};
struct Node {
  enum { kInput = 1, kOutput = 2, kOperation = 4, kAttribute = 5, kDomain = 7 };
};
struct Attribute {
  enum { kName = 1, kInteger = 3, kIntegers = 8, kTexts = 9, kType = 20 };
  enum { kIsInteger = 2, kAreIntegers = 7, kAreTexts = 8 };  // values of kType
};
struct Tensor {
  enum { kDimension = 1, kType = 2, kText = 6, kName = 8, kRaw = 9 };
};

constexpr std::int64_t kIrVersion = 8;
constexpr std::int64_t kOperatorSet = 17;
constexpr std::int64_t kLearningSet = 2;

// Eight bytes, the lowest first.
void append(std::string& out, std::uint64_t bits) {
  for (unsigned i = 0; i < 64; i += 8) out += static_cast<char>(bits >> i);
}

// ValueInfoProto: name, and type (a tensor: 1) of elements (1) with a shape (2) of dimensions (1), each a number (1) or a name (2).
ProtoMessage value_info(const std::string& name, OnnxType type,
                        const std::vector<std::int64_t>& dimensions) {
  ProtoMessage shape;
  for (const std::int64_t size : dimensions) {
    ProtoMessage dimension;
    if (size == OnnxGraph::kRows) {
      dimension.text(2, "rows");
    } else {
      dimension.integer(1, size);
    }
    shape.message(1, dimension);
  }
  ProtoMessage tensor;
  tensor.integer(1, static_cast<std::int64_t>(type)).message(2, shape);
  return ProtoMessage().text(1, name).message(2, ProtoMessage().message(1, tensor));
}

}  // namespace

OnnxAttribute::OnnxAttribute(const char* name, std::int64_t value) {
  message_.text(Attribute::kName, name)
      .integer(Attribute::kInteger, value)
      .integer(Attribute::kType, Attribute::kIsInteger);
}
OnnxAttribute::OnnxAttribute(const char* name, const std::vector<std::int64_t>& values) {
  message_.text(Attribute::kName, name);
  for (const std::int64_t value : values) message_.integer(Attribute::kIntegers, value);
  message_.integer(Attribute::kType, Attribute::kAreIntegers);
}
OnnxAttribute::OnnxAttribute(const char* name, const std::vector<std::string>& values) {
  message_.text(Attribute::kName, name);
  for (const std::string& value : values) message_.text(Attribute::kTexts, value);
  message_.integer(Attribute::kType, Attribute::kAreTexts);
}

// An empty name would mean "not given".
OnnxValue OnnxGraph::unique(const std::string& name) {
  const std::string plain = name.empty() ? "x" : name;
  std::string out = plain;
  for (int i = 2; !names_.insert(out).second; ++i) out = plain + "_" + std::to_string(i);
  return out;
}

OnnxValue OnnxGraph::input(const std::string& name, OnnxType type, std::size_t columns) {
  OnnxValue out = unique(name);
  inputs_.push_back(value_info(out, type, {kRows, static_cast<std::int64_t>(columns)}));
  return out;
}

OnnxValue OnnxGraph::constant(OnnxType type, const std::vector<std::int64_t>& dimensions,
                              ProtoMessage values) {
  OnnxValue out = unique("tally/constant" + std::to_string(++made_));
  for (const std::int64_t size : dimensions) values.integer(Tensor::kDimension, size);
  values.integer(Tensor::kType, static_cast<std::int64_t>(type)).text(Tensor::kName, out);
  constants_.push_back(std::move(values));
  return out;
}

OnnxValue OnnxGraph::numbers(const std::vector<double>& values,
                             const std::vector<std::int64_t>& dimensions) {
  std::string raw;
  for (const double value : values) append(raw, std::bit_cast<std::uint64_t>(value));
  return constant(OnnxType::kDouble, dimensions, ProtoMessage().text(Tensor::kRaw, raw));
}
OnnxValue OnnxGraph::integers(const std::vector<std::int64_t>& values,
                              const std::vector<std::int64_t>& dimensions) {
  std::string raw;
  for (const std::int64_t value : values) append(raw, static_cast<std::uint64_t>(value));
  return constant(OnnxType::kInteger, dimensions, ProtoMessage().text(Tensor::kRaw, raw));
}
OnnxValue OnnxGraph::texts(const std::vector<std::string>& values) {
  ProtoMessage all;
  for (const std::string& value : values) all.text(Tensor::kText, value);
  return constant(OnnxType::kText, {static_cast<std::int64_t>(values.size())}, std::move(all));
}

void OnnxGraph::add(const std::vector<OnnxValue>& of, const OnnxValue& to, const char* operation,
                    const std::vector<OnnxAttribute>& attributes, const char* domain) {
  ProtoMessage node;
  for (const OnnxValue& value : of) node.text(Node::kInput, value);
  node.text(Node::kOutput, to).text(Node::kOperation, operation);
  for (const OnnxAttribute& one : attributes) node.message(Node::kAttribute, one.message());
  if (*domain != '\0') node.text(Node::kDomain, domain);
  nodes_.push_back(std::move(node));
}

OnnxValue OnnxGraph::node(const char* operation, const std::vector<OnnxValue>& of,
                          const std::vector<OnnxAttribute>& attributes, const char* domain) {
  OnnxValue out = unique("tally/" + std::string(operation) + std::to_string(++made_));
  add(of, out, operation, attributes, domain);
  return out;
}

void OnnxGraph::output(const std::string& name, const OnnxValue& value, OnnxType type,
                       const std::vector<std::int64_t>& dimensions) {
  const OnnxValue out = unique(name);
  add({value}, out, "Identity", {}, "");
  outputs_.push_back(value_info(out, type, dimensions));
}

ProtoMessage OnnxGraph::model(const Head& head) const {
  ProtoMessage graph;
  for (const ProtoMessage& node : nodes_) graph.message(Graph::kNode, node);
  graph.text(Graph::kName, head.name);
  for (const ProtoMessage& constant : constants_) graph.message(Graph::kConstant, constant);
  for (const ProtoMessage& input : inputs_) graph.message(Graph::kInput, input);
  for (const ProtoMessage& output : outputs_) graph.message(Graph::kOutput, output);

  ProtoMessage out;
  out.integer(Model::kIrVersion, kIrVersion)
      .text(Model::kProducer, "tally")
      .text(Model::kProducerVersion, head.version)
      .text(Model::kAbout, head.about)
      .message(Model::kGraph, graph)
      .message(Model::kOperators, ProtoMessage().text(1, "").integer(2, kOperatorSet))
      .message(Model::kOperators, ProtoMessage().text(1, "ai.onnx.ml").integer(2, kLearningSet));
  for (const auto& [key, value] : head.metadata) {
    out.message(Model::kMetadata, ProtoMessage().text(1, key).text(2, value));
  }
  return out;
}

}  // namespace tally
