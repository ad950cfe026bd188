// The messages exchanged with a language model. The prompt contains the question, numbered
// passages, and instructions for writing. The reply of a chat endpoint is read while it arrives: a
// stream of server-sent events, or one JSON object if the server does not stream.
//
// Questions and passages are data. They occur only in the user's message, between lines with a key
// that is drawn for each request, and every `<` in them is followed by a blank, so that a document
// can contain neither these lines nor the marks by which chat templates assign roles (<|im_start|>,
// </s>, …). The blank does not change a formula.
//
// Lines, the text and the whole reply are bounded. Bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noether/answer/generate/text_writer.h"
#include "noether/base/error.h"

namespace noether::answer {

struct ChatPrompt {
  std::string system;
  std::string user;
};

// Documents must not know the key; new_prompt_key draws one.
ChatPrompt chat_prompt(const WritingTask& task, std::string_view key);
std::string new_prompt_key();

// Quotes a text so that it cannot leave its block of data.
std::string quoted_as_data(std::string_view text);

// The text that the model should write if the passages do not answer the question, and a test for
// it.
inline constexpr std::string_view kDoesNotKnow = "I do not know.";
bool says_it_does_not_know(std::string_view text);

struct ReplyBounds {
  std::size_t line = std::size_t{1} << 20;    // bytes of one event, or of the JSON object
  std::size_t text = std::size_t{64} << 10;   // bytes of the text that the model writes
  std::size_t reply = std::size_t{16} << 20;  // bytes of the whole reply
};

class ChatReply {
 public:
  ChatReply(const ReplyBounds& bounds, const TextWriter::OnText& on_text)
      : bounds_(bounds), on_text_(on_text) {}

  // Returns false if no more bytes are needed, because the reply is complete or wrong.
  bool take(std::string_view bytes);
  // Call this when there are no more bytes. Returns an error for a reply that is truncated or
  // invalid.
  base::Result<TextEnd> finish();

  bool has_text() const { return written_ > 0; }

 private:
  enum class Form : std::uint8_t { Unknown, Stream, Object };

  bool take_line(std::string_view line);
  bool take_event(std::string_view data);
  bool take_object(std::string_view data);
  bool take_text(std::string_view text);
  bool fail_with(std::string message, std::string hint = {});
  bool fail_as_garbage(std::string_view what);

  ReplyBounds bounds_;
  const TextWriter::OnText& on_text_;
  Form form_ = Form::Unknown;
  std::string line_;  // the bytes after the last end of line
  std::size_t read_ = 0;
  std::size_t written_ = 0;
  std::optional<TextEnd> end_;
  std::optional<base::Error> error_;
};

// The message in the body of an HTTP error, on one short line; empty if there is none.
std::string error_text(std::string_view body);

}  // namespace noether::answer
