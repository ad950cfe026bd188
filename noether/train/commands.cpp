#include "noether/train/commands.h"

#include <cstdio>

namespace noether::train {

void end_with(const base::Error& error, int code) {
  std::fprintf(stderr, "noether-train: %s\n", error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  hint: %s\n", error.hint.c_str());
  throw CLI::RuntimeError(code);
}

}  // namespace noether::train
