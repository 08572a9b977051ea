// SPDX-License-Identifier: Apache-2.0
#include "tally/text_options.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(TextOptions, DefaultIsWords) { EXPECT_EQ(to_string(TextOptions{}), "tokens=word"); }

TEST(TextOptions, TextReadsBackToTheSameOptions) {
  TextOptions options;
  options.tokens = TokenKind::kRegex;
  options.regex = "[a-z]+ =x";
  options.shortest_gram = 2;
  options.longest_gram = 3;
  options.fold = false;
  options.once = true;
  options.longest_token = 12;
  options.most_terms = 1000;
  options.model = TextModel::kNormalisedComplement;
  EXPECT_EQ(to_string(options),
            "tokens=regex model=normalised-complement grams=2-3 fold=no count=once "
            "length=12 most=1000 regex=[a-z]+ =x");
  EXPECT_EQ(parse_text_options(to_string(options)), options);
  EXPECT_EQ(parse_text_options(to_string(TextOptions{})), TextOptions{});
}

TEST(TextOptions, PairsOfHanAreAboutWords) {
  TextOptions options;
  options.pairs_of_han = true;
  EXPECT_EQ(to_string(options), "tokens=word han=pairs");
  EXPECT_EQ(parse_text_options(to_string(options)), options);
  EXPECT_FALSE(parse_text_options("tokens=char han=pairs"));
}

TEST(TextOptions, Html) {
  TextOptions options;
  options.html = true;
  EXPECT_EQ(to_string(options), "tokens=word html=read");
  EXPECT_EQ(parse_text_options(to_string(options)), options);
  EXPECT_FALSE(parse_text_options("tokens=word html=no"));
}

TEST(TextOptions, PairsStandApartFromSingleTokens) {
  TextOptions options;
  options.pairs = options.digits_alike = true;
  EXPECT_EQ(to_string(options), "tokens=word digits=alike pairs=apart");
  EXPECT_EQ(parse_text_options(to_string(options)), options);
  EXPECT_FALSE(parse_text_options("tokens=word grams=1-2 pairs=apart"));
}

// Letters have two limits, and a reader of their own.
std::optional<GivenTerms> letters(std::string_view name) {
  if (name != "letters") return std::nullopt;
  GivenTerms terms;
  terms.reader = name;
  terms.limits = {30, 4};
  terms.rows.are_private = true;
  return terms;
}

TEST(TextOptions, AReaderOfTermsIsKnownByItsName) {
  TextOptions options;
  options.tokens = TokenKind::kGiven;
  options.given = *letters("letters");
  options.once = true;
  EXPECT_EQ(to_string(options), "tokens=letters count=once limits=30,4");
  EXPECT_EQ(parse_text_options("tokens=letters count=once", letters), options);
  options.given.limits = {7, 9};
  EXPECT_EQ(parse_text_options(to_string(options), letters), options);
  EXPECT_EQ(parse_text_options("count=once limits=7,9 tokens=letters", letters), options);
  EXPECT_FALSE(parse_text_options(to_string(options)));
  EXPECT_FALSE(parse_text_options("tokens=cards", letters));
  EXPECT_FALSE(parse_text_options("tokens=letters pairs=apart", letters));
  for (const char* wrong : {"", "7", "7,0", "7,x", "7,9,1", "7,"}) {
    EXPECT_FALSE(parse_text_options(std::string("tokens=letters limits=") + wrong, letters));
  }
}

TEST(TextOptions, EveryNameReadsBack) {
  for (const char* name : {"word", "char", "whitespace", "regex"}) {
    EXPECT_EQ(to_string(parse_token_kind(name).value()), name);
  }
  for (const char* name :
       {"multinomial", "boolean", "bernoulli", "complement", "normalised-complement"}) {
    EXPECT_EQ(to_string(parse_text_model(name).value()), name);
  }
  EXPECT_FALSE(parse_token_kind("words"));
  EXPECT_FALSE(parse_text_model(""));
  for (const std::string& name : token_kind_names()) {
    EXPECT_EQ(to_string(parse_token_kind(name).value()), name);
  }
  EXPECT_EQ(token_kind_names().front(), to_string(TextOptions{}.tokens));
}

TEST(TextOptions, WhatIsNoOptionIsRefused) {
  for (const char* text : {"tokens", "tokens=", "tokens=words", "grams=2", "grams=a-b", "grams=3-2",
                           "grams=0-1", "grams=1-99", "length=0", "most=-1", "fold=yes", "x=y",
                           "tokens=regex", "regex=a", "tokens=word  model=boolean"}) {
    EXPECT_FALSE(parse_text_options(text)) << text;
  }
}

}  // namespace
}  // namespace tally
