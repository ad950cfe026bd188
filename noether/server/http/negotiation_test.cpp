#include "noether/server/http/negotiation.h"

#include <gtest/gtest.h>

using namespace noether::server;

namespace {

TEST(AcceptEncoding, IsReadWithItsWeights) {
  for (const std::string_view text : {"gzip", "deflate, GZIP ;q=0.5", "*", "br;q=1, *;q=0.1",
                                      "gzip;q=1.0, identity; q=0.5, *;q=0"}) {
    EXPECT_TRUE(accepts_gzip(text)) << text;
  }
  for (const std::string_view text :
       {"", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzipped", "*, gzip;q=0"}) {
    EXPECT_FALSE(accepts_gzip(text)) << text;
  }
}

TEST(Accept, TellsBrowsersThatShowAPage) {
  for (const std::string_view text :
       {"text/html", "text/html,application/xhtml+xml,*/*;q=0.8", "*/*, Text/HTML ; q=0.1"}) {
    EXPECT_TRUE(accepts_html(text)) << text;
  }
  for (const std::string_view text :
       {"", "*/*", "application/json", "text/html;q=0", "text/html5"}) {
    EXPECT_FALSE(accepts_html(text)) << text;
  }
}

TEST(IfNoneMatch, FindsATagInAList) {
  EXPECT_TRUE(has_etag("\"a\", W/\"b\"", "a"));
  EXPECT_TRUE(has_etag("\"a\", W/\"b\"", "b"));
  EXPECT_FALSE(has_etag("*", "a"));
  EXPECT_TRUE(has_any_etag(" *"));
  EXPECT_FALSE(has_any_etag("\"a\", *"));
  EXPECT_FALSE(has_etag("\"a\"", "b"));
  EXPECT_FALSE(has_etag("a", "a"));
  EXPECT_FALSE(has_etag("\"\"", "")) << "what has no tag is never the same";
}

TEST(Authorization, HasItsTokenAsBearerOrAsAPassword) {
  EXPECT_EQ(token_of("Bearer abc"), "abc");
  EXPECT_EQ(token_of("bearer  abc"), "abc");
  EXPECT_EQ(token_of("Basic bWU6cGFzczp3b3Jk"), "pass:word");
  EXPECT_EQ(token_of("Basic bWU="), std::nullopt);
  EXPECT_EQ(token_of("Basic ?"), std::nullopt);
  EXPECT_EQ(token_of("Digest abc"), std::nullopt);
  EXPECT_EQ(token_of(""), std::nullopt);
}

TEST(Secrets, AreTheSameOnlyWhenAllOfThemIs) {
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const std::string_view given : {"", "ab", "abd", "abcabc", "xbc", "abcd"}) {
    EXPECT_FALSE(is_same_secret(given, "abc")) << given;
  }
  EXPECT_FALSE(is_same_secret("", ""));
}

TEST(Host, IsReadWithoutItsPort) {
  EXPECT_EQ(host_name("LocalHost:80"), "localhost");
  EXPECT_EQ(host_name("[::1]:80"), "::1");
  EXPECT_EQ(host_name("[::1]"), "::1");
  for (const std::string_view host : {"", ":80", "a:b", "[::1", "[::1]x", "a:123456789"}) {
    EXPECT_EQ(host_name(host), std::nullopt) << host;
  }
}

TEST(Loopback, IsAnAddressOfThisMachineAndNoNameThatLooksLikeOne) {
  for (const std::string_view host : {"localhost", "127.0.0.1", "127.1.2.3", "::1"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const std::string_view host :
       {"0.0.0.0", "127.0.0.1.example.org", "127.example.org", "localhost.example.org", "::", ""}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

}  // namespace
