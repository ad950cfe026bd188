// Cuts the input into a method, a target and headers, and checks the decision and the response: the
// server does not crash, admits nothing that the rules forbid, and no client can add lines to the
// response.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/base/utf8.h"
#include "noether/server/http/admission.h"
#include "noether/server/http/answer.h"
#include "noether/server/http/metrics.h"
#include "noether/server/http/request.h"

using namespace noether::server;

namespace {

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

Router some_routes() {
  Router router;
  const Handler echo = [](const Request& request) {
    Response response = json_response(std::string(2000, 'x'), "tag");
    response.headers.emplace_back("X-Echo", std::string(request.path_value("id")));
    return response;
  };
  router.get("/a/{id}", echo);
  router.get("/a/b", echo);
  router.post("/a/{id}/c", echo);
  return router;
}

void check(const Request& request) {
  for (const NameValues* values : {&request.path_values, &request.parameters}) {
    for (const auto& [name, value] : *values) {
      if (noether::base::find_invalid_utf8(name) || noether::base::find_invalid_utf8(value)) {
        std::abort();
      }
      if (percent_decode(percent_encode(value), Plus::IsBlank) != value) std::abort();
    }
  }
  for (const auto& [name, value] : request.path_values) {
    if (value.empty() || value == "." || value == "..") std::abort();
  }
}

// The head has the status line, one line per header and the empty line, and no other lines.
void check(const Answer& answer) {
  const std::string head = head_text(answer, Framing::Length, true);
  if (!head.ends_with("\r\n\r\n") || head.find("\r\n\r\n") + 4 != head.size()) std::abort();
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = head.find('\n', at)) != std::string::npos; ++at) ++lines;
  if (lines > answer.headers.size() + 5) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Router router = some_routes();
  static const HttpOptions options = [] {
    HttpOptions made;
    made.token = "0123456789abcdef";
    return made;
  }();
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  RequestHead head;
  head.method = next_line(rest);
  head.target = next_line(rest);
  head.client = "fuzz";
  while (!rest.empty()) {
    std::string_view value = next_line(rest);
    const std::size_t colon = std::min(value.find(':'), value.size());
    head.headers.emplace_back(value.substr(0, colon),
                              value.substr(std::min(colon + 1, value.size())));
  }
  LogLine line;
  line.method = head.method;
  line.target = head.target;
  if (log_text(line).find('\n') != std::string::npos) std::abort();
  Admission admission(options, router);
  auto decision = admission.decide(std::move(head), {});
  if (auto* refused = std::get_if<Admission::Refused>(&decision)) {
    if (refused->response.status < 400 || refused->route.empty()) std::abort();
    check(make_answer({}, std::move(refused->response)));
    return 0;
  }
  const Admitted& admitted = std::get<Admitted>(decision);
  check(admitted.request);
  check(answer_by(admitted.route->handler, admitted.request));
  return 0;
}
