// The program as a function: it reads the arguments, and runs the command that they name.
#pragma once

#include <string>

namespace noether::cli {

// Returns what the process exits with.
int run_program(int argc, char** argv, const std::string& version);

}  // namespace noether::cli
