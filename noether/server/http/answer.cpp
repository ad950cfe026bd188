#include "noether/server/http/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "noether/base/hash.h"
#include "noether/server/http/negotiation.h"
#include "noether/server/http/response.h"

namespace noether::server {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSecurityHeaders = {{
    {"Content-Security-Policy", kContentSecurityPolicy},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};

// Derives the tag of one URL from the tag of a commit of the index. A client that has the response
// of one URL is thus not told that it has the response of another.
std::string tag_at(const Request& request, std::string_view etag) {
  if (etag.empty()) return {};
  return fmt::format("{}-{}", etag, base::digest_of(request.target).hex().substr(0, 16));
}

bool is_read(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

// `*` matches anything that exists, so the response must be known to exist.
bool is_unmodified(const Request& request, const Response& response) {
  if (response.status != 200 || response.etag.empty()) return false;
  return names_etag(request, response.etag) ||
         (is_read(request) && has_any_etag(request.header("if-none-match").value_or("")));
}

// Mon, 02 Jan 2006 15:04:05 GMT, in English in every locale.
std::string http_date(std::time_t now) {
  constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                     "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                     kMonths[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour,
                     utc.tm_min, utc.tm_sec);
}

bool is_header_text(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
}

ChunkSource gzipped(std::shared_ptr<ChunkSource> chunks) {
  struct Compression {
    std::shared_ptr<ChunkSource> chunks;
    GzipStream stream;
    bool is_finished = false;
  };
  auto compression = std::make_shared<Compression>(std::move(chunks), GzipStream());
  return [compression]() -> std::string {
    if (compression->is_finished) return {};
    const std::string piece = (*compression->chunks)();
    compression->is_finished = piece.empty();
    return piece.empty() ? compression->stream.finish() : compression->stream.add(piece);
  };
}

}  // namespace

bool names_etag(const Request& request, std::string_view etag) {
  const auto tags = request.header("if-none-match");
  return is_read(request) && tags && has_etag(*tags, tag_at(request, etag));
}

Answer make_answer(const Request& request, Response response) {
  const bool is_known = is_unmodified(request, response);
  Answer answer;
  answer.status = is_known ? 304 : response.status;
  answer.has_body = !is_known && request.method != "HEAD";
  answer.headers = std::move(response.headers);
  if (!is_known) answer.headers.emplace_back("Content-Type", response.content_type);
  if (!response.etag.empty()) {
    answer.headers.emplace_back("ETag", fmt::format("W/\"{}\"", tag_at(request, response.etag)));
  }
  std::string cache = std::move(response.cache_control);
  if (cache.empty()) cache = response.etag.empty() ? "no-store" : "no-cache";
  answer.headers.emplace_back("Cache-Control", std::move(cache));
  for (const auto& [name, value] : kSecurityHeaders) {
    if (!find_value(answer.headers, name)) answer.headers.emplace_back(name, value);
  }
  if (is_worth_gzip(response.content_type)) answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (is_known) return answer;

  // Events are not compressed: each would have to be compressed separately, which gains nothing.
  if (response.events) {
    answer.events = std::make_shared<const EventMaker>(std::move(response.events));
    return answer;
  }
  if (response.chunks) answer.chunks = std::make_shared<ChunkSource>(std::move(response.chunks));
  answer.owned = std::move(response.body);
  answer.fixed = response.fixed.plain;
  if (!is_worth_gzip(response.content_type)) return answer;
  const auto accepted = request.header("accept-encoding");
  if (!accepted || !accepts_gzip(*accepted)) return answer;
  if (answer.chunks) {
    answer.chunks = std::make_shared<ChunkSource>(gzipped(std::move(answer.chunks)));
  } else if (!response.fixed.gzip.empty()) {
    answer.fixed = response.fixed.gzip;
  } else if (answer.fixed.empty() && answer.owned.size() >= kLeastGzipBytes) {
    answer.owned = gzip(answer.owned);
  } else {
    return answer;
  }
  answer.headers.emplace_back("Content-Encoding", "gzip");
  return answer;
}

Answer answer_by(const Handler& handler, const Request& request) {
  if (request.is_over()) {
    return make_answer(request, too_busy("the request waited too long for its turn"));
  }
  try {
    return make_answer(request, handler(request));
  } catch (const std::exception&) {
    // Clients do not see internal errors.
    return make_answer(request, problem(500, "The server failed to answer this request"));
  }
}

std::string head_text(const Answer& answer, Framing framing, bool keep_alive) {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", answer.status, status_title(answer.status));
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "Date: {}\r\n", http_date(std::time(nullptr)));
  for (const auto& [name, value] : answer.headers) {
    if (is_header_text(name) && is_header_text(value)) {
      fmt::format_to(to, "{}: {}\r\n", name, value);
    }
  }
  if (framing == Framing::Chunked) {
    text += "Transfer-Encoding: chunked\r\n";
  } else if (framing == Framing::Length && answer.status != 304) {
    fmt::format_to(to, "Content-Length: {}\r\n", answer.body().size());
  }
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return text;
}

std::string chunk_text(std::string_view piece) {
  return piece.empty() ? "0\r\n\r\n" : fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
}

}  // namespace noether::server
