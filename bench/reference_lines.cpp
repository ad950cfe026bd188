// Prints the lines on which scripts/reference_tokens.py compares tokenizers with Hugging Face's.
//
//   reference_lines DATA > lines.txt
#include <fmt/format.h>

#include <cstdio>

#include "noether/neural/tokenizer/reference_lines.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: reference_lines DATA > lines.txt\n");
    return 2;
  }
  noether::neural::tokens::ReferenceLines lines(argv[1]);
  if (!lines.has_data()) {
    fmt::print(stderr, "there are no posts of ARQMath in '{}'\n", argv[1]);
    return 2;
  }
  for (const std::string& line : lines.make()) fmt::print("{}\n", line);
  return std::fflush(stdout) == 0 ? 0 : 2;
}
