// The program as its user meets it: what it prints, and the code it ends with.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace noether::cli {
namespace {

struct Outcome {
  int exit_code;
  std::string output;  // stdout and stderr together
};

Outcome run(const std::string& arguments) {
  const std::string command = std::string("'") + NOETHER_PROGRAM + "' " + arguments + " 2>&1";
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

TEST(Program, SaysItsVersion) {
  const Outcome version = run("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(version.output.starts_with("noether ")) << version.output;
}

TEST(Program, ListsItsCommandsInTheHelp) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.output.find("parse"), std::string::npos) << help.output;
}

TEST(Program, EndsWithTwoWhenItIsUsedWrongly) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("no-such-command").exit_code, 2);
  EXPECT_EQ(run("--no-such-option").exit_code, 2);
}

}  // namespace
}  // namespace noether::cli
