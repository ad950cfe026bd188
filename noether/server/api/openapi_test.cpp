// Checks real responses of every route against openapi.json.
#include <gtest/gtest.h>

#include <set>

#include "noether/server/api/api_fixture.h"
#include "noether/server/api/json_schema.h"
#include "noether/server/api/parts.h"
#include "noether/server/http/admission.h"

namespace noether::server {
namespace {

using nlohmann::json;

class OpenApiTest : public ApiTest {
 protected:
  void SetUp() override {
    const Outcome served = get("/api/v1/openapi.json");
    ASSERT_EQ(served.status, 200U);
    document_ = served.json;
  }

  // Checks the response against the document's schema for this route, method and status.
  void expect_described(const Outcome& outcome, const std::string& method) {
    const SchemaChecker checker(document_);
    ASSERT_TRUE(document_["paths"].contains(outcome.route)) << outcome.route;
    const json& operation = document_["paths"][outcome.route][method];
    const std::string status = std::to_string(outcome.status);
    ASSERT_TRUE(operation["responses"].contains(status)) << outcome.route << " gave " << status;
    json response = operation["responses"][status];
    if (response.contains("$ref")) response = checker.resolve(response["$ref"]);
    ASSERT_TRUE(response["content"].contains(outcome.type)) << outcome.route << outcome.type;
    const json& schema = response["content"][outcome.type]["schema"];
    EXPECT_EQ(checker.check(outcome.json, schema), "") << outcome.route;
    if (outcome.route != "/api/v1/openapi.json") {
      EXPECT_EQ(undescribed(outcome.json, {schema}, checker), "") << outcome.route;
    }
    seen_.insert(method + " " + outcome.route);
  }
  void expect_get(std::string_view target, unsigned status = 200) {
    const Outcome outcome = get(target);
    EXPECT_EQ(outcome.status, status) << target << outcome.text;
    expect_described(outcome, "get");
  }
  void expect_post(std::string_view target, const std::string& body, unsigned status = 200) {
    const Outcome outcome = post(target, body);
    EXPECT_EQ(outcome.status, status) << target << outcome.text;
    expect_described(outcome, "post");
  }

  json document_;
  std::set<std::string> seen_;
};

TEST_F(OpenApiTest, DescribesEveryRouteAndNoOther) {
  std::set<std::string> routed;
  for (const Router::Route& route : router_->routes()) {
    std::string method = route.method;
    for (char& c : method) c = static_cast<char>(c | 0x20);
    routed.insert(method + " " + route.pattern);
  }
  std::set<std::string> described;
  for (const auto& [path, operations] : document_["paths"].items()) {
    // The server's own routes are not registered here.
    if (!path.starts_with("/api/")) continue;
    for (const auto& [method, operation] : operations.items())
      described.insert(method + " " + path);
  }
  EXPECT_EQ(routed, described);
}

// Responses that come from the server, not from a handler.
TEST_F(OpenApiTest, DescribesWhatEveryRouteMayAnswer) {
  for (const auto& [path, operations] : document_["paths"].items()) {
    for (const auto& [method, operation] : operations.items()) {
      std::vector<std::string> statuses = {"400", "405", "408", "414", "417",
                                           "421", "431", "500", "501", "505"};
      if (method == "post") statuses.emplace_back("403");
      if (method == "get" && path.starts_with("/api/")) statuses.emplace_back("304");
      for (const std::string& status : statuses) {
        EXPECT_TRUE(operation["responses"].contains(status)) << method << " " << path << status;
      }
    }
  }
}

// Requests that the server refuses by their head alone.
TEST_F(OpenApiTest, DescribesWhatIsRefusedBeforeAnyWork) {
  HttpOptions options;
  options.limits.target_bytes = 100;
  options.limits.header_bytes = 1000;
  using Change = void (*)(RequestHead&);
  const std::vector<std::pair<unsigned, Change>> refused = {
      {400, [](RequestHead& head) { head.headers.clear(); }},
      {405, [](RequestHead& head) { head.method = "DELETE"; }},
      {414, [](RequestHead& head) { head.target.append(200, 'x'); }},
      {417, [](RequestHead& head) { head.headers.emplace_back("expect", "a miracle"); }},
      {421, [](RequestHead& head) { head.headers.front().second = "elsewhere.example"; }},
      {431, [](RequestHead& head) { head.headers.emplace_back("x", std::string(2000, 'x')); }},
      {501, [](RequestHead& head) { head.headers.emplace_back("transfer-encoding", "gzip"); }},
      {505, [](RequestHead& head) { head.version = 12; }}};
  Admission admission(options, *router_);
  for (const Router::Route& route : router_->routes()) {
    for (const auto& [status, change] : refused) {
      SCOPED_TRACE(route.pattern + " " + std::to_string(status));
      RequestHead head;
      head.method = route.method;
      head.target = route.pattern;
      if (const auto id = head.target.find("{id}"); id != std::string::npos) {
        head.target.replace(id, 4, "q1");
      }
      head.headers = {{"host", "localhost"}};
      change(head);
      const auto decided = admission.decide(std::move(head), RateLimit::Clock::now());
      ASSERT_TRUE(std::holds_alternative<Admission::Refused>(decided));
      const Response& response = std::get<Admission::Refused>(decided).response;
      EXPECT_EQ(response.status, status);
      expect_described({.status = response.status,
                        .type = response.content_type,
                        .text = response.body,
                        .json = json::parse(response.body),
                        .route = route.pattern},
                       route.method == "POST" ? "post" : "get");
    }
  }
}

// The described minimum and maximum are accepted, and values beyond them are refused.
TEST_F(OpenApiTest, DescribesTheBoundsOfParametersAsTheyAre) {
  int bounds = 0;
  for (const auto& [path, operations] : document_["paths"].items()) {
    if (!operations.contains("get") || !operations["get"].contains("parameters")) continue;
    const json& parameters = operations["get"]["parameters"];
    std::string target = path;
    if (const auto id = target.find("{id}"); id != std::string::npos) {
      target.replace(id, 4, path.find("formula") != std::string::npos ? formula_id("x^2") : "q1");
    }
    target += "?";
    for (const json& parameter : parameters) {
      if (parameter["in"] == "query" && parameter["required"] == true) {
        target += parameter["name"].get<std::string>() + "=x&";
      }
    }
    if (path == "/api/v1/similar") target += "document=q1&";
    for (const json& parameter : parameters) {
      if (!parameter["schema"].contains("maximum")) continue;
      const auto name = parameter["name"].get<std::string>();
      const auto status = [&](std::int64_t value) {
        return get(target + name + "=" + std::to_string(value)).status;
      };
      const auto most = parameter["schema"]["maximum"].get<std::int64_t>();
      EXPECT_NE(status(most), 400U) << target << name;
      EXPECT_EQ(status(most + 1), 400U) << target << name;
      EXPECT_EQ(status(parameter["schema"]["minimum"].get<std::int64_t>() - 1), 400U) << name;
      ++bounds;
    }
  }
  EXPECT_GE(bounds, 6);
}

TEST_F(OpenApiTest, IsTaggedAndCompressed) {
  const auto match = router_->find("GET", "/api/v1/openapi.json");
  ASSERT_TRUE(match && match->route != nullptr);
  const Response response = match->route->handler({});
  EXPECT_FALSE(response.etag.empty());
  EXPECT_GT(response.fixed.gzip.size(), 100U);
  EXPECT_LT(response.fixed.gzip.size(), response.fixed.plain.size() / 4);
}

TEST_F(OpenApiTest, HasNoReferenceThatLeadsNowhereAndExamplesThatFit) {
  const SchemaChecker checker(document_);
  std::vector<const json*> open = {&document_};
  while (!open.empty()) {
    const json& one = *open.back();
    open.pop_back();
    if (one.is_object() && one.contains("$ref")) {
      EXPECT_NO_THROW(checker.resolve(one["$ref"])) << one["$ref"];
    }
    if (one.is_object() && one.contains("schema") && one.contains("example")) {
      EXPECT_EQ(checker.check(one["example"], one["schema"]), "") << one["example"];
    }
    if (one.is_structured()) {
      for (const auto& member : one) open.push_back(&member);
    }
  }
}

TEST_F(OpenApiTest, DescribesTheAnswersOfAllRoutes) {
  const std::string id = formula_id("\\frac{\\sin x}{x}");
  expect_get("/api/v1/search?q=limit+of+%24%5Cfrac%7B%5Csin+x%7D%7Bx%7D%24&explain=true");
  expect_get("/api/v1/search?q=limit&source=example.org&tag=limits&kind=answer&from=2015&to=2016");
  expect_get("/api/v1/search?q=nothingatall");
  expect_get("/api/v1/search?q=limit&group=thread&index=idx");
  expect_get("/api/v1/search?q=limit&thread=a1");
  expect_get("/api/v1/search?q=limit&tag=algebra");
  expect_get("/api/v1/search?q=%24(t%2B1)%5E2%24&mode=meaning");
  expect_get("/api/v1/search?q=%24x%24&mode=text&semantic=true");
  expect_get("/api/v1/search?q=%24%5Cfrac%7B1%24", 200);
  expect_get("/api/v1/search?q=%5C(x", 422);
  expect_get("/api/v1/search", 400);
  expect_post("/api/v1/search", R"({"q": "limit", "kind": ["answer"], "limit": 1})");
  expect_post("/api/v1/search", R"({"q": 1})", 422);
  expect_post("/api/v1/search", "{", 400);
  expect_get("/api/v1/answer?q=limit+of+%24%5Cfrac%7B%5Csin+x%7D%7Bx%7D%24&enough=0");
  expect_get("/api/v1/answer?q=cooking&limit=200");
  expect_get("/api/v1/answer?q=Is+%24(x%2B1)%5E2+%3D+x%5E2%2B1%24+true&how=compute");
  expect_get("/api/v1/answer?q=cooking&how=generate", 422);
  expect_get("/api/v1/answer?q=%3F", 422);
  expect_get("/api/v1/answer?q=limit+%24%5Cfrac%7B%7D%24&enough=0");
  expect_get("/api/v1/answer", 400);
  expect_post("/api/v1/answer", R"({"q": "how to squeeze", "how": "extract", "enough": 0})");
  expect_post("/api/v1/answer", R"({"q": "cooking", "how": "generate"})", 422);
  expect_post("/api/v1/answer", "{", 400);
  expect_get("/api/v1/document/a1?passage=1:0-20");
  expect_get("/api/v1/document/a1?passage=no", 422);
  expect_get("/api/v1/similar?formula=%5Cfrac%7B%5Csin+t%7D%7Bt%7D&explain=true");
  expect_get("/api/v1/similar?id=" + id + "&mode=contains");
  expect_get("/api/v1/similar?document=q1&explain=true");
  expect_get("/api/v1/similar?document=a1&group=thread");
  expect_get("/api/v1/similar?document=nobody", 404);
  expect_get("/api/v1/similar", 400);
  for (const text::Document& one : api_documents()) {
    expect_get("/api/v1/document/" + percent_encode(one.id));
  }
  expect_get("/api/v1/document/a1?q=limit&mode=exact");
  expect_get("/api/v1/document/a1?q=%5C(x", 422);
  expect_get("/api/v1/document/none", 404);
  expect_get("/api/v1/document/a1/why?q=sine&svg=true");
  expect_get("/api/v1/document/a1/why", 400);
  expect_get("/api/v1/document/none/why?q=sine", 404);
  expect_get("/api/v1/document/a1/why?q=%5C(x", 422);
  expect_get("/api/v1/formula/" + id + "?limit=1&offset=1");
  expect_get("/api/v1/formula/" + formula_id("(x+1)^2"));
  expect_get("/api/v1/formula/xyz", 404);
  expect_get("/api/v1/formula/" + id + "/occurrences");
  expect_get("/api/v1/formula/" + id + "/symbols");
  expect_get("/api/v1/formula/xyz/symbols", 404);
  expect_get("/api/v1/suggest?q=lim");
  expect_get("/api/v1/suggest?q=%24%5Cfra");
  expect_get("/api/v1/suggest?q=tag:");
  expect_get("/api/v1/suggest?q=" + std::string(5000, 'x'), 422);
  expect_get("/api/v1/collection");
  expect_get("/api/v1/collection?x=1", 400);
  expect_get("/api/v1/map");
  expect_get("/api/v1/map?x=1", 400);
  expect_get("/api/v1/map/dots?dot=0", 404);
  expect_get("/api/v1/map/found?q=limit", 404);
  expect_get("/api/v1/openapi.json");
  expect_post("/api/v1/parse", R"({"latex": "\\frac{a}{b}+\\sqrt{x_1}"})");
  expect_post("/api/v1/parse", R"({"latex": "pow x 2", "notation": "prefix"})");
  expect_post("/api/v1/parse", R"({"latex": ""})", 422);
  expect_post("/api/v1/equivalent", R"({"a": "(x+1)^2", "b": "x^2+2x+1"})");
  expect_post("/api/v1/equivalent", R"({"a": "\\frac{x^2}{x}", "b": "x"})");
  expect_post("/api/v1/equivalent", R"({"a": "x=1", "b": "2x=2"})");
  expect_post("/api/v1/equivalent", R"({"a": "x=", "b": "x"})", 422);
  expect_post("/api/v1/check", R"({"text": "# squares\n(x+1)^2\n= x^2+2x+1\n= x(x+2)\n= \\frac"})");
  expect_post("/api/v1/check", R"({"lines": ["x^2/x", "= x"], "strict": true})");
  expect_post("/api/v1/check", R"({"lines": ["x^2=3x", "x=3", "x^2=9", "a+b=c", "a=b"]})");
  expect_post("/api/v1/check", "{}", 422);
  expect_post("/api/v1/rewrite", R"({"latex": "\\sin 2x", "limit": 5})");
  expect_post("/api/v1/rewrite", R"({"latex": "x", "sample": true, "max_tokens": 9})");
  const Outcome lines =
      post("/api/v1/rewrite", R"({"latex": "x+x"})", {{"accept", "application/x-ndjson"}});
  expect_described(lines, "post");
  for (const Router::Route& route : router_->routes()) {
    std::string method = route.method;
    for (char& c : method) c = static_cast<char>(c | 0x20);
    EXPECT_TRUE(seen_.contains(method + " " + route.pattern)) << route.pattern << " was not asked";
  }
}

TEST(SchemaChecker, FindsMembersThatAreNotDescribedHoweverDeep) {
  const json schema = json::parse(R"({"allOf": [{"properties": {"a": {"type": "array", "items":
    {"oneOf": [{"properties": {"b": {"type": "integer"}}}, {"type": "null"}]}}}}],
    "properties": {"any": {"additionalProperties": {"properties": {"c": {}}}}}})");
  const SchemaChecker checker(schema);
  const auto missing = [&](const char* text) {
    return undescribed(json::parse(text), {schema}, checker);
  };
  EXPECT_EQ(missing(R"({"a": [{"b": 1}, null], "any": {"x": {"c": 1}}})"), "");
  EXPECT_EQ(missing(R"({"d": 1})"), "/d");
  EXPECT_EQ(missing(R"({"a": [null, {"d": 1}]})"), "/a/1/d");
  EXPECT_EQ(missing(R"({"any": {"x": {"d": 1}}})"), "/any/x/d");
}

TEST(SchemaChecker, FindsWhatDoesNotFit) {
  const json schema = json::parse(R"({"type": "object", "required": ["a"],
    "properties": {"a": {"type": "array", "items": {"type": ["integer", "null"], "minimum": 1}},
                   "b": {"oneOf": [{"type": "string"}, {"enum": [true]}]}},
    "additionalProperties": false})");
  const SchemaChecker checker(schema);
  EXPECT_EQ(checker.check(json::parse(R"({"a": [1, null], "b": "x"})"), schema), "");
  EXPECT_NE(checker.check(json::parse("[]"), schema), "");
  EXPECT_NE(checker.check(json::parse(R"({"b": "x"})"), schema), "");
  EXPECT_NE(checker.check(json::parse(R"({"a": [0]})"), schema), "");
  EXPECT_NE(checker.check(json::parse(R"({"a": ["1"]})"), schema), "");
  EXPECT_NE(checker.check(json::parse(R"({"a": [], "b": false})"), schema), "");
  EXPECT_NE(checker.check(json::parse(R"({"a": [], "c": 1})"), schema), "");
}

}  // namespace
}  // namespace noether::server
