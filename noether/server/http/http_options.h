// How a server listens, which clients it serves, and its limits. Each limit has its own response,
// so that a client can react to it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace noether::server {

struct Limits {
  std::size_t target_bytes = 8 * 1024;            // 414
  std::size_t header_bytes = 16 * 1024;           // 431
  std::size_t body_bytes = std::size_t{1} << 20;  // 413
  // The maximum for one client, counted over ten seconds: 429. 0: no limit.
  double requests_per_second = 0;
  // The maximum of all clients' requests that wait for a worker: 503.
  std::size_t waiting_requests = 256;
  // Above this number the server closes the connection that has been idle longest; 503 if no
  // connection is idle.
  std::size_t connections = 4096;

  std::chrono::milliseconds header_time{10'000};  // from the first byte: 408
  std::chrono::milliseconds body_time{20'000};    // from the end of the header: 408
  std::chrono::milliseconds answer_time{10'000};  // from the end of the request: 503
  // The time to wait for a busy generator, after which the request is answered without it. A user
  // who corrects a question sends the next one before the server knows that the first is abandoned.
  std::chrono::milliseconds generator_time{1'000};
  std::chrono::milliseconds idle_time{60'000};   // between requests: closed
  std::chrono::milliseconds drain_time{30'000};  // for running requests when the server stops
  // A client that reads a response more slowly is disconnected. The part that fits into its buffers
  // takes at most this time.
  std::chrono::milliseconds write_time{10'000};
  std::size_t least_bytes_per_second = 4 * 1024;
};

struct HttpOptions {
  std::string address = "127.0.0.1";  // a number, not a name
  std::uint16_t port = 8080;          // 0: any free port
  unsigned workers = 2;               // for searches and proofs, and as many again for answers
  // The number of requests that may wait at the same time for something outside, such as a
  // generator.
  unsigned waiting_workers = 4;
  // If set, all routes except open ones require it.
  std::string token;
  // Host names that requests may have (their Host header) in addition to those of this machine.
  // With a token any name is accepted: the check protects against pages elsewhere that make a
  // browser send requests here.
  std::vector<std::string> host_names;
  Limits limits;
  // Receives a line for each response, without a line end, on the thread that handles the sockets.
  std::function<void(std::string_view)> log;
};

}  // namespace noether::server
