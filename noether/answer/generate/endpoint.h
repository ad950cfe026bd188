// A language model behind an endpoint with OpenAI's protocol: llama.cpp, Ollama, vLLM, ….
// Until the first part of an answer arrives, a request is repeated if the connection is refused, or
// if the server reports that it is busy or broken. Every request ends in bounded time.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "noether/answer/generate/chat.h"
#include "noether/answer/generate/http_post.h"
#include "noether/answer/generate/text_writer.h"

namespace noether::answer {

inline constexpr const char* kGeneratorKeyVariable = "NOETHER_GENERATOR_KEY";

// Waits for that time. Returns false if the request is over sooner.
bool wait_for(std::chrono::milliseconds time, const search::IsOver& is_over);

struct EndpointOptions {
  std::string url;    // the address of the API, without /chat/completions
  std::string model;  // may be empty if the server has a single model
  std::string key;    // sent as a bearer token; may be empty
  HttpTimes times;
  std::chrono::milliseconds whole{600'000};  // for all tries together
  int tries = 3;
  std::chrono::milliseconds first_pause{500};       // before the second try; then doubled
  std::chrono::milliseconds longest_pause{20'000};  // longer ones are not waited for
  // Waits between two tries. A test may replace it by one that does not wait.
  std::function<bool(std::chrono::milliseconds, const search::IsOver&)> wait = wait_for;
  ReplyBounds bounds;
  std::size_t error_bytes = std::size_t{16} << 10;  // of the body of an HTTP error
};

class ChatEndpoint final : public TextWriter {
 public:
  // Returns an error if the address is invalid or the key cannot be sent.
  static base::Result<ChatEndpoint> open(EndpointOptions options);

  std::string name() const override { return options_.model; }
  bool reads_passages() const override { return true; }
  base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const override;

 private:
  // The errors that it returns may contain the key.
  base::Result<TextEnd> try_to_write(const WritingTask& task, const OnText& on_text) const;
  explicit ChatEndpoint(EndpointOptions options) : options_(std::move(options)) {}

  EndpointOptions options_;
};

}  // namespace noether::answer
