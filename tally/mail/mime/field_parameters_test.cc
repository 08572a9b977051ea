// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/field_parameters.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

const std::vector<const char*> kNames = {"charset", "boundary", "name"};

std::string written(const std::optional<FieldText>& field) {
  if (!field) return "nothing";
  std::string out = field->value;
  for (const auto& parameter : field->parameters) out += "|" + parameter.value_or("-");
  return out;
}

std::string plain_type(std::string_view text) {
  return written(read_plain_field(FieldKind::kContentType, text, kNames));
}

TEST(FieldParameters, Plain) {
  EXPECT_EQ(plain_type("text/plain"), "text/plain|-|-|-");
  EXPECT_EQ(plain_type("Text/HTML; Charset=\"utf-8\";\n\tname=a.html ; x=y"),
            "Text/HTML|utf-8|-|a.html");
  EXPECT_EQ(plain_type("multipart/mixed; boundary=\"----=_Part: (1)\""),
            "multipart/mixed|-|----=_Part: (1)|-");
  EXPECT_EQ(written(read_plain_field(FieldKind::kContentDisposition, "attachment; filename=a",
                                     {"filename"})),
            "attachment|a");
}

TEST(FieldParameters, WhatIsNotPlainIsLeftToGmime) {
  for (const char* const text :
       {"", "text", "text/", "/plain", "text/plain;", "text/plain; charset",
        "text/plain; charset=", "text/plain (comment)", "text/plain; charset = a",
        "text/plain; name=a; name=b", "text/plain; name*=utf-8''a", "text/plain; name=\"a\\\"b\"",
        "text/plain; name=\"a", "text/plain; name=\"=?utf-8?Q?a?=\"",
        "text/plain; name=\"\xc3\xa9\"", "text/plain; name=a b"}) {
    EXPECT_EQ(plain_type(text), "nothing") << text;
  }
  EXPECT_EQ(written(read_field(FieldKind::kContentType, "text/plain (comment); name*=utf-8''%41",
                               kNames)),
            "text/plain|-|-|A");
}

std::string by_gmime(const std::string& text) {
  GMimeContentType* const type = g_mime_content_type_parse(nullptr, text.c_str());
  std::string out = std::string(g_mime_content_type_get_media_type(type)) + "/" +
                    g_mime_content_type_get_media_subtype(type);
  for (const char* const name : kNames) {
    const char* const value = g_mime_content_type_get_parameter(type, name);
    out += "|" + std::string(value == nullptr ? "-" : value);
  }
  g_object_unref(type);
  return out;
}

TEST(FieldParameters, AsGmimeReadsThem) {
  g_mime_init();
  RandomText random({";",
                     "; ",
                     ";\n\t",
                     "charset",
                     "=",
                     "utf-8",
                     "\"utf-8\"",
                     "name=",
                     "boundary=",
                     "\"a b;c/d=e\"",
                     "x-y=1",
                     "NAME=\"b%20.png\"",
                     "charset=us-ascii",
                     "\"----=_Part: (x) <y>,@\"",
                     "(c)",
                     " ",
                     "\\",
                     "*",
                     "name=\"a'b'c\"",
                     "; format=flowed",
                     "; charset=a",
                     "; name=b.gif",
                     "; boundary=\"x=y\"",
                     "\r\n ",
                     "\" a \""});
  int plain_ones = 0;
  for (int i = 0; i < 50000; ++i) {
    const std::string text = (i % 2 == 0 ? "text/plain" : "A/b+c.d") + random.next(6);
    const std::string plain = plain_type(text);
    if (plain == "nothing") continue;
    ASSERT_EQ(plain, by_gmime(text)) << text;
    ++plain_ones;
  }
  EXPECT_GT(plain_ones, 1000);
}

}  // namespace
}  // namespace tally::mail
