// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/link_terms.h"

#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

using Set = std::set<std::string>;

Set terms_of_url(std::string_view url) {
  Seen seen;
  add_url(url, seen.evidence());
  return seen.terms(Zone::kLink);
}

TEST(LinkTerms, HostNamesAndAddresses) {
  EXPECT_TRUE(is_host_name("mx.example.org"));
  for (const char* const other : {"example", ".org", "a..org", "a.b1", "a.x", "a b.org", "1.2"}) {
    EXPECT_FALSE(is_host_name(other)) << other;
  }
  EXPECT_TRUE(is_ip_address("192.0.2.255"));
  for (const char* const other : {"192.0.2", "192.0.2.256", "1.2.3.4.5", "a.b.c.d", "1.2.3.", ""}) {
    EXPECT_FALSE(is_ip_address(other)) << other;
  }
}

TEST(LinkTerms, Urls) {
  EXPECT_EQ(terms_of_url("http://www.shop.example.com:8080/buy/now?id=7"),
            (Set{"www.shop.example.com", "shop.example.com", "example.com", ".com", "scheme:http",
                 "port:8080", "/buy", "/now", "?id"}));
  EXPECT_EQ(terms_of_url(" WWW.Example.ORG "), (Set{"www.example.org", "example.org", ".org"}));
  EXPECT_EQ(terms_of_url("mailto:Alice@Example.org?subject=x"),
            (Set{"scheme:mailto", "alice@example.org", "alice@", "example.org", ".org"}));
  EXPECT_EQ(terms_of_url("http://192.0.2.9/"),
            (Set{"scheme:http", "url:address", "192.0.2.9", "192.0.2.", "192.0."}));
  EXPECT_EQ(terms_of_url("http://bank.example@%61.example"),
            (Set{"scheme:http", "url:user", "url:encoded-host", "a.example", ".example"}));
  EXPECT_EQ(terms_of_url("http://3221226000/"), (Set{"scheme:http", "url:number", "3221226000"}));
  EXPECT_EQ(terms_of_url("cid:picture"), Set{});
  EXPECT_EQ(terms_of_url("http://"), Set{"scheme:http"});
  EXPECT_EQ(terms_of_url(""), Set{});
}

TEST(LinkTerms, NumbersOfCustomersAreNoEvidence) {
  EXPECT_EQ(terms_of_url("http://a.example/c/1234567?u=99&customer=123"),
            (Set{"scheme:http", "a.example", ".example", "?customer"}));
}

std::vector<std::string> links_in(std::string_view text) {
  std::vector<LinkSpan> spans;
  find_links(text, spans);
  std::vector<std::string> out;
  for (const LinkSpan& span : spans) {
    out.emplace_back(text.substr(span.start, span.end - span.start));
  }
  return out;
}

TEST(LinkTerms, FoundInText) {
  using Links = std::vector<std::string>;
  EXPECT_EQ(links_in("See http://a.example/x, (www.b.example) or c@d.example."),
            (Links{"http://a.example/x", "www.b.example", "c@d.example"}));
  EXPECT_EQ(links_in("<https://a.example/?q=\"x\">"), (Links{"https://a.example/?q="}));
  EXPECT_EQ(links_in("at 10:30 @ noon, a@b, wwww.x, ://"), Links{});
}

}  // namespace
}  // namespace tally::mail
