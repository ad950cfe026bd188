#include "noether/server/http/problem.h"

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
  // Details may quote what came in: bytes that are not UTF-8 become U+FFFD.
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

}  // namespace noether::server
