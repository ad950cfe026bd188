#include "noether/answer/generate/chat_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/search/present/shown_text.h"

namespace noether::answer {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestErrorText = 300;

std::string valid_utf8(std::string_view bytes) {
  if (!base::find_invalid_utf8(bytes)) return std::string(bytes);
  std::string out;
  for (const base::CodePoint& c : base::code_points(bytes)) base::append_code_point(out, c.value);
  return out;
}

// A discarded value when it is no JSON.
json parsed(std::string_view text) {
  return json::parse(valid_utf8(text), nullptr, /*allow_exceptions=*/false);
}

// The member of an object; null when it is absent or this is no object.
const json& member(const json& object, const char* name) {
  static const json kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

std::string shortened(std::string_view text) {
  std::string clean = search::clean_text(text.substr(0, 4 * kLongestErrorText));
  const std::size_t first = std::min(clean.find_first_not_of(' '), clean.size());
  clean.erase(0, first);
  if (clean.size() <= kLongestErrorText) return clean;
  std::size_t end = kLongestErrorText;
  while (end > 0 && (static_cast<unsigned char>(clean[end]) & 0xC0U) == 0x80U) --end;
  return clean.substr(0, end) + "…";
}

// OpenAI, vLLM and llama.cpp have {"error": {"message": …}}, others {"error": …}, {"message": …} or
// {"detail": …}.
std::string error_member(const json& object) {
  const json& error = member(object, "error");
  for (const json* said :
       {&member(error, "message"), &error, &member(object, "message"), &member(object, "detail")}) {
    if (said->is_string()) return shortened(said->get_ref<const std::string&>());
  }
  // Not written out: the depth of what a server sends is not bounded.
  return error.is_null() ? "" : "an error without a message";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace

std::string error_text(std::string_view body) {
  body = trimmed(body);
  if (body.starts_with('{')) {
    if (std::string said = error_member(parsed(body)); !said.empty()) return said;
  }
  // A page for browsers says nothing that is worth a line.
  return body.starts_with('<') ? "" : shortened(body);
}

bool ChatReply::fail_with(std::string message, std::string hint) {
  error_ = base::Error{std::move(message), {}, std::move(hint)};
  return false;
}

bool ChatReply::fail_as_garbage(std::string_view what) {
  return fail_with(fmt::format("the server sends something else than a chat completion: {}", what),
                   "the address is that of the API, and usually ends in /v1");
}

bool ChatReply::take(std::string_view bytes) {
  if (error_ || end_) return false;
  read_ += bytes.size();
  if (read_ > bounds_.reply) {
    return fail_with(fmt::format("the reply of the server has more than {} bytes", bounds_.reply));
  }
  while (!bytes.empty()) {
    if (form_ == Form::Unknown) {
      bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
      if (bytes.empty()) break;
      form_ = bytes.front() == '{' ? Form::Object : Form::Stream;
    }
    const std::size_t end = form_ == Form::Object ? std::string_view::npos : bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (line_.size() + part.size() > bounds_.line) {
      return fail_with(fmt::format("the server sends a line of more than {} bytes", bounds_.line));
    }
    line_ += part;
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
    const std::string line = std::exchange(line_, {});
    if (!take_line(trimmed(line))) return false;
  }
  return true;
}

bool ChatReply::take_line(std::string_view line) {
  constexpr std::string_view kData = "data:";
  if (line.starts_with(kData)) {
    const std::string_view data = trimmed(line.substr(kData.size()));
    if (data != "[DONE]") return take_event(data);
    end_ = TextEnd::Whole;
    return false;
  }
  const auto begins = [&](std::string_view name) { return line.starts_with(name); };
  if (line.empty() || begins(":") || begins("event:") || begins("id:") || begins("retry:")) {
    return true;
  }
  const std::string shown = shortened(line.substr(0, 40));
  return fail_as_garbage(shown.empty() ? "bytes that are not text"
                                       : fmt::format("a line begins with “{}”", shown));
}

bool ChatReply::take_event(std::string_view data) {
  const json event = parsed(data);
  if (!event.is_object()) return fail_as_garbage("an event is not a JSON object");
  if (std::string said = error_member(event); !said.empty() && !event.contains("choices")) {
    return fail_with(fmt::format("the server stops with an error: {}", said));
  }
  const json& choices = member(event, "choices");
  if (!choices.is_array()) return fail_as_garbage("an event has no list of choices");
  // The last event of some servers only counts tokens.
  if (choices.empty()) return true;
  const json& content = member(member(choices.front(), "delta"), "content");
  const json& reason = member(choices.front(), "finish_reason");
  if (!content.is_null() && !content.is_string()) return fail_as_garbage("a text is not a string");
  if (!reason.is_null() && !reason.is_string()) return fail_as_garbage("an end is not a string");
  if (content.is_string() && !take_text(content.get_ref<const std::string&>())) return false;
  // Nothing of use follows, and some servers keep the connection open.
  if (reason.is_string()) end_ = reason == "length" ? TextEnd::Full : TextEnd::Whole;
  return !end_;
}

bool ChatReply::take_object(std::string_view data) {
  const json object = parsed(data);
  if (!object.is_object()) return fail_as_garbage("a reply is not a JSON object");
  const json& choices = member(object, "choices");
  if (!choices.is_array() || choices.empty()) {
    const std::string said = error_member(object);
    if (said.empty()) return fail_as_garbage("a reply has no list of choices");
    return fail_with(fmt::format("the server answers with an error: {}", said));
  }
  const json& content = member(member(choices.front(), "message"), "content");
  if (!content.is_string()) return fail_as_garbage("a reply has no text");
  if (!take_text(content.get_ref<const std::string&>())) return false;
  end_ = member(choices.front(), "finish_reason") == "length" ? TextEnd::Full : TextEnd::Whole;
  return true;
}

bool ChatReply::take_text(std::string_view text) {
  if (text.empty()) return true;
  const bool is_too_long = written_ + text.size() > bounds_.text;
  if (is_too_long) text = text.substr(0, bounds_.text - written_);
  written_ += text.size();
  if (!on_text_(text)) {
    end_ = TextEnd::Enough;
  } else if (is_too_long) {
    end_ = TextEnd::Full;
  }
  return !end_;
}

base::Result<TextEnd> ChatReply::finish() {
  if (!error_ && !end_) {
    const std::string rest = std::exchange(line_, {});
    if (form_ == Form::Object) {
      take_object(rest);
    } else if (!trimmed(rest).empty()) {
      take_line(trimmed(rest));
    }
  }
  if (error_) return std::unexpected(*error_);
  if (end_) return *end_;
  if (read_ == 0 || form_ == Form::Unknown) {
    return base::fail("the server answers with nothing", {}, "look into the log of the server");
  }
  return base::fail("the server ended the answer in the middle", {},
                    "look into the log of the server");
}

}  // namespace noether::answer
