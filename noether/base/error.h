// Errors as values: the problem, its place, and a remedy.
// An error that input, the disk or the user can cause is an `Error` inside a `Result<T>`.
// Exceptions stay inside the module that catches them; asserts are for bugs.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace noether::base {

// A half-open range of bytes in the input that a message refers to.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

struct Error {
  std::string message;
  Span span;         // empty when the error is not about a place in the input
  std::string hint;  // what the reader of the message can do; may be empty
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string message, Span span = {}, std::string hint = {}) {
  return std::unexpected<Error>(Error{std::move(message), span, std::move(hint)});
}

}  // namespace noether::base
