#include "noether/server/http/response.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace noether::server {

std::string_view status_title(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "";
  }
}

Response problem(unsigned status, std::string title, std::string detail, const ProblemPlace& place,
                 std::string hint) {
  nlohmann::ordered_json json;
  json["type"] = "about:blank";
  json["title"] = title.empty() ? std::string(status_title(status)) : std::move(title);
  json["status"] = status;
  if (!detail.empty()) json["detail"] = std::move(detail);
  if (!place.parameter.empty()) json["parameter"] = place.parameter;
  if (!place.pointer.empty()) json["pointer"] = place.pointer;
  if (place.span) json["span"] = {{"begin", place.span->begin}, {"end", place.span->end}};
  if (!hint.empty()) json["hint"] = std::move(hint);
  Response response;
  response.status = status;
  response.content_type = "application/problem+json";
  // Details may quote the request: bytes that are not UTF-8 become U+FFFD.
  response.body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  response.body += '\n';
  return response;
}

Response json_response(std::string body, std::string etag) {
  Response response;
  response.body = std::move(body);
  response.etag = std::move(etag);
  return response;
}

Response too_busy(std::string detail) {
  Response response = problem(503, "The server is busy", std::move(detail), {}, "ask again later");
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

Response too_slow() {
  return problem(408, "The request came too slowly", {}, {}, "send it faster");
}

Response body_too_large(const Limits& limits) {
  return problem(413, "The body is too large",
                 fmt::format("the limit is {} bytes", limits.body_bytes), {}, "send less at once");
}

Response url_too_long(const Limits& limits) {
  return problem(414, "The URL is too long",
                 fmt::format("the limit is {} bytes", limits.target_bytes), {},
                 "send a long query as the body of a POST");
}

Response headers_too_large(const Limits& limits) {
  return problem(431, "The headers are too large",
                 fmt::format("the limit is {} bytes for all headers", limits.header_bytes));
}

}  // namespace noether::server
