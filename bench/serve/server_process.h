// A `noether serve` of its own for a measurement, stopped when it is over.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

class ServerProcess {
 public:
  // Starts `program serve index --port 0 ...` and waits for its address.
  static base::Result<std::unique_ptr<ServerProcess>> start(const std::string& program,
                                                            const std::string& index,
                                                            const std::vector<std::string>& more);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  std::uint64_t resident_bytes() const;
  // Of all its threads, since it was started.
  double cpu_seconds() const;
  bool is_running() const;
  // SIGTERM, and its exit code when it has drained; -1 when it ended by a signal.
  int stop();

 private:
  ServerProcess(pid_t process, std::uint16_t port) : process_(process), port_(port) {}

  pid_t process_;
  std::uint16_t port_;
};

}  // namespace noether::bench
