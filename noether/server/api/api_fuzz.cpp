// Sends any request to any handler and expects a JSON response with a status of the API in bounded
// time. The first line of the input is the method and the target, the rest is the body.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/build_index.h"
#include "noether/search/query/formula_signs.h"
#include "noether/server/api/api.h"
#include "noether/server/http/request.h"

using namespace noether;

namespace {

text::Document document(const std::string& id, const std::string& body) {
  text::Document made;
  made.id = id;
  made.kind = "answer";
  made.tags = {"calculus", "two words"};
  made.source = "https://example.org/" + id;
  made.fields = {{.name = "title", .text = "A limit", .formulas = {}},
                 {.name = "body", .text = body, .formulas = search::formulas_of(body)}};
  return made;
}

struct Api {
  base::TemporaryFolder folder;
  std::unique_ptr<server::State> state;
  server::Router router;

  Api() {
    const std::array documents = {
        document("1", "the limit of $\\frac{\\sin x}{x}$ is $1$"),
        document("2", "$(x+1)^2$ and $x^2+2x+1$ are equal; $\\sum_{n=1}^\\infty \\frac1{n^2}$")};
    std::size_t at = 0;
    const auto built =
        index::build_index(folder / "idx", [&](text::Document& out) -> base::Result<bool> {
          if (at == documents.size()) return false;
          out = documents[at++];
          return true;
        });
    server::StateOptions options;
    options.folders = {folder / "idx"};
    auto opened = server::State::open(options);
    if (!built || !opened) std::abort();
    state = std::move(*opened);
    server::register_api(router, *state);
  }
};

bool is_expected(unsigned status) {
  constexpr std::array<unsigned, 5> kExpected = {200, 400, 404, 415, 422};
  return std::ranges::find(kExpected, status) != kExpected.end();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Api api;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  std::string_view head = text.substr(0, line);
  server::Request request;
  request.method = head.starts_with("POST ") ? "POST" : "GET";
  head.remove_prefix(std::min(head.size(), request.method.size() + 1));
  const auto target = server::read_target(head);
  if (!target) return 0;
  const auto match = api.router.find(request.method, target->path);
  if (!match || match->route == nullptr) return 0;
  request.path = target->path;
  request.parameters = target->parameters;
  request.path_values = match->path_values;
  if (line < text.size()) request.body = text.substr(line + 1);
  request.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
  server::Response response = match->route->handler(request);
  // On a slow machine, the time of the request may run out.
  if (response.status == 503 && request.is_over()) return 0;
  if (!is_expected(response.status)) std::abort();
  std::string body = response.fixed.plain.empty() ? response.body : std::string();
  if (response.chunks) {
    for (std::string chunk = response.chunks(); !chunk.empty(); chunk = response.chunks()) {
      body = chunk.substr(0, chunk.find('\n'));
    }
  }
  if (response.events) response.events(request, [](const std::string&) {});
  if (!body.empty() && nlohmann::json::parse(body, nullptr, false).is_discarded()) std::abort();
  return 0;
}
