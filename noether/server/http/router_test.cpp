#include "noether/server/http/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace noether::server;
using ::testing::ElementsAre;
using ::testing::Pair;

namespace {

Handler none() {
  return [](const Request&) { return Response(); };
}

Router some_routes() {
  Router router;
  router.get("/document/{id}", none());
  router.get("/document/newest", none());
  router.get("/search", none());
  router.post("/search", none());
  router.get("/a/{x}/b/{y}", none());
  return router;
}

std::string found(const Router& router, std::string_view method, std::string_view path) {
  const auto match = router.find(method, path);
  return match && match->route != nullptr ? match->route->pattern : "none";
}

TEST(Router, FindsTheRouteOfAPath) {
  const Router router = some_routes();
  EXPECT_EQ(found(router, "GET", "/search"), "/search");
  EXPECT_EQ(found(router, "HEAD", "/search"), "/search");
  EXPECT_EQ(found(router, "GET", "/document/17"), "/document/{id}");
  EXPECT_EQ(found(router, "GET", "/search/"), "none");
  EXPECT_EQ(found(router, "GET", "/search/a"), "none");
  EXPECT_EQ(found(router, "GET", "/Search"), "none");
}

TEST(Router, PrefersAPathWithoutNames) {
  EXPECT_EQ(found(some_routes(), "GET", "/document/newest"), "/document/newest");
}

TEST(Router, GivesWhatStandsForTheNames) {
  const auto match = some_routes().find("GET", "/a/1%2F2/b/x%20y");
  ASSERT_TRUE(match);
  EXPECT_THAT(match->path_values, ElementsAre(Pair("x", "1/2"), Pair("y", "x y")));
}

TEST(Router, LetsNoNameStandForNothing) {
  EXPECT_EQ(found(some_routes(), "GET", "/document/"), "none");
}

TEST(Router, SaysWhichMethodsAPathTakes) {
  const auto match = some_routes().find("DELETE", "/search");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->route, nullptr);
  EXPECT_EQ(match->allowed, "GET, HEAD, POST");
  EXPECT_EQ(some_routes().find("GET", "/nowhere")->allowed, "");
}

TEST(Router, RefusesAPathWithDots) {
  EXPECT_FALSE(some_routes().find("GET", "/document/.."));
  EXPECT_FALSE(some_routes().find("GET", "/document/%2e%2e/search"));
}

TEST(Router, GivesWhatNoPatternHasToTheOtherwise) {
  Router router = some_routes();
  router.otherwise(none());
  EXPECT_EQ(found(router, "GET", "/nowhere"), "otherwise");
  EXPECT_EQ(found(router, "POST", "/nowhere"), "none");
  EXPECT_EQ(found(router, "DELETE", "/search"), "none");
}

}  // namespace
