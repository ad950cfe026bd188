// How a server listens, which clients it serves, and its limits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/server/http/limits.h"

namespace noether::server {

struct HttpOptions {
  std::string address = "127.0.0.1";  // a number, not a name
  std::uint16_t port = 8080;          // 0: any that is free
  unsigned workers = 2;               // for searches and proofs, and as many again for answers
  // The number of requests that may wait at the same time for something outside, such as a
  // generator.
  unsigned waiting_workers = 4;
  // When there is one, all but open routes need it.
  std::string token;
  // Host names that requests may have (their header Host) in addition to those of this machine.
  // With a token any name is accepted: the test protects against pages elsewhere that make a
  // browser send requests here.
  std::vector<std::string> host_names;
  Limits limits;
  // A line for each answer, without its end; called by the thread that does the sockets.
  std::function<void(std::string_view)> log;
};

}  // namespace noether::server
