// A language model behind an endpoint with OpenAI's protocol: llama.cpp, Ollama, vLLM, ….
// A request is repeated until the first part of an answer arrives: if the connection is refused,
// and if the server reports that it is busy or broken. Everything ends in bounded time.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "noether/answer/generate/chat.h"
#include "noether/answer/generate/http_post.h"
#include "noether/answer/generate/text_writer.h"

namespace noether::answer {

inline constexpr const char* kGeneratorKeyVariable = "NOETHER_GENERATOR_KEY";

// Waits that long; false when it is over before that.
bool wait_for(std::chrono::milliseconds time, const search::IsOver& is_over);

struct EndpointOptions {
  std::string url;    // of the API, without /chat/completions
  std::string model;  // may be empty where a server has one model
  std::string key;    // sent as a bearer token; may be empty
  HttpTimes times;
  std::chrono::milliseconds whole{600'000};  // of all tries together
  int tries = 3;
  std::chrono::milliseconds first_pause{500};       // before the second try; then twice as long
  std::chrono::milliseconds longest_pause{20'000};  // a server that asks for more is not waited for
  // Between two tries. A test puts in one that does not wait.
  std::function<bool(std::chrono::milliseconds, const search::IsOver&)> wait = wait_for;
  ReplyBounds bounds;
  std::size_t error_bytes = std::size_t{16} << 10;  // read of the body of an HTTP error
};

class ChatEndpoint final : public TextWriter {
 public:
  // Returns an error if the address is invalid or the key cannot be sent.
  static base::Result<ChatEndpoint> open(EndpointOptions options);

  std::string name() const override { return options_.model; }
  bool reads_passages() const override { return true; }
  base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const override;

 private:
  // Its errors may have the key in them.
  base::Result<TextEnd> try_to_write(const WritingTask& task, const OnText& on_text) const;
  explicit ChatEndpoint(EndpointOptions options) : options_(std::move(options)) {}

  EndpointOptions options_;
};

}  // namespace noether::answer
