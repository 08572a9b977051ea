// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_tree.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tally::mail {
namespace {

using Lines = std::vector<std::string>;

class Noted final : public MimeVisitor {
 public:
  void see_branch(const MimeFields& fields) override { lines.push_back("branch " + fields.type); }
  void see_leaf(const MimeFields& fields, std::string_view body) override {
    lines.push_back(fields.type + " " + std::string(body));
  }
  void see_message(const HeaderBlock&) override { lines.emplace_back("message"); }
  void see_limit(std::string_view what) override { lines.push_back("limit " + std::string(what)); }
  void see_fault(std::string_view what) override { lines.push_back("fault " + std::string(what)); }
  Lines lines;
};

Lines walk(std::string_view message, std::int64_t levels = 100, std::int64_t parts = 1000) {
  HeaderBlock headers;
  read_headers(message, message.size(), headers);
  Noted noted;
  MimeTree(levels, parts, noted).walk(headers, message.substr(headers.body));
  return noted.lines;
}

TEST(MimeTree, OnePart) {
  EXPECT_EQ(walk("From: a\n\nbody"), Lines{"text/plain body"});
  EXPECT_EQ(walk("Content-Type: text/html\n\n<p>"), Lines{"text/html <p>"});
}

constexpr const char* kMixed =
    "Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\nContent-Type: text/html\n\none\n"
    "--b\n\ntwo\n--b2\n--bb\n --b\n--b-- \t\nepilogue";

TEST(MimeTree, Multipart) {
  EXPECT_EQ(walk(kMixed),
            (Lines{"branch multipart/mixed", "text/html one", "text/plain two\n--b2\n--bb\n --b"}));
}

TEST(MimeTree, MissingEnds) {
  EXPECT_EQ(walk("Content-Type: multipart/mixed; boundary=b\n\n--b\n\none"),
            (Lines{"branch multipart/mixed", "text/plain one"}));
  EXPECT_EQ(walk("Content-Type: multipart/mixed; boundary=b\n\nno parts"),
            (Lines{"branch multipart/mixed", "fault boundary", "text/plain no parts"}));
  EXPECT_EQ(walk("Content-Type: multipart/mixed\n\nx"),
            (Lines{"branch multipart/mixed", "fault boundary", "text/plain x"}));
  EXPECT_EQ(walk("Content-Type: multipart/mixed; boundary=b\n\n--b"),
            (Lines{"branch multipart/mixed", "text/plain "}));
}

TEST(MimeTree, MessageWithinAndDigest) {
  EXPECT_EQ(walk("Content-Type: message/rfc822\n\nSubject: x\n\ninner"),
            (Lines{"branch message/rfc822", "message", "text/plain inner"}));
  EXPECT_EQ(
      walk("Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: x\n\ninner\n--b--"),
      (Lines{"branch multipart/digest", "branch message/rfc822", "message", "text/plain inner"}));
}

TEST(MimeTree, Limits) {
  EXPECT_EQ(walk(kMixed, 100, 2),
            (Lines{"branch multipart/mixed", "text/html one", "limit parts"}));
  EXPECT_EQ(walk(kMixed, 100, 3).size(), 3U);
  EXPECT_EQ(walk(kMixed, 1), (Lines{"branch multipart/mixed", "limit levels", "limit levels"}));
}

// A random message of parts within parts, as RFC 2046 wants it.
std::string random_part(std::mt19937& random, int depth) {
  static int number = 0;
  if (depth == 0 || random() % 3 == 0) {
    return "Content-Type: text/x-" + std::to_string(random() % 5) + "\n\nleaf " +
           std::to_string(random() % 1000) + (random() % 2 == 0 ? "\n--\n\n--x" : "");
  }
  if (random() % 4 == 0) {
    return "Content-Type: message/rfc822\n\nSubject: inner\n" + random_part(random, depth - 1);
  }
  const std::string boundary = "=_" + std::to_string(number++);
  std::string out = "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\n\n";
  for (std::uint32_t i = random() % 4 + 1; i > 0; --i) {
    out += "--" + boundary + "\n" + random_part(random, depth - 1) + "\n";
  }
  return out + "--" + boundary + "--\n";
}

void gmime_leaves(GMimeObject* part, Lines& out) {
  if (GMIME_IS_MULTIPART(part)) {
    auto* const multipart = GMIME_MULTIPART(part);
    for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i) {
      gmime_leaves(g_mime_multipart_get_part(multipart, i), out);
    }
  } else if (GMIME_IS_MESSAGE_PART(part)) {
    GMimeMessage* const message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
    if (message != nullptr) gmime_leaves(g_mime_message_get_mime_part(message), out);
  } else {
    GMimeStream* const memory = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), memory);
    const GByteArray* const bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
    char* const type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(part));
    out.push_back(std::string(type) + " " +
                  std::string(reinterpret_cast<const char*>(bytes->data), bytes->len));
    g_free(type);
    g_object_unref(memory);
  }
}

Lines leaves_by_gmime(const std::string& message) {
  GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(message.data(), message.size());
  GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* const parsed = g_mime_parser_construct_message(parser, nullptr);
  Lines out;
  gmime_leaves(g_mime_message_get_mime_part(parsed), out);
  g_object_unref(parsed);
  g_object_unref(parser);
  g_object_unref(stream);
  return out;
}

TEST(MimeTree, HasTheLeavesThatGmimeFinds) {
  g_mime_init();
  std::mt19937 random(20261114);
  for (int i = 0; i < 300; ++i) {
    const std::string message = "From: a\n" + random_part(random, 5);
    Lines ours;
    for (const std::string& line : walk(message)) {
      if (line.starts_with("text/")) ours.push_back(line);
    }
    ASSERT_EQ(ours, leaves_by_gmime(message)) << message;
  }
}

}  // namespace
}  // namespace tally::mail
