#include "noether/answer/generate/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "noether/answer/generate/chat.h"
#include "noether/base/ascii.h"
#include "noether/base/json_text.h"

namespace noether::answer {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kShortestLook{20};

// The limit of tokens is generous, because tokens of formulas are short and some models think
// first. The limit of characters ends the answer itself.
std::size_t most_tokens(std::size_t characters) { return characters + 4096; }

std::string request_body(const EndpointOptions& options, const WritingTask& task) {
  const ChatPrompt prompt = chat_prompt(task, new_prompt_key());
  const auto message = [](std::string_view role, std::string_view content) {
    return base::JsonObject().add_string("role", role).add_string("content", content).text();
  };
  base::JsonObject body;
  if (!options.model.empty()) body.add_string("model", options.model);
  return body
      .add("messages",
           base::json_array({message("system", prompt.system), message("user", prompt.user)}))
      .add_bool("stream", true)
      .add_number("temperature", 0)
      .add_number("max_tokens", static_cast<std::int64_t>(most_tokens(task.limit)))
      .text();
}

std::string seconds_text(milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000);
}

// Replaces every stretch of the key by stars, because servers repeat the request in their messages
// and messages are cut. A stretch of fewer than kTellingBytes bytes does not reveal the key.
std::string without_key(std::string_view text, std::string_view key) {
  constexpr std::size_t kTellingBytes = 8;
  if (key.empty()) return std::string(text);
  const std::size_t telling = std::min(kTellingBytes, key.size());
  std::string out;
  while (!text.empty()) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i + telling <= key.size(); ++i) {
      const auto differs = std::ranges::mismatch(text, key.substr(i));
      longest = std::max(longest, static_cast<std::size_t>(differs.in1 - text.begin()));
    }
    const bool tells = longest >= telling;
    out += tells ? std::string_view("***") : text.substr(0, 1);
    text.remove_prefix(tells ? longest : 1);
  }
  return out;
}

// A failed try.
struct FailedTry {
  base::Error error;
  bool may_pass = false;  // whether another try may succeed
  std::optional<std::chrono::seconds> retry_after = std::nullopt;
};

std::string status_hint(const EndpointOptions& options, int status, const std::string& said) {
  if (status == 401 || status == 403) {
    return fmt::format("the environment variable {} has the key of the API", kGeneratorKeyVariable);
  }
  if (base::lowered(said).contains("model")) {
    return fmt::format("--model names a model that the server has; {}/models lists them",
                       options.url);
  }
  if (status == 404 || status == 405 || (status >= 300 && status < 400)) {
    return "the address is that of the API, and usually ends in /v1";
  }
  return status >= 500 ? "check the log of the server" : "";
}

FailedTry failed_with_status(const EndpointOptions& options, const HttpReply& reply,
                             std::string_view body) {
  const std::string said = error_text(body);
  FailedTry failed;
  failed.error.message = fmt::format("{} answers with the HTTP status {}{}{}", options.url,
                                     reply.status, said.empty() ? "" : ": ", said);
  failed.error.hint = status_hint(options, reply.status, said);
  failed.may_pass = reply.status == 429 || reply.status >= 500;
  failed.retry_after = reply.retry_after;
  return failed;
}

FailedTry failed_connection(const EndpointOptions& options, const HttpReply& reply) {
  const auto failed = [](std::string message, std::string hint, bool may_pass) {
    return FailedTry{{std::move(message), {}, std::move(hint)}, may_pass};
  };
  const std::string& url = options.url;
  switch (reply.end) {
    case HttpEnd::NotConnected:
      return failed(fmt::format("no server listens at {}{}{}", url,
                                reply.detail.empty() ? "" : ": ", reply.detail),
                    "start the server of the model, or check the address after --generator", true);
    case HttpEnd::NotTrusted:
      return failed(fmt::format("{} cannot be trusted: {}", url, reply.detail),
                    "this machine must trust the certificate", false);
    case HttpEnd::NoReply:
      return failed(
          fmt::format("{} does not answer within {}", url, seconds_text(options.times.first_byte)),
          "a smaller model answers sooner", false);
    case HttpEnd::Stalled:
      return failed(fmt::format("{} stopped in the middle of the answer and sent nothing for {}",
                                url, seconds_text(options.times.idle)),
                    "check the log of the server", false);
    case HttpEnd::TooLong:
      return failed(
          fmt::format("{} did not end its answer within {}", url, seconds_text(options.whole)),
          "a smaller model writes faster", false);
    case HttpEnd::Over:
      return failed("the search was stopped", {}, false);
    default:
      return failed(fmt::format("the connection to {} was lost: {}", url, reply.detail),
                    "check the log of the server", true);
  }
}

// One try, from the connection to the last byte.
class Exchange {
 public:
  Exchange(const EndpointOptions& options, const TextWriter::OnText& on_text)
      : options_(options), reply_(options.bounds, on_text) {}

  std::expected<TextEnd, FailedTry> run(const HttpPost& request) {
    const HttpReply http = post(request, [&](int status, std::string_view bytes) {
      if (status == 200) return reply_.take(bytes);
      error_body_ += bytes.substr(0, options_.error_bytes - error_body_.size());
      return error_body_.size() < options_.error_bytes;
    });
    const bool has_reply = http.end == HttpEnd::Whole || http.end == HttpEnd::Enough;
    if (http.status != 200 && has_reply) {
      return std::unexpected(failed_with_status(options_, http, error_body_));
    }
    if (!has_reply) return std::unexpected(failed_connection(options_, http));
    auto end = reply_.finish();
    if (!end) return std::unexpected(FailedTry{std::move(end.error())});
    return *end;
  }

  bool has_text() const { return reply_.has_text(); }

 private:
  const EndpointOptions& options_;
  ChatReply reply_;
  std::string error_body_;
};

}  // namespace

bool wait_for(milliseconds time, const search::IsOver& is_over) {
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end) {
    if (is_over && is_over()) return false;
    std::this_thread::sleep_for(std::min<Clock::duration>(kShortestLook, end - Clock::now()));
  }
  return !(is_over && is_over());
}

base::Result<ChatEndpoint> ChatEndpoint::open(EndpointOptions options) {
  if (auto is_address = check_address(options.url); !is_address) {
    return std::unexpected(std::move(is_address.error()));
  }
  while (options.url.ends_with('/')) options.url.pop_back();
  if (std::ranges::any_of(options.key, base::is_space_or_control)) {
    return base::fail(
        fmt::format("{} has blanks or line feeds, and cannot be sent", kGeneratorKeyVariable));
  }
  return ChatEndpoint(std::move(options));
}

base::Result<TextEnd> ChatEndpoint::write(const WritingTask& task, const OnText& on_text) const {
  auto end = try_to_write(task, on_text);
  if (!end) {
    base::Error& error = end.error();
    error.message = without_key(error.message, options_.key);
    error.hint = without_key(error.hint, options_.key);
  }
  return end;
}

base::Result<TextEnd> ChatEndpoint::try_to_write(const WritingTask& task,
                                                 const OnText& on_text) const {
  HttpPost request;
  request.url = options_.url + "/chat/completions";
  request.headers = {"Content-Type: application/json",
                     "Accept: text/event-stream, application/json"};
  if (!options_.key.empty()) request.headers.push_back("Authorization: Bearer " + options_.key);
  request.body = request_body(options_, task);
  request.times = options_.times;
  request.deadline = Clock::now() + options_.whole;
  request.is_over = task.is_over;
  milliseconds pause = options_.first_pause;
  for (int tried = 1;; ++tried) {
    Exchange exchange(options_, on_text);
    auto end = exchange.run(request);
    if (end) return *end;
    FailedTry& failed = end.error();
    if (!failed.may_pass || exchange.has_text() || tried >= options_.tries) {
      return std::unexpected(std::move(failed.error));
    }
    const milliseconds wait = failed.retry_after ? milliseconds(*failed.retry_after) : pause;
    if (wait > options_.longest_pause || Clock::now() + wait >= request.deadline) {
      if (failed.retry_after) {
        failed.error.hint =
            fmt::format("the server asks to wait {} s", failed.retry_after->count());
      }
      return std::unexpected(std::move(failed.error));
    }
    if (!options_.wait(wait, task.is_over)) return base::fail("the search was stopped");
    pause *= 2;
  }
}

}  // namespace noether::answer
