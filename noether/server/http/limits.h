// What one server takes on. Each limit has its own answer, so that a client knows what to do.
#pragma once

#include <chrono>
#include <cstddef>

namespace noether::server {

struct Limits {
  std::size_t target_bytes = 8 * 1024;            // 414
  std::size_t header_bytes = 16 * 1024;           // 431
  std::size_t body_bytes = std::size_t{1} << 20;  // 413
  // Of one client, counted over ten seconds: 429. 0: any number.
  double requests_per_second = 0;
  // Waiting for a worker, of all clients: 503.
  std::size_t waiting_requests = 256;
  // Beyond these the one that has been idle the longest is closed: 503 when none is.
  std::size_t connections = 4096;

  std::chrono::milliseconds header_time{10'000};  // from the first byte: 408
  std::chrono::milliseconds body_time{20'000};    // from the end of the header: 408
  std::chrono::milliseconds answer_time{10'000};  // from the end of the request: 503
  // For a generator that others wait for: then answered without. Who corrects a question is gone
  // and back before the server knows that nobody needs the first answer.
  std::chrono::milliseconds generator_time{1'000};
  std::chrono::milliseconds idle_time{60'000};   // between requests: closed
  std::chrono::milliseconds drain_time{30'000};  // of what is under way when the server stops
  // A client that takes an answer more slowly is dropped. What it takes into its buffers at once
  // takes no longer than the time.
  std::chrono::milliseconds write_time{10'000};
  std::size_t least_bytes_per_second = 4 * 1024;
};

}  // namespace noether::server
