// The arguments of a request, from the query string of a GET or the JSON of a POST, checked as they
// are read.
// The first mistake is kept as a problem that names the argument; arguments read after it have
// their defaults. So a handler reads all arguments and tests once:
//   Arguments arguments(request);
//   const std::string q = arguments.required_text("q", kMaxQueryBytes);
//   if (auto problem = arguments.finish()) return *std::move(problem);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"

namespace noether::server {

class Arguments {
 public:
  explicit Arguments(const Request& request);
  ~Arguments();
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  std::optional<std::string> text(std::string_view name, std::size_t most_bytes);
  std::string required_text(std::string_view name, std::size_t most_bytes);
  // The values of a repeated parameter, or of an array.
  std::vector<std::string> texts(std::string_view name, std::size_t most, std::size_t most_bytes);
  std::uint64_t whole(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                      std::uint64_t most);
  double real(std::string_view name, double otherwise, double least, double most);
  bool flag(std::string_view name, bool otherwise = false);
  // Returns the index of the choice.
  std::size_t choice(std::string_view name, std::span<const std::string_view> choices,
                     std::size_t otherwise = 0);

  // Whether the request has this argument.
  bool has(std::string_view name) const;
  // The place of an argument, or of one `element` of an array, for problems that only the handler
  // can find. The span is in bytes of `text`.
  ProblemPlace place(std::string_view name) const;
  ProblemPlace place(std::string_view name, std::size_t element) const;
  // The response for an `error` in `text`, the value of the argument.
  Response unreadable(std::string_view name, std::string_view text, const base::Error& error) const;

  // The first problem, if any. An unknown argument is a problem too: it is usually a misspelling
  // and would otherwise be ignored silently.
  std::optional<Response> finish();

 private:
  struct Body;
  void refuse(unsigned status, std::string_view name, std::string detail, std::string hint = {});

  const Request& request_;
  std::unique_ptr<Body> body_;  // null: the query string
  std::set<std::string, std::less<>> known_;
  std::optional<Response> problem_;
};

// 422 for a text that cannot be read, with the place in UTF-16.
Response unreadable(std::string_view text, const base::Error& error, ProblemPlace place);

}  // namespace noether::server
