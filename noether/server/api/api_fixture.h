// The API over a small index made in a test, without sockets.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/build_index.h"
#include "noether/search/query/formula_signs.h"
#include "noether/server/api/api.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"

namespace noether::server {

inline text::Field api_field(const std::string& name, const std::string& text) {
  return {.name = name, .text = text, .formulas = search::formulas_of(text)};
}

// A question with two answers, a theorem, and a malicious page.
inline std::vector<text::Document> api_documents() {
  std::vector<text::Document> documents(5);
  documents[0].id = "q1";
  documents[0].kind = "question";
  documents[0].source = "https://example.org/q/1";
  documents[0].tags = {"calculus", "limits"};
  documents[0].properties = {{"date", "2015-03-14T09:26:53"}, {"score", "3"}};
  documents[0].fields = {api_field("title", "The limit of $\\frac{\\sin x}{x}$"),
                         api_field("body",
                                   "Why is the limit of $\\frac{\\sin x}{x}$ for small $x$ one?\n"
                                   "I know that $\\sin^2 x + \\cos^2 x = 1$."),
                         api_field("comment", "Try $x=0$. Or not.")};
  documents[1].id = "a1";
  documents[1].kind = "answer";
  documents[1].parent = "q1";
  documents[1].source = "https://example.org/a/1";
  documents[1].tags = {"calculus", "limits"};
  documents[1].properties = {{"date", "2016-01-01"}};
  documents[1].fields = {
      api_field("question-title", "The limit of $\\frac{\\sin x}{x}$"),
      api_field("body", "The derivative of sine at zero: $\\frac{\\sin h}{h} \\to 1$.")};
  documents[2] = documents[1];
  documents[2].id = "a2";
  documents[2].properties = {{"date", "2016-01-01"}, {"score", "7"}, {"accepted", "true"}};
  documents[2].fields[1] = api_field("body", "Squeeze: $\\cos x \\le \\frac{\\sin x}{x} \\le 1$.");
  documents[3].id = "notes/algebra.tex#square of a sum";
  documents[3].kind = "theorem";
  documents[3].source = "notes/algebra.tex:7";
  documents[3].tags = {"algebra"};
  documents[3].fields = {
      api_field("title", "Square of a sum"),
      api_field("body", "For all numbers $(x+1)^2$ is $x^2+2x+1$, and ℕ ∌ $½𝔸+y$.")};
  documents[4].id = "<script>alert(1)</script>";
  documents[4].kind = "page\x1b[31m";
  documents[4].source = "javascript:alert(1)";
  documents[4].fields = {
      api_field("title", "<img src=x onerror=alert(1)>"),
      api_field("body", "limit </script><b>bold</b> $\\href{javascript:alert(1)}{x}$ \x01 end")};
  return documents;
}

class ApiTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    make_index();
    open_state();
  }
  static void make_index(const std::vector<text::Document>& documents = api_documents()) {
    folder_ = std::make_unique<base::TemporaryFolder>();
    std::size_t at = 0;
    const auto built =
        index::build_index(*folder_ / "idx", [&](text::Document& document) -> base::Result<bool> {
          if (at == documents.size()) return false;
          document = documents[at++];
          return true;
        });
    ASSERT_TRUE(built) << built.error().message;
  }
  // Uses the encoder in a folder; by default the shipped one, for which the index has no vectors.
  static void open_state(const std::string& model = {}, const std::string& generator = {}) {
    StateOptions options;
    options.model = model;
    options.generator = generator;
    options.folders = {*folder_ / "idx"};
    auto state = State::open(options);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    router_ = std::make_unique<Router>();
    register_api(*router_, *state_);
  }
  static void TearDownTestSuite() {
    router_.reset();
    state_.reset();
    folder_.reset();
  }

  struct Outcome {
    unsigned status = 0;
    std::string type;
    std::string text;
    nlohmann::json json;  // of the first line, if there are several
    std::string route;
  };

  static Outcome ask(Request request, std::string_view target) {
    Outcome outcome;
    const auto read = read_target(target);
    EXPECT_TRUE(read) << target;
    if (!read) return outcome;
    request.path = read->path;
    request.parameters = read->parameters;
    const auto match = router_->find(request.method, request.path);
    EXPECT_TRUE(match && match->route != nullptr) << target;
    if (!match || match->route == nullptr) return outcome;
    request.path_values = match->path_values;
    const Response response = match->route->handler(request);
    outcome.route = match->route->pattern;
    outcome.status = response.status;
    outcome.type = response.content_type;
    outcome.text = response.fixed.plain.empty() ? response.body : response.fixed.plain;
    if (response.chunks) {
      for (std::string chunk = response.chunks(); !chunk.empty(); chunk = response.chunks()) {
        outcome.text += chunk;
      }
    }
    if (response.events) {
      response.events(request, [&](const std::string& events) { outcome.text += events; });
    }
    if (outcome.type == "text/event-stream") {
      outcome.json = events(outcome.text);
      return outcome;
    }
    const bool has_lines = outcome.type == "application/x-ndjson";
    outcome.json = nlohmann::json::parse(
        has_lines ? outcome.text.substr(0, outcome.text.find('\n')) : outcome.text, nullptr, false);
    EXPECT_FALSE(outcome.json.is_discarded()) << target << ": " << outcome.text;
    return outcome;
  }
  // Server-sent events as an array of objects: their names and their data.
  static nlohmann::json events(std::string_view text) {
    nlohmann::json all = nlohmann::json::array();
    constexpr std::string_view kName = "event: ";
    constexpr std::string_view kData = "\ndata: ";
    while (!text.empty()) {
      const std::string_view one = text.substr(0, text.find("\n\n"));
      const std::size_t data = one.find(kData);
      EXPECT_TRUE(one.starts_with(kName) && data != std::string_view::npos) << one;
      if (data == std::string_view::npos) break;
      all.push_back({{"event", one.substr(kName.size(), data - kName.size())},
                     {"data", nlohmann::json::parse(one.substr(data + kData.size()))}});
      text.remove_prefix(std::min(text.size(), one.size() + 2));
    }
    return all;
  }
  static Outcome get(std::string_view target) {
    Request request;
    request.method = "GET";
    return ask(std::move(request), target);
  }
  static Outcome post(std::string_view target, const std::string& body,
                      NameValues headers = {{"content-type", "application/json"}}) {
    Request request;
    request.method = "POST";
    request.body = body;
    request.headers = std::move(headers);
    return ask(std::move(request), target);
  }
  // The text of parts, with formulas between dollar signs and matches in brackets.
  static std::string shown(const nlohmann::json& parts) {
    std::string text;
    for (const auto& part : parts) {
      const bool matched = part.contains("matched");
      const bool is_formula = part.contains("latex");
      std::string inner = part[is_formula ? "latex" : "text"];
      if (is_formula) inner = "$" + inner + "$";
      text += matched ? "[" + inner + "]" : inner;
    }
    return text;
  }

  static std::unique_ptr<base::TemporaryFolder> folder_;
  static std::unique_ptr<State> state_;
  static std::unique_ptr<Router> router_;
};

inline std::unique_ptr<base::TemporaryFolder> ApiTest::folder_;
inline std::unique_ptr<State> ApiTest::state_;
inline std::unique_ptr<Router> ApiTest::router_;

}  // namespace noether::server
