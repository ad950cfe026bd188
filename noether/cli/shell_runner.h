// Runs the program in a shell, for the tests of the commands.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace noether::cli {

struct Outcome {
  int exit_code;
  std::string output;
};

// Runs a shell command in which NOETHER stands for the program.
inline Outcome shell(std::string command) {
  const std::string placeholder = "NOETHER";
  for (std::size_t at = command.find(placeholder); at != std::string::npos;
       at = command.find(placeholder, at)) {
    if (command.substr(at + placeholder.size()).starts_with('_')) {
      at += placeholder.size();  // an environment variable
      continue;
    }
    command.replace(at, placeholder.size(), NOETHER_PROGRAM);
    at += std::string(NOETHER_PROGRAM).size();
  }
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "the shell did not start"};
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), got);
  }
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

}  // namespace noether::cli
